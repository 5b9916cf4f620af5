"""What comes of the documents of a job: made by a worker, written as JSON by the service, read again by its client.

Standard library only, so that a client need not have what the service needs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Status = Literal["detected", "released", "quarantined"]


@dataclass(frozen=True, slots=True)
class ServiceSpan:
    """A span: code points of the text that was sent, end exclusive. No text.

    Attributes:
        start, end: In the text that was sent.
        label: Of the scheme that was asked for.
        score: In [0, 1].
        recogniser, rule: What found it.
        new_start, new_end: Its place in the released text; None where nothing stands for it, or nothing was released.
    """

    start: int
    end: int
    label: str
    score: float
    recogniser: str
    rule: str
    new_start: int | None = None
    new_end: int | None = None


@dataclass(frozen=True, slots=True)
class ServiceDocument:
    """What came of one document. Its text stays out of ``repr``.

    Attributes:
        id: As it was sent, or a number where it was sent without.
        record: Id of its record, as it was sent.
        status: "detected", "released" or "quarantined".
        text: The safe text; None unless it was released.
        spans: What was found in it.
        stage, code, reason: Of a quarantined one, without any of its text.
    """

    id: str
    status: Status
    record: str = ""
    text: str | None = field(default=None, repr=False)
    spans: tuple[ServiceSpan, ...] = ()
    stage: str = ""
    code: str = ""
    reason: str = ""
