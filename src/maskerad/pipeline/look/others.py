"""Words like a name of the record that stand for something else: "Marié" beside a Marie, "petit frère" with a M. Petit.

A word's own spelling tells it; or what stands around it, unless a title, a kinship or a colon tells of a person there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property

from maskerad.languages import LanguagePack
from maskerad.languages.everyday import EverydayWords
from maskerad.pipeline.look.slots import Slots
from maskerad.text.folding import fold

HONORIFICS = ("honorific", "honorific_doctor", "honorific_other")
_WORD = re.compile(r"[^\W\d_]+")
_NOUN_BEHIND = re.compile(r"[ \t]+([^\W\d_]{3,})")
_OWNED = re.compile(r"['’]s(?:[ \t]+([^\W\d_]+)|[ \t]*[.,;:)\r\n]|$)")


class OtherWords:
    """Tells words that are no name where they stand, though somebody of the record is called so.

    Args:
        names: The names of the record as they are written.
        packs: Its languages.
        words: Everyday words of these.
        slots: Places where people are named.
    """

    def __init__(self, names: Iterable[str], packs: Sequence[LanguagePack], words: EverydayWords, slots: Slots) -> None:
        self._packs, self._words, self._slots = packs, words, slots
        self._written = frozenset(word.casefold() for name in names for word in _WORD.findall(name))
        self._in_order, self._lengths = sorted(self._written), sorted(set(map(len, self._written)))

    def is_other(self, text: str, start: int, end: int) -> bool:
        """Whether the word at ``text[start:end]`` names nobody there."""
        if self._is_spelt_otherwise(text[start:end]):
            return True
        is_thing = self._leads_a_noun(text, start, end) or self._is_disease(text, start, end)
        return is_thing and not self._slots.tells_person(text, start, end)

    def is_address(self, word: str) -> bool:
        """Whether it is a form of address, written as no name of the record is: ちゃん beside a チャン."""
        return word in self._honorifics and word not in self._written

    def _is_spelt_otherwise(self, word: str) -> bool:
        """Whether it is an everyday word with accents, or a form of address, that no name of the record is spelt as.

        Names lose their accents where people type in haste ("Son" for Sơn); none gains one.
        """
        exact = word.casefold()
        if self._is_written(exact):
            return False
        return self.is_address(word) or (exact != fold(word) and self._words.is_spelled_so(exact))

    def _is_written(self, exact: str) -> bool:
        """Whether a name of the record is spelt so, with an ending or without one: Schäfers."""
        if any(exact[:n_chars] in self._written for n_chars in self._lengths if n_chars <= len(exact)):
            return True
        at = bisect_left(self._in_order, exact)
        return at < len(self._in_order) and self._in_order[at].startswith(exact)

    def _leads_a_noun(self, text: str, start: int, end: int) -> bool:
        """Whether it is one of the commonest words before a word of kinship or medicine: "Petit frère"."""
        noun = _NOUN_BEHIND.match(text, end)
        if noun is None or not noun[1].islower() or not self._words.is_frequent(fold(text[start:end])):
            return False
        return fold(noun[1]) in self._nouns

    def _is_disease(self, text: str, start: int, end: int) -> bool:
        """Whether it is a disease called after somebody, of whom nothing is told to be: "Parkinson's is likely"."""
        owned = _OWNED.match(text, end)
        if owned is None or not self._words.is_eponym(fold(text[start:end])):
            return False
        return owned[1] is None or (owned[1].islower() and self._words.is_commonest(fold(owned[1])))

    @cached_property
    def _honorifics(self) -> frozenset[str]:
        return frozenset(word for pack in self._packs for kind in HONORIFICS for word in pack.strings(kind, "words"))

    @cached_property
    def _nouns(self) -> frozenset[str]:
        kin = ("kin_female", "kin_male", "kin_neutral")
        words = {fold(word) for pack in self._packs for kind in kin for word in pack.strings(kind, "words")}
        return frozenset(words.union(*(pack.list("medical").folded for pack in self._packs)))
