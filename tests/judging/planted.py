"""Records before and after, written by hand: ``⟦LABEL:entity|old→new⟧`` in a text that stays."""

from __future__ import annotations

import re
from datetime import date

from benchmarks.world.record import Mention, Page, World

_MARK = re.compile(r"⟦(\w+):(\w*)\|([^→⟧]*)→([^⟧]*)⟧")
WRITTEN = date(2024, 5, 22)


def world(language: str, *texts: str, masked: tuple[tuple[int, int], ...] = ()) -> World:
    """A world of one document a text, all written on ``WRITTEN``."""
    pages, mentions = [], []
    for number, text in enumerate(texts):
        page, found = _page(number, text, masked)
        pages.append(page)
        mentions += found
    return World(language, "r", tuple(pages), tuple(mentions), frozenset({"[datum]", "[date]"}))


def _page(number: int, text: str, masked: tuple[tuple[int, int], ...]) -> tuple[Page, list[Mention]]:
    old = new = ""
    at, found = 0, []
    for match in _MARK.finditer(text):
        shared = text[at : match.start()]
        old, new = old + shared, new + shared
        label, entity, before, after = match.groups()
        place = (number, len(old), len(old) + len(before), len(new), len(new) + len(after))
        found.append(Mention(*place, label, entity, before, after))
        old, new, at = old + before, new + after, match.end()
    return Page(f"d{number}", old + text[at:], new + text[at:], WRITTEN, masked), found
