"""Spans as the JSON of JSONL, CSV and Parquet: ``{"start", "end", "label", …}``, offsets in code points."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from decimal import Decimal

from maskerad.core.errors import BoundsError, FormatError, MaskeradError
from maskerad.core.span import UNKNOWN_SOURCE, Source, Span
from maskerad.corpora.losses import Loss, LossReport

_KNOWN = {"start", "end", "label", "score", "recogniser", "rule", "evidence", "entity", "entity_id", "text"}


def entity_fields(span: Span) -> dict[str, object]:
    """Fields of a span; those that hold their default are left out.

    Example:
        >>> entity_fields(Span(0, 4, "CITY", 0.5))
        {'start': 0, 'end': 4, 'label': 'CITY', 'score': 0.5}
    """
    fields: dict[str, object] = {"start": span.start, "end": span.end, "label": span.label}
    return fields | further_fields(span)


def further_fields(span: Span) -> dict[str, object]:
    """What a span holds beside offsets and label, without defaults."""
    fields: dict[str, object] = {}
    if span.score != 1.0:
        fields["score"] = span.score
    if span.source != UNKNOWN_SOURCE:
        source = {"recogniser": span.source.recogniser, "rule": span.source.rule, "evidence": span.source.evidence}
        fields |= {name: value for name, value in source.items() if value or name == "recogniser"}
    if span.entity:
        fields["entity"] = span.entity
    return fields


def read_entities(value: object, text: str, losses: LossReport) -> tuple[Span, ...]:
    """Spans of one text.

    Args:
        value: A list of mappings, or None.
        text: What the offsets point into. Where an entity quotes its text, the quote must stand there.
        losses: Counts fields that a span has no place for.

    Raises:
        FormatError: If the value is not such a list.
        BoundsError: If a span lies outside the text, or its quote is not there.
    """
    if value is None:
        return ()
    if not isinstance(value, list):
        raise FormatError("entities are not a list")
    return tuple(_read_entity(number, item, text, losses) for number, item in enumerate(value, start=1))


def parse_entities(cell: str) -> object:
    """The list in a cell that holds JSON; anything else as it is, for ``read_entities`` to refuse."""
    if not cell:
        return None
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell


def check_quote(text: str, pieces: Iterable[tuple[int, int]], quote: str) -> bool:
    """Whether a quote is what stands at some offsets; blanks and line ends may differ.

    Example:
        >>> check_quote("Anna\\nBerg", [(0, 9)], "Anna Berg")
        True
    """
    passage = " ".join(text[start:end] for start, end in pieces)
    return passage == quote or "".join(passage.split()) == "".join(quote.split())


def read_further(fields: Mapping[str, object]) -> tuple[float, Source, str]:
    """Score, source and entity of a span.

    Raises:
        FormatError: If the score is no number in 0..1, or a name is not a string.
    """
    source = UNKNOWN_SOURCE
    if fields.get("recogniser") is not None:
        source = Source(*(_string(fields, name) for name in ("recogniser", "rule", "evidence")))
    return _score(fields), source, _string(fields, "entity") or _string(fields, "entity_id")


def _score(fields: Mapping[str, object]) -> float:
    score = fields.get("score")
    if score is None:
        return 1.0
    if not isinstance(score, int | float | Decimal) or isinstance(score, bool) or not 0 <= score <= 1:
        raise FormatError("score is not a number in 0..1")
    return float(score)


def _read_entity(number: int, item: object, text: str, losses: LossReport) -> Span:
    if not isinstance(item, Mapping):
        raise FormatError(f"entity {number} is not an object")
    try:
        return _span(item, text, losses)
    except MaskeradError as error:
        kind, reason = type(error), str(error.args[0])
    raise kind(f"entity {number}: {reason}")


def _span(item: Mapping[str, object], text: str, losses: LossReport) -> Span:
    start, end = _offset(item, "start"), _offset(item, "end")
    label = item.get("label")
    if not isinstance(label, str) or not label:
        raise FormatError("no label")
    if not 0 <= start < end <= len(text):
        raise BoundsError(f"span {start}..{end} is not inside the {len(text)} characters of the text, or empty")
    if len(item) == 3:
        return Span(start, end, label)
    quote = item.get("text")
    if isinstance(quote, str) and not check_quote(text, [(start, end)], quote):
        raise BoundsError(f"what stands at {start}..{end} is not what the entity quotes")
    for name in item.keys() - _KNOWN:
        losses.note(Loss.SPAN_FIELDS, 1, str(name))
    return Span(start, end, label, *read_further(item))


def _offset(item: Mapping[str, object], name: str) -> int:
    value = item.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise FormatError(f"{name} is not a whole number")
    return value


def _string(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    if value is None:
        return ""
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise FormatError(f"{name} is not a string")
    return str(value)
