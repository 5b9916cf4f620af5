"""Whose initials stand there: signatures, "pat. A.L.", and the clinician who is once "J. Nauta" and once "Jelle"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.linking.names import Name
from maskerad.linking.people import CLINICIAN, PATIENT, RELATIVE, Person
from maskerad.linking.readings import has_readings, sounds
from maskerad.text.folding import WORD, fold

PREFIX_MAX = 3  # letters of a family name in initials: "BHj", "SMcG"
LETTERS_MAX = 6
KIN = (PATIENT, RELATIVE)
PEOPLE_MAX = 500  # of a record; among more, two letters tell nobody


def letters_of(text: str) -> str:
    """The letters of initials, folded: "S.L." and "SL" are "sl"."""
    return "".join(fold(word) for word in WORD.findall(text))


def owners(letters: str, document: str, people: Sequence[Person]) -> list[Person]:
    """The people whose initials they are; those of the document alone if it has any, of several the clinician.

    Args:
        letters: As ``letters_of`` gives them.
        document: Id of the document in which they stand.
        people: Of the record.
    """
    if not 0 < len(letters) <= LETTERS_MAX or len(people) > PEOPLE_MAX:
        return []
    here = [one for one in people if document in one.documents]
    if len(letters) == 1:
        return [one for one in here if _given_letter(one) == letters]
    for near in (here, people):
        fitting = [one for one in near if _spells(letters, one)]
        if fitting:
            clinicians = [one for one in fitting if one.role == CLINICIAN]
            return clinicians if len(clinicians) == 1 else fitting
    return []


def _given_letter(person: Person) -> str:
    first = (*person.name.given, *person.name.lone)
    return first[0][0] if first else ""


def _spells(letters: str, person: Person) -> bool:
    name = person.name
    if len(name.lone) > 1 and all(map(name_conventions(person.pack).is_given, name.lone)):
        firsts = "".join(word[0] for word in name.lone)  # Mary-Ann is "MA-K": nobody tells the family name
        return len(letters) == len(firsts) + 1 and letters.startswith(firsts)
    given, family = name.given, name.family or name.lone
    if letters in initials_of(given or tuple(person.initials), family, name.particles):
        return True
    return person.role == CLINICIAN and has_readings(person.pack) and letters in read_initials(name, person.pack)


def read_initials(name: Name, pack: LanguagePack) -> frozenset[str]:
    """Latin initials of a name in another script by how it is read, the given name's first: M.I. for 五十嵐 恵."""
    if not name.given or not name.family:
        return frozenset()
    firsts, lasts = (
        {sound[0] for sound in sounds(word, pack) if sound[0].isascii() and sound[0].isalpha()}
        for word in (name.given[0], name.family[0])
    )
    return frozenset(first + last for first in firsts for last in lasts)


@lru_cache(maxsize=20_000)
def initials_of(given: tuple[str, ...], family: tuple[str, ...], particles: tuple[str, ...]) -> frozenset[str]:
    """All initials that a name may be written with; none for one of which not both kinds of name are known.

    Example:
        >>> sorted(initials_of(("bram",), ("laan",), ("van", "der")))
        ['bl', 'bla', 'blaa', 'bvdl', 'lb']
    """
    if not given or not family:
        return frozenset()
    firsts = {"".join(word[0] for word in given), given[0][0]}
    lasts = {"".join(word[0] for word in family), family[0][0], family[-1][0]}
    lasts |= {family[0][:n] for n in range(2, PREFIX_MAX + 1)}
    between = "".join(word[0] for word in particles)
    found = {first + last for first in firsts for last in lasts}
    if between:
        found |= {first + between + last[0] for first in firsts for last in lasts}
    return frozenset(found | {family[0][0] + first for first in firsts})


def completed(people: Iterable[Person], greeted: Container[Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of a person of whom a family name and an initial are known, and one of whom the given name alone is.

    The two have one role and one letter, and nobody else of that role has that letter. There are many clinicians and
    others in a record, so theirs must be a name in a greeting: "Dr J. Nauta … Dear Jelle".

    Args:
        people: Of the record.
        greeted: Those whose name follows a greeting.
    """
    halves: dict[tuple[str, str], list[Person]] = defaultdict(list)
    wholes: dict[tuple[str, str], list[Person]] = defaultdict(list)
    taken: set[tuple[str, str]] = set()
    for person in people:
        given = person.name.given or (person.name.lone if _is_given(person) else ())
        if not person.role:
            continue
        if given and person.is_lone and not person.initials:
            if person.role in KIN or person in greeted:
                halves[person.role, given[0][0]].append(person)
        elif given:
            taken.add((person.role, given[0][0]))
        elif person.initials and person.name.leads | bool(person.name.family):
            wholes[person.role, person.initials[0]].append(person)
    for key, known in wholes.items():
        if len(known) == len(halves.get(key, ())) == 1 and key not in taken:
            yield known[0], halves[key][0]


def _is_given(person: Person) -> bool:
    conventions, word = name_conventions(person.pack), next(iter(person.words), "")
    return conventions.is_given(word) and person.is_lone
