"""Lines of a brat ``.ann`` file.

``T1<tab>CITY 0 5;8 12<tab>quoted text`` is a span in two pieces, ``#1<tab>AnnotatorNotes T1<tab>note`` a note on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from maskerad.core.errors import BoundsError, FormatError, MaskeradError
from maskerad.core.span import Span
from maskerad.corpora.entities import check_quote, further_fields, read_further
from maskerad.corpora.losses import Loss, LossReport

_NOTE = "AnnotatorNotes"
_TEXT_BOUND = re.compile(r"(T\S*)\t(\S+) (\d{1,12} \d{1,12}(?:;\d{1,12} \d{1,12})*)(?:\t(.*))?", re.DOTALL)
_NOTE_LINE = re.compile(rf"#\S*\t{_NOTE} (T\S*)\t(\{{.*\}})", re.DOTALL)
_LINE_BREAKS = re.compile(r"[\r\n]+")
_BLANKS = re.compile(r"\s+")
_OTHERS = dict.fromkeys("R*EAMN", Loss.RELATIONS) | {"#": Loss.NOTES}


class _Bound(NamedTuple):
    label: str
    pieces: list[tuple[int, int]]


def read_annotations(lines: str, text: str, losses: LossReport) -> tuple[Span, ...]:
    """Spans of an ``.ann`` file, in its order.

    Raises:
        FormatError: At a line that is none of brat's; gives its number.
        BoundsError: If a span lies outside the text, or its quote does not stand there.
    """
    bounds: dict[str, _Bound] = {}
    notes: dict[str, Mapping[str, object]] = {}
    for number, line in enumerate(lines.split("\n"), start=1):
        try:
            _read_line(line.removesuffix("\r"), text, bounds, notes, losses)
        except MaskeradError as error:
            kind, reason = type(error), f"line {number}: {error.args[0]}"
        else:
            continue
        raise kind(reason)
    return tuple(span for name, bound in bounds.items() for span in _spans(bound, notes.get(name, {}), losses))


def _read_line(
    line: str, text: str, bounds: dict[str, _Bound], notes: dict[str, Mapping[str, object]], losses: LossReport
) -> None:
    if not line.strip():
        return
    if line.startswith("T"):
        name, bound = _read_bound(line, text)
        if name in bounds:
            raise FormatError("its id is there twice")
        bounds[name] = bound
        return
    target, fields = _read_note(line)
    if fields:
        notes[target] = fields
    elif line[0] in _OTHERS:
        losses.note(_OTHERS[line[0]])
    else:
        raise FormatError("not a line of brat's")


def _read_bound(line: str, text: str) -> tuple[str, _Bound]:
    match = _TEXT_BOUND.fullmatch(line)
    if match is None:
        raise FormatError("not a span of brat's")
    name, label, offsets, quote = match.groups()
    pieces = [(int(start), int(end)) for start, end in (piece.split() for piece in offsets.split(";"))]
    for start, end in pieces:
        if not 0 <= start < end <= len(text):
            raise BoundsError(f"{start}..{end} is not inside the {len(text)} characters of the text, or empty")
    if quote is not None and not check_quote(text, pieces, quote):
        raise BoundsError(f"what stands at {pieces[0][0]}..{pieces[-1][1]} is not what the line quotes")
    return name, _Bound(label, _joined(pieces, text))


def _joined(pieces: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """Pieces with nothing but line breaks between them become one."""
    joined = pieces[:1]
    for start, end in pieces[1:]:
        if not text[joined[-1][1] : start].strip("\r\n") and start >= joined[-1][1]:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _read_note(line: str) -> tuple[str, Mapping[str, object]]:
    """Target and fields of a note that this writer made; no fields for any other line."""
    match = _NOTE_LINE.fullmatch(line)
    if match is None:
        return "", {}
    try:
        fields = json.loads(match[2])
    except (ValueError, RecursionError):
        return "", {}
    is_ours = fields and fields.keys() <= {"score", "recogniser", "rule", "evidence", "entity"}
    return (match[1], fields) if is_ours else ("", {})


def _spans(bound: _Bound, note: Mapping[str, object], losses: LossReport) -> list[Span]:
    losses.note(Loss.DISCONTINUOUS, len(bound.pieces) > 1, bound.label)
    score, source, entity = read_further(note)
    return [Span(start, end, bound.label, score, source, entity) for start, end in bound.pieces]


def write_annotations(text: str, spans: Sequence[Span], losses: LossReport) -> str:
    """Lines of an ``.ann`` file.

    Example:
        >>> write_annotations("Anna i Lund", [Span(7, 11, "CITY")], LossReport())
        'T1\\tCITY 7 11\\tLund\\n'
    """
    lines: list[str] = []
    n_notes = 0
    for number, span in enumerate(spans, start=1):
        lines.append(_bound_line(number, text, span, losses))
        further = further_fields(span)
        if further:
            n_notes += 1
            lines.append(f"#{n_notes}\t{_NOTE} T{number}\t{json.dumps(further)}\n")
    return "".join(lines)


def _bound_line(number: int, text: str, span: Span, losses: LossReport) -> str:
    label = _BLANKS.sub("_", span.label)
    losses.note(Loss.SPELLINGS, label != span.label)
    pieces = _pieces(text, span)
    quote = " ".join(_LINE_BREAKS.sub(" ", text[start:end]) for start, end in pieces)
    offsets = ";".join(f"{start} {end}" for start, end in pieces)
    return f"T{number}\t{label} {offsets}\t{quote}\n"


def _pieces(text: str, span: Span) -> list[tuple[int, int]]:
    """The span line by line; whole where a line break is at its edge, which pieces could not say."""
    breaks = [match.span() for match in _LINE_BREAKS.finditer(text, span.start, span.end)]
    if not breaks or breaks[0][0] == span.start or breaks[-1][1] == span.end:
        return [(span.start, span.end)]
    starts = [span.start, *(end for _, end in breaks)]
    ends = [*(start for start, _ in breaks), span.end]
    return list(zip(starts, ends, strict=True))
