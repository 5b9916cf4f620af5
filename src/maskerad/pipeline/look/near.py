"""Words that are nearly a name of the record: pet forms, beginnings, misspellings.

None is believed in every place. A word that is in no list of everyday words and has a capital is; any other only where
a name stands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from maskerad.languages import LanguagePack
from maskerad.languages.everyday import EverydayWords
from maskerad.names.likeness import Spellings, nicknames
from maskerad.pipeline.look.bearers import Bearer
from maskerad.pipeline.look.slots import Slots
from maskerad.pipeline.verification.originals import Hit
from maskerad.text.distinct_words import distinct_words, places_of
from maskerad.text.folding import fold

PET_CHARS, BEGINNING_CHARS, MISSPELT_CHARS = 3, 4, 6
LONGER_CHARS = 2  # a beginning lacks so many letters or more
_WORD = re.compile(r"(?<![\w@])[^\W\d_]{3,}(?![\w@])")


class NearNames:
    """Looks for words that are nearly a name of some people."""

    def __init__(
        self, bearers: Sequence[Bearer], packs: Sequence[LanguagePack], words: EverydayWords, slots: Slots
    ) -> None:
        self._words, self._slots = words, slots
        self._pets: dict[str, str] = {}
        self._beginnings: dict[str, str] = {}
        self._label: dict[str, str] = {}
        self._spellings = Spellings()
        for bearer in bearers:
            for name in (*bearer.given, *bearer.family):
                self._label.setdefault(name, bearer.label)
                if len(name) >= MISSPELT_CHARS:
                    self._spellings.add(name)
            for name in {*bearer.given, "".join(bearer.given)} - {""}:
                self._add_given(name, bearer.label, packs)

    def _add_given(self, name: str, label: str, packs: Sequence[LanguagePack]) -> None:
        for pack in packs:
            for pet in sorted(nicknames(pack).get(name, ())):
                if len(pet) >= PET_CHARS:
                    self._pets.setdefault(pet, label)
        for n_chars in range(BEGINNING_CHARS - 1, len(name) - LONGER_CHARS + 1):
            self._beginnings.setdefault(name[:n_chars], label)

    def find(self, text: str) -> Iterator[Hit]:
        """Where they stand."""
        words = distinct_words(text)
        for at in places_of(words.of(self._like_names(words.forms)), text):
            match = _WORD.match(text, at)
            if match and (label := self._near(text, *match.span())):
                yield *match.span(), label

    def _like_names(self, folded: Collection[str]) -> set[str]:
        """Those of some folded words that are nearly a name, wherever they stand."""
        names = {word for word in folded if word in self._pets or word in self._beginnings}
        return names.union(filter(self._misspelt, self._spellings.beside(folded))) - self._label.keys()

    def _near(self, text: str, start: int, end: int) -> str:
        word = text[start:end]
        folded = fold(word)
        label = self._pets.get(folded, "") or self._beginning(text, start, end, folded) or self._misspelt(folded)
        if not label or self._words.stands_as_thing(text, start, end):
            return ""
        if self._slots.is_cue(folded) or (self._words.is_frequent(folded) and not self._may_be_pet(word, folded)):
            return ""
        if self._words.is_common(folded) and not self._is_pet_alone(word, folded):
            return label if self._slots.tells_person(text, start, end) else ""
        return label if not word.islower() or self._slots.is_named(text, start, end) else ""

    def _may_be_pet(self, word: str, folded: str) -> bool:
        """Whether one of the commonest words may be a pet form there: with a capital."""
        return folded in self._pets and not word.islower()

    def _is_pet_alone(self, word: str, folded: str) -> bool:
        """Whether a pet form with a capital is a word only in other letters: Paco of Francisco, which is PaCO too."""
        return folded in self._pets and word.istitle() and not self._words.is_written_so(word)

    def _beginning(self, text: str, start: int, end: int, folded: str) -> str:
        label = self._beginnings.get(folded, "")
        is_short = len(folded) < BEGINNING_CHARS or text[end : end + 1] == "."
        return "" if is_short and label and not self._slots.is_named(text, start, end) else label

    def _misspelt(self, folded: str) -> str:
        if len(folded) < MISSPELT_CHARS - 1 or self._words.is_common(folded):
            return ""
        near = min(((n, other) for other, n in self._spellings.near(folded) if n == 1), default=None)
        return self._label[near[1]] if near else ""
