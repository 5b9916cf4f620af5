"""Whose initials stand there: signatures, "pat. A.L."."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.linking.cues import is_called_doctor, title_gender
from maskerad.linking.fits import given_gender
from maskerad.linking.halves import is_given_alone
from maskerad.linking.occurrence import Occurrence
from maskerad.linking.person import CLINICIAN, PATIENT, RELATIVE, Person
from maskerad.names.name import Name
from maskerad.names.readings import composed, has_readings, sounds
from maskerad.text.folding import WORD, fold

PREFIX_MAX = 3  # letters of a family name in initials: "BHj", "SMcG"
LETTERS_MAX = 6
OTHER = "OTHER_PERSON"
SIGNING = (CLINICIAN, PATIENT)  # whose initials stand in documents that do not name them
TWO = 2
TITLED_MAX = 2  # letters behind a title that stand for a family name: "Dr Q", "Dr L-P"
SLASH_CHARS = 4
PEOPLE_MAX = 500  # of a record; among more, two letters tell nobody


def letters_of(text: str) -> str:
    """The letters of initials, folded: "S.L." and "SL" are "sl"."""
    return "".join(fold(word) for word in WORD.findall(text))


class Letters(NamedTuple):
    """Initials where they stand.

    Attributes:
        text: Folded, without dots.
        document: Id of the document.
        is_family: Whether a title before them tells that they stand for a family name alone: "Dr Q.".
        roles: Whose they can be; all where nothing tells.
        gender: Told by the title.
    """

    text: str
    document: str
    is_family: bool = False
    roles: frozenset[str] = frozenset()
    gender: str = ""


def letters_at(occurrence: Occurrence) -> Letters:
    """The initials of a mention, and what stands before them tells of whose they are."""
    text, start, pack = occurrence.document.text, occurrence.span.start, occurrence.pack
    letters = letters_of(occurrence.text)
    if is_typist(occurrence):
        return Letters(letters, occurrence.document.id, roles=frozenset({OTHER}))
    is_doctor, gender = is_called_doctor(text, start, pack), title_gender(text, start, pack)
    if not (is_doctor or gender) or len(letters) > TITLED_MAX:
        return Letters(letters, occurrence.document.id)
    roles = frozenset({CLINICIAN}) if is_doctor else frozenset({PATIENT, RELATIVE, OTHER})
    return Letters(letters, occurrence.document.id, True, roles, gender)


def is_typist(occurrence: Occurrence) -> bool:
    """Whether small letters stand behind those of who dictated: a typist, seldom named ("HA / ml", "PVR:tj")."""
    before = occurrence.document.text[max(0, occurrence.span.start - SLASH_CHARS) : occurrence.span.start]
    is_behind = before.rstrip().endswith("/") or before.endswith(":")
    return occurrence.text.islower() and is_behind and before.rstrip("/: ")[-1:].isalpha()


def owners(letters: Letters, people: Sequence[Person]) -> list[Person]:
    """The people whose initials they are; those of the document alone if it has any, of several the clinician.

    Args:
        letters: And where they stand.
        people: Of the record.
    """
    if not 0 < len(letters.text) <= LETTERS_MAX or len(people) > PEOPLE_MAX:
        return []
    here = [person for person in people if letters.document in person.documents]
    if letters.is_family and (titled := _titled(letters, people)):
        return titled
    if len(letters.text) == 1:
        return [person for person in here if _given_letter(person) == letters.text]
    elsewhere = [person for person in people if person.role in SIGNING or not person.documents]
    for near in (here, elsewhere):
        fitting = [
            person
            for person in near
            if (not letters.roles or person.role in letters.roles) and _spells(letters.text, person)
        ]
        if fitting:
            clinicians = [person for person in fitting if person.role == CLINICIAN]
            if not clinicians and (patients := [person for person in fitting if person.role == PATIENT]):
                return patients  # whose record it is, rather than one of the family
            return clinicians if len(clinicians) == 1 else fitting
    return []


def _titled(letters: Letters, people: Sequence[Person]) -> list[Person]:
    """Those whose family name the letters begin; of one family the patient, of several those of the document."""
    fitting = [person for person in people if person.role in letters.roles and _begins_family(letters, person)]
    patients = [person for person in fitting if person.role == PATIENT]
    if len(patients) == 1 and all(_are_kin(person, patients[0]) for person in fitting):
        return patients
    return (
        [person for person in fitting if letters.document in person.documents]
        if len(fitting) > 1 and not patients
        else fitting
    )


def _are_kin(one: Person, other: Person) -> bool:
    families = [{*person.name.family, *person.name.lone} for person in (one, other)]
    return not families[0].isdisjoint(families[1])


def _begins_family(letters: Letters, person: Person) -> bool:
    gender = person.gender or given_gender(person.name, person.pack)
    if {gender, letters.gender} == {"female", "male"}:
        return False
    family = person.name.family or (() if is_given_alone(person) else person.name.lone)
    whole = "".join(word[0] for word in (*person.name.particles, *family))
    return bool(family) and letters.text in {family[0][0], "".join(word[0] for word in family), whole}


def _given_letter(person: Person) -> str:
    first = (*person.name.given, *person.name.lone)
    return first[0][0] if first else ""


def _spells(letters: str, person: Person) -> bool:
    name = person.name
    if any(letters in form.name.letters for form in person.forms):
        return True
    if len(name.given) > 1 and letters == "".join(word[0] for word in name.given):
        return True
    if len(letters) > TWO and person.role == PATIENT and _are_in_any_order(letters, person):
        return True
    given, family = name.given, name.family or name.lone
    if letters in initials_of(given or tuple(person.initials), family, name.particles):
        return True
    if person.role not in (CLINICIAN, PATIENT) or not has_readings(person.pack):
        return False
    read = read_initials(name, person.pack)
    return letters in read or (person.role == PATIENT and letters[::-1] in read)


def _are_in_any_order(letters: str, person: Person) -> bool:
    """Whether letters are those of all words of a whole name, in whatever order somebody signs."""
    return any(sorted(letters) == sorted(known) for form in person.forms for known in form.name.letters)


def read_initials(name: Name, pack: LanguagePack) -> frozenset[str]:
    """Latin initials of a name in another script by how it is read, the given name's first: M.I. for 五十嵐 恵."""
    if not name.given or not name.family:
        return frozenset()
    firsts, lasts = (
        {sound[0] for sound in sounds(word, pack) | composed(word, pack) if sound[0].isascii() and sound[0].isalpha()}
        for word in (name.given[0], name.family[0])
    )
    return frozenset(first + last for first in firsts for last in lasts)


@lru_cache(maxsize=20_000)
def initials_of(given: tuple[str, ...], family: tuple[str, ...], particles: tuple[str, ...]) -> frozenset[str]:
    """All initials that a name may be written with; none for one of which not both kinds of name are known.

    Example:
        >>> sorted(initials_of(("bram",), ("laan",), ("van", "der")))
        ['bl', 'bla', 'blaa', 'bln', 'bv', 'bvdl', 'lb']
    """
    if not given or not family:
        return frozenset()
    firsts = {"".join(word[0] for word in given), given[0][0]}
    lasts = {"".join(word[0] for word in family), family[0][0], family[-1][0]}
    lasts |= {family[0][:n] for n in range(2, PREFIX_MAX + 1)} | {family[0][0] + family[0][-1]}
    between = "".join(word[0] for word in particles)
    initials = {first + last for first in firsts for last in lasts}
    if between:
        initials |= {first + between + last[0] for first in firsts for last in lasts}
        initials |= {first + between[0] for first in firsts}  # Z.E. of Zineb El Amrani
    return frozenset(initials | {family[0][0] + first for first in firsts})
