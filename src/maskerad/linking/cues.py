"""What stands beside a name and tells of whom it speaks: titles, kinship, pronouns, "born"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from maskerad.languages import LanguagePack
from maskerad.text.folding import fold

BEFORE_CHARS = 40
NAMING = ("title_doctor", "title_nurse", "title_civil", "title_other", "kin_neutral", "patient_cue", "person_cue")

_BEFORE_NAME = " ./:,(（：、，「\u3000\n"
_SENTENCE_END = re.compile(r"[^\W\d_]{6,}\.\s+\Z")  # a full stop behind a word that is no abbreviation
_SPLIT = re.compile(r"[\s/:,(（：、，「]+")


@dataclass(frozen=True)
class PeopleWords:
    """Words of a language that tell of people, folded; from ``linking.toml`` and the word tables of a pack."""

    pack: LanguagePack

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """Title to the gender it tells."""
        return self._genders("title")

    @cached_property
    def honorifics(self) -> tuple[tuple[str, str], ...]:
        """What stands right after a name and tells a gender, and that."""
        return tuple(
            (word, gender)
            for gender in ("female", "male")
            for word in self.pack.strings(f"after_{gender}", "gender_words")
        )

    @cached_property
    def articles(self) -> Mapping[str, str]:
        """Article before a word for a person, to the gender of that person."""
        return self._genders("article")

    @cached_property
    def sexes(self) -> Mapping[str, str]:
        """What stands beside a patient's name for the sex, to the gender; pronouns among it."""
        return {**self.pronouns, **self._genders("sex")}

    @cached_property
    def naming(self) -> frozenset[str]:
        """Words for people that stand before a name; single words, folded."""
        copulas = self.pack.strings("copula", "gender_words")  # "mon médecin est la dr Lenoir"
        return frozenset(map(fold, copulas)).union(
            fold(word) for table in NAMING for word in self.pack.strings(table, "words")
        )

    @cached_property
    def doctors(self) -> frozenset[str]:
        """Titles of doctors, folded."""
        return frozenset(map(fold, self.pack.strings("title_doctor", "words")))

    @cached_property
    def grammatical(self) -> frozenset[tuple[str, str]]:
        """Words for people with the gender of their article where that tells nothing: le docteur, la personne."""
        return frozenset(
            (fold(word), gender)
            for gender in ("female", "male")
            for word in self.pack.strings(f"always_{gender}", "gender_words")
        )

    @cached_property
    def age_units(self) -> tuple[str, ...]:
        """What may be glued before a word for the sex: 62歳女性."""
        return self.pack.strings("units", "ages")

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
    def kin_adjectives(self) -> frozenset[str]:
        """What stands between a word for a relative and the name: tía paterna Mila."""
        return frozenset(map(fold, self.pack.strings("adjective", "kin_links")))

    @cached_property
    def introducing(self) -> frozenset[str]:
        """Words before the name of somebody of whom nothing was said yet: "a Mrs Penn", ein Tasdelen."""
        return frozenset(map(fold, self.pack.strings("introducing", "kin_links")))

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
    def given_fields(self) -> tuple[str, ...]:
        """Names of fields of forms for given names, a blank before them."""
        return self._cues("given_field")

    @cached_property
    def family_fields(self) -> tuple[str, ...]:
        """Names of fields of forms for family names, a blank before them."""
        return self._cues("family_field")

    @cached_property
    def name_fields(self) -> frozenset[str]:
        """Words before a name that are the name of its field: what stands before them tells nothing of it."""
        return frozenset(cue.split()[-1] for cue in (*self.given_fields, *self.family_fields) if cue.strip())

    @cached_property
    def alias(self) -> tuple[str, ...]:
        """What stands before another whole name of the patient, a blank before it: legal name, alias."""
        return self._cues("alias")

    @cached_property
    def alias_after(self) -> tuple[str, ...]:
        """What stands behind another whole name of the patient."""
        return tuple(map(fold, self.pack.strings("alias_after", "kin_links")))

    def _cues(self, name: str) -> tuple[str, ...]:
        has_blanks = self.pack.table("names").get("order") != "family-given"
        return tuple((" " if has_blanks else "") + fold(cue) for cue in self.pack.strings(name, "kin_links"))

    def warns_of_namesakes(self, text: str) -> bool:
        """Whether a text says that somebody else has the same name."""
        return self._namesakes is not None and self._namesakes.search(text) is not None

    @cached_property
    def _namesakes(self) -> re.Pattern[str] | None:
        cues = self.pack.strings("namesake", "kin_links")
        return re.compile("|".join(map(re.escape, cues)), re.IGNORECASE) if cues else None

    @cached_property
    def collective(self) -> frozenset[str]:
        """Words before the name of a whole family: the Woods, Familie Kern."""
        return frozenset(map(fold, self.pack.strings("collective", "kin_links")))

    @cached_property
    def spelt(self) -> frozenset[str]:
        """Words between a name and another spelling of it."""
        return frozenset(word for text in self.pack.strings("spelt", "kin_links") for word in fold(text).split())

    @cached_property
    def alternatives(self) -> frozenset[str]:
        """Words between two names of which one is meant: or."""
        return frozenset(map(fold, self.pack.strings("or", "kin_links")))

    @cached_property
    def joining(self) -> frozenset[str]:
        """Words between the names of two people: and."""
        return frozenset(map(fold, self.pack.strings("and_word", "words"))) - self.alternatives

    @cached_property
    def addressing(self) -> frozenset[str]:
        """Words before the titles of whom a letter is for: to, an, à."""
        return frozenset(map(fold, self.pack.strings("to", "letters")))

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
    """Gender told by the titles right before ``text[start:]`` or by their article, "" for none.

    Example:
        >>> from maskerad.languages import load_pack
        >>> title_gender("Frau Prof. Dr. Lang", 15, load_pack("de"))
        'female'
    """
    words = people_words(pack)
    if _SENTENCE_END.search(_before(text, start)):
        return ""
    named = ""
    for word, article in pairwise([*_words_before(text, start), ""]):
        if gender := words.titles.get(word):
            is_hers = gender == "male" and words.articles.get(article) == "female"  # la sig. Titina
            return "female" if is_hers else gender
        if word in words.name_fields:
            return ""
        if named and (gender := words.articles.get(word)) and (named, gender) not in words.grammatical:
            return gender
        if word not in words.naming:
            return ""
        named = word
    return ""


