"""Initials beside a name that was found, of the rest of that person's name: Rasa Z, K-J Östergård, Jermain P."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from maskerad.core import Span
from maskerad.core.schemes import people_labels
from maskerad.pipeline.look.bearers import Bearer
from maskerad.pipeline.look.slots import Slots
from maskerad.pipeline.verification.originals import Hit
from maskerad.text.folding import WORD, fold

WINDOW_CHARS, LETTERS_MAX = 14, 4
_LETTERS = r"[^\W\d_a-z](?:\.?[ ]?-?[ ]?[^\W\d_a-z]){0,3}"
_BEFORE = re.compile(rf"(?<![\w.@'’-])({_LETTERS})(?:\.[ ]?|[ -])\Z")
_BEHIND = re.compile(rf"[ ]{_LETTERS}(?:\.|(?![\w'’.@-]))|-[^\W\d_a-z](?:\.|(?![\w'’.@]))")

_LETTER_BEHIND = re.compile(r"[ ][^\W\d_a-z]\.")  # where capitals that are none of the name follow: "Ek O. PA 130/80"


class Around:
    """Knows which letters may stand beside which names."""

    def __init__(self, bearers: Sequence[Bearer], slots: Slots) -> None:
        self._slots = slots
        self._beside: dict[str, set[str]] = defaultdict(set)
        for bearer in bearers:
            given, family = ("".join(name[0] for name in names) for names in (bearer.given, bearer.family))
            for name in bearer.given:
                self._beside[name] |= _beginnings(family) | _beginnings(given)
            for name in bearer.family:
                self._beside[name] |= _beginnings(given) | _beginnings(family)

    def find(self, text: str, spans: Sequence[Span]) -> Iterator[Hit]:
        """The names of people among the spans, with the initials beside them."""
        people = people_labels()
        for span in spans:
            if span.label in people:
                start, end = self._with_initials(text, span)
                if (start, end) != (span.start, span.end):
                    yield start, end, span.label

    def _with_initials(self, text: str, span: Span) -> tuple[int, int]:
        words = WORD.findall(text[span.start : span.end])
        if not words:
            return span.start, span.end
        before = _BEFORE.search(text[max(0, span.start - WINDOW_CHARS) : span.start])
        matches = (pattern.match(text, span.end, span.end + WINDOW_CHARS) for pattern in (_BEHIND, _LETTER_BEHIND))
        behind = next((match for match in matches if match and self._fits(match[0], words[-1])), None)
        start = span.start - len(before[0]) if before and self._fits(before[1], words[0]) else span.start
        return start, behind.end() if behind else span.end

    def _fits(self, written: str, word: str) -> bool:
        letters = "".join(map(fold, WORD.findall(written)))
        is_cue = self._slots.is_cue(letters) and not written.strip().endswith(".")  # "Bardelli O.", not "Ek o"
        return letters in self._beside.get(fold(word), ()) and not is_cue


def _beginnings(letters: str) -> set[str]:
    return {letters[:n_chars] for n_chars in range(1, min(len(letters), LETTERS_MAX) + 1)}
