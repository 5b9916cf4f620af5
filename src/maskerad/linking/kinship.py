"""Who is a relative, of which kind, and of whom: "mamma Gunilla", "Johan (son)", "Annas bror", 長女の和枝."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from maskerad.linking.cues import PeopleWords, people_words
from maskerad.linking.occurrence import Occurrence
from maskerad.linking.person import Person
from maskerad.text.folding import fold

NEAR_CHARS = 24
OF_CHARS = 2  # between "of" and the name after it
KANJI_KIN_CHARS = 6
GENITIVES = ("", "s", "'s", "’s", "'", "’", "の")  # between a person and what is his or hers
_BEFORE = re.compile(r"([^\W\d_][\w'’.-]*)[\s:,(–-]*\Z")
_AFTER = re.compile(r"[\s,(–:-]*([^\W\d_][\w'’-]*)")
_SAXON = re.compile(r"['’]s?\Z")
_PARTICLE = re.compile(r"[の、（(：:\s]*\Z")


class Kin(NamedTuple):
    """A kinship told beside a mention.

    Attributes:
        word: Canonical English word.
        gender: Told by the word, "" if it tells none.
        start: Where the word begins in the text.
        end: Where it ends.
    """

    word: str
    gender: str
    start: int
    end: int


def kin_beside(occurrence: Occurrence) -> Kin | None:
    """The word for a relative right before a mention, or right after it."""
    words = people_words(occurrence.pack)
    text, start, end = occurrence.document.text, occurrence.span.start, occurrence.span.end
    if occurrence.pack.table("names").get("order") == "family-given":
        return _unparted_before(text, start, words) or _after(text, end, words)
    return _before(text, start, words) or _after(text, end, words)


def stands_right_before(kin: Kin, occurrence: Occurrence) -> bool:
    """Whether nothing but a blank parts a word for a relative from the mention behind it."""
    return kin.end <= occurrence.span.start and not occurrence.document.text[kin.end : occurrence.span.start].strip()


def is_unsure(kin: Kin, occurrence: Occurrence) -> bool:
    """Whether the word for a relative may be a title, or stand between two names of one: Frau, épouse."""
    word, words = fold(occurrence.document.text[kin.start : kin.end].rstrip(".")), people_words(occurrence.pack)
    return word in words.titles or (kin.start < occurrence.span.start and word in words.other_name)


def _before(text: str, start: int, words: PeopleWords) -> Kin | None:
    """The word for a relative before a name, a title (modern, fru Ek; itself one at times) or "paterna" between."""
    kin: Kin | None = None
    while match := _BEFORE.search(text, max(0, start - NEAR_CHARS), start):
        start, word = match.start(1), match.group(1)
        kin = _kin(word, start, words) or kin
        if (folded := fold(word.rstrip("."))) not in words.titles and folded not in words.kin_adjectives:
            break
    return kin


def _after(text: str, end: int, words: PeopleWords) -> Kin | None:
    match = _AFTER.match(text[end : end + NEAR_CHARS])
    if not match or not any(mark in match.group() for mark in ",(–-"):
        return None
    return _kin(match.group(1), end + match.start(1), words)


def _kin(word: str, start: int, words: PeopleWords) -> Kin | None:
    folded = fold(word.rstrip("."))
    kinship = words.kinship.get(folded)
    return Kin(kinship, words.kin_gender.get(folded, ""), start, start + len(word)) if kinship else None


def _unparted_before(text: str, start: int, words: PeopleWords) -> Kin | None:
    """The longest word for a relative that ends where a name begins, in a script that does not part words."""
    before = _PARTICLE.sub("", text[max(0, start - NEAR_CHARS) : start])
    end = max(0, start - NEAR_CHARS) + len(before)
    for n_chars in range(min(KANJI_KIN_CHARS, len(before)), 0, -1):
        kin = _kin(before[-n_chars:], end - n_chars, words)
        if kin:
            return kin
    return None


def whose(kin: Kin, place: int, occurrences: Sequence[Occurrence], owner: Mapping[int, Person]) -> int | None:
    """Number of the mention of the person to whom the kinship is; None when the text does not name one.

    Args:
        kin: Told beside mention number ``place``.
        place: Number of the relative's mention.
        found: All mentions of the record.
        owner: Person of each mention of one.
    """
    occurrence = occurrences[place]
    text, words = occurrence.document.text, people_words(occurrence.pack)
    if kin.start < occurrence.span.start:
        return _owner_before(kin, place, occurrences, owner)
    match = _AFTER.match(text, kin.end)
    follows = place + 1
    if not match or fold(match.group(1)) not in words.of_words:
        return None
    is_next = follows in owner and occurrences[follows].document is occurrence.document
    return follows if is_next and 0 <= occurrences[follows].span.start - match.end() <= OF_CHARS else None


def _owner_before(kin: Kin, place: int, occurrences: Sequence[Occurrence], owner: Mapping[int, Person]) -> int | None:
    """The person in the genitive right before the word, or whom a pronoun there means."""
    occurrence, last = occurrences[place], place - 1
    if last not in owner or owner[last] is owner[place] or occurrences[last].document is not occurrence.document:
        return None
    text, words = occurrence.document.text, people_words(occurrence.pack)
    between = text[occurrences[last].span.end : kin.start]
    if between.strip(" ") in GENITIVES:
        return last
    match = _BEFORE.search(text[max(0, kin.start - NEAR_CHARS) : kin.start])
    gender = words.possessives.get(fold(match.group(1))) if match else None
    return last if gender and "\n" not in between and owner[last].gender in ("", gender) else None
