"""Two names side by side that are one person's: "Klein (geb. Vogel)", 林　茂（ハヤシ　シゲル）."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from maskerad.languages import LanguagePack
from maskerad.linking.cues import people_words, word_before_titles
from maskerad.linking.fits import names_gender
from maskerad.linking.halves import is_given_alone
from maskerad.linking.occurrence import Occurrence
from maskerad.linking.person import FULL_WORDS, PATIENT, Person, Written
from maskerad.names.likeness import are_alike, nicknames
from maskerad.names.name import read_name
from maskerad.names.readings import has_readings, sounds
from maskerad.text.folding import WORD, fold
from maskerad.text.scripts import HAN, is_cjk, script_of

GAP_CHARS_MAX = 40
CUE_CHARS = 6  # of a cue with other words before it
QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "”": "”", "'": "'", "‘": "’", "「": "」"}  # what opens, what closes
OPENING, CLOSING = "(（[［〔", ")）]］〕"
APART = "/／、，,→"  # between the names of two people
ENUMERATION_CHARS_MAX = 24  # between two names with "and" and titles between them


def beside(occurrences: Sequence[Occurrence], owner: Mapping[int, Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of a person and one whose name is told to be another name of the first."""
    places = sorted(owner)
    for before, place in pairwise(places):
        first, second = owner[before], owner[place]
        left, right = occurrences[before], occurrences[place]
        gap = right.span.start - left.span.end
        if first is second or left.document is not right.document or gap > GAP_CHARS_MAX:
            continue
        between = left.document.text[left.span.end : right.span.start]
        if roles_fit(first, second) and _is_other_name(left, right, between, first, second):
            yield first, second


def _is_other_name(left: Occurrence, right: Occurrence, between: str, first: Person, second: Person) -> bool:
    words = [fold(word) for word in WORD.findall(between)]
    cues = people_words(right.pack)
    if is_called(left, right, between) and first.role == second.role:
        return first.is_lone or second.is_lone
    are_bracketed = between.strip() in OPENING and first.role == second.role
    if are_bracketed and (_are_short_and_whole(first, second) or _is_in_brackets(right, first, second)):
        return True
    if len(words) == 1 and words[0] in cues.alternatives:
        if between.strip()[0] in OPENING and first.role == second.role and _are_spellings(first, second):
            return True
        return first.is_lone and second.is_lone and _are_pet_forms(first, second)
    if words and all(word in cues.spelt for word in words):
        return True
    if not _may_be_one(second, right.pack):
        return False
    return _says_other_name(words, right.pack) or _is_reading(left, right, between)


def _are_short_and_whole(first: Person, second: Person) -> bool:
    """Whether one is known by a given name alone and the other by its initial and a family name: Leuntje (L. Wisse)."""
    for called, signed in ((first, second), (second, first)):
        if called.is_lone and not called.name.family and signed.name.family and not signed.name.given:
            return signed.initials[:1] == next(iter(called.words))[0]
    return False


def _is_in_brackets(right: Occurrence, first: Person, second: Person) -> bool:
    """Whether a name in brackets is another of the first, one of them a given name alone: Tina (Rosa), Mo (A. Berg)."""
    after = right.document.text[right.span.end : right.span.end + 1]
    are_given = all(is_given_alone(person) or person.name.given or person.name.leads for person in (first, second))
    are_one_gender = {names_gender(first), names_gender(second)} != {"female", "male"}
    return bool(after) and after in CLOSING and are_given and are_one_gender and (first.is_lone or second.is_lone)


def is_called(left: Occurrence, right: Occurrence, between: str) -> bool:
    """Whether the second name stands in quotes right behind the first: Candelaria ("Cande")."""
    opened = between.strip(" \n(（[")
    after = right.document.text[right.span.end : right.span.end + 1]
    return opened in QUOTES and after in QUOTES[opened]


def _are_spellings(first: Person, second: Person) -> bool:
    """Whether one name alone is a name of the other, spelt otherwise: Ionescu (or Ionescou)."""
    word = next(iter(second.words))
    return second.is_lone and any(are_alike(name, word, second.pack) for name in sorted(first.words))


def _are_pet_forms(first: Person, second: Person) -> bool:
    """Whether two names are pet forms of one."""
    known = nicknames(second.pack)
    one, other = (known.get(next(iter(person.words)), frozenset()) for person in (first, second))
    return not one.isdisjoint(other)


