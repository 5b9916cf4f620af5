"""What comes out: a released text with its map back, or a quarantined record without any text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field

from maskerad.core.errors import BoundsError
from maskerad.core.span import SpanSet


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Pairs of (old start, old end, new start, new end) of every replaced piece, in order.

    Outside the pieces the two texts are equal, so any old offset has one new offset. From 0 to the length of a text,
    its end included, an offset lies in it; with the length of the old text, any other is refused.

    Attributes:
        pieces: The replaced pieces.
        n_old_chars: Length of the old text; None where it is not known.
    """

    pieces: tuple[tuple[int, int, int, int], ...] = ()
    n_old_chars: int | None = None

    @property
    def n_new_chars(self) -> int | None:
        """Length of the new text, where that of the old one is known."""
        if self.n_old_chars is None:
            return None
        *_, old_end, _, new_end = self.pieces[-1] if self.pieces else (0, 0, 0, 0)
        return self.n_old_chars - old_end + new_end

    def to_new(self, offset: int) -> int:
        """New offset of an old one; inside a replaced piece, the start of its replacement.

        Raises:
            BoundsError: If it is not in the old text.

        Example:
            >>> OffsetMap(((4, 8, 4, 10),)).to_new(9)
            11
        """
        _check(offset, self.n_old_chars, "old")
        index = bisect_right(self.pieces, offset, key=lambda piece: piece[0]) - 1
        if index < 0:
            return offset
        _, old_end, new_start, new_end = self.pieces[index]
        return new_start if offset < old_end else offset - old_end + new_end

    def end_to_new(self, offset: int) -> int:
        """New offset of the end of an old stretch; inside a replaced piece, the end of its replacement.

        Raises:
            BoundsError: If it is not in the old text.

        Example:
            >>> OffsetMap(((4, 8, 4, 10),)).end_to_new(6)
            10
        """
        _check(offset, self.n_old_chars, "old")
        index = bisect_right(self.pieces, offset - 1, key=lambda piece: piece[0]) - 1
        if index < 0:
            return offset
        _, old_end, _, new_end = self.pieces[index]
        return new_end if offset <= old_end else offset - old_end + new_end

    def to_old(self, offset: int) -> int:
        """Old offset of a new one; inside a replacement, the start of what it replaced.

        Raises:
            BoundsError: If it is not in the new text.
        """
        _check(offset, self.n_new_chars, "new")
        index = bisect_right(self.pieces, offset, key=lambda piece: piece[2]) - 1
        if index < 0:
            return offset
        old_start, old_end, _, new_end = self.pieces[index]
        return old_start if offset < new_end else offset - new_end + old_end


def _check(offset: int, n_chars: int | None, which: str) -> None:
    if offset < 0 or (n_chars is not None and offset > n_chars):
        end = "" if n_chars is None else f" to {n_chars}"
        raise BoundsError(f"offset {offset} is not in the {which} text: offsets are 0{end}")


@dataclass(frozen=True, slots=True)
class Doubt:
    """A mention of which linking was not sure. Holds no text.

    Attributes:
        kind: "ambiguous" (it could be several, and stays apart), "gender", "role" or "namesake" (what is told of whom
            it names cannot all be; see ``maskerad.linking.Conflict``).
        start, end: Where it stands in the old text.
        between: What it lies between: ids of entities, or what was told, the believed first.
    """

    kind: str
    start: int
    end: int
    between: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Released:
    """A safe text.

    Attributes:
        document: Id of the document.
        text: The new text.
        spans: What was found in the old text.
        new_spans: The same spans in the new text (suppressed pieces of no length are left out).
        offsets: Old to new and back.
        columns: New values of the fields beside the text that change too, by name; None takes a value out.
        refused: (label or column, why) of what has no surrogate and got a placeholder. No text.
        beside: Names of the fields beside the text, and of its ids, in which an original of the record still stands.
        doubts: Mentions that could be several people or things, and contradictions in what is told of somebody.
    """

    document: str
    text: str = field(repr=False)  # what was missed would show
    spans: SpanSet = field(repr=False)
    new_spans: SpanSet = field(repr=False)
    offsets: OffsetMap = field(repr=False)
    columns: Mapping[str, object] = field(default_factory=dict, repr=False)
    refused: tuple[tuple[str, str], ...] = ()
    doubts: tuple[Doubt, ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def kept(self) -> tuple[str, ...]:
        """Labels of the spans that stand in the new text as they stood in the old."""
        changed = {old_start for old_start, *_ in self.offsets.pieces}
        return tuple(span.label for span in self.spans if span.start not in changed)


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A document that does not leave: which one, at which stage, and why. Holds no text.

    ``n_documents`` is more than one where lines or rows could not be told apart.
    """

    document: str
    stage: str
    code: str
    reason: str
    n_documents: int = 1
