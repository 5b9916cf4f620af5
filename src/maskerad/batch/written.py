"""Outcomes of a record as lines of JSON and back: what a journal keeps of work that is done.

A journal is data: nothing in it is run. What the texts were is not in it: a release is the new text, its
spans, and what stands where.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from maskerad.core import OffsetMap, Quarantined, Released, Source, Span, SpanSet
from maskerad.core.release import Doubt

Line = dict[str, Any]


class UnwritableError(Exception):
    """A cell holds what JSON has no form for: its record is not kept, and worked on again."""


def to_line(outcome: Released | Quarantined) -> Line:
    """An outcome as JSON has it.

    Raises:
        UnwritableError: If a cell of it has no such form.
    """
    if isinstance(outcome, Quarantined):
        return {
            "quarantined": [outcome.document, outcome.stage, outcome.code, outcome.reason, outcome.n_documents],
        }
    return {
        "document": outcome.document,
        "text": outcome.text,
        "spans": [_from_span(span) for span in outcome.spans],
        "new_spans": [_from_span(span) for span in outcome.new_spans],
        "pieces": outcome.offsets.pieces,
        "n_old_chars": outcome.offsets.n_old_chars,
        "columns": {name: _from_cell(value) for name, value in outcome.columns.items()},
        "refused": outcome.refused,
        "doubts": [[doubt.kind, doubt.start, doubt.end, doubt.between] for doubt in outcome.doubts],
        "beside": outcome.beside,
    }


def from_line(line: Mapping[str, Any]) -> Released | Quarantined:
    """The outcome that a line was written from.

    Example:
        >>> from_line(to_line(Quarantined("n1", "verify", "E501", "originals still stand"))).stage
        'verify'
    """
    if "quarantined" in line:
        return Quarantined(*line["quarantined"])
    return Released(
        line["document"],
        line["text"],
        SpanSet(tuple(_to_span(row) for row in line["spans"])),
        SpanSet(tuple(_to_span(row) for row in line["new_spans"])),
        OffsetMap(tuple((a, b, c, d) for a, b, c, d in line["pieces"]), line["n_old_chars"]),
        {name: _to_cell(value) for name, value in line["columns"].items()},
        tuple((label, why) for label, why in line["refused"]),
        tuple(Doubt(kind, start, end, tuple(between)) for kind, start, end, between in line["doubts"]),
        tuple(line["beside"]),
    )


def _from_span(span: Span) -> Sequence[object]:
    source = span.source
    return [span.start, span.end, span.label, span.score, source.recogniser, source.rule, source.evidence, span.entity]


def _to_span(row: Sequence[Any]) -> Span:
    start, end, label, score, recogniser, rule, evidence, entity = row
    return Span(start, end, label, score, Source(recogniser, rule, evidence), entity)


def _from_cell(value: object) -> object:
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, datetime):
        return {"datetime": value.isoformat()}
    if isinstance(value, date):
        return {"date": value.isoformat()}
    raise UnwritableError


def _to_cell(value: object) -> object:
    if not isinstance(value, Mapping):
        return value
    if "datetime" in value:
        return datetime.fromisoformat(value["datetime"])
    return date.fromisoformat(value["date"])
