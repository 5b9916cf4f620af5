"""The bodies of requests. Unknown keys are refused, numbers are whole, strings bounded."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

OpId = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[\w-]+$")]
Text = Annotated[str, Field(min_length=1, max_length=2_000)]
Acts = Annotated[int, Field(ge=0, le=100_000)]
"""Keys and clicks since the decision before."""
OPS_MAX = 500


class Body(BaseModel):
    """What all bodies have in common."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Ops(Body):
    """Operations on one document."""

    base_version: Annotated[int, Field(ge=0)]
    op_id: OpId
    text_sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    ops: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=OPS_MAX)]
    acts: Acts = 0


class Turn(Body):
    """Undo or redo."""

    record: int
    op_id: OpId | None = None
    layer: str = ""


class DecideStrings(Body):
    """One decision for all places of a string, or of the strings of a row of the name table."""

    record: int
    text: Text | None = None
    spans: Annotated[list[str], Field(min_length=1, max_length=5_000)] | None = None
    label: str | None
    op_id: OpId
    acts: Acts = 0


class MovedSection(Body):
    """A section as somebody wants it."""

    start: int
    end: int
    kind: str


class MoveSections(Body):
    """All sections of a document."""

    sections: Annotated[list[MovedSection], Field(max_length=5_000)]
    op_id: OpId


class Search(Body):
    """A pattern over a record or the corpus."""

    pattern: Text
    scope: Annotated[str, Field(pattern="^(record|corpus)$")] = "record"
    record: int | None = None
    after: Annotated[int, Field(ge=0)] = 0


class Settle(Body):
    """What is done about findings."""

    ids: Annotated[list[str], Field(min_length=1, max_length=500)]
    action: Annotated[str, Field(pattern="^(fix|fix_all|dismiss)$")]
    record: int
    label: str | None = None
    reason: Annotated[str, Field(max_length=2_000)] = ""
    op_id: OpId


class Lease(Body):
    """A window wants to work on a record."""

    holder: Annotated[str, Field(min_length=1, max_length=64)]
    take: bool = False


class Hit(Body):
    """A place that was found."""

    document: int
    start: int
    end: int


class ApplySearch(Body):
    """One decision for the ticked hits."""

    hits: Annotated[list[Hit], Field(min_length=1, max_length=5_000)]
    label: str | None
    op_id: OpId
    acts: Acts = 0


class OwnSpan(Body):
    """A span of a curator's own."""

    start: int
    end: int
    label: str


class Judge(Body):
    """What a curator says of one place."""

    item: str
    choice: str
    cause: str = ""
    why: Annotated[str, Field(max_length=2_000)] = ""
    spans: Annotated[list[OwnSpan], Field(max_length=50)] = Field(default_factory=list)
    a: str = ""
    b: str = ""
    op_id: OpId


class Merge(Body):
    """How two layers are put together."""

    rule: str
    a: str = ""
    b: str = ""
    op_id: OpId


class SetUser(Body):
    """Whether somebody may come in, and is shown suggestions."""

    name: str
    active: bool | None = None
    suggestions: bool | None = None
    op_id: OpId | None = None


class Switch(Body):
    """Suggestions on or off."""

    suggestions: bool
    op_id: OpId | None = None


class Leak(Body):
    """A place of the new text."""

    start: int
    end: int
    label: str = ""
    op_id: OpId


class Sign(Body):
    """A document may leave."""

    op_id: OpId


class SetThresholds(Body):
    """Thresholds of a label."""

    label: str
    suggest: float
    accept: float
    op_id: OpId | None = None


class SetInterval(Body):
    """After how many finished records the learner learns again, 0 for never by itself."""

    records: Annotated[int, Field(ge=0, le=100_000)]
    op_id: OpId | None = None


class DrawSample(Body):
    """How many records to draw."""

    n: Annotated[int, Field(ge=1, le=10_000)]
    op_id: OpId


class ExportReleased(Body):
    """A format to export to."""

    format: str
    op_id: OpId | None = None


class Finish(Body):
    """A stage of a document is done."""

    stage: str
    op_id: OpId


class Dismiss(Body):
    """A finding is none, and why."""

    reason: Text
    op_id: OpId
