"""A value between 0 and 1 with its interval, on one line."""

from __future__ import annotations

from maskerad.pages.svg import Margins, percent, picture, text


def interval_strip(name: str, value: float, interval: tuple[float, float] | None) -> str:
    """A line from 0 to 1 with the interval as a band and the value as a dot."""
    band = ""
    if interval is not None:
        low, high = interval
        band = f'<rect class="band" x="{percent(low)}" y="5" width="{percent(high - low)}" height="8" rx="4"/>'
    line = '<line class="zero" x1="0" x2="100%" y1="9" y2="9"/>'
    dot = f'<circle class="dot" cx="{percent(value)}" cy="9" r="4.5"><title>{value:.3f}</title></circle>'
    ends = text("0", 13, "0", anchor="end", dx=-7) + text("100%", 13, "1", dx=7)
    return picture(f"{name}: {value:.3f}", 18, ends + line + band + dot, Margins(14, 14))