def note_enumerated(occurrences: Sequence[Occurrence], form_of: Mapping[int, Written]) -> None:
    """Notes with each form those that stand beside it in an enumeration: they are other people's."""
    for before, place in pairwise(sorted(form_of)):
        left, right = occurrences[before], occurrences[place]
        gap = right.span.start - left.span.end
        if left.document is not right.document or not 0 < gap <= ENUMERATION_CHARS_MAX:
            continue
        first, second = form_of[before], form_of[place]
        between = left.document.text[left.span.end : right.span.start]
        if first is not second and not _is_turned(first, second, between) and _is_enumeration(between, right.pack):
            first.apart.add(second.name.key)
            second.apart.add(first.name.key)


def _is_turned(first: Written, second: Written, between: str) -> bool:
    """Whether a slash parts a name from the same one in another order: LEON VASILESCU / VASILESCU LEON."""
    names = first.name, second.name
    return "/" in between and len({name.words for name in names}) == len({name.suffix for name in names}) == 1


def note_namesakes(occurrences: Sequence[Occurrence], forms: Iterable[Written]) -> None:
    """Notes that people of one whole name and two roles are two, where the record warns of namesakes."""
    bearers: dict[frozenset[str], list[Written]] = defaultdict(list)
    for form in forms:
        if form.role and len(form.name.words) >= FULL_WORDS:
            bearers[form.name.words].append(form)
    several = [same for same in bearers.values() if len({form.role for form in same}) > 1]
    documents = {occurrence.document.id: occurrence for occurrence in occurrences} if several else {}
    if any(people_words(document.pack).warns_of_namesakes(document.document.text) for document in documents.values()):
        for same in several:
            for form in same:
                form.apart.update(other.name.key for other in same if other.role != form.role)


def note_introduced(occurrences: Sequence[Occurrence], forms: Iterable[Written]) -> None:
    """Notes which names of patients are of somebody new wherever they stand: "da liegt noch ein Tasdelen"."""
    for form in forms:
        if form.role == PATIENT:
            mentions = [occurrences[place] for place in form.places]
            form.is_introduced = bool(mentions) and all(map(_is_introduced, mentions))


def _is_introduced(occurrence: Occurrence) -> bool:
    before = word_before_titles(occurrence.document.text, occurrence.span.start, occurrence.pack)
    return before in people_words(occurrence.pack).introducing


def enumerated_with(place: int, occurrences: Sequence[Occurrence], owner: Mapping[int, Person]) -> set[Person]:
    """People named beside a mention as others: "Z.J. and Zubayr Jama"."""
    people = set()
    for before, after, other in ((place - 1, place, place - 1), (place, place + 1, place + 1)):
        if other in owner and occurrences[before].document is occurrences[after].document:
            gap = occurrences[before].document.text[occurrences[before].span.end : occurrences[after].span.start]
            if 0 < len(gap) <= ENUMERATION_CHARS_MAX and _is_enumeration(gap, occurrences[place].pack):
                people.add(owner[other])
    return people


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
    said = " ".join(telling)
    ends = any(said.endswith(" " + cue) for cue in cues if len(cue) >= CUE_CHARS)  # "en el cole le dicen"
    return bool(telling) and (ends or said in cues or all(word in cues for word in telling))


def _is_reading(left: Occurrence, right: Occurrence, between: str) -> bool:
    """Whether the second name is the first in another script, as a reading in brackets or on the next line is."""
    if not has_readings(right.pack) or _script(left.text) == _script(right.text):
        return False
    words = WORD.findall(between)
    cues = people_words(right.pack).reading
    is_in_brackets = any(mark in between for mark in OPENING)
    if any(mark in between for mark in APART) or not (is_in_brackets or words or "\n" in between):
        return False
    if not is_in_brackets and _is_read_otherwise(left.text, right.text, right.pack):
        return False
    return all(fold(word) in cues for word in words) and _n_words(left) == _n_words(right)


def _is_read_otherwise(text: str, reading: str, pack: LanguagePack) -> bool:
    """Whether it is known how a name is read, and that is not the other one."""
    names = [read_name(spelling, "PERSON", pack) for spelling in (text, reading)]
    known, heard = (frozenset().union(*(sounds(word, pack) for word in name.words)) for name in names)
    are_known = any(len(sounds(word, pack)) > 1 for word in names[0].words if script_of(word) == HAN)
    return are_known and known.isdisjoint(heard)


def _n_words(occurrence: Occurrence) -> int:
    """Names in a mention, whether or not anything parts them."""
    name = read_name(occurrence.text, occurrence.span.label, occurrence.pack)
    return len(name.given) + len(name.family) + len(name.lone)


def _script(text: str) -> str:
    if not is_cjk(text):
        return "latin"
    return "kana" if all("\u3041" <= char <= "\u30ff" or not char.isalpha() for char in fold(text)) else "kanji"
