"""The words by which letters, notes and chats show their parts, and how to find them at the head of a line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

MAX_CUE_CHARS = 80


class SectionKind(StrEnum):
    """What a section is."""

    REFERENCE = "reference"
    DATE = "date"
    ADDRESS = "address"
    SALUTATION = "salutation"
    HEADING = "heading"
    BODY = "body"
    CLOSING = "closing"
    SIGNATURE = "signature"
    SPEAKER = "speaker"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class SectionCues:
    """The words of a language, in lower case.

    Attributes:
        salutation: How a letter begins: "dear", "sehr geehrte".
        closing: How it ends: "med vänlig hälsning".
        signature: What stands before whoever signs: "dikt", "fdo".
        reference: Labels of file numbers and references: "vår ref", "n/réf".
        date: Labels of the day of the document: "datum".
        heading: Headings that stand alone on a line: "anamnes".
        chat_role: Who speaks in a chat: "agent", "kund".
    """

    salutation: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    signature: tuple[str, ...] = ()
    reference: tuple[str, ...] = ()
    date: tuple[str, ...] = ()
    heading: tuple[str, ...] = ()
    chat_role: tuple[str, ...] = ()


class CueIndex:
    """Which cue a line begins with: cues by their first two characters, longer ones first."""

    def __init__(self, kinds: Mapping[SectionKind, Iterable[str]]) -> None:
        self._cues: dict[str, list[tuple[str, SectionKind]]] = defaultdict(list)
        for kind, cues in kinds.items():
            for cue in cues:
                self._cues[cue[:2]].append((cue, kind))
        for cues_of_head in self._cues.values():
            cues_of_head.sort(key=lambda cue: -len(cue[0]))

    def match(self, text: str) -> tuple[SectionKind, int] | None:
        """Kind and length of the longest cue that the text begins with, as whole words."""
        cues = self._cues.get(text[:2].lower())
        if not cues:
            return None
        head = text[:MAX_CUE_CHARS].lower()
        return next(((kind, len(cue)) for cue, kind in cues if head.startswith(cue) and _ends_word(head, cue)), None)


def _ends_word(text: str, cue: str) -> bool:
    after = text[len(cue) : len(cue) + 1]
    return not after.isalnum() or not cue[-1].isalnum() or after >= "\u3040" or cue[-1] >= "\u3040"
