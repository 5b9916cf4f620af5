"""Builds entities of the mentions that linking put together, with what the text tells of each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from maskerad.core.entity import Entity, Form, Mention, StandsFor
from maskerad.languages.names import name_conventions
from maskerad.linking.aliases import aliases_of, told_of
from maskerad.linking.fits import CLASHING
from maskerad.linking.gender import (
    by_first_name,
    by_lone_name,
    by_name,
    by_pronoun,
    by_sex,
    by_spelling,
    by_title,
    given_names,
)
from maskerad.linking.kinship import Kin, kin_beside, stands_right_before, whose
from maskerad.linking.occurrence import Occurrence
from maskerad.linking.person import CLINICIAN, FULL_WORDS, PATIENT, RELATIVE, Person, Written
from maskerad.linking.report import PLACES_MAX, Conflict
from maskerad.names.common_names import FAMILY, GIVEN, common_folded
from maskerad.names.name import with_particles
from maskerad.names.parts import TOLD, Telling, kinds_of_one

Key = Person | tuple[str, str]  # what mentions of one thing share: the person, or label and folded form
GENERAL = frozenset({"PERSON", "GIVEN_NAME", "FAMILY_NAME"})
MENTIONS_MAX = 5  # of a person, looked at for a kinship
CENTRAL = (PATIENT, CLINICIAN)  # whose kinship is not looked for


class PersonEntities:
    """Makes the entities of a record's people.

    Args:
        found: All mentions of the record.
        owner: Person of each mention of one, by its number.
        ids: Id of each person.
        form_of: Written form of each mention of one; initials have none.
    """

    def __init__(
        self,
        occurrences: Sequence[Occurrence],
        owner: Mapping[int, Person],
        ids: Mapping[Key, str],
        form_of: Mapping[int, Written],
    ) -> None:
        self._occurrences, self._owner, self._ids, self._form_of = occurrences, owner, ids, form_of
        self._patients = [id_ for id_ in ids if isinstance(id_, Person) and id_.role == PATIENT]
        self.conflicts: list[Conflict] = []

    def make(self, person: Person, places: Sequence[int], label: str) -> Entity:
        """One person."""
        mentions = [self._occurrences[place] for place in places]
        kin_place, kin = self._kin(person, places)
        role = person.role or (RELATIVE if kin else "")
        roles = [form.role for form in person.forms if form.role]
        if len(set(roles)) > 1:
            self._report(person, "role", [("label", role) for role in dict.fromkeys((person.role, *roles))], mentions)
        given, family = names_of(person)
        aliases = aliases_of(person)
        return Entity(
            self._ids[person],
            label,
            tuple(self._mention(place, aliases) for place in places),
            role,
            self._gender(person, mentions, kin, kin_place),
            kin.word if kin else "",
            self._kin_of(kin, kin_place) if kin else "",
            " ".join(sorted(person.name.words)) or person.initials,
            given,
            family,
            kinds_of(person),
        )

    def _mention(self, place: int, aliases: Mapping[str, StandsFor]) -> Mention:
        occurrence, form = self._occurrences[place], self._form_of.get(place)
        if form is None:
            return Mention(occurrence.document.id, occurrence.span, Form.INITIALS)
        slots = told_of(form.name.words.union(form.name.called), aliases)
        return Mention(
            occurrence.document.id, occurrence.span, form_beside(form, slots, self._owner[place]), form.distance, slots
        )

    def _kin(self, person: Person, places: Sequence[int]) -> tuple[int, Kin | None]:
        if person.role not in CENTRAL:
            for place in places[:MENTIONS_MAX]:
                if kin := kin_beside(self._occurrences[place]):
                    return place, kin
        return 0, None

    def _kin_of(self, kin: Kin, place: int) -> str:
        """The person whom the text names, or the patient: the only one of the record or of the document."""
        other = whose(kin, place, self._occurrences, self._owner)
        if other is not None:
            return self._ids[self._owner[other]]
        patients = self._patients
        if len(patients) > 1:
            patients = [patient for patient in patients if self._occurrences[place].document.id in patient.documents]
        return self._ids[patients[0]] if len(patients) == 1 else ""

    def _gender(self, person: Person, mentions: Sequence[Occurrence], kin: Kin | None, kin_place: int) -> str:
        """Told by name, title and kinship, of which the first is believed; else by what tells it less surely.

        A word for a relative right before the name goes before what the name tells: mother Bernie, Dad Tobi.
        """
        name = by_name(person)
        title = person.gender or ("" if name else by_title(mentions))
        by_source = [("name", name), ("title", title), ("kinship", kin.gender if kin else "")]
        if kin and stands_right_before(kin, self._occurrences[kin_place]):
            by_source = [by_source[2], *by_source[:2]]
        genders = [(source, gender) for source, gender in by_source if gender]
        if len({gender for _, gender in genders}) > 1:
            self._report(person, "gender", genders, mentions)
        return genders[0][1] if genders else _unsure_gender(person, mentions)

    def _report(
        self, person: Person, kind: str, details: Sequence[tuple[str, str]], mentions: Sequence[Occurrence]
    ) -> None:
        places = ((mention.document.id, mention.span.start, mention.span.end) for mention in mentions[:PLACES_MAX])
        self.conflicts.append(Conflict(self._ids[person], kind, tuple(details), tuple(places)))

    def report_namesakes(self, groups: Mapping[Key, Sequence[int]]) -> None:
        """Reports people of one full name whom their roles keep apart."""
        bearers: dict[frozenset[str], list[Person]] = defaultdict(list)
        for key in groups:
            if isinstance(key, Person) and len(key.name.words) >= FULL_WORDS:
                bearers[key.name.words].append(key)
        for people in bearers.values():
            if {person.role for person in people} in CLASHING:
                namesakes = [(self._ids[person], person.role) for person in people]
                for person in people:
                    self._report(person, "namesake", namesakes, [self._occurrences[place] for place in groups[person]])


def _unsure_gender(person: Person, mentions: Sequence[Occurrence]) -> str:
    """Gender of somebody whose name, titles and kinship tell none."""
    is_patient = person.role == PATIENT
    return (
        (by_sex(mentions) if is_patient else "")
        or by_first_name(person)
        or by_spelling(person)
        or by_pronoun(mentions)
        or by_lone_name(person, mentions)
    )


def names_of(person: Person) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Given and family names of a person's fullest form; a given name that only another form has is added."""
    name = person.name
    given = given_names(person) or tuple(word for form in person.forms for word in form.name.given)[:1]
    family = name.family or tuple(word for word in name.lone if word not in given)
    return given, family


