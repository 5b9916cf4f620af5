"""The colours of the workspace can be read: contrast AA (WCAG 2.2, 1.4.3 and 1.4.11), in light and in dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import maskerad.web

SHEET = Path(maskerad.web.__path__[0]) / "workspace" / "static" / "workspace.css"
HUES = ("person", "place", "care", "time", "contact", "number", "other")
TEXT = [
    *((ink, ground) for ink in ("ink", "quiet", "accent", "alarm") for ground in ("ground", "sheet")),
    ("on-accent", "accent"),
    ("ink", "warning"),
    *(("ink", hue) for hue in HUES),
]
LINES = [*((f"{hue}-line", ground) for hue in HUES for ground in ("ground", "sheet")), ("second", "ground")]


def colours(scheme: str) -> dict[str, str]:
    """Names of the colours and their values."""
    light, dark = re.findall(r":root \{(.*?)\}", SHEET.read_text("utf-8"), re.DOTALL)[:2]
    known = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", light))
    return known if scheme == "light" else known | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", dark))


def luminance(colour: str) -> float:
    """Relative luminance by WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Their contrast ratio, from 1 to 21.

    Example:
        >>> contrast("#000000", "#ffffff")
        21.0
    """
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_borders_stand_out(scheme: str) -> None:
    known = colours(scheme)
    text = {pair: contrast(known[pair[0]], known[pair[1]]) for pair in TEXT}
    lines = {pair: contrast(known[pair[0]], known[pair[1]]) for pair in LINES}
    assert {pair: round(ratio, 2) for pair, ratio in text.items() if ratio < 4.5} == {}
    assert {pair: round(ratio, 2) for pair, ratio in lines.items() if ratio < 3} == {}
