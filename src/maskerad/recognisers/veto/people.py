"""What makes a word a person's name where it stands, whatever else it means: nothing with it is vetoed."""

from __future__ import annotations

import re

from maskerad.languages import LanguagePack
from maskerad.languages.pack import needs_morphemes
from maskerad.recognisers.rules.rulebook import RuleBook

ROLES = (
    "title_doctor", "title_nurse", "title_civil", "title_other", "kin_female", "kin_male", "kin_neutral",
    "patient_cue", "clinician_cue", "relative_cue", "person_cue", "greeting", "closing", "maiden_cue", "intro_cue",
    "self_cue", "self_name", "calls", "address", "title_strong", "doctor_role", "abbr_doctor", "title_abbr",
)  # fmt: skip
HONORIFICS = ("honorific", "honorific_doctor", "honorific_other")
NAMES = ("given_female", "given_male", "given_mostly", "family")
HOUSES = (
    "hospital_short", "organizations", "agency", "hospitals", "named_organizations", "care_kind", "ward",
    "hospital_letters",
)  # fmt: skip
PLACES = ("cities", "world_cities", "regions", "countries", "world_towns")
BESIDE_CHARS = 30
_WORD_BEFORE = re.compile(r"([^\s,;:()/.\"“„«]+)\.?[:,]?[ \t]*[\"“„«(]?[ \t]*$")
_INITIAL_BEFORE = re.compile(r"(?<!\w)[^\W\d_]\.(?:[ -]?[^\W\d_]\.)*[ ]?$")
_INITIAL_BEHIND = re.compile(r",?[ \t]+[^\W\d_a-zà-ÿ]\.(?![\w.])|,[ \t]*[^\W\d_a-zà-ÿ]\.?(?!\w)")
_WORD_BEHIND = re.compile(r",?[ \t]([^\W\d_]{2,})")
_INITIAL_INSIDE = re.compile(r"(?<!\w)[^\W\d_]\.")


class PersonSyntax:
    """Knows titles, kinship, forms of address and names of a language."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._words, bits = rulebook.lexicon.words, rulebook.lexicon.bits
        self._roles = sum(bits.get(atom, 0) for atom in ROLES)
        self._names = sum(bits.get(atom, 0) for atom in NAMES)
        self._proper = self._names | sum(bits.get(atom, 0) for atom in (*PLACES, *HOUSES))
        self._months = bits.get("month_full", 0)
        self._weekdays = bits.get("weekday", 0)
        self._common = bits.get("common", 0)
        self._things = sum(bits.get(atom, 0) for atom in ("common", "medical", "eponyms"))
        self._honorifics = _longest_first(rulebook.pack)
        self._has_case = not needs_morphemes(rulebook.pack)

    def is_name(self, word: str) -> bool:
        """Whether a list of names, places or institutions has the word."""
        return bool(self._words.get(word.lower(), 0) & self._proper)

    def is_month(self, word: str) -> bool:
        """Whether it is the name of a month, written out."""
        return bool(self._words.get(word.lower(), 0) & self._months)

    def is_weekday(self, word: str) -> bool:
        """Whether it is the name of a day of the week, be it short: "Sat", which is a saturation too."""
        return bool(self._words.get(word.lower(), 0) & self._weekdays)

    def is_common(self, word: str) -> bool:
        """Whether it is an everyday word."""
        return bool(self._words.get(word.lower(), 0) & self._common)

    def stands(self, text: str, start: int, end: int) -> bool:
        """Whether a title, word of kinship, initial, honorific or other part of a name stands beside a word."""
        before, behind = text[max(0, start - BESIDE_CHARS) : start], text[end : end + BESIDE_CHARS]
        if _INITIAL_BEFORE.search(before) or _INITIAL_BEHIND.match(behind):
            return True
        if _INITIAL_INSIDE.search(text, start, end) or behind.lstrip(" \u3000").startswith(self._honorifics or ("\0",)):
            return True
        word = _WORD_BEFORE.search(before)
        if word and self._is_of_person(word[1]):
            return True
        after = _WORD_BEHIND.match(behind)
        return after is not None and self._is_clear_name(after[1])

    def _is_of_person(self, word: str) -> bool:
        return bool(self._words.get(word.lower(), 0) & self._roles) or self._is_clear_name(word)

    def _is_clear_name(self, word: str) -> bool:
        """A capitalised word that is a name and nothing else."""
        mask = self._words.get(word.lower(), 0)
        return self._has_case and word[:1].isupper() and bool(mask & self._names) and not mask & self._things


def _longest_first(pack: LanguagePack) -> tuple[str, ...]:
    return tuple(word for name in HONORIFICS for word in pack.strings(name, "words"))
