"""The nouns of the workspace: a mark is one person's judgement about a span; a change is what became of some marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from maskerad.core.span import Source, Span


class State(StrEnum):
    """How far a mark is decided. Rejected ones are kept, so that they are not suggested again."""

    HUMAN = "human"
    SUGGESTED = "suggested"
    WEAK = "weak"
    LATER = "later"
    REJECTED = "rejected"


UNDECIDED = frozenset({State.SUGGESTED, State.WEAK, State.LATER})
WEAK_BELOW = 0.5  # suggestions with a lower score are dotted, and never accepted in bulk


@dataclass(frozen=True, slots=True)
class Mark:
    """A span in a layer: offsets, label, and who said so. Holds no text.

    Attributes:
        id: Unique in its layer; the span keeps it when its ends move.
        document: Number of its document.
        start, end: In code points of the untouched text.
        label: Of the project's scheme.
        state: How far it is decided.
        source: What suggested it: a recogniser, ``propagation``, ``imported``, or "" for a person.
        score: Of the suggestion, in [0, 1].
        entity: Shared by the mentions of one thing, "" when nobody said.
        by: Who decided it last.
        at: When, ISO 8601 in UTC.
    """

    id: str
    document: int
    start: int
    end: int
    label: str
    state: State
    source: str = ""
    score: float = 1.0
    entity: str = ""
    by: str = ""
    at: str = ""

    @property
    def is_undecided(self) -> bool:
        """Whether nobody has decided it yet."""
        return self.state in UNDECIDED

    @property
    def is_human(self) -> bool:
        """Whether somebody said that it is there."""
        return self.state is State.HUMAN

    def overlaps(self, other: Mark) -> bool:
        """Whether the two share a character of one document."""
        return self.document == other.document and self.start < other.end and other.start < self.end

    def as_span(self) -> Span:
        """The span that a corpus is given."""
        return Span(
            self.start, self.end, self.label, self.score, Source(self.by or self.source or "workspace"), self.entity
        )

    def as_json(self) -> dict[str, Any]:
        """What the browser and the log are given."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Mark:
        """The inverse of ``as_json``."""
        return cls(**{**data, "state": State(data["state"])})


@dataclass(frozen=True, slots=True)
class Change:
    """What became of the marks of one document in one step; turned round, it is taken back.

    Attributes:
        document: Number of the document.
        before: The marks that were there and are another way now, or gone.
        after: The marks as they are now, new ones among them.
    """

    document: int
    before: tuple[Mark, ...] = field(default=())
    after: tuple[Mark, ...] = field(default=())

    def inverse(self) -> Change:
        """The change that takes this one back."""
        return Change(self.document, self.after, self.before)

    @property
    def removed(self) -> tuple[str, ...]:
        """Ids of the marks that are gone."""
        kept = {mark.id for mark in self.after}
        return tuple(mark.id for mark in self.before if mark.id not in kept)
