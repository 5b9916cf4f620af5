"""Two halves of one name: "Dear Siv" and "S. Burvall", "Svetlana K." and "S. Kuznetsova".

Each tells one of the names, and the first letter of the other at most. They are one person where their letters agree,
they are of one role, and nobody else of that role could be either.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator

from maskerad.languages.names import name_conventions
from maskerad.linking.fits import names_gender
from maskerad.linking.person import PATIENT, RELATIVE, Person

KIN = (PATIENT, RELATIVE)


def completed(people: Iterable[Person], greeted: Container[Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of somebody known by a family name and an initial, and somebody known by the given name.

    There are many clinicians and others in a record, so one letter alone tells of them in a greeting only: "Dr J. Nauta
    … Dear Jelle".

    Args:
        people: Of the record.
        greeted: Those whose name follows a greeting.
    """
    halves: dict[tuple[str, str], list[Person]] = defaultdict(list)
    wholes: dict[tuple[str, str], list[Person]] = defaultdict(list)
    taken: set[tuple[str, str]] = set()
    for person in people:
        given = person.name.given or (person.name.lone if _may_be_given(person) else ())
        if not person.role:
            continue
        if given and not person.name.family and not (person.initials and person.name.leads):
            if person.role in KIN or person in greeted or person.initials:
                halves[person.role, given[0][0]].append(person)
        elif given:
            taken.add((person.role, given[0][0]))
        elif person.initials and person.name.leads | bool(person.name.family):
            wholes[person.role, person.initials[0]].append(person)
    for key, known in wholes.items():
        if len(known) == len(halves.get(key, ())) == 1 and key not in taken:
            whole, half = known[0], halves[key][0]
            if _family_fits(half, whole):
                yield whole, half


def shortened(people: Iterable[Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of somebody of whose given names the first is a letter, and the one known by these names alone.

    "C. Delia Luis" is Carmen Delia, where nobody else of the role has two such given names.
    """
    wholes: dict[tuple[str, str, str], list[Person]] = defaultdict(list)
    halves: dict[tuple[str, str, str], list[Person]] = defaultdict(list)
    for person in people:
        name, names = person.name, person.name.given or person.name.lone
        if person.forms and len(person.initials) == 1 and name.leads and name.family and len(name.given) == 1:
            wholes[person.role, person.initials, name.given[0]].append(person)
        elif person.forms and not (name.initials or name.called) and len(names) == len(name.words) == 2:
            halves[person.role, names[0][0], names[1]].append(person)
    for key, known in wholes.items():
        if key[0] and len(known) == len(halves.get(key, ())) == 1 and _are_one_gender(known[0], halves[key][0]):
            yield known[0], halves[key][0]


def lettered(people: Iterable[Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of somebody known by a family name alone, and the one known by the given name and its first letter."""
    families: dict[tuple[str, str], list[Person]] = defaultdict(list)
    givens: dict[tuple[str, str], list[Person]] = defaultdict(list)
    for person in people:
        name = person.name
        if person.role not in KIN or not person.forms:
            continue
        if person.initials and not name.family and not name.leads:
            givens[person.role, person.initials[0]].append(person)
        elif not (person.initials or name.given) and person.is_lone and not is_given_alone(person):
            families[person.role, (*name.particles, *name.family, *name.lone)[0][0]].append(person)
    for key, known in families.items():
        if len(known) == len(givens.get(key, ())) == 1 and _are_one_gender(known[0], givens[key][0]):
            yield givens[key][0], known[0]


def _are_one_gender(person: Person, other: Person) -> bool:
    """Whether no title or name tells that one is a woman and one a man."""
    genders = (known.gender or names_gender(known) for known in (person, other))
    return {*genders} != {"female", "male"}


def _family_fits(half: Person, whole: Person) -> bool:
    """Whether the letter behind a given name, if there is one, is that of the family name."""
    if not half.initials:
        return True
    first = (*whole.name.particles, *whole.name.family, *whole.name.lone)
    return any(word[0] == half.initials[0] for word in first)


def is_given_alone(person: Person) -> bool:
    """Whether all that is known of somebody is a listed given name, or two."""
    conventions = name_conventions(person.pack)
    return bool(person.name.lone) and all(map(conventions.is_given, person.name.lone))


def _may_be_given(person: Person) -> bool:
    """Whether all that is known of somebody is a listed given name or, of the family, one that no list has."""
    if person.role not in KIN or person.gender:
        return is_given_alone(person)
    conventions = name_conventions(person.pack)
    return not any(conventions.is_family(word) and not conventions.is_given(word) for word in person.name.lone)
