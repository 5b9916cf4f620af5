"""Two names that are one person's though the text does not say so: the one mother, the addressee of a letter.

Somebody has one mother and at most one wife at a time, so a given name and a family name that are both hers are one
name. Who is greeted by given name in a letter is whom it is addressed to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence

from maskerad.languages.names import name_conventions
from maskerad.linking.cues import is_greeted, people_words, word_before_titles
from maskerad.linking.fits import HEADS, is_apart, kin_differ
from maskerad.linking.kinship import kin_beside, whose
from maskerad.linking.occurrence import Occurrence
from maskerad.linking.person import CLINICIAN, PATIENT, RELATIVE, Person

ONLY_ONE = frozenset({"mother", "father", "wife", "husband"})
LETTERHEAD_MENTIONS = 6  # of people before a greeting, among which the addressee is looked for


def same_kin(occurrences: Sequence[Occurrence], owner: Mapping[int, Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of a relative of the patient known by family name and one known by given name, of one kinship."""
    halves: dict[str, dict[Person, None]] = defaultdict(dict)
    relatives = [(place, person) for place, person in owner.items() if person.role == RELATIVE and _is_half(person)]
    if len({id(person) for person in owner.values() if person.role == PATIENT}) > 1:
        return  # of two patients nobody knows whose mother it is
    for place, person in relatives:
        if (kin := kin_beside(occurrences[place])) and kin.word in ONLY_ONE:
            other = whose(kin, place, occurrences, owner)
            if other is None or owner[other].role == PATIENT:
                halves[kin.word][person] = None
    for people in halves.values():
        yield from _two_halves(list(people))


def titled_heads(people: Sequence[Person], families: Container[str]) -> Iterator[tuple[Person, Person]]:
    """Pairs of a relative known by title and family name, and the spouse or parent of that sex known by given name.

    Args:
        people: Of the record.
        families: Names of the patients' families, which others share with them.
    """
    relatives = [person for person in people if person.role == RELATIVE and person.forms and len(person.words) == 1]
    for gender in ("female", "male"):
        titled = [
            relative
            for relative in relatives
            if relative.gender == gender and not relative.initials and not _is_given(relative)
        ]
        heads = [
            relative
            for relative in relatives
            if not relative.gender and relative.kin & HEADS and relative.kin_genders == {gender}
        ]
        heads = [person for person in heads if _is_given(person)]
        if len(titled) == len(heads) == 1 and _may_be_called(heads[0], titled[0], families):
            yield heads[0], titled[0]


def second_names(people: Sequence[Person], families: Container[str]) -> Iterator[tuple[Person, Person]]:
    """Pairs of a relative with a family name of the patient's, and one of that name with a second given name instead.

    "To be called Saoirse Joy" is Saoirse Okoro, where nobody else is called Saoirse.
    """
    bearers: dict[str, list[Person]] = defaultdict(list)
    for person in people:
        if person.role == RELATIVE and person.forms and person.name.given and person.name.family:
            bearers[person.name.given[0]].append(person)
    for several in bearers.values():
        own = [person for person in several if any(word in families for word in person.name.family)]
        others = [person for person in several if all(map(name_conventions(person.pack).is_given, person.name.family))]
        if len(several) == 2 and len(own) == len(others) == 1 and own[0] is not others[0]:
            yield own[0], others[0]


def same_given(people: Sequence[Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of people who are known by one given name alone, under two roles: somebody whose role was misread.

    Of 13 such pairs in what is recognised of the hand records all are one person; where roles are rightly told there is
    none. Names that are family names as well tell nothing: kin share them.
    """
    bearers: dict[str, list[Person]] = defaultdict(list)
    for person in people:
        if person.forms and person.role and _is_half(person) and not (person.gender or person.is_introduced):
            bearers[next(iter(person.words))].append(person)
    for word, several in bearers.items():
        if len(several) == 2 and _is_given_only(word, several[0]) and _may_be_one(*several):
            yield several[0], several[1]


def _is_given_only(word: str, person: Person) -> bool:
    conventions = name_conventions(person.pack)
    return conventions.is_given(word) and not conventions.is_family(word)


def _may_be_one(person: Person, other: Person) -> bool:
    """Whether two roles are told of one name, and neither words for relatives nor an enumeration keep them apart."""
    if person.role == other.role or {*person.kin_genders, *other.kin_genders} == {"female", "male"}:
        return False
    return not any(kin_differ(form, other) or is_apart(form, other) for form in person.forms)


def addressees(occurrences: Sequence[Occurrence], owner: Mapping[int, Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of a clinician to whom a letter goes, by family name, and the one whom it greets by given name."""
    greeted: set[str] = set()
    for place in sorted(place for place, person in owner.items() if person.role == CLINICIAN and _is_half(person)):
        occurrence = occurrences[place]
        if (
            is_greeted(occurrence.document.text, occurrence.span.start, occurrence.pack)
            and occurrence.document.id not in greeted
        ):
            greeted.add(occurrence.document.id)
            before = {owner[at] for at in _before(place, occurrences, owner) if _is_addressed(occurrences[at])}
            if len(before) == 1 and _may_be_given(owner[place]) and all(map(_is_half, before)):
                yield before.pop(), owner[place]


def _may_be_called(head: Person, titled: Person, families: Container[str]) -> bool:
    """Whether a family name begins with the letter behind a given name (Ruedi Z. is Mr Zimmer), or is the patient's."""
    family = next(iter(titled.words))
    if head.initials:
        return head.initials[0] in {family[0], *(particle[0] for particle in titled.name.particles)}
    return family in families


def _before(place: int, occurrences: Sequence[Occurrence], owner: Mapping[int, Person]) -> Iterator[int]:
    """Mentions of clinicians shortly before one in its document."""
    for at in range(max(0, place - LETTERHEAD_MENTIONS), place):
        if at in owner and owner[at].role == CLINICIAN and occurrences[at].document is occurrences[place].document:
            yield at


def _is_addressed(occurrence: Occurrence) -> bool:
    return (
        word_before_titles(occurrence.document.text, occurrence.span.start, occurrence.pack)
        in people_words(occurrence.pack).addressing
    )


def _two_halves(people: Sequence[Person]) -> Iterator[tuple[Person, Person]]:
    """The two, if one is known by a family name alone and the other by a given name alone."""
    if len(people) != 2:
        return
    families = [person for person in people if _is_half(person) and not _is_given(person)]
    givens = [person for person in people if _is_half(person) and _is_given(person)]
    if len(families) == len(givens) == 1:
        yield families[0], givens[0]


def _is_half(person: Person) -> bool:
    """Whether one name is all that is known of somebody."""
    return person.is_lone and not person.initials


def _may_be_given(person: Person) -> bool:
    """Whether somebody's one name can be a given name."""
    conventions = name_conventions(person.pack)
    is_family = any(word in conventions.family and not conventions.is_given(word) for word in person.words)
    return not is_family


def _is_given(person: Person) -> bool:
    """Whether the one name of somebody is a given name, by its form, by the lists, or as no title stands before it."""
    conventions, word = name_conventions(person.pack), next(iter(person.words))
    if person.name.given or person.name.family:
        return bool(person.name.given)
    return conventions.is_given(word) and not (person.gender and conventions.is_family(word))
