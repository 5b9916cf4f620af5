"""Two names side by side that are one person's: "Klein (geb. Vogel)", 林　茂（ハヤシ　シゲル）."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from maskerad.languages import LanguagePack
from maskerad.languages.names import is_cjk
from maskerad.linking.cues import people_words
from maskerad.linking.found import Found
from maskerad.linking.likeness import nicknames
from maskerad.linking.people import Person, Written
from maskerad.linking.readings import has_readings
from maskerad.text.folding import WORD, fold

GAP_CHARS_MAX = 40
ENUMERATION_CHARS_MAX = 24  # between two names with "and" and titles between them


def beside(found: Sequence[Found], owner: Mapping[int, Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of a person and one whose name is told to be another name of the first."""
    places = sorted(owner)
    for before, place in pairwise(places):
        first, second = owner[before], owner[place]
        left, right = found[before], found[place]
        gap = right.span.start - left.span.end
        if first is second or left.document is not right.document or not 0 <= gap <= GAP_CHARS_MAX:
            continue
        between = left.document.text[left.span.end : right.span.start]
        if roles_fit(first, second) and _is_other_name(left, right, between, first, second):
            yield first, second


def _is_other_name(left: Found, right: Found, between: str, first: Person, second: Person) -> bool:
    words = [fold(word) for word in WORD.findall(between)]
    cues = people_words(right.pack)
    if len(words) == 1 and words[0] in cues.alternatives:
        return first.is_lone and second.is_lone and _are_pet_forms(first, second)
    if words and all(word in cues.spelt for word in words):
        return True
    if not _may_be_one(second, right.pack):
        return False
    return _says_other_name(words, right.pack) or _is_reading(left, right, between)


def _are_pet_forms(first: Person, second: Person) -> bool:
    """Whether two names are pet forms of one."""
    known = nicknames(second.pack)
    one, other = (known.get(next(iter(person.words)), frozenset()) for person in (first, second))
    return not one.isdisjoint(other)


def note_enumerated(found: Sequence[Found], form_of: Mapping[int, Written]) -> None:
    """Notes with each form those that stand beside it in an enumeration: they are other people's."""
    for before, place in pairwise(sorted(form_of)):
        left, right = found[before], found[place]
        gap = right.span.start - left.span.end
        if left.document is not right.document or not 0 < gap <= ENUMERATION_CHARS_MAX:
            continue
        first, second = form_of[before], form_of[place]
        between = left.document.text[left.span.end : right.span.start]
        if first is not second and _is_enumeration(between, right.pack):
            first.apart.add(second.name.key)
            second.apart.add(first.name.key)


def _is_enumeration(between: str, pack: LanguagePack) -> bool:
    """Whether an "and" stands between two names, or a slash, and titles at most."""
    words = [fold(word) for word in WORD.findall(between)]
    known = people_words(pack)
    is_joined = "/" in between or "&" in between or bool(words and words[0] in known.joining)
    return is_joined and "(" not in between and all(word in known.joining or word in known.naming for word in words)


def roles_fit(first: Person, second: Person) -> bool:
    """Whether all forms of one person may be the other's."""
    return not first.role or not second.role or first.role == second.role


def _may_be_one(second: Person, pack: LanguagePack) -> bool:
    return second.is_lone or has_readings(pack)


def _says_other_name(words: Sequence[str], pack: LanguagePack) -> bool:
    """Whether nothing but a cue stands between two names."""
    cues, passed_over = people_words(pack).other_name, people_words(pack).reading
    ages = people_words(pack).age_units  # 美咲（33歳、旧姓…
    telling = [word for word in words if word not in passed_over and word not in ages]
    return bool(telling) and (" ".join(telling) in cues or all(word in cues for word in telling))


def _is_reading(left: Found, right: Found, between: str) -> bool:
    """Whether the second name is the first in another script, as a reading in brackets or on the next line is."""
    if not has_readings(right.pack) or _script(left.text) == _script(right.text):
        return False
    words = WORD.findall(between)
    cues = people_words(right.pack).reading
    return all(fold(word) in cues for word in words) and _n_words(left.text) == _n_words(right.text)


def _n_words(text: str) -> int:
    """Words that a blank or, in foreign names in kana, a bar parts."""
    return len(text.replace("・", " ").split())


def _script(text: str) -> str:
    if not is_cjk(text):
        return "latin"
    return "kana" if all("\u3041" <= char <= "\u30ff" or not char.isalpha() for char in fold(text)) else "kanji"
