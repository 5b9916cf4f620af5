"""Release: a document as it would leave, a reader who hunts for what is left, a sign-off, and an export behind a gate.

The auditor sees no original, only the new text: what is left over stands out in it. Clicking a leak marks it in the
original as a suggestion, opens the document again and takes its sign-off away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from maskerad.core.document import Document, Record
from maskerad.core.errors import GateError, InputError
from maskerad.core.keyed import make_key, read_key
from maskerad.core.label_scheme import CORE
from maskerad.core.release import Quarantined, Released
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.core.span import Span, SpanSet
from maskerad.corpora import Destination, FormatOptions, LossReport, open_writer
from maskerad.evaluation.agreement.adjudication import Vote, adjudicate
from maskerad.web.workspace.decisions.drafts import Author, Draft
from maskerad.web.workspace.marks import Mark, State
from maskerad.web.workspace.people.curation import annotators
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.release.exports import layer_names
from maskerad.web.workspace.store.layers import ADJUDICATED, IMPORTED, is_opened, read_marks, version_of
from maskerad.web.workspace.store.stages import DONE, Passed, set_stage, stages_of
from maskerad.web.workspace.store.submit import Submission, submit_edit
from maskerad.web.workspace.store.tables import documents, stages, versions
from maskerad.web.workspace.store.texts import StoredRecord, read_document, read_record, record_numbers, record_with

if TYPE_CHECKING:
    from maskerad.pipeline.deidentify import Deidentifier

KEY_FILE = "project.key"
SIGNED = "signed"
LEAK, LEAK_LABEL = "leak", "OTHER_PHI"
PASSED, OPEN, FAILED = "passed", "open", "failed"
Outcomes = Sequence[Released | Quarantined]
Place = tuple[int, int, int]


@dataclass
class Releaser:
    """Makes the texts that would leave; made once a process, with the key of the project.

    Attributes:
        folder: Of the project, where its key is; it is made when it is first asked for.
        language: Of the project.
    """

    folder: Path
    language: str
    _lock: Lock = field(default_factory=Lock, repr=False)
    _made: dict[tuple[int, tuple[int, ...]], Outcomes] = field(default_factory=dict, repr=False)

    @cached_property
    def _deidentifier(self) -> Deidentifier:
        from maskerad.pipeline.configuration.settings import Foreign, settings_for
        from maskerad.pipeline.deidentify import Deidentifier

        settings = settings_for(self.language)
        if settings.is_auto:
            settings = settings.with_foreign(Foreign.KEEP.value)
        path = self.folder / KEY_FILE
        if not path.exists():
            make_key(path)
        return Deidentifier(settings, read_key(path))

    def release(self, connection: Connection, project: Project, record: StoredRecord) -> Outcomes:
        """Every document of a record with the decisions of its release layer carried out."""
        layer = release_layer(connection, list(record.texts))
        key = record.id, tuple(version_of(connection, layer, number) for number in record.texts)
        with self._lock:
            if key not in self._made:
                marks = list(read_marks(connection, layer, record.texts).values())
                self._made.clear()  # one record is read at a time; what is kept is what may be asked for again
                self._made[key] = self._deidentifier.replace(_bare(record), _sets(record, marks, project))
            return self._made[key]


def _bare(record: StoredRecord) -> Record:
    """The record without what stands beside its texts: only texts leave here."""
    given = (document.as_document(record.name) for document in record.documents)
    return Record(
        record.name,
        tuple(
            Document(document.id, document.text, document.language, document.record, document.date)
            for document in given
        ),
    )


def _sets(record: StoredRecord, marks: Sequence[Mark], project: Project) -> list[SpanSet]:
    """The decided marks as disjoint spans of the core scheme; what overlaps is covered whole."""
    labels = SchemeMap(project.scheme, load_scheme(CORE))
    sets = []
    for document in record.documents:
        own = [mark for mark in marks if mark.document == document.id and mark.is_human]
        known = [
            (mark, labels.label(mark.label) if mark.label in project.scheme.labels else LEAK_LABEL) for mark in own
        ]
        votes = [Vote(mark.by, Span(mark.start, mark.end, label, entity=mark.entity)) for mark, label in known if label]
        sets.append(SpanSet.of(decision.span for decision in adjudicate(votes)))
    return sets


def release_layer(connection: Connection, numbers: Sequence[int]) -> str:
    """The layer whose decisions a record leaves with: the adjudicated one, else that of its only annotator.

    Raises:
        GateError: If nobody has annotated it, or several have and nobody has decided between them.
    """
    if is_opened(connection, ADJUDICATED, numbers):
        return ADJUDICATED
    query = select(versions.c.layer).where(versions.c.document.in_(list(numbers))).distinct()
    layers = [layer for layer in connection.execute(query).scalars() if layer in set(annotators(connection))]
    if len(layers) > 1:
        raise GateError(f"{len(layers)} annotators have worked on this record; it needs curation first")
    if not layers:
        if is_opened(connection, IMPORTED, numbers):
            return IMPORTED
        raise GateError("nobody has annotated this record yet")
    return str(layers[0])


def released_view(connection: Connection, project: Project, releaser: Releaser, number: int) -> dict[str, Any]:
    """A document as it would leave. Holds nothing of the original.

    Raises:
        GateError: If it would not leave; says why.
    """
    stored = read_document(connection, number)
    record = read_record(connection, stored.record)
    outcome = _outcome(connection, project, releaser, record, number)
    if isinstance(outcome, Quarantined):
        raise GateError(f"this document would not leave: {outcome.code} at {outcome.stage}")
    return {
        "id": number,
        "document": number,
        "record": record.id,
        "name": stored.name,
        "text": outcome.text,
        "spans": [{"start": span.start, "end": span.end, "label": span.label} for span in outcome.new_spans],
        "gate": gate_of(connection, project, number),
        "signed": signed_of(connection, number),
    }


def mark_leak(
    connection: Connection,
    project: Project,
    releaser: Releaser,
    author: Author,
    place: tuple[int, int, int],
    label: str,
) -> dict[str, Any]:
    """Marks a leak of the new text in the original, as a suggestion, and opens the document again.

    Args:
        connection: Of the project.
        project: Whose labels.
        releaser: Of the new text.
        author: Who found it.
        place: Document, start and end in the new text.
        label: What it is, "" when the reader cannot tell.

    Raises:
        InputError: If the place is no original text.
    """
    number, start, end = place
    stored = read_document(connection, number)
    record = read_record(connection, stored.record)
    outcome = _outcome(connection, project, releaser, record, number)
    if isinstance(outcome, Quarantined) or not 0 <= start < end <= len(outcome.text):
        raise InputError(f"document {number}: {start}..{end} is no place in the text that would leave")
    if any(span.start < end and start < span.end for span in outcome.new_spans):
        raise InputError(f"document {number}: {start}..{end} is new already")
    old_start, old_end = outcome.offsets.to_old(start), outcome.offsets.to_old(end - 1) + 1
    wanted = label or (LEAK_LABEL if LEAK_LABEL in project.scheme.labels else next(iter(project.scheme.labels)))
    layer = release_layer(connection, list(record.texts))
    asked = Submission(author, layer, number, kind="leak")

    def edit(draft: Draft) -> None:
        draft.put(draft.new(number, old_start, old_end, project.scheme.check(wanted), State.SUGGESTED, LEAK))

    submit_edit(connection, asked, edit, {"leak": [old_start, old_end], "label": wanted})
    return {"document": number, "gate": gate_of(connection, project, number)}


def sign(connection: Connection, project: Project, releaser: Releaser, number: int, author: Author) -> dict[str, Any]:
    """Signs a document off as it would leave now. A later decision takes the signature away.

    Raises:
        GateError: If it has not passed its gate, or would not leave.
    """
    gate = gate_of(connection, project, number)
    if gate != PASSED:
        raise GateError(f"document {number} has not passed: {gate}")
    released_view(connection, project, releaser, number)
    record = record_with(connection, number)
    layer = release_layer(connection, list(record.texts))
    set_stage(connection, layer, record.id, [number], Passed(SIGNED, DONE, author.name, author.at), author)
    return {"document": number, "signed": signed_of(connection, number)}


def gate_of(connection: Connection, project: Project, number: int) -> str:
    """Whether a document has passed the stages that its protocol asks for before it leaves."""
    stored = read_document(connection, number)
    siblings = list(connection.execute(select(documents.c.id).where(documents.c.record == stored.record)).scalars())
    try:
        layer = release_layer(connection, siblings)
    except GateError:
        return OPEN
    layers = [layer] if layer not in (ADJUDICATED, IMPORTED) else _layers_of(connection, number)
    states = [
        stage.state
        for own in layers
        for stage in stages_of(connection, own, [number], project.protocol)[number]
        if stage.name in project.protocol.release
    ]
    texts = {number: stored.as_text()}
    is_undecided = any(mark.is_undecided for mark in read_marks(connection, layer, texts).values())
    if "failed" in states:
        return FAILED
    return PASSED if states and set(states) == {DONE} and not is_undecided else OPEN


def signed_of(connection: Connection, number: int) -> dict[str, str] | None:
    """Who signed a document off and when; None where nobody did, or something was changed since."""
    where = (stages.c.document == number, stages.c.stage == SIGNED, stages.c.state == DONE)
    row = connection.execute(select(stages).where(*where)).mappings().first()
    return {"by": row["by"], "at": row["at"]} if row is not None else None


def releases_view(connection: Connection, project: Project) -> dict[str, Any]:
    """All documents that somebody has annotated: their gates and signatures."""
    query = select(documents.c.id, documents.c.name, documents.c.record).order_by(documents.c.id)
    begun = set(
        connection.execute(select(versions.c.document).where(versions.c.layer.in_(layer_names(connection)))).scalars()
    )
    listed = []
    for row in connection.execute(query.where(documents.c.id.in_(begun))).mappings().all():
        gate, signed = gate_of(connection, project, row["id"]), signed_of(connection, row["id"])
        message = "" if gate == PASSED else _why_open(connection, row["record"])
        listed.append({**row, "gate": gate, "signed": signed, "message": message})
    return {"documents": listed, "n_ready": sum(row["gate"] == PASSED and row["signed"] is not None for row in listed)}


def _why_open(connection: Connection, record: int) -> str:
    """Why a document of a record may not leave yet."""
    siblings = list(connection.execute(select(documents.c.id).where(documents.c.record == record)).scalars())
    try:
        release_layer(connection, siblings)
    except GateError as error:
        return str(error.args[0])
    return "not all stages are passed"


def export_released(project: Project, releaser: Releaser, target: Destination, format_name: str = "") -> LossReport:
    """Writes the new texts, with their spans, of all documents that passed their gate and are signed off.

    Raises:
        GateError: If there is none, or a signed one would not leave.
    """
    n_written = 0
    with open_writer(target, FormatOptions(scheme=CORE), format_name=format_name) as writer:
        with project.database.reading() as connection:
            numbers = record_numbers(connection)
        for number in numbers:
            with project.database.reading() as connection:
                record = read_record(connection, number)
                for position, stored in enumerate(record.documents):
                    is_signed = signed_of(connection, stored.id) is not None
                    if not is_signed or gate_of(connection, project, stored.id) != PASSED:
                        continue
                    outcome = releaser.release(connection, project, record)[position]
                    if isinstance(outcome, Quarantined):
                        raise GateError(f"document {stored.id} would not leave: {outcome.code}; nothing was written")
                    writer.write(Document(stored.name, outcome.text, stored.language, record.name), outcome.new_spans)
                    n_written += 1
        if not n_written:
            raise GateError("no document has passed its gate and is signed off; nothing was written")
    return target.losses


def _outcome(
    connection: Connection, project: Project, releaser: Releaser, record: StoredRecord, number: int
) -> Released | Quarantined:
    position = [document.id for document in record.documents].index(number)
    return releaser.release(connection, project, record)[position]


def _layers_of(connection: Connection, number: int) -> list[str]:
    known = set(annotators(connection))
    query = select(versions.c.layer).where(versions.c.document == number).distinct()
    return [layer for layer in connection.execute(query).scalars() if layer in known]
