"""User names that are built of the names of a record: gunilla_l72, @annli, a.lindqvist, jvdmeulen95."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from maskerad.languages.everyday import EverydayWords
from maskerad.pipeline.look.bearers import Bearer
from maskerad.pipeline.look.slots import Slots
from maskerad.pipeline.originals import Hit
from maskerad.text.folding import fold

LABEL = "USERNAME"
NAME_CHARS, ENDING_CHARS, GLUED_CHARS = (
    4,
    5,
    6,
)  # of a name in a user name, at its end; of letters alone
_TOKEN = re.compile(r"(?<![\w.@/])@?[^\W\d_](?:[\w]|[.\-](?=[^\W_]))*(?![\w@])")
_PIECE = re.compile(r"[^\W\d_]+")


class Handles:
    """Looks for user names of some people."""

    def __init__(self, bearers: Sequence[Bearer], words: EverydayWords, slots: Slots) -> None:
        self._words, self._slots = words, slots
        names = (name for bearer in bearers for name in (*bearer.given, *bearer.family, bearer.glued_family))
        self._names = frozenset(name for name in names if len(name) >= NAME_CHARS)
        built = (handle for bearer in bearers for handle in bearer.handles())
        self._built = frozenset(handle for handle in built if len(handle) >= NAME_CHARS)

    def find(self, text: str) -> Iterator[Hit]:
        """Where they stand, the sign before them (@) left out."""
        if not self._names and not self._built:
            return
        for match in _TOKEN.finditer(text):
            start, token = match.start() + match[0].startswith("@"), match[0].removeprefix("@")
            if self._is_handle(text, start, token, is_marked=start > match.start()):
                yield start, match.end(), LABEL

    def _is_handle(self, text: str, start: int, token: str, *, is_marked: bool) -> bool:
        if token.isalpha():
            return self._is_plain_handle(text, start, token, is_marked=is_marked)
        pieces = list(map(fold, _PIECE.findall(token)))
        if not is_marked and not _is_one_word(token):
            return False
        return any(map(self._is_named, pieces)) or "".join(pieces) in self._built

    def _is_plain_handle(self, text: str, start: int, token: str, *, is_marked: bool) -> bool:
        folded = fold(token)
        if is_marked and folded in self._names:
            return True
        if folded not in self._built or not token.islower() or self._words.is_common(folded):
            return False
        return is_marked or len(token) >= GLUED_CHARS or self._slots.is_named(text, start, start + len(token))

    def _is_named(self, piece: str) -> bool:
        """Whether a piece is a name, is built of names, or ends in one that it is glued to."""
        if piece in self._names or piece in self._built:
            return True
        ends = (piece[at:] for at in range(1, len(piece) - ENDING_CHARS + 1))
        return any(end in self._names for end in ends)


def _is_one_word(token: str) -> bool:
    """Whether a token with other signs in it is no double name, no end of a sentence and no genitive: in lower case."""
    return token.islower() and any(char in "_." or char.isdigit() for char in token)
