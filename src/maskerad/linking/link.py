"""Mentions to entities: one for each person, place, institution, number or day of a record.

People are linked by their names (``people``), initials by the people whom they fit (``initials``), everything else by
what its mentions have in common (``keys``). What could be two things stays apart, and is reported.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date

from maskerad.core.document import Record
from maskerad.core.span import SpanSet
from maskerad.languages import LanguagePack
from maskerad.linking.beside import beside
from maskerad.linking.cues import is_greeted, title_gender
from maskerad.linking.entities import GENERAL, PersonEntities, group_entity, label_of
from maskerad.linking.found import Found
from maskerad.linking.initials import completed, letters_of, owners
from maskerad.linking.keys import entity_key, family_of
from maskerad.linking.names import Name, read_name
from maskerad.linking.people import People, Person, Written
from maskerad.linking.report import CANDIDATES_MAX, Ambiguity, Linked

INITIALS = "INITIALS"

_DIGITS = re.compile(r"(\d+)")

Forms = dict[tuple[str, str, str, str], Written]
Key = Person | tuple[str, str]


def link(record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> Linked:
    """Groups the mentions of a record.

    Args:
        record: Its documents.
        spans: One set a document, in the order of the documents.
        packs: Language of each document.

    Returns:
        Entities whose ids are their label and a number from 1 in the order of first mention; they tell nothing of
        any text.
    """
    found = _in_order(record, spans, packs)
    people = _RecordPeople(found)
    groups: dict[Key, list[int]] = defaultdict(list)
    for place, one in enumerate(found):
        person = people.owner.get(place)
        groups[person or (family_of(one.span.label), entity_key(one.text, one.span.label, one.pack))].append(place)
    labels = {key: label_of([found[place] for place in places]) for key, places in groups.items()}
    ids = _numbered(labels)
    makers = PersonEntities(found, people.owner, {key: ids[key] for key in ids if isinstance(key, Person)}, people.form)
    entities = tuple(
        makers.make(key, places, labels[key])
        if isinstance(key, Person)
        else group_entity([found[place] for place in places], ids[key], labels[key])
        for key, places in groups.items()
    )
    return Linked(entities, people.ambiguous(ids), tuple(makers.conflicts))


def _in_order(record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> list[Found]:
    documents = list(zip(record.documents, spans, packs, strict=True))
    if len(documents) > 1:
        documents.sort(key=lambda one: (one[0].date or date.max, _natural(one[0].id)))
    return [
        Found(document, span, document.text[span.start : span.end], pack)
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

    def __init__(self, found: Sequence[Found]) -> None:
        self._found = found
        self._people = People()
        forms = self._forms()
        self._people.take(forms)
        self.form = {place: form for form in forms for place in form.places}
        self.owner = {
            place: person for person in self._people.persons for form in person.forms for place in form.places
        }
        self._merged: dict[Person, Person] = {}
        self._unsure: list[tuple[int, list[Person]]] = []
        self._join()
        self._take_initials()

    def _forms(self) -> list[Written]:
        named = [(place, one) for place, one in enumerate(self._found) if family_of(one.span.label) == "PERSON"]
        first = [read_name(one.text, one.span.label, one.pack) for _, one in named]
        known = frozenset().union(*(name.words for name in first))
        forms: Forms = {}
        for place, one in named:
            form = _written(read_name(one.text, one.span.label, one.pack, known), one, forms)
            form.places.append(place)
            form.documents.add(one.document.id)
        return list(forms.values())

    def _join(self) -> None:
        """Puts people together whom the text or their initials tell to be one."""
        greeted = {
            person
            for place, person in self.owner.items()
            if person.is_lone
            and is_greeted(self._found[place].document.text, self._found[place].span.start, person.pack)
        }
        for pairs in (beside(self._found, self.owner), completed(self._people.persons, greeted)):
            for one, other in list(pairs):
                kept, gone = self._merged.get(one, one), self._merged.get(other, other)
                if kept is not gone:
                    self.owner.update((place, kept) for form in gone.forms for place in form.places)
                    kept.take_all(gone)
                    gone.forms = []
                    self._merged[gone] = kept

    def _take_initials(self) -> None:
        persons: list[Person] = []
        for place, one in enumerate(self._found):
            if one.span.label == INITIALS:
                persons = persons or [person for person in self._people.persons if person.forms]
                fitting = owners(letters_of(one.text), one.document.id, persons)
                if len(fitting) == 1:
                    self.owner[place] = fitting[0]
                elif fitting:
                    self._unsure.append((place, fitting))

    def ambiguous(self, ids: Mapping[Key, str]) -> tuple[Ambiguity, ...]:
        """The mentions that could be one of several people."""
        unsure = [(place, among) for form, among in self._people.ambiguous for place in form.places]
        return tuple(
            Ambiguity(one.document.id, one.span.start, one.span.end, self._ids(among, ids))
            for place, among in sorted((*unsure, *self._unsure), key=lambda pair: pair[0])
            for one in (self._found[place],)
        )

    def _ids(self, among: Sequence[Person], ids: Mapping[Key, str]) -> tuple[str, ...]:
        return tuple(sorted({ids[self._merged.get(person, person)] for person in among[:CANDIDATES_MAX]}))


def _written(name: Name, one: Found, forms: Forms) -> Written:
    role = "" if one.span.label in GENERAL else one.span.label
    is_bare = len(name.words) == 1 and not name.given
    gender = title_gender(one.document.text, one.span.start, one.pack) if is_bare else ""
    key = (name.key, role, gender, one.pack.code)
    if key not in forms:
        forms[key] = Written(name, role, gender, one.pack)
    return forms[key]
