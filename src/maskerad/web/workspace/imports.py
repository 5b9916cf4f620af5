"""A corpus of any format into a project: texts once and for all, annotations as the layer ``imported``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection

from maskerad.core.errors import EncodingError, MaskeradError
from maskerad.core.scheme_choice import infer_scheme
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument, Broken, FormatOptions, Loss, LossReport, Unread, read_items
from maskerad.web.workspace.marks import Change, Mark, State
from maskerad.web.workspace.project import Project, now
from maskerad.web.workspace.store.layers import IMPORTED, is_opened
from maskerad.web.workspace.store.log import Entry, append
from maskerad.web.workspace.store.texts import StoredDocument, add_document

BATCH = 200  # documents a transaction


@dataclass
class Imported:
    """What came in, and what did not.

    Attributes:
        n_documents: Documents that are new in the project.
        n_known: Documents that were there already.
        n_marks: Annotations that came with them.
        broken: Documents that could not be taken, each with place and reason, without text.
        losses: What marks cannot hold.
    """

    n_documents: int = 0
    n_known: int = 0
    n_marks: int = 0
    broken: list[Broken] = field(default_factory=list)
    losses: LossReport = field(default_factory=LossReport)


def import_corpus(
    project: Project, source: Path, options: FormatOptions | None = None, format_name: str = "", scheme: str = ""
) -> Imported:
    """Takes a corpus in. Documents that are there already stay as they are, with their annotations.

    Args:
        project: Where to.
        source: File or folder.
        options: How to read it.
        format_name: "" detects it.
        scheme: Label scheme of its annotations, "" tells it from the labels of each batch.

    Raises:
        MaskeradError: If nothing of it can be read.
        LabelError: If no scheme has the labels.
    """
    done = Imported()
    items = read_items(source, options, format_name=format_name, losses=done.losses)
    documents = _documents(items, done)
    while batch := list(islice(documents, BATCH)):
        to_project = SchemeMap(load_scheme(scheme or _scheme_of(batch, project)), project.scheme)
        with project.database.writing() as connection:
            for item in batch:
                _take(connection, item, to_project, done)
    return done


def import_documents(project: Project, items: Iterable[AnnotatedDocument], scheme: str) -> Imported:
    """The same for documents that are read already."""
    done = Imported()
    to_project = SchemeMap(load_scheme(scheme), project.scheme)
    with project.database.writing() as connection:
        for item in items:
            _take(connection, item, to_project, done)
    return done


def _documents(items: Iterable[AnnotatedDocument | Broken | Unread], done: Imported) -> Iterator[AnnotatedDocument]:
    for item in items:
        if isinstance(item, Broken):
            done.broken.append(item)
        elif isinstance(item, Unread):
            done.losses.note(Loss.UNREAD, 1, item.kind)
        else:
            yield item


def _scheme_of(batch: Sequence[AnnotatedDocument], project: Project) -> str:
    """That of the project where it has all labels, else the one that has."""
    labels = {span.label for item in batch for span in item.spans}
    return project.scheme.name if labels <= set(project.scheme.labels) else infer_scheme(labels)


def _take(connection: Connection, item: AnnotatedDocument, to_project: SchemeMap, done: Imported) -> None:
    """One document, with its annotations if it is new."""
    try:
        item.document.text.encode()
    except UnicodeEncodeError as error:
        reason = EncodingError(f"holds half a surrogate pair at character {error.start}")
        done.broken.append(Broken.of("text", reason, item.document.id))
        return
    try:
        spans = [item.document.check(span) for span in item.spans]
        document, is_new = add_document(connection, item.document)
    except MaskeradError as error:
        done.broken.append(Broken.of("text", error, item.document.id))
        return
    done.n_documents += is_new
    done.n_known += not is_new
    if item.is_annotated and not is_opened(connection, IMPORTED, [document.id]):
        done.n_marks += _take_spans(connection, document, spans, to_project, done.losses)


def _take_spans(
    connection: Connection, document: StoredDocument, spans: Sequence[Span], to_project: SchemeMap, losses: LossReport
) -> int:
    at = now()
    marks: list[Mark] = []
    for number, span in enumerate(sorted(spans)):
        label = to_project.label(span.label)
        if label is None:
            losses.note(Loss.LABELS, 1, span.label)
            continue
        name = f"i{document.id}.{number}"
        source = span.source.recogniser if span.source.recogniser != "unknown" else IMPORTED
        marks.append(
            Mark(name, document.id, span.start, span.end, label, State.HUMAN, source, span.score, span.entity, "", at)
        )
    entry = Entry(f"import/{document.id}", IMPORTED, document.record, "import", IMPORTED, at)
    append(connection, entry, [Change(document.id, (), tuple(marks))], {document.id: document.as_text()})
    return len(marks)
