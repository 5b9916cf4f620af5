"""What is done to one record, in whichever process: the only place where an error becomes a quarantine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from maskerad.core import Document, MaskeradError, Quarantined, Released, Span
from maskerad.core.errors import ConfigError
from maskerad.corpora import RecordGroup
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.known_people import KnownPeople
from maskerad.pipeline.settings import Settings


@dataclass(frozen=True, slots=True)
class Done:
    """A document that may be written, with the spans of the text it holds now.

    Attributes:
        document: With its new text, or its old one when spans were only looked for.
        spans: Of that text.
        n_chars: Length of the text that came in, in code points.
        released: The release it comes from, None when spans were only looked for.
    """

    document: Document = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)
    n_chars: int
    released: Released | None = field(default=None, repr=False)


Outcome = Done | Quarantined


class Work(Protocol):
    """Something that can be sent to another process and done there to one record after another."""

    def start(self) -> Task:
        """Makes the engine; called once in each process."""


class Task(Protocol):
    """Work under way in one process."""

    def __call__(self, group: RecordGroup) -> list[Outcome]:
        """Outcomes of the documents of a record, in their order."""


@dataclass(frozen=True, slots=True)
class DetectWork:
    """Looking for spans."""

    settings: Settings
    people: KnownPeople = field(default_factory=KnownPeople, repr=False)

    def start(self) -> Task:
        """An engine that detects."""
        detector, people = Detector(self.settings), self.people

        def task(group: RecordGroup) -> list[Outcome]:
            record = people.completed(group.as_record())
            pairs = zip(record.documents, detector.detect(record), strict=True)
            return [Done(document, spans.spans, len(document.text)) for document, spans in pairs]

        return _quarantining(task, "detect")


@dataclass(frozen=True, slots=True)
class DeidentifyWork:
    """Looking for spans and replacing them."""

    settings: Settings
    key: bytes = field(repr=False)
    people: KnownPeople = field(default_factory=KnownPeople, repr=False)

    def start(self) -> Task:
        """An engine that de-identifies."""
        engine, people = Deidentifier(self.settings, self.key), self.people

        def task(group: RecordGroup) -> list[Outcome]:
            record = people.completed(group.as_record())
            pairs = zip(record.documents, engine.release(record), strict=True)
            return [_released(document, outcome) for document, outcome in pairs]

        return _quarantining(task, "deidentify")


def _released(document: Document, outcome: Released | Quarantined) -> Outcome:
    if isinstance(outcome, Quarantined):
        return outcome
    safe = replace(document, text=outcome.text)
    return Done(safe, outcome.new_spans.spans, len(document.text), outcome)


def _quarantining(task: Task, stage: str) -> Task:
    def guarded(group: RecordGroup) -> list[Outcome]:
        try:
            return task(group)
        except ConfigError:  # a broken setting or language pack: the same for every record, so the run stops
            raise
        except Exception as error:  # noqa: BLE001  the one quarantine point: whatever went wrong, no text leaves
            return quarantine_all([item.document.id for item in group.documents], stage, error)

    return guarded


def quarantine_all(ids: Sequence[str], stage: str, error: Exception) -> list[Outcome]:
    """Every document of a record quarantined for one error, whose own words are kept only if they are ours."""
    if isinstance(error, MaskeradError):
        return [Quarantined(document, stage, error.code, str(error.args[0])) for document in ids]
    return [Quarantined(document, stage, "E999", f"unexpected {type(error).__name__}") for document in ids]
