"""Whose name it likeliest is where the text does not tell: what an annotator is shown in place of a bare ``PERSON``.

Ordered rules over where a name stands, how often, beside what, and with whom it shares a name; the first that fits
decides. They know no language. They were written on the project's own corpus (``corpus/``) and the development records,
and are a guess to be looked at, never more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from maskerad.core.document import Document, Record
from maskerad.core.entity import Entity
from maskerad.core.span import Span
from maskerad.text.cues import SectionKind
from maskerad.web.workspace.decisions.strings import Text
from maskerad.web.workspace.stages.sections import sections_of

PATIENT, RELATIVE, CLINICIAN, OTHER = "PATIENT", "RELATIVE", "CLINICIAN", "OTHER_PERSON"
OF_LETTERS = frozenset(map(str, (SectionKind.SALUTATION, SectionKind.CLOSING, SectionKind.SIGNATURE)))
TOP, EARLY, LATE = 0.1, 0.25, 0.9  # shares of a text: its head, its beginning, and where it is signed
OFTEN = 3  # mentions of who a record is about
SENTENCE_ENDS = (". ", "? ", "! ")
BESIDE_CHARS = 12  # "Anna Ek, 78 yrs": how far behind a name something still tells of it


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is named first.

    Attributes:
        section: Kind of its section.
        share: Of the text that lies before it, in [0, 1].
        beside: Label of what stands right behind it, "" for nothing.
        is_in_first: Whether it is in the first document of its record.
        begins_sentence: Whether a sentence ends right before it.
    """

    section: str
    share: float
    beside: str
    is_in_first: bool
    begins_sentence: bool


def likely_roles(
    record: Record, spans: Sequence[Sequence[Span]], entities: Sequence[Entity], languages: Sequence[str]
) -> dict[str, str]:
    """A role for each person whose role no word tells, by the id of the entity.

    Args:
        record: Its documents.
        found: The spans of each.
        entities: What they were linked to.
        languages: Of the documents.
    """
    documents = {item.id: (at, item) for at, item in enumerate(record.documents)}
    people = [entity for entity in entities if entity.role or entity.given or entity.family]
    roles: dict[str, str] = {}
    for person in people:
        if not person.role:
            at, document = documents[person.mentions[0].document]
            place = _place(document, person.mentions[0].span, spans[at], languages[at], at == 0)
            roles[person.id] = _role(person, people, place)
    return roles


def _role(person: Entity, people: Sequence[Entity], place: Place) -> str:
    if place.section in OF_LETTERS or place.share > LATE:
        return CLINICIAN
    if len(person.mentions) >= OFTEN:
        return PATIENT
    is_kin = any(_share_a_name(person, entity) for entity in people if entity.role in (PATIENT, RELATIVE))
    if is_kin or place.beside == "AGE":
        return PATIENT if place.share < EARLY else RELATIVE
    if place.is_in_first and place.share < TOP and not any(entity.role == PATIENT for entity in people):
        return PATIENT
    is_titled = bool(person.gender and person.family and not person.given)  # "mr. Pham": no title of medicine
    return OTHER if is_titled or place.begins_sentence or place.beside == "ORGANIZATION" else CLINICIAN


def _share_a_name(entity: Entity, other: Entity) -> bool:
    return not {*entity.given, *entity.family}.isdisjoint((*other.given, *other.family))


def _place(document: Document, span: Span, spans: Sequence[Span], language: str, is_in_first: bool) -> Place:
    sections = sections_of(Text(0, document.text, language))
    section = next((shown.kind for shown in sections if shown.start <= span.start < shown.end), "")
    beside = next((other.label for other in spans if 0 <= other.start - span.end <= BESIDE_CHARS), "")
    begins_sentence = document.text[: span.start].endswith(SENTENCE_ENDS)
    return Place(section, span.start / len(document.text), beside, is_in_first, begins_sentence)
