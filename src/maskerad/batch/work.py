"""What is done to one record, in whichever process: the only place where an error becomes a quarantine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from maskerad.batch.columns import ColumnWatch
from maskerad.batch.gold import Gold
from maskerad.batch.released import IdColumns, Releasing
from maskerad.core import Document, MaskeradError, Quarantined, Record, Released, Span
from maskerad.core.errors import ConfigError, LimitError, VaultError
from maskerad.corpora import AnnotatedDocument, FormatOptions, RecordGroup
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.foreign import without_foreign
from maskerad.pipeline.known_people import KnownPeople
from maskerad.surrogates import Keyed

if TYPE_CHECKING:
    from maskerad.vault import VaultAccess


@dataclass(frozen=True, slots=True)
class Done:
    """A document that may be written, with the spans of the text it holds now.

    Attributes:
        document: With its new text, or its old one when spans were only looked for.
        spans: Of that text.
        n_chars: Length of the text that came in, in code points.
        released: The release it comes from, None when spans were only looked for.
        original: What came in, where somebody asked for it (``WithOriginals``).
        n_unmarked: Mentions that were replaced though the annotations that came in (``Gold``) had not marked them.
    """

    document: Document = field(repr=False)
    spans: tuple[Span, ...] = field(repr=False)
    n_chars: int
    released: Released | None = field(default=None, repr=False)
    original: Document | None = field(default=None, repr=False)
    n_unmarked: int = 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A document that nobody asked for."""


Outcome = Done | Quarantined | LeftOut


class Work(Protocol):
    """Something that can be sent to another process and done there to one record after another."""

    def check(self) -> None:
        """Finds out in this process whether others can start it.

        Raises:
            MaskeradError: If they cannot.
        """

    def start(self) -> AbstractContextManager[Task]:
        """Makes the engine, once in each process; what it holds open is closed behind the ``with``."""

    def watch(self, options: FormatOptions) -> ColumnWatch | None:
        """What looks at the columns that are read with these options; None where all of them stay as they are."""

    def finish(self, n_documents: int) -> None:
        """What must be safe before the outputs appear; called once, in the main process.

        Args:
            n_documents: That came out, quarantined ones included.

        Raises:
            MaskeradError: If no output must appear.
        """


class Task(Protocol):
    """Work under way in one process."""

    def __call__(self, group: RecordGroup) -> list[Outcome]:
        """Outcomes of the documents of a record, in their order."""


@dataclass(frozen=True, slots=True)
class DetectWork:
    """Looking for spans."""

    settings: Settings
    people: KnownPeople = field(default_factory=KnownPeople, repr=False)

    def check(self) -> None:
        """Opens the trained models."""
        Detector(self.settings)

    @contextmanager
    def start(self) -> Iterator[Task]:
        """An engine that detects."""
        detector, people = Detector(self.settings), self.people

        def task(group: RecordGroup) -> list[Outcome]:
            record = people.completed(group.as_record())
            pairs = zip(record.documents, without_foreign(record, detector.detect), strict=True)
            return [
                outcome if isinstance(outcome, Quarantined) else Done(document, outcome.spans, len(document.text))
                for document, outcome in pairs
            ]

        yield quarantining(task, "detect")

    def watch(self, options: FormatOptions) -> ColumnWatch:
        """What the columns look like that are neither searched nor changed; no rule holds for them here."""
        return ColumnWatch(replace(self.settings, columns=ColumnRules()), options)

    def finish(self, n_documents: int) -> None:
        """Nothing."""


