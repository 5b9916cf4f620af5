"""What stands beside a name and tells of whom it speaks: titles, kinship, pronouns, "born"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from maskerad.languages import LanguagePack
from maskerad.text.folding import fold

BEFORE_CHARS = 24


@dataclass(frozen=True)
class PeopleWords:
    """Words of a language that tell of people, folded; from ``linking.toml`` and the word tables of a pack."""

    pack: LanguagePack

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """Title to the gender it tells."""
        return self._genders("title")

    @cached_property
    def pronouns(self) -> Mapping[str, str]:
        """Pronoun, or word for a woman or a man, to its gender."""
        return self._genders("pronoun")

    @cached_property
    def possessives(self) -> Mapping[str, str]:
        """Pronoun that says whose something is, to the gender of that person."""
        return self._genders("possessive")

    @cached_property
    def kinship(self) -> Mapping[str, str]:
        """Word for a relative to its canonical English word."""
        table = self.pack.table("kinship")
        return {fold(word): kin for kin in table for word in self.pack.strings(kin, "kinship")}

    @cached_property
    def kin_gender(self) -> Mapping[str, str]:
        """Word for a relative to its gender."""
        return {
            fold(word): gender for gender in ("female", "male") for word in self.pack.strings(f"kin_{gender}", "words")
        }

    @cached_property
    def greetings(self) -> frozenset[str]:
        """Last words of greetings."""
        return frozenset(fold(text.split()[-1]) for text in self.pack.strings("greeting", "words") if text.split())

    @cached_property
    def of_words(self) -> frozenset[str]:
        """Words between a kinship and the person to whom it is: brother of Anna."""
        return frozenset(map(fold, self.pack.strings("of", "kin_links")))

    @cached_property
    def other_name(self) -> frozenset[str]:
        """Words between a name and another name of the same person: born, née, alias."""
        return frozenset(map(fold, self.pack.strings("other_name", "kin_links")))

    @cached_property
    def reading(self) -> frozenset[str]:
        """Words between a name and the same name in another script."""
        return frozenset(map(fold, self.pack.strings("reading", "kin_links")))

    def _genders(self, kind: str) -> dict[str, str]:
        return {
            fold(word): gender
            for gender in ("female", "male")
            for word in self.pack.strings(f"{kind}_{gender}", "gender_words")
        }


@lru_cache(maxsize=32)
def people_words(pack: LanguagePack) -> PeopleWords:
    """The words of a pack, worked out once."""
    return PeopleWords(pack)


def title_gender(text: str, start: int, pack: LanguagePack) -> str:
    """Gender told by the title right before ``text[start:]``, "" for none."""
    before = text[max(0, start - BEFORE_CHARS) : start].split()
    if not before:
        return ""
    return people_words(pack).titles.get(fold(before[-1].strip(".:,(")), "")


def is_greeted(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether a word of greeting stands right before ``text[start:]``."""
    before = text[max(0, start - BEFORE_CHARS) : start].split()
    return bool(before) and fold(before[-1].strip(",.")) in people_words(pack).greetings
