"""User names and tags built of the names of a record: gunilla_l72, @annli, a.lindqvist, jvdmeulen95, #GunillaOrkar."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from maskerad.languages.everyday import EverydayWords
from maskerad.pipeline.look.bearers import Bearer
from maskerad.pipeline.look.slots import Slots
from maskerad.pipeline.verification.originals import Hit
from maskerad.text.distinct_words import DistinctWords, distinct_words
from maskerad.text.folding import fold

LABEL = "USERNAME"
NAME_CHARS, ENDING_CHARS, GLUED_CHARS = (
    4,
    5,
    6,
)  # of a name in a user name, at its end; of letters alone
_TOKEN = re.compile(r"(?<![\w.@/])@?[^\W\d_](?:[\w]|[.\-](?=[^\W_]))*(?![\w@])")
_PIECE = re.compile(r"[^\W\d_]+")
_TAG = re.compile(r"(?<=#)[^\W\d_]\w*")
_HUMP = re.compile(r"[^\W\d_](?:(?![A-ZÀ-ÖØ-Þ])[^\W\d_])*")
FAMILY_CHARS = 7  # of a family name in a user name whose first letters need not be its bearer's


class Handles:
    """Looks for user names of some people."""

    def __init__(self, bearers: Sequence[Bearer], words: EverydayWords, slots: Slots) -> None:
        self._words, self._slots = words, slots
        names = (name for bearer in bearers for name in (*bearer.given, *bearer.family, bearer.glued_family))
        self._names = frozenset(name for name in names if len(name) >= NAME_CHARS)
        built = (handle for bearer in bearers for handle in bearer.handles())
        self._built = frozenset(handle for handle in built if len(handle) >= NAME_CHARS)
        families = (bearer.glued_family for bearer in bearers)
        self._families = frozenset(name for name in families if len(name) >= FAMILY_CHARS)

    def find(self, text: str) -> Iterator[Hit]:
        """Where they stand, the sign before them (@) left out."""
        if not self._names and not self._built:
            return
        if "#" in text:
            yield from ((*match.span(), LABEL) for match in _TAG.finditer(text) if self._is_tag(match[0]))
        written = set(self._written(distinct_words(text)))
        for match in _TOKEN.finditer(text) if written else ():
            if match[0] in written:
                start = match.start() + match[0].startswith("@")
                if self._is_sure(match[0]) or self._slots.is_named(text, start, match.end()):
                    yield start, match.end(), LABEL

    def _written(self, words: DistinctWords) -> Iterator[str]:
        """What may be a user name, wherever it stands, of the tokens of a text."""
        for word in words.of({folded for folded in words.forms if self._is_plain_handle(folded)}):
            if word.islower() and word.isalpha():
                yield word
        for token in _TOKEN.findall(words.mixed):
            if not token.isalpha() and self._may_be_handle(token):
                yield token

    def _may_be_handle(self, written: str) -> bool:
        """The same of a token that is not letters alone."""
        token, is_marked = written.removeprefix("@"), written.startswith("@")
        if token.isalpha():
            return fold(token) in self._names or (token.islower() and self._is_plain_handle(fold(token)))
        if not is_marked and not _is_one_word(token):
            return False
        pieces = list(map(fold, _PIECE.findall(token)))
        return any(map(self._is_named, pieces)) or "".join(pieces) in self._built

    def _is_plain_handle(self, folded: str) -> bool:
        """Whether letters alone, in lower case, are built of names and no everyday word."""
        # A family name stands behind a letter or two, whosever: the record may not tell the given names.
        is_built = folded in self._built or folded[1:] in self._families or folded[2:] in self._families
        return is_built and not self._words.is_common(folded)

    def _is_sure(self, written: str) -> bool:
        """Whether a token that may be a user name is one in any place: a few letters alone are where one is named."""
        return len(written) >= GLUED_CHARS or written.startswith("@") or not written.isalpha()

    def _is_tag(self, token: str) -> bool:
        """Whether a word of a tag is a name: #GunillaOrkar."""
        return any(fold(word) in self._names for word in _HUMP.findall(token))

    def _is_named(self, piece: str) -> bool:
        """Whether a piece is a name, is built of names, or ends in one that it is glued to."""
        if piece in self._names or piece in self._built:
            return True
        ends = (piece[at:] for at in range(1, len(piece) - ENDING_CHARS + 1))
        return any(end in self._names for end in ends)


def _is_one_word(token: str) -> bool:
    """Whether a token with other signs in it is no double name, no end of a sentence and no genitive: in lower case."""
    return token.islower() and any(char in "_." or char.isdigit() for char in token)
