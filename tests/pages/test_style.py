"""The style of all pages: text stands out from its ground in light and in dark, and every pattern is there."""

from __future__ import annotations

import re

import pytest

from maskerad.evaluation.report.mistake_list import browser_style
from maskerad.pages.frame import asset, page_style
from maskerad.web.before_after import before_after_page

TEXT_RATIO, GRAPHIC_RATIO = 4.5, 3.0  # WCAG 2.2, success criteria 1.4.3 and 1.4.11
TEXTS = ("ink", "quiet", "accent", "second", "alarm", "gold")
HUES = ("person", "place", "care", "time", "contact", "number", "other")
STYLE = page_style() + browser_style() + re.findall(r"<style>(.*?)</style>", before_after_page("t", []), re.DOTALL)[0]


def colours(scheme: str) -> dict[str, str]:
    """The custom properties that are colours; those of the dark scheme take the place of the light ones."""
    dark = re.findall(r"@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{(.*?)\}", STYLE, re.DOTALL)
    light = re.findall(r"(?m)^:root \{(.*?)\}", STYLE, re.DOTALL)
    found: dict[str, str] = {}
    for block in [*light, *(dark if scheme == "dark" else [])]:
        found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    return found


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_marks_stand_out(scheme: str) -> None:
    has = colours(scheme)
    for name in TEXTS:
        assert min(contrast(has[name], has["ground"]), contrast(has[name], has["sheet"])) >= TEXT_RATIO, name
    for hue in HUES:
        assert contrast(has["ink"], has[hue]) >= TEXT_RATIO, hue
    for series in ("series-3", "series-4"):
        assert contrast(has[series], has["sheet"]) >= GRAPHIC_RATIO, series


def test_the_schemes_differ() -> None:
    assert luminance(colours("light")["ground"]) > 0.8 and luminance(colours("dark")["ground"]) < 0.05


def test_every_pattern_that_bars_are_filled_with_is_drawn() -> None:
    used = set(re.findall(r"url\(#(\w+)\)", page_style()))
    assert used == set(re.findall(r'pattern id="(\w+)"', asset("patterns.svg"))) and len(used) == 3
