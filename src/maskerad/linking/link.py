"""Mentions to entities: one for each person, place, institution, number or day of a record.

People are linked by their names (``people``), initials by the people whom they fit (``initials``), everything else by
what its mentions have in common (``keys``). What could be two things stays apart, and is reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial

from maskerad.core.document import Record
from maskerad.core.span import SpanSet
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.linking.beside import beside, enumerated_with, note_enumerated, note_introduced, note_namesakes
from maskerad.linking.cues import is_family_named, is_greeted, is_greeted_by_title, title_gender
from maskerad.linking.entities import GENERAL, Key, PersonEntities, group_entity, label_of
from maskerad.linking.given_ids import one_person, with_given_ids
from maskerad.linking.halves import completed, lettered, shortened
from maskerad.linking.initials import letters_at, owners
from maskerad.linking.keys import entity_key, family_of
from maskerad.linking.kinship import is_unsure, kin_beside
from maskerad.linking.known import KnownName, known_names
from maskerad.linking.occurrence import Occurrence
from maskerad.linking.one_patient import one_patient
from maskerad.linking.people import People
from maskerad.linking.person import CLINICIAN, PATIENT, Person, Written
from maskerad.linking.report import CANDIDATES_MAX, Ambiguity, Linked
from maskerad.linking.same_person import addressees, same_given, same_kin, second_names, titled_heads
from maskerad.linking.short_forms import SHORTENED, joined_short_forms
from maskerad.linking.told_names import aliases, fields, fields_of_relatives, given_fields
from maskerad.names.name import Name, is_unparted, read_name
from maskerad.names.parts import settled_kinds
from maskerad.text.line_breaks import one_line

INITIALS = "INITIALS"

FAMILY = "family"  # in place of the gender in the key of a form that names all of one
FIELD = "field"  # and, with a number, of one that stands in a field

_DIGITS = re.compile(r"(\d+)")

Forms = dict[tuple[str, str, str, str], Written]


def link(record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> Linked:
    """Groups the mentions of a record.

    People known beforehand are there before anybody is mentioned: a mention that fits one of them is that person, by
    the whole of his or her name. Mentions whose spans come with one entity id are one.

    Args:
        record: Its documents, and what is known of its people.
        spans: One set a document, in the order of the documents.
        packs: Language of each document.

    Returns:
        Entities whose ids are their label and a number from 1 in the order of first mention; they tell nothing of
        any text.
    """
    occurrences = _in_order(record, spans, packs)
    people = _RecordPeople(occurrences, known_names(record.known, packs[0]) if record.known and packs else ())
    groups: dict[Key, list[int]] = {}
    for place, occurrence in enumerate(occurrences):
        groups.setdefault(people.owner.get(place) or _key(occurrence), []).append(place)
    groups, doubtful = _with_short_forms(with_given_ids(groups, occurrences), occurrences)
    labels = {key: label_of(places, occurrences) for key, places in groups.items()}
    labels |= {
        key: key.role for key, label in labels.items() if label == INITIALS and isinstance(key, Person) and key.role
    }
    ids = _numbered(labels)
    makers = PersonEntities(occurrences, people.owner, ids, people.form)
    entities = tuple(
        [
            group_entity([occurrences[place] for place in places], ids[key], labels[key], key[1])
            if isinstance(key, tuple)
            else makers.make(key, places, labels[key])
            for key, places in groups.items()
        ]
    )
    makers.report_namesakes(groups)
    unsure = {place: [ids[key] for key in keys] for short, keys in doubtful.items() for place in groups[short]}
    unsure |= people.unsure(ids)
    return Linked(entities, _ambiguous(unsure, occurrences), tuple(makers.conflicts))


def _with_short_forms(
    groups: dict[Key, list[int]], occurrences: Sequence[Occurrence]
) -> tuple[dict[Key, list[int]], dict[Key, list[tuple[str, str]]]]:
    """The groups with short names put to long ones, in order of first mention; and short names that fit several."""
    titles: dict[str, list[tuple[str, LanguagePack, bool]]] = {}
    for key, places in groups.items():
        if isinstance(key, tuple) and key[0] in SHORTENED:
            occurrence = occurrences[places[0]]
            titles.setdefault(key[0], []).append((key[1], occurrence.pack, occurrence.text.isupper()))
    doubtful: dict[Key, list[tuple[str, str]]] = {}
    n_groups = len(groups)
    for label, names in titles.items():
        joined, several = joined_short_forms(names)
        for short, longs in several.items():  # a long one may itself be short for a longer one
            doubtful[label, short] = [(label, long) for long in dict.fromkeys(joined.get(n, n) for n in longs)]
        for short, long in joined.items():
            groups[label, long] = sorted(groups[label, long] + groups.pop((label, short)))
    if len(groups) < n_groups:
        groups = dict(sorted(groups.items(), key=lambda item: item[1][0]))
    return groups, doubtful


def _ambiguous(unsure: Mapping[int, Sequence[str]], occurrences: Sequence[Occurrence]) -> tuple[Ambiguity, ...]:
    """Reports of mentions, by number, with the ids of what each could be."""
    return tuple(
        Ambiguity(
            occurrences[place].document.id,
            occurrences[place].span.start,
            occurrences[place].span.end,
            tuple(unsure[place]),
        )
        for place in sorted(unsure)
    )


def _key(occurrence: Occurrence) -> tuple[str, str]:
    label = occurrence.span.label
    return family_of(label), entity_key(occurrence.text, label, occurrence.pack)


def _in_order(record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> list[Occurrence]:
    documents = sorted(
        zip(record.documents, spans, packs, strict=True),
        key=lambda entry: (entry[0].date or date.max, _natural(entry[0].id)),
    )
    return [
        Occurrence(document, span, one_line(document.text[span.start : span.end]), pack)
        for document, spans_of, pack in documents
        for span in spans_of
    ]


def _natural(number: str) -> tuple[tuple[int, str], ...]:
    """An id with its numbers as numbers: turn 10 comes after turn 9."""
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in _DIGITS.split(number))


def _numbered(labels: Mapping[Key, str]) -> dict[Key, str]:
    counts: Counter[str] = Counter()
    ids = {}
    for key, label in labels.items():
        counts[label] += 1
        ids[key] = f"{label}-{counts[label]}"
    return ids


class _RecordPeople:
    """The people of a record.

    Attributes:
        owner: Person of each mention of one, by its number.
        form: Written form of each, but for initials.
    """

    def __init__(self, occurrences: Sequence[Occurrence], known: Sequence[KnownName] = ()) -> None:
        self._occurrences = occurrences
        self._people = People()
        self._has_patients = [name.role for name in known].count(PATIENT) > 1  # whom somebody tells apart
        forms = self._forms(known)
        self.form = {place: form for form in forms for place in form.places}
        note_enumerated(occurrences, self.form)
        note_namesakes(occurrences, forms)
        note_introduced(occurrences, forms)
        self._people.take(forms)
        self.owner = {
            place: person for person in self._people.persons for form in person.forms for place in form.places
        }
        self._merged: dict[Person, Person] = {}
        self._unsure: list[tuple[int, list[Person]]] = []
        self._join()
        ids = ((occurrences[place].span.entity, person) for place, person in self.owner.items())
        self._given = {given: person for given, person in ids if given}
        self._take_initials()

    def _forms(self, known: Sequence[KnownName]) -> list[Written]:
        named = [
            (place, occurrence)
            for place, occurrence in enumerate(self._occurrences)
            if family_of(occurrence.span.label) == "PERSON"
        ]
        first = [read_name(occurrence.text, occurrence.span.label, occurrence.pack) for _, occurrence in named]
        sure = (
            name.words
            for name, (_, occurrence) in zip(first, named, strict=True)
            if not is_unparted(occurrence.text, name)
        )
        words = frozenset().union(*sure, *(known_name.name.words for known_name in known))
        written = {name.key: name for name in (*first, *(known_name.name for known_name in known))}
        evidence = (telling for name in written.values() for telling in name.told)
        kinds = settled_kinds(evidence)
        forms: Forms = {known_name.key: known_name.as_written() for known_name in known}
        in_fields = fields_of_relatives(self._occurrences)
        in_given_fields = given_fields(self._occurrences)
        for place, occurrence in named:
            label = "GIVEN_NAME" if place in in_given_fields else occurrence.span.label
            name = read_name(occurrence.text, label, occurrence.pack, words, kinds)
            if _is_of_other_gender(name, occurrence):
                name = read_name(occurrence.text, "FAMILY_NAME", occurrence.pack, words)
            form = (
                _in_field(name, occurrence, place, forms) if place in in_fields else _written(name, occurrence, forms)
            )
            form.places.append(place)
            form.documents.add(occurrence.document.id)
            _note_kin(form, occurrence)
        return list(forms.values())

    def _join(self) -> None:
        """Puts people together whom the text or their initials tell to be one."""
        greeted = {
            person
            for place, person in self.owner.items()
            if person.is_lone
            and is_greeted(self._occurrences[place].document.text, self._occurrences[place].span.start, person.pack)
        } | self._answering()
        ways: tuple[Callable[[], Iterator[tuple[Person, Person]]], ...] = (
            partial(beside, self._occurrences, self.owner),
            partial(fields, self._occurrences, self.owner),
            partial(aliases, self._occurrences, self.owner),
            partial(one_patient, () if self._has_patients else self._people.persons),
            partial(completed, self._people.persons, greeted),
            partial(lettered, self._people.persons),
            partial(shortened, self._people.persons),
            partial(same_kin, self._occurrences, self.owner),
            partial(same_given, self._people.persons),
            partial(titled_heads, self._people.persons, self._people.families),
            partial(addressees, self._occurrences, self.owner),
            partial(one_person, self._occurrences, self.owner),
            partial(second_names, self._people.persons, self._people.families),
            self._mended,
        )
        for pairs in ways:
            for one, other in list(pairs()):
                kept, gone = self._kept(one), self._kept(other)
                if kept is not gone:
                    self.owner.update((place, kept) for form in gone.forms for place in form.places)
                    kept.take_all(gone)
                    gone.forms = []
                    self._merged[gone] = kept

    def _answering(self) -> set[Person]:
        """People known by a given name who are named where one of their role is greeted by the family name.

        Who is greeted in a letter or a chat signs there: "Bonjour madame Hoarau … Patricia".
        """
        named = [(self._occurrences[place], person) for place, person in self.owner.items() if person.role]
        greeted = {
            (occurrence.document.id, person.role)
            for occurrence, person in named
            if not person.name.given
            and is_greeted_by_title(occurrence.document.text, occurrence.span.start, occurrence.pack)
        }
        return {
            person
            for occurrence, person in named
            if person.is_lone and (occurrence.document.id, person.role) in greeted
        }

    def _mended(self) -> Iterator[tuple[Person, Person]]:
        """Pairs of somebody who could have been several people, who were found to be one, and that one."""
        for person, among in self._people.torn:
            kept = {self._kept(person) for person in among}
            if len(kept) == 1 and person.forms:
                yield kept.pop(), person

    def _take_initials(self) -> None:
        persons: list[Person] = []
        for place, occurrence in enumerate(self._occurrences):
            if occurrence.span.label == INITIALS:
                persons = persons or [person for person in self._people.persons if person.forms]
                given = self._given.get(occurrence.span.entity)
                others = enumerated_with(place, self._occurrences, self.owner)
                allowed = [person for person in persons if person not in others] if others else persons
                fitting = [given] if given else owners(letters_at(occurrence), allowed)
                if len(fitting) == 1:
                    self.owner[place] = fitting[0]
                elif fitting:
                    self._unsure.append((place, fitting))

    def unsure(self, ids: Mapping[Key, str]) -> dict[int, list[str]]:
        """Numbers of the mentions that could be one of several people, and the ids of these."""
        pairs = [(place, among) for form, among in self._people.ambiguous for place in form.places]
        open_ = ((place, among) for place, among in (*pairs, *self._unsure) if not self._is_settled(place, among))
        return {place: self._ids(among, ids) for place, among in open_}

    def _is_settled(self, place: int, among: Sequence[Person]) -> bool:
        """Whether a mention that could have been one of several people was found to be one of them after all."""
        return self.owner.get(place) in {self._kept(person) for person in among}

    def _ids(self, among: Sequence[Person], ids: Mapping[Key, str]) -> list[str]:
        return sorted({ids[kept] for person in among[:CANDIDATES_MAX] if (kept := self._kept(person)) in ids})

    def _kept(self, person: Person) -> Person:
        """Whom a person was found to be."""
        while person in self._merged:
            person = self._merged[person]
        return person


def _written(name: Name, occurrence: Occurrence, forms: Forms) -> Written:
    role = "" if occurrence.span.label in GENERAL else occurrence.span.label
    text, start, pack = occurrence.document.text, occurrence.span.start, occurrence.pack
    gender = title_gender(text, start, pack) if _is_bare(name, pack) else ""
    is_family = not (name.given or name.initials or gender or any(_is_given(word, pack) for word in name.lone))
    stands_alone = is_family and is_family_named(text, start, pack)
    key = (name.key, role, FAMILY if stands_alone else gender, pack.code)
    if key not in forms:
        forms[key] = Written(name, role, gender, pack, stands_alone=stands_alone)
    return forms[key]


def _in_field(name: Name, occurrence: Occurrence, place: int, forms: Forms) -> Written:
    """A form of its own for a family name in a field: whose it is tells the field beside it."""
    role = occurrence.span.label
    return forms.setdefault(
        (name.key, role, f"{FIELD}{place}", occurrence.pack.code),
        Written(name, role, "", occurrence.pack, stands_alone=True),
    )


def _is_bare(name: Name, pack: LanguagePack) -> bool:
    """Whether a form is a family name alone, or two of them: Sr. Flores Barrera."""
    conventions = name_conventions(pack)
    if len(name.words) == 1:
        return not name.given
    return not name.initials and not any(map(conventions.is_given, name.words))


def _is_of_other_gender(name: Name, occurrence: Occurrence) -> bool:
    """Whether what looks like a given name is none by the title before it, but a family name: Dra. Gil Dalmau."""
    conventions = name_conventions(occurrence.pack)
    if len(name.given) != 1 or not name.family or name.given[0] not in conventions.family:
        return False
    genders = (
        conventions.gender(name.given[0]),
        title_gender(occurrence.document.text, occurrence.span.start, occurrence.pack),
    )
    return set(genders) == {"female", "male"}


def _note_kin(form: Written, occurrence: Occurrence) -> None:
    """Notes what a word for a relative beside a mention tells; one of another gender is somebody else's."""
    if form.role in (PATIENT, CLINICIAN):
        return
    kin = kin_beside(occurrence)
    if kin and not is_unsure(kin, occurrence) and {kin.gender, form.gender} != {"female", "male"}:
        form.kin.add(kin.word)
        form.kin_genders |= {kin.gender} - {""}


def _is_given(word: str, pack: LanguagePack) -> bool:
    conventions = name_conventions(pack)
    return conventions.is_given(word) and not conventions.is_family(word)
