"""A plot with its legend: the words of the legend are words of the page, so that they wrap and are never cut."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Key = tuple[str, str]
"""The class of a sign in the style sheet, and what it stands for."""


def figure(drawing: str, keys: Iterable[Key] = (), caption: str = "") -> str:
    """A card with a plot.

    Args:
        drawing: SVG.
        keys: The legend, in order.
        caption: One line under the plot; "" for none.
    """
    legend = "".join(
        f'<li><span class="key {kind}" aria-hidden="true"></span>{escape(name)}</li>' for kind, name in keys
    )
    above = f'<ul class="legend">{legend}</ul>' if legend else ""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure class="plot">{above}{drawing}{below}</figure>'
