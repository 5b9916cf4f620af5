"""Spans seen together with the text under them, for programs that show or count it. Spans themselves carry none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from maskerad.core.span import Source, Span, SpanSet


@dataclass(frozen=True, slots=True)
class FoundSpan:
    """A span and the text under it, which stays out of ``repr``.

    Example:
        >>> found = FoundSpan(Span(0, 4, "CITY"), "Lund")
        >>> found.text, found.label, "Lund" in repr(found)
        ('Lund', 'CITY', False)
    """

    span: Span
    text: str = field(repr=False)

    @property
    def start(self) -> int:
        """First code point."""
        return self.span.start

    @property
    def end(self) -> int:
        """One past the last code point."""
        return self.span.end

    @property
    def label(self) -> str:
        """Its label."""
        return self.span.label

    @property
    def score(self) -> float:
        """Confidence in [0, 1]."""
        return self.span.score

    @property
    def source(self) -> Source:
        """Which recogniser found it, by which rule."""
        return self.span.source

    @property
    def entity(self) -> str:
        """Id shared by the mentions of one thing, "" when not linked."""
        return self.span.entity


@dataclass(frozen=True, slots=True)
class Detected(Sequence[FoundSpan]):
    """A text and its spans, seen as one sequence of spans with their text, which stays out of ``repr``.

    Attributes:
        text: The text, untouched.
        spans: Offsets and labels without any text, as everything else in Maskerad takes them.

    Example:
        >>> [found.text for found in Detected("Anna in Lund", SpanSet.of([Span(8, 12, "CITY")]))]
        ['Lund']
    """

    text: str = field(repr=False)
    spans: SpanSet

    def __len__(self) -> int:
        return len(self.spans)

    def __iter__(self) -> Iterator[FoundSpan]:
        return map(self._found, self.spans)

    @overload
    def __getitem__(self, index: int) -> FoundSpan: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[FoundSpan, ...]: ...

    def __getitem__(self, index: int | slice) -> FoundSpan | tuple[FoundSpan, ...]:
        if isinstance(index, slice):
            return tuple(map(self._found, self.spans[index]))
        return self._found(self.spans[index])

    def _found(self, span: Span) -> FoundSpan:
        return FoundSpan(span, self.text[span.start : span.end])
