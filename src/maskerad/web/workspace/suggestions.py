"""What the rules and the shipped model of the house find, as the layer that annotators begin from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from sqlalchemy import Connection, select

from maskerad.core.document import Record
from maskerad.core.entity import Entity
from maskerad.core.errors import MaskeradError
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.core.span import Span, SpanSet
from maskerad.languages import load_pack
from maskerad.linking import link
from maskerad.pipeline.configuration.model_choice import with_models
from maskerad.pipeline.configuration.settings import Foreign, settings_for
from maskerad.pipeline.detect import Detector
from maskerad.web.workspace.decisions.edges import trimmed
from maskerad.web.workspace.likely_roles import likely_roles
from maskerad.web.workspace.marks import WEAK_BELOW, Change, Mark, State
from maskerad.web.workspace.project import Project, now
from maskerad.web.workspace.store.layers import OWN_LAYERS, SUGGESTIONS, read_marks
from maskerad.web.workspace.store.log import Entry, append
from maskerad.web.workspace.store.shown import is_shown, share_shown
from maskerad.web.workspace.store.tables import documents, versions
from maskerad.web.workspace.store.texts import StoredDocument, StoredRecord, read_record, waiting_records

WITHOUT_ROLE = frozenset({"PERSON", "GIVEN_NAME", "FAMILY_NAME"})
"""Labels of people that do not say who somebody is."""


@dataclass
class Suggester:
    """Finds spans by the project's languages; made once a process.

    Attributes:
        language: As on the command line.
        models: Folders of models in place of those that ship.
    """

    language: str
    models: Sequence[Path] = ()

    @cached_property
    def _detector(self) -> Detector:
        settings = settings_for(self.language)
        if settings.is_auto:
            settings = settings.with_foreign(Foreign.KEEP.value)
        return Detector(with_models(settings, self.models))

    def find(self, record: StoredRecord) -> dict[int, tuple[list[Span], str]]:
        """Spans of the core scheme and the language of each document, by its number.

        Raises:
            MaskeradError: If the record cannot be read by any rule.
        """
        given = Record(record.name, tuple(document.as_document(record.name) for document in record.documents))
        detected = suggested_spans(given, self._detector)
        pairs = zip(record.documents, given.documents, detected, strict=True)
        return {stored.id: (spans, self._detector.language(document)) for stored, document, spans in pairs}


def suggested_spans(record: Record, detector: Detector) -> list[list[Span]]:
    """What is found in each document, linked: names of one person share an entity, and the role that the text tells.

    Where it tells none, the likeliest role is suggested, and signs of the sentence at the ends of a span are left out.

    Raises:
        MaskeradError: If the record cannot be read by any rule.
    """
    detected = [
        SpanSet(tuple(_trimmed(span, document.text) for span in spans), spans.scheme)
        for document, spans in zip(record.documents, detector.detect(record), strict=True)
    ]
    languages = [detector.language(document) for document in record.documents]
    entities = link(record, detected, [load_pack(language) for language in languages]).entities
    guessed = likely_roles(record, detected, entities, languages)
    owners = {
        (mention.document, mention.span.start, mention.span.end): entity
        for entity in entities
        for mention in entity.mentions
    }
    return [
        [_linked(span, owners.get((document.id, span.start, span.end)), guessed) for span in spans]
        for document, spans in zip(record.documents, detected, strict=True)
    ]


def _trimmed(span: Span, text: str) -> Span:
    start, end = trimmed(text, span.start, span.end)
    return replace(span, start=start, end=end)


def _linked(span: Span, entity: Entity | None, guessed: Mapping[str, str]) -> Span:
    """A span with the id of its entity, and with its role, told or likely, in place of a label that tells none."""
    if entity is None:
        return span
    role = entity.role or guessed.get(entity.id, "")
    return replace(span, label=role if role and span.label in WITHOUT_ROLE else span.label, entity=entity.id)


def pre_annotate(project: Project, suggester: Suggester) -> Iterator[int]:
    """Looks through all records that wait, one transaction a record, and yields how many still wait after each."""
    with project.database.reading() as connection:
        waiting = waiting_records(connection, SUGGESTIONS)
    for n_done, number in enumerate(waiting, start=1):
        suggest_record(project, suggester, number)
        yield len(waiting) - n_done


def suggest_record(project: Project, suggester: Suggester, number: int) -> None:
    """Puts down what is found in one record, and shows it in the layers that are in work already."""
    with project.database.reading() as connection:
        record = read_record(connection, number)
    details: dict[str, object] = {}
    try:
        by_document = suggester.find(record)
    except MaskeradError as error:  # the record is annotated without suggestions; the log says why
        by_document, details = {}, {"failed": error.code}
    labels = SchemeMap(load_scheme(CORE), project.scheme)
    made = {
        document.id: _marks(document, by_document.get(document.id, ([], ""))[0], labels)
        for document in record.documents
    }
    with project.database.writing() as connection:
        _note_languages(connection, {key: language for key, (_, language) in by_document.items()})
        put_suggestions(connection, record, made, details)


def put_suggestions(
    connection: Connection, record: StoredRecord, made: dict[int, list[Mark]], details: dict[str, object]
) -> None:
    """Takes the place of what was suggested before; layers in work get what is new where nothing stands."""
    at, texts = now(), record.texts
    before = read_marks(connection, SUGGESTIONS, texts)
    changes = [
        Change(text, tuple(mark for mark in before.values() if mark.document == text), tuple(made.get(text, ())))
        for text in texts
    ]
    entry = Entry(f"suggest/{record.id}/{at}", SUGGESTIONS, record.id, "suggest", SUGGESTIONS, at, details)
    append(connection, entry, changes, texts)
    for layer in _layers_in_work(connection, texts):
        _show_new(connection, layer, record, [mark for marks in made.values() for mark in marks], at)


def _show_new(connection: Connection, layer: str, record: StoredRecord, made: Sequence[Mark], at: str) -> None:
    there = list(read_marks(connection, layer, record.texts).values())
    ids, share = {mark.id for mark in there}, share_shown(connection, layer)
    shown = [mark for mark in made if is_shown(mark, layer, share)]
    new = [mark for mark in shown if mark.id not in ids and not any(mark.overlaps(other) for other in there)]
    changes = [
        Change(text, (), marks) for text in record.texts if (marks := tuple(m for m in new if m.document == text))
    ]
    if changes:
        entry = Entry(f"suggest/{record.id}/{layer}/{at}", layer, record.id, "suggest", SUGGESTIONS, at)
        append(connection, entry, changes, record.texts)


def _layers_in_work(connection: Connection, numbers: Iterable[int]) -> list[str]:
    """Layers of annotators that something was written to in some documents."""
    where = versions.c.document.in_(list(numbers))
    layers = connection.execute(select(versions.c.layer).where(where).distinct()).scalars()
    return [layer for layer in layers if layer not in OWN_LAYERS]


def _note_languages(connection: Connection, languages: dict[int, str]) -> None:
    for number, language in languages.items():
        where = (documents.c.id == number) & (documents.c.language == "")
        connection.execute(documents.update().where(where).values(language=language))


def _marks(document: StoredDocument, spans: Sequence[Span], labels: SchemeMap) -> list[Mark]:
    made = []
    for span in spans:
        label = labels.label(span.label)
        if label is not None:
            state = State.WEAK if span.score < WEAK_BELOW else State.SUGGESTED
            name = f"s{document.id}.{span.start}.{span.end}"
            source = span.source.recogniser
            made.append(Mark(name, document.id, span.start, span.end, label, state, source, span.score, span.entity))
    return made
