"""What the browser is shown of a project. Looking writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection

from maskerad.core.label_scheme import LabelScheme
from maskerad.web.workspace.board import state_of
from maskerad.web.workspace.decisions.findings import Finding
from maskerad.web.workspace.lookup.name_table import name_rows
from maskerad.web.workspace.marks import Mark
from maskerad.web.workspace.people.accounts import User
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.stages.protocol import Protocol
from maskerad.web.workspace.stages.sections import as_json, turns_of
from maskerad.web.workspace.store.borders import read_sections
from maskerad.web.workspace.store.layers import SUGGESTIONS, is_opened, version_of
from maskerad.web.workspace.store.stages import stages_of
from maskerad.web.workspace.store.submit import layer_marks
from maskerad.web.workspace.store.texts import StoredDocument, StoredRecord

COLOURS = {"PERSON": "person", "LOCATION": "place"}
_GROUPS = {
    "person": ("INITIALS", "USERNAME"),
    "care": ("HOSPITAL", "ORGANIZATION"),
    "time": ("DATE", "TIME", "AGE"),
    "contact": ("PHONE", "EMAIL", "URL", "IP"),
    "number": ("ID",),
}
_KEYS = "1234567890"


def scheme_view(scheme: LabelScheme) -> dict[str, Any]:
    """The labels: their parents, the class of their colour, and the digit that gives them."""
    keys = dict(zip(_on_keys(scheme), _KEYS, strict=False))
    labels = [
        {
            "name": label,
            "parent": scheme.parents.get(label, ""),
            "text": text,
            "colour": _colour(scheme, label),
            "key": keys.get(label, ""),
        }
        for label, text in scheme.labels.items()
    ]
    return {"name": scheme.name, "labels": labels}


def _on_keys(scheme: LabelScheme) -> list[str]:
    """The labels with a digit: those that notes hold most, where the scheme has them."""
    core = ("PATIENT", "RELATIVE", "CLINICIAN", "OTHER_PERSON", "DATE", "AGE", "CITY", "HOSPITAL", "PHONE", "ID")
    wanted = [label for label in core if label in scheme.labels]
    return wanted if len(wanted) == len(core) else list(scheme.labels)[: len(_KEYS)]


def _colour(scheme: LabelScheme, label: str) -> str:
    core = scheme.to_core.get(label, "")
    for name in (core, label):
        root = scheme.lineage(label)[-1] if name == label else name
        colour = COLOURS.get(root) or next((hue for hue, names in _GROUPS.items() if root in names), "")
        if colour:
            return colour
    return "person" if core in ("PATIENT", "RELATIVE", "CLINICIAN", "OTHER_PERSON") else "other"


def record_view(
    connection: Connection, project: Project, protocol: Protocol, user: User, record: StoredRecord, layer: str = ""
) -> dict[str, Any]:
    """A record: its documents and its name table."""
    there = layer_marks(connection, layer or user.name, record)
    stages = stages_of(connection, layer or user.name, record.texts, protocol)
    listed = [
        {
            "id": document.id,
            "name": document.name,
            "date": document.date,
            "state": state_of(stages[document.id], False),
            "language": document.language,
            "n_chars": len(document.text),
            "n_undecided": sum(mark.document == document.id and mark.is_undecided for mark in there.values()),
        }
        for document in record.documents
    ]
    names = name_rows(record, there.values(), project.scheme)
    return {
        "id": record.id,
        "name": record.name,
        "documents": listed,
        "names": names,
        "is_waiting": is_waiting(connection, project, record),
    }


def is_waiting(connection: Connection, project: Project, record: StoredRecord) -> bool:
    """Whether suggestions for a record are on their way."""
    return project.is_pre_annotated and not is_opened(connection, SUGGESTIONS, record.texts)


def document_view(
    connection: Connection,
    project: Project,
    record: StoredRecord,
    document: StoredDocument,
    layer: str,
    there: Mapping[str, Mark],
    findings: Iterable[Finding] = (),
) -> dict[str, Any]:
    """A document with its marks."""
    text = document.as_text()
    own = sorted(
        (mark for mark in there.values() if mark.document == document.id), key=lambda mark: (mark.start, mark.end)
    )
    sections = read_sections(connection, {document.id: text}, project.protocol.policies)[document.id]
    return {
        "id": document.id,
        "record": record.id,
        "record_name": record.name,
        "name": document.name,
        "date": document.date,
        "language": document.language,
        "text": document.text,
        "text_sha256": document.sha256,
        "layer": layer,
        "version": version_of(connection, layer, document.id),
        "spans": [mark.as_json() for mark in own],
        "sections": [as_json(section) for section in sections],
        "turns": [as_json(turn) for turn in turns_of(text)],
        "stages": [
            stage.as_json() for stage in stages_of(connection, layer, [document.id], project.protocol)[document.id]
        ],
        "findings": [finding.as_json() for finding in findings if finding.document == document.id],
        "is_waiting": is_waiting(connection, project, record),
        "lease": None,
    }
