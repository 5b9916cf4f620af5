"""The gate of a stage: what must be settled before a document passes it, and what opens it again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, insert, select

from maskerad.core.errors import GateError, MissingError
from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.decisions.findings import Finding, findings_of
from maskerad.web.workspace.marks import Mark
from maskerad.web.workspace.people.accounts import User
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.stages.protocol import Stage
from maskerad.web.workspace.stages.sections import ShownSection
from maskerad.web.workspace.store.borders import read_sections
from maskerad.web.workspace.store.log import Entry, append, entry_number
from maskerad.web.workspace.store.stages import DONE, REOPENED, Passed, set_stage, stages_of
from maskerad.web.workspace.store.submit import layer_marks
from maskerad.web.workspace.store.tables import dismissals
from maskerad.web.workspace.store.texts import StoredRecord, record_of, record_with


class OpenFindingsError(GateError):
    """A stage whose findings are not settled; ``more`` holds them for the browser."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.more: dict[str, Any] = {"findings": [finding.as_json() for finding in findings]}
        super().__init__(f"{len(self.more['findings'])} findings are not settled yet")


def open_findings(
    connection: Connection, project: Project, record: StoredRecord, layer: str, marks: Mapping[str, Mark]
) -> list[Finding]:
    """What is odd about a record in a layer and was not dismissed."""
    dismissed = set(connection.execute(select(dismissals.c.finding).where(dismissals.c.layer == layer)).scalars())
    sections = read_sections(connection, record.texts, project.protocol.policies)
    findings = findings_of(record.texts, marks.values(), sections)
    return [finding for finding in findings if finding.id not in dismissed]


def dismiss(
    connection: Connection, project: Project, user: User, document: int, finding: str, reason: str, author: Author
) -> None:
    """Says that a finding is none, and why; the reason is kept beside it, not in the log.

    Raises:
        MissingError: If the record has no such finding.
    """
    if entry_number(connection, author.op_id) is not None:
        return
    record = record_with(connection, document)
    marks = layer_marks(connection, user.name, record)
    sections = read_sections(connection, record.texts, project.protocol.policies)
    findings = findings_of(record.texts, marks.values(), sections)
    known = {finding.id: finding for finding in findings}
    if finding not in known:
        raise MissingError(f"document {document} has no finding {finding!r}")
    dismissed = known[finding]
    there = select(dismissals).where(dismissals.c.finding == finding, dismissals.c.layer == user.name)
    if connection.execute(there).first() is None:
        row = {"finding": finding, "layer": user.name, "reason": reason, "by": author.name, "at": author.at}
        connection.execute(insert(dismissals).values(row))
    details = {
        "finding": dismissed.kind,
        "document": dismissed.document,
        "start": dismissed.start,
        "end": dismissed.end,
    }
    append(connection, Entry(author.op_id, user.name, record.id, "dismiss", author.name, author.at, details), [], {})


def finish(
    connection: Connection, project: Project, user: User, document: int, stage: str, author: Author
) -> list[Passed]:
    """Lets a document pass a stage.

    Raises:
        OpenFindingsError: If its gate holds it back.
        ConfigError: If the protocol has no such stage.
    """
    wanted = project.protocol.stage(stage)
    record = record_with(connection, document)
    marks = layer_marks(connection, user.name, record)
    findings = open_findings(connection, project, record, user.name, marks)
    sections = read_sections(connection, {document: record.texts[document]}, project.protocol.policies)[document]
    holding = [
        finding for finding in findings if finding.document == document and _holds(finding, wanted, sections, project)
    ]
    if holding:
        raise OpenFindingsError(holding)
    passed = Passed(stage, DONE, author.name, author.at)
    set_stage(connection, user.name, record.id, [document], passed, author)
    return stages_of(connection, user.name, [document], project.protocol)[document]


def reopen(
    connection: Connection, project: Project, user: User, document: int, stage: str, author: Author
) -> list[Passed]:
    """Opens a stage again.

    Raises:
        ConfigError: If the protocol has no such stage.
    """
    project.protocol.stage(stage)
    record = record_of(connection, document)
    passed = Passed(stage, REOPENED, author.name, author.at)
    set_stage(connection, user.name, record, [document], passed, author)
    return stages_of(connection, user.name, [document], project.protocol)[document]


def held_back(
    connection: Connection, project: Project, record: StoredRecord, layer: str
) -> Iterator[tuple[int, Stage, list[Finding]]]:
    """What holds each document of a record back from each stage in a layer: number, stage, findings, often none."""
    findings = open_findings(connection, project, record, layer, layer_marks(connection, layer, record))
    sections = read_sections(connection, record.texts, project.protocol.policies)
    for number in record.texts:
        for stage in project.protocol.stages:
            own = (finding for finding in findings if finding.document == number)
            yield number, stage, [finding for finding in own if _holds(finding, stage, sections[number], project)]


def _holds(finding: Finding, stage: Stage, sections: Iterable[ShownSection], project: Project) -> bool:
    """Whether a finding concerns a stage."""
    if finding.kind not in stage.checks or not stage.looks_at(finding.start, finding.end, sections):
        return False
    return not finding.label or stage.asks_for(finding.label, project.scheme)
