"""What a format cannot express, counted while it is read or written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from maskerad.core.span import UNKNOWN_SOURCE, Span

_NAME = re.compile(r"[A-Z][A-Z0-9_-]{0,39}|\.?[a-z][a-z0-9_.]{0,39}|[a-z]+( [a-z]+)+")


class Loss(StrEnum):
    """Kinds of loss; the value is what people read before their number."""

    SPANS = "spans that the format does not hold"
    UNENCODABLE = "spans that overlap another one, or hold no token"
    BORDERS = "spans whose blank ends are outside any token"
    MERGED = "spans that run together with their neighbour"
    DISCONTINUOUS = "spans in several pieces, each piece now a span"
    SCORES = "scores of spans"
    SOURCES = "recognisers and rules of spans"
    ENTITIES = "entity ids of spans"
    LABELS = "spans whose label the target scheme has no place for"
    SPELLINGS = "labels with blanks, now underscores"
    SPAN_FIELDS = "further fields of spans"
    RELATIONS = "relations, events, attributes and normalisations"
    NOTES = "notes and comments"
    FIELDS = "fields beside the text"
    TYPES = "values written as text, their type lost"
    STRUCTURE = "documents that keep their lines but not their tables and styles"
    UNREAD = "files of the folder that are not read"
    UNSEEN = "parts of documents that are not read (pictures, notes, text boxes …)"


class LossReport:
    """Counts losses by kind and detail (a label, a field name; never text)."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[Loss, str]] = Counter()

    def note(self, loss: Loss, n: int = 1, detail: str = "") -> None:
        """Counts ``n`` more; zero leaves no trace."""
        if n:
            self.counts[loss, detail] += n

    def total(self, loss: Loss) -> int:
        """How many of one kind."""
        return sum(n for (kind, _), n in self.counts.items() if kind is loss)

    def lines(self) -> list[str]:
        """One sentence a kind, the details in brackets by falling count.

        Labels and fields come from files: those that do not look like names of a scheme or a table are not shown.

        Example:
            >>> report = LossReport()
            >>> report.note(Loss.LABELS, 2, "SEX")
            >>> report.lines()
            ['spans whose label the target scheme has no place for: 2 (SEX 2)']
        """
        return [self._line(kind) for kind in Loss if self.total(kind)]

    def __bool__(self) -> bool:
        return bool(self.counts)

    def _line(self, loss: Loss) -> str:
        details = [(detail, n) for (kind, detail), n in self.counts.most_common() if kind is loss and detail]
        shown = [f"{detail} {n}" for detail, n in details if _NAME.fullmatch(detail)]
        n_others = sum(n for detail, n in details if not _NAME.fullmatch(detail))
        named = ", ".join([*shown, *([f"others {n_others}"] if n_others else [])])
        return f"{loss.value}: {self.total(loss):,}" + (f" ({named})" if named else "")


def note_bare_spans(losses: LossReport, spans: Iterable[Span]) -> None:
    """Counts what is lost where only offsets and label of a span are written."""
    for span in spans:
        losses.note(Loss.SCORES, span.score != 1.0)
        losses.note(Loss.SOURCES, span.source != UNKNOWN_SOURCE)
        losses.note(Loss.ENTITIES, span.entity != "")
