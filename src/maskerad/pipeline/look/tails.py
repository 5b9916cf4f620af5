"""The last digits of a number of the record: "ends in 709", "…6614"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from maskerad.languages import LanguagePack
from maskerad.pipeline.verification.originals import Hit
from maskerad.surrogates.shape import bare_digits
from maskerad.text.folding import fold

TAILED = frozenset({"ID", "PHONE"})
NUMBER_DIGITS = 6  # of a number of which the last digits are told
TAIL_DIGITS = (3, 4)
CUE_CHARS = 28
_TAIL = re.compile(r"(?<![\w.,:/])([-–…*#xX.]{1,6}[ ]?)?(?<!\d)(\d{3,4})(?!\w|[.,:/-]\d|[ ]?%)")
_MARKED = re.compile(r"…|[-–]|\.{2,}|[*#xX]{2,}")


class Tails:
    """Looks for the last digits of some numbers.

    Args:
        mentions: Pairs of text and label.
        packs: Languages whose words for "ends in" are known.
    """

    def __init__(self, mentions: Iterable[tuple[str, str]], packs: Sequence[LanguagePack]) -> None:
        self._cues = tuple(fold(cue) for pack in packs for cue in pack.strings("ends_in", "second_look"))
        self._labels: dict[str, str] = {}
        for text, label in sorted(set(mentions)):
            digits = bare_digits(text) if label in TAILED else ""
            if len(digits) >= NUMBER_DIGITS:
                for n_digits in TAIL_DIGITS:
                    self._labels.setdefault(digits[-n_digits:], label)

    def find(self, text: str) -> Iterator[Hit]:
        """Where they stand behind a mark for what is left out, or behind words that say so."""
        if self._labels:
            for match in _TAIL.finditer(text):
                label = self._labels.get(match[2])
                if label and self._is_told(text, match):
                    yield *match.span(2), label

    def _is_told(self, text: str, match: re.Match[str]) -> bool:
        if match[1] and _MARKED.match(match[1]) and len(match[2]) == TAIL_DIGITS[-1]:
            return True
        before = fold(text[max(0, match.start() - CUE_CHARS) : match.start()]).rstrip(" :\"'“„«")
        return before.endswith(self._cues) if self._cues else False
