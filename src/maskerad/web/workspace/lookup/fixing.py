"""What settles a finding: the operation that does what it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from maskerad.core.errors import InputError
from maskerad.web.workspace.decisions.edges import trimmed
from maskerad.web.workspace.decisions.findings import Finding
from maskerad.web.workspace.decisions.operations import RECORD, Operation
from maskerad.web.workspace.decisions.strings import Text
from maskerad.web.workspace.marks import Mark


def fix(finding: Finding, marks: Iterable[Mark], texts: Mapping[int, Text], label: str | None) -> Operation:
    """The operation that settles one finding at its place.

    Raises:
        InputError: If it needs a label and there is none.
    """
    there = (mark for mark in marks if mark.document == finding.document)
    same = next((mark for mark in there if (mark.start, mark.end) == (finding.start, finding.end)), None)
    chosen = label or finding.label
    given: dict[str, object] = {"propagate": False}
    if same is not None and finding.kind == "edge":
        start, end = trimmed(texts[finding.document].text, finding.start, finding.end)
        return Operation("resize", finding.document, {"span": same.id, "start": start, "end": end})
    if not chosen:
        raise InputError(f"finding {finding.id}: name a label")
    if same is None:
        place = {"start": finding.start, "end": finding.end, "label": chosen}
        return Operation("add", finding.document, given | place)
    kind = "accept" if same.is_undecided else "relabel"
    return Operation(kind, finding.document, given | {"span": same.id, "label": chosen})


def fix_everywhere(finding: Finding, texts: Mapping[int, Text], label: str | None) -> Operation:
    """One decision for all places of the string of a finding.

    Raises:
        InputError: As ``fix``.
    """
    chosen = label or finding.label
    if not chosen:
        raise InputError(f"finding {finding.id}: name a label")
    string = texts[finding.document].text[finding.start : finding.end]
    return Operation("decide_strings", finding.document, {"text": string, "label": chosen, "scope": RECORD})
