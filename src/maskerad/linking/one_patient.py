"""All who are called patient are one person, unless the record tells of several patients.

A record is somebody's: what is written of "the patient" there, under a birth name, a pet form, a middle name or another
spelling, is written of him or her. Twins, mother and child, and logs of many callers are told by whole names that
differ in what they are called by, by an enumeration, or by titles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from maskerad.languages.names import name_conventions
from maskerad.linking.fits import given_gender, is_apart
from maskerad.linking.person import PATIENT, Person
from maskerad.names.likeness import are_alike
from maskerad.text.scripts import HAN, script_of

NAMES_MAX = 20  # of one patient; who has more is several


def one_patient(people: Sequence[Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of the one patient of a record, by the fullest name, and another name of his or hers."""
    patients = [person for person in people if person.role == PATIENT and person.forms and not person.is_introduced]
    if not 1 < len(patients) <= NAMES_MAX or any(_are_two(*pair) for pair in combinations(patients, 2)):
        return
    whole = [patient for patient in patients if _is_whole(patient)]
    if whole:
        first = max(whole, key=lambda person: (len(person.name.words), person.name.key))
        yield from ((first, patient) for patient in patients if patient is not first and _is_one_gender(first, patient))
    elif _have_one_given(patients):
        first = max(patients, key=lambda person: (len(person.name.words), person.name.key))
        yield from ((first, patient) for patient in patients if patient is not first)


def _have_one_given(patients: Sequence[Person]) -> bool:
    """Whether people of whom no whole name is known have given names of one, and family names."""
    given = [patient for patient in patients if _is_given(patient)]
    names = [person.name.given or person.name.lone for person in given]
    are_one = all(_share(left, right, given[0]) for left, right in combinations(names, 2))
    return are_one and 0 < len(given) < len(patients)


def _are_two(one: Person, other: Person) -> bool:
    """Whether two patients are surely not one: by whole names, an enumeration, or titles."""
    if {one.gender, other.gender} == {"female", "male"}:
        return True
    are_called = all(_is_whole(person) or _is_given(person) for person in (one, other))
    if are_called and any(is_apart(form, other) for form in one.forms):
        return True
    if not (_is_whole(one) and _is_whole(other)):
        return False
    if one.name.given[0][0] == other.name.given[0][0] and not set(one.name.family).isdisjoint(other.name.family):
        return False  # the name by which somebody is called beside the one in the register
    if _may_be_read_so(one, other):
        return False
    return not _share(one.name.given, other.words, one) and not _share(other.name.given, one.words, one)


def _may_be_read_so(one: Person, other: Person) -> bool:
    """Whether one name may be the other in another script, or with a character taken for another."""
    scripts = {script_of(person.name.given[0]) for person in (one, other)}
    if len(scripts) > 1:
        are_families = script_of(one.name.family[0]) != script_of(other.name.family[0])
        return are_families and len(one.name.words) == len(other.name.words)
    return scripts == {HAN} and not set(one.name.given[0]).isdisjoint(other.name.given[0])


def _share(names: Collection[str], words: Collection[str], person: Person) -> bool:
    return any(are_alike(name, word, person.pack) for name in names for word in words)


def _is_whole(person: Person) -> bool:
    return bool(person.name.given and person.name.family)


def _is_one_gender(first: Person, other: Person) -> bool:
    """Whether a name that shares nothing with the patient's is no name of the other gender."""
    genders = {person.gender or given_gender(person.name, person.pack) for person in (first, other)}
    return genders != {"female", "male"} or not first.words.isdisjoint(other.words)


def _is_given(person: Person) -> bool:
    """Whether somebody is known by given names alone."""
    if person.name.given or person.name.family:
        return bool(person.name.given)
    return any(map(name_conventions(person.pack).is_given, person.name.lone))