def kinds_of(person: Person) -> tuple[tuple[str, str], ...]:
    """Which words of a person's names are given and which family names, by all forms."""
    conventions = name_conventions(person.pack)
    names = [form.name for form in person.forms]
    called_so = (slot for slot in aliases_of(person).values() if slot.form is Form.NICKNAME)
    pets = [(word, "given", TOLD) for slot in called_so for word in (slot.word, slot.name)]
    called = [(word, "given", TOLD) for name in names for word in name.called]
    run = [(word, "family", TOLD) for name in names for word in with_particles(name)]
    evidence = (*(name.told for name in names), pets, called, run, _given_alone(person))
    joined = {group for name in names for group in name.joined}
    kinds = kinds_of_one(evidence, sorted(joined), conventions.is_given, conventions.family)
    others = {slot.word: kinds[slot.name] for slot in aliases_of(person).values() if slot.name in kinds}
    return tuple(sorted({**kinds, **others}.items()))


def _given_alone(person: Person) -> list[Telling]:
    """Words of a form that holds usual given names alone, where the family name stands in others: JOSE MANUEL."""
    given, family = (common_folded(person.pack, person.pack.code, kind) for kind in (GIVEN, FAMILY))
    names = [form.name for form in person.forms]
    families = {word for name in names for word in (*name.family, *name.lone)} - given
    only = [name.words for name in names if len(name.words) >= FULL_WORDS and not name.initials]
    only = [words for words in only if families and words <= given and words.isdisjoint(family)]
    return [(word, "given", TOLD) for words in only for word in sorted(words)]


def form_beside(form: Written, slots: Sequence[StandsFor], person: Person) -> Form:
    """How a written form, some words of which stand for others, looks beside the person's fullest one."""
    name, fullest = form.name, person.name
    if slots:
        forms = [slot.form for slot in slots]
        return Form.MISSPELT if Form.MISSPELT in forms else forms[0]
    if name.initials:
        return Form.INITIALS
    if name.words == fullest.words:
        return Form.INFLECTED if name.is_inflected else Form.FULL
    given, family = names_of(person)
    if name.words <= set(given):
        return Form.GIVEN
    return Form.FAMILY if name.words <= set(family) else Form.PART


def group_entity(group: Sequence[Occurrence], number: str, label: str, key: str) -> Entity:
    """A place, an institution, a number or a day."""
    return Entity(
        number, label, tuple([Mention(occurrence.document.id, occurrence.span) for occurrence in group]), key=key
    )


def label_of(places: Sequence[int], occurrences: Sequence[Occurrence]) -> str:
    """The commonest label, one that tells a role before one that does not; the first one on a tie."""
    votes = Counter([occurrences[place].span.label for place in places])
    return max(votes, key=lambda label: (label not in GENERAL and label != "INITIALS", votes[label]))
