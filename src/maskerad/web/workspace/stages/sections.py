"""Sections and turns of a document, as the house splits texts, and what a section's policy asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from maskerad.core.errors import UnknownNameError
from maskerad.languages.section_cues import load_section_cues
from maskerad.text.cues import SectionKind
from maskerad.text.sections import SectionSplitter
from maskerad.web.workspace.decisions.strings import Text

WHOLE, PARTS = "whole", "parts"
Policies = Mapping[str, str]
POLICIES: Policies = {kind.value: WHOLE for kind in (SectionKind.ADDRESS, SectionKind.SIGNATURE, SectionKind.REFERENCE)}
"""Where a protocol says nothing else: sections of which every letter and digit is expected to identify somebody; of all
others, only parts do."""


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section as the browser shows it."""

    start: int
    end: int
    kind: str
    policy: str


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """What one speaker of a chat says."""

    start: int
    end: int
    speaker: str


def sections_of(text: Text, policies: Policies = POLICIES) -> list[ShownSection]:
    """The sections of a text, neighbours of one kind as one."""
    sections: list[ShownSection] = []
    for section in _splitter(text.language).split(text.text):
        kind = section.kind.value
        shown = ShownSection(section.start, section.end, kind, policies.get(kind, PARTS))
        is_same = (
            sections and sections[-1].kind == shown.kind and section.kind not in (SectionKind.TURN, SectionKind.SPEAKER)
        )
        if is_same:
            sections[-1] = ShownSection(sections[-1].start, shown.end, shown.kind, shown.policy)
        else:
            sections.append(shown)
    return sections


def turns_of(text: Text) -> list[ShownTurn]:
    """The turns of a chat; none in any other text."""
    sections = _splitter(text.language).split(text.text)
    return [
        ShownTurn(section.start, section.end, section.heading)
        for section in sections
        if section.kind is SectionKind.TURN
    ]


def as_json(shown: ShownSection | ShownTurn) -> dict[str, Any]:
    """For the browser."""
    return asdict(shown)


@cache
def _splitter(language: str) -> SectionSplitter:
    try:
        return SectionSplitter([load_section_cues(language)] if language else [])
    except UnknownNameError:
        return SectionSplitter([])