def is_family_named(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether a word for a whole family stands right before ``text[start:]``."""
    return next(_words_before(text, start)) in people_words(pack).collective


def is_titled(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether a word for a person stands right before ``text[start:]``."""
    return next(_words_before(text, start)) in people_words(pack).naming


def is_called_doctor(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether the word right before ``text[start:]`` is a title of doctors."""
    return next(_words_before(text, start)) in people_words(pack).doctors


def word_before_titles(text: str, start: int, pack: LanguagePack) -> str:
    """The folded word before ``text[start:]`` and the titles there; "" if there is none."""
    words = people_words(pack)
    bare = _words_before(text, start)
    return next((word for word in bare if word not in words.naming and word not in words.titles), "")


def _before(text: str, start: int) -> str:
    """What stands shortly before ``text[start:]``."""
    return text[max(0, start - BEFORE_CHARS) : start]


def _words_before(text: str, start: int) -> Iterator[str]:
    """The words shortly before ``text[start:]``, folded, the nearest first; at least one, which may be empty."""
    return map(_bare, reversed(_SPLIT.split(_before(text, start).rstrip(_BEFORE_NAME))))


@lru_cache(maxsize=4096)
def _bare(word: str) -> str:
    return fold(word.strip(".;"))


def honorific_gender(text: str, end: int, pack: LanguagePack) -> str:
    """Gender told by what stands right after ``text[:end]``, "" for none."""
    honorifics = people_words(pack).honorifics
    return next((gender for word, gender in honorifics if text.startswith(word, end)), "")


def is_greeted(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether a word of greeting stands right before ``text[start:]``."""
    before = _before(text, start).split()
    return bool(before) and fold(before[-1].strip(",.")) in people_words(pack).greetings


def is_greeted_by_title(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether a word of greeting stands before ``text[start:]`` and the titles there."""
    return word_before_titles(text, start, pack) in people_words(pack).greetings
