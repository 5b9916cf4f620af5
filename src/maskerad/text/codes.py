"""Codes one tag a token: IO, BIO (IOB2) and BIOES, to and from spans.

Tags are ``O`` or ``<prefix>-<label>``. What each code writes:

    spans   one token   more tokens
    IO      I           I I I        (two neighbours of one label run together)
    BIO     B           B I I        (IOB2)
    BIOES   S           B I E

**Repair rule.** A tag carries on the chunk before it if it is ``I`` or ``E``, has the same label, and the tag before it
is ``B`` or ``I``. Any other tag than ``O`` begins a new chunk. So every sequence of well-formed tags has exactly one
reading, and no tagged token is ever lost (the rule of the CoNLL shared tasks' scorer, and of seqeval's default mode).
``L`` and ``U`` (BILOU) are read as ``E`` and ``S``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from maskerad.core.errors import FormatError
from maskerad.core.span import Span

OUTSIDE = "O"
_PREFIXES = {"B": "B", "I": "I", "E": "E", "S": "S", "L": "E", "U": "S"}


class Code(StrEnum):
    """A way to write spans as one tag a token."""

    IO = "IO"
    BIO = "BIO"
    BIOES = "BIOES"


class Chunk(NamedTuple):
    """Tokens ``[first, stop)`` under one label."""

    first: int
    stop: int
    label: str


@dataclass(frozen=True, slots=True)
class Encoded:
    """Tagged tokens, and what the tags could not say.

    Attributes:
        tokens: Offsets ``(start, end)``, split wherever a span begins or ends inside one.
        tags: One a token.
        unencodable: Spans without a tag: those that overlap an earlier one, and those that hold no token.
        trimmed: Spans with a border in the blanks between tokens, coded without those blanks.
        merged: Spans that run together with the one before them (IO only).
    """

    tokens: list[tuple[int, int]] = field(repr=False)
    tags: list[str]
    unencodable: tuple[Span, ...] = ()
    trimmed: tuple[Span, ...] = ()
    merged: tuple[Span, ...] = ()


def encode(tokens: Iterable[tuple[int, int]], spans: Iterable[Span], code: Code = Code.BIO) -> Encoded:
    """Tags the tokens of one text. Of two overlapping spans the one that begins first, then the longer, is coded.

    Args:
        tokens: Offsets ``(start, end)``, ascending and disjoint.
        spans: In any order; overlaps allowed.
        code: How to write them.

    Example:
        >>> encode([(0, 4), (5, 9)], [Span(0, 9, "PATIENT")], Code.BIOES).tags
        ['B-PATIENT', 'E-PATIENT']
    """
    ordered = sorted(spans, key=lambda span: (span.start, -span.end))
    pieces = split_tokens(tokens, ordered)
    coded, chunks, unencodable = _chunked(pieces, ordered)
    trimmed = [
        span
        for span, chunk in zip(coded, chunks, strict=True)
        if (pieces[chunk.first][0], pieces[chunk.stop - 1][1]) != (span.start, span.end)
    ]
    merged = _run_together(coded, chunks) if code is Code.IO else ()
    return Encoded(pieces, write_tags(chunks, len(pieces), code), tuple(unencodable), tuple(trimmed), merged)


def decode(tokens: Sequence[tuple[int, int]], tags: Sequence[str]) -> list[Span]:
    """Spans of a tagged text, by the repair rule; the code need not be known.

    Raises:
        FormatError: If a tag is malformed, or there are not as many tags as tokens.

    Example:
        >>> [(s.start, s.end) for s in decode([(0, 4), (5, 9), (9, 10)], ["I-PATIENT", "I-PATIENT", "O"])]
        [(0, 9)]
    """
    if len(tokens) != len(tags):
        raise FormatError(f"{len(tags)} tags for {len(tokens)} tokens")
    return [Span(tokens[first][0], tokens[stop - 1][1], label) for first, stop, label in read_chunks(tags)]


def repair(tags: Sequence[str], code: Code = Code.BIO) -> list[str]:
    """The valid sequence of ``code`` that has the reading of ``tags``.

    Raises:
        FormatError: If a tag is malformed.

    Example:
        >>> repair(["O", "I-CITY", "I-CITY"])
        ['O', 'B-CITY', 'I-CITY']
    """
    return write_tags(read_chunks(tags), len(tags), code)


def split_tokens(tokens: Iterable[tuple[int, int]], spans: Iterable[Span]) -> list[tuple[int, int]]:
    """Splits tokens at every border of a span that lies inside one.

    Example:
        >>> split_tokens([(0, 10)], [Span(2, 5, "DATE")])
        [(0, 2), (2, 5), (5, 10)]
    """
    borders = sorted({border for span in spans for border in (span.start, span.end)})
    pieces: list[tuple[int, int]] = []
    at = 0
    for start, end in tokens:
        while at < len(borders) and borders[at] <= start:
            at += 1
        while at < len(borders) and borders[at] < end:
            pieces.append((start, borders[at]))
            start = borders[at]
            at += 1
        pieces.append((start, end))
    return pieces


def read_chunks(tags: Sequence[str]) -> list[Chunk]:
    """Chunks of a tag sequence, by the repair rule.

    Raises:
        FormatError: If a tag is malformed; the message gives its position, not the tag.
    """
    chunks: list[Chunk] = []
    before, first, open_label = OUTSIDE, 0, ""
    for index, tag in enumerate(tags):
        prefix, label = _parsed(tag, index)
        if prefix in ("I", "E") and before in ("B", "I") and label == open_label:
            before = prefix
            continue
        if open_label:
            chunks.append(Chunk(first, index, open_label))
        before, first, open_label = prefix, index, label
    if open_label:
        chunks.append(Chunk(first, len(tags), open_label))
    return chunks


def write_tags(chunks: Iterable[Chunk], n_tokens: int, code: Code) -> list[str]:
    """Tags of disjoint chunks over ``n_tokens`` tokens."""
    tags = [OUTSIDE] * n_tokens
    for first, stop, label in chunks:
        tags[first:stop] = [f"{prefix}-{label}" for prefix in _prefixes(stop - first, code)]
    return tags


def all_tags(labels: Iterable[str], code: Code) -> list[str]:
    """Every tag of a code over some labels, ``O`` first.

    Example:
        >>> all_tags(["CITY"], Code.BIO)
        ['O', 'B-CITY', 'I-CITY']
    """
    prefixes = {Code.IO: "I", Code.BIO: "BI", Code.BIOES: "BIES"}[code]
    return [OUTSIDE, *(f"{prefix}-{label}" for label in labels for prefix in prefixes)]


def may_follow(before: str, after: str, code: Code) -> bool:
    """Whether a valid sequence may hold ``after`` right behind ``before``; its two ends count as ``O``.

    Example:
        >>> may_follow("O", "I-CITY", Code.BIO)
        False
    """
    before_prefix, before_label = _parsed(before)
    prefix, label = _parsed(after)
    is_joined = prefix in ("I", "E")
    if code is Code.IO:
        return True
    if code is Code.BIO:
        return not is_joined or (before_prefix in ("B", "I") and before_label == label)
    is_open = before_prefix in ("B", "I")
    return is_open == is_joined and (not is_open or before_label == label)


def _chunked(pieces: Sequence[tuple[int, int]], spans: Iterable[Span]) -> tuple[list[Span], list[Chunk], list[Span]]:
    """Spans with a chunk, their chunks, and spans without one. ``spans`` ascend by start."""
    coded: list[Span] = []
    chunks: list[Chunk] = []
    without: list[Span] = []
    at = covered_to = 0
    for span in spans:
        if span.start < covered_to:
            without.append(span)
            continue
        while at < len(pieces) and pieces[at][0] < span.start:
            at += 1
        first = at
        while at < len(pieces) and pieces[at][1] <= span.end:
            at += 1
        if at == first:
            without.append(span)
            continue
        coded.append(span)
        chunks.append(Chunk(first, at, span.label))
        covered_to = span.end
    return coded, chunks, without


def _run_together(coded: Sequence[Span], chunks: Sequence[Chunk]) -> tuple[Span, ...]:
    """Spans whose chunk touches one of the same label."""
    neighbours = zip(chunks, chunks[1:], coded[1:], strict=False)
    return tuple(span for left, right, span in neighbours if left.stop == right.first and left.label == right.label)


def _prefixes(n_tokens: int, code: Code) -> str:
    if code is Code.IO:
        return "I" * n_tokens
    if code is Code.BIO:
        return "B" + "I" * (n_tokens - 1)
    return "S" if n_tokens == 1 else "B" + "I" * (n_tokens - 2) + "E"


def _parsed(tag: str, index: int = 0) -> tuple[str, str]:
    """Prefix and label of a tag; ``("O", "")`` outside."""
    if tag == OUTSIDE:
        return OUTSIDE, ""
    prefix, dash, label = tag.partition("-")
    if not dash or not label or prefix not in _PREFIXES:
        raise FormatError(f"tag {index + 1} of the sequence is neither O nor one of B- I- E- S- L- U- with a label")
    return _PREFIXES[prefix], label