@dataclass(frozen=True, slots=True)
class DeidentifyWork:
    """Looking for spans and replacing them.

    Attributes:
        vault: Where what leads back is kept; None keeps nothing.
        ids: Columns of the ids.
        gold: How the annotations are read that came with the texts, whose mentions alone are replaced; None looks for
            mentions.
    """

    settings: Settings
    key: bytes = field(repr=False)
    people: KnownPeople = field(default_factory=KnownPeople, repr=False)
    vault: VaultAccess | None = None
    ids: IdColumns = field(default_factory=IdColumns)
    gold: Gold | None = None

    def check(self) -> None:
        """Opens the trained models."""
        Detector(self.settings)

    @contextmanager
    def start(self) -> Iterator[Task]:
        """An engine that de-identifies."""
        engine, people = Deidentifier(self.settings, self.key), self.people
        releasing = Releasing(self.settings.columns, Keyed(self.key), self.ids)
        gold = self.gold

        def release(record: Record, group: RecordGroup) -> list[Released | Quarantined]:
            if gold is None:
                return engine.release(record)
            return engine.replace(record, list(map(gold.spans, group.documents)))

        with self._keeping(releasing) as keep:

            def task(group: RecordGroup) -> list[Outcome]:
                record = people.completed(group.as_record())
                outcomes = [
                    outcome if isinstance(outcome, Quarantined) else releasing.with_ids(document, outcome)
                    for document, outcome in zip(record.documents, release(record, group), strict=True)
                ]
                keep(record, outcomes)
                return self._done(group, outcomes, releasing)

            yield quarantining(task, "deidentify")

    @contextmanager
    def restoring(self) -> Iterator[Callable[[RecordGroup, Sequence[Released | Quarantined]], list[Outcome]]]:
        """Makes outcomes of a record from its releases, as ``start``'s task made them.

        What leads back is kept once more, which a vault that has it does not notice: after a power cut the vault may
        have lost what the journal still has.
        """
        releasing = Releasing(self.settings.columns, Keyed(self.key), self.ids)
        with self._keeping(releasing) as keep:

            def restored(group: RecordGroup, kept: Sequence[Released | Quarantined]) -> list[Outcome]:
                keep(group.as_record(), kept)
                return self._done(group, kept, releasing)

            yield restored

    @contextmanager
    def _keeping(self, releasing: Releasing) -> Iterator[Callable[[Record, Sequence[Released | Quarantined]], None]]:
        """Puts what leads back from the releases of a record into the vault, if there is one."""
        if self.vault is None:
            yield lambda record, outcomes: None
            return
        with self.vault.open() as vault:

            def keep(record: Record, outcomes: Sequence[Released | Quarantined]) -> None:
                whose, released = _left(record, outcomes)
                vault.keep(releasing.record(whose, released), released)

            yield keep

    def _done(
        self, group: RecordGroup, outcomes: Sequence[Released | Quarantined], releasing: Releasing
    ) -> list[Outcome]:
        pairs = zip(group.documents, outcomes, strict=True)
        done = [_done(item.document, outcome, releasing) for item, outcome in pairs]
        return done if self.gold is None else list(map(partial(_under_gold, self.gold), group.documents, done))

    def watch(self, options: FormatOptions) -> ColumnWatch:
        """By the rules of the settings."""
        return ColumnWatch(self.settings, options)

    def finish(self, n_documents: int) -> None:
        """What the vault keeps is on the disk before a text that needs it is released."""
        if self.vault:
            with self.vault.open() as vault:
                vault.settle()


@dataclass(frozen=True, slots=True)
class WithOriginals:
    """Other work, what comes of it holding what came in: for pages that show both."""

    work: Work

    def check(self) -> None:
        """What the work does."""
        self.work.check()

    @contextmanager
    def start(self) -> Iterator[Task]:
        """The task of the work."""
        with self.work.start() as task:

            def paired(group: RecordGroup) -> list[Outcome]:
                pairs = zip(group.documents, task(group), strict=True)
                return [_with_original(item.document, outcome) for item, outcome in pairs]

            yield paired

    def watch(self, options: FormatOptions) -> ColumnWatch | None:
        """What the work looks at."""
        return self.work.watch(options)

    def finish(self, n_documents: int) -> None:
        """What the work does."""
        self.work.finish(n_documents)


def _with_original(document: Document, outcome: Outcome) -> Outcome:
    return replace(outcome, original=document) if isinstance(outcome, Done) else outcome


def _left(record: Record, outcomes: Sequence[Released | Quarantined]) -> tuple[Record, list[Released]]:
    """The part of a record that is released."""
    pairs = zip(record.documents, outcomes, strict=True)
    left = [(document, outcome) for document, outcome in pairs if isinstance(outcome, Released)]
    return replace(record, documents=tuple(document for document, _ in left)), [outcome for _, outcome in left]


def _done(document: Document, outcome: Released | Quarantined, releasing: Releasing) -> Outcome:
    if isinstance(outcome, Quarantined):
        return outcome
    safe = releasing.document(document, outcome)
    return Done(safe, outcome.new_spans.spans, len(document.text), outcome)


def _under_gold(gold: Gold, item: AnnotatedDocument, outcome: Outcome) -> Outcome:
    """A release with the annotations that came in, instead of what was replaced."""
    if not isinstance(outcome, Done) or outcome.released is None:
        return outcome
    n_unmarked = gold.n_unmarked(item, outcome.released)
    return replace(outcome, spans=gold.carried(item, outcome.released), n_unmarked=n_unmarked)


def quarantining(task: Task, stage: str) -> Task:
    """The task, with every document of a record quarantined when something goes wrong in it."""

    def guarded(group: RecordGroup) -> list[Outcome]:
        try:
            return task(group)
        except (ConfigError, VaultError):  # a broken setting, language pack or vault: the same for every record
            raise
        except Exception as error:  # noqa: BLE001  the one quarantine point: whatever went wrong, no text leaves
            return quarantine_all([item.document.id for item in group.documents], stage, error)

    return guarded


def quarantine_all(ids: Sequence[str], stage: str, error: Exception) -> list[Outcome]:
    """Every document of a record quarantined for one error, whose own words are kept only if they are ours."""
    if isinstance(error, MemoryError):
        error = LimitError("the work needs more memory than there is, or than it may have")
    if isinstance(error, MaskeradError):
        return [Quarantined(document, stage, error.code, str(error.args[0])) for document in ids]
    return [Quarantined(document, stage, "E999", f"unexpected {type(error).__name__}") for document in ids]
