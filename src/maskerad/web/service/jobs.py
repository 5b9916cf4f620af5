"""What a worker process is asked: plain values that travel between processes.

Nothing here is kept: a job and its texts live as long as their request. Answers are in ``answers``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

DETECT, DEIDENTIFY = "detect", "deidentify"


@dataclass(frozen=True, slots=True)
class Text:
    """One document of a job.

    Attributes:
        id: Unique within the job; "" where the caller gave none.
        text: As received.
        language: Code, or "" for that of the job.
    """

    id: str
    text: str = field(repr=False)
    language: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One record to be worked on.

    Attributes:
        kind: ``DETECT`` or ``DEIDENTIFY``.
        texts: Its documents.
        record: Id of the patient or session; "" for texts that are a record by themselves.
        language: Code of a language that the service has, or "" to let the text tell.
        strategies, scopes: By label, laid over those of the service.
        known: Rows of what is known beforehand, with the columns of the table of known identifiers.
        scheme: Label scheme of the spans in the answer.
    """

    kind: str
    texts: tuple[Text, ...]
    record: str = ""
    language: str = ""
    strategies: tuple[tuple[str, str], ...] = ()
    scopes: tuple[tuple[str, str], ...] = ()
    known: tuple[Mapping[str, str], ...] = field(default=(), repr=False)
    scheme: str = "core"

    @property
    def n_chars(self) -> int:
        """Code points of all its texts."""
        return sum(len(text.text) for text in self.texts)


@dataclass(frozen=True, slots=True)
class Refused:
    """A job that was not done: what is wrong with it, told without any text of it.

    Attributes:
        status: HTTP status.
        code: Of the error.
        message: For people.
    """

    status: int
    code: str
    message: str
