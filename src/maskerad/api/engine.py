"""The whole of Maskerad behind a few methods, for programs that have texts in hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import cached_property
from itertools import groupby, repeat
from typing import TYPE_CHECKING

from maskerad.api.arguments import a_choice, a_record, a_text, several
from maskerad.core import Document, Quarantined, Record, Released, SpanSet
from maskerad.core.errors import ConfigError, InputError, ReleaseError
from maskerad.core.found import Detected
from maskerad.pipeline.anonymous import anonymous_id
from maskerad.pipeline.columns.date_columns import WRITTEN
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.known_people import NOBODY, KnownPeople
from maskerad.surrogates import Keyed

if TYPE_CHECKING:
    from maskerad.corpora import RecordGroup
    from maskerad.vault import VaultAccess

TEXT_ID = "text"


class Engine:
    """Detects and de-identifies texts and records.

    Args:
        settings: Languages, recognisers, strategies.
        key: 32 bytes that decide every surrogate.
        people: Known identifiers by record id.
        vault: Where what leads back is kept; None keeps nothing.
    """

    def __init__(
        self, settings: Settings, key: bytes, people: KnownPeople = NOBODY, vault: VaultAccess | None = None
    ) -> None:
        self.settings = settings
        self._key, self._keyed = key, Keyed(key)
        self._people, self._vault = people, vault

    @cached_property
    def _detector(self) -> Detector:
        return Detector(self.settings)

    @cached_property
    def _deidentifier(self) -> Deidentifier:
        return Deidentifier(self.settings, self._key)

    def detect(self, text: str, *, record: str = "") -> Detected:
        """Everything in a text that identifies somebody, each span with its text.

        Args:
            text: Any text.
            record: Id of the patient or session, for what is known of it.
        """
        return Detected(text, self.detect_record(self._record(text, record))[0])

    def deidentify(self, text: str, *, record: str = "") -> Released:
        """A safe text with its spans and its map back.

        Args:
            text: Any text.
            record: Id of the patient or session: texts of one record share its shift of dates and its new names. A text
                without one is a record by itself, which the key makes of the text: another text has another shift and
                other names, the same text always the same.

        Raises:
            MaskeradError: If the text must not leave; the message does not hold any of it.
        """
        outcome = self.deidentify_record(self._record(text, record))[0]
        if isinstance(outcome, Quarantined):
            raise ReleaseError(f"quarantined at {outcome.stage}: {outcome.reason}")
        return outcome

    def detect_record(self, record: Record) -> list[SpanSet]:
        """The spans of all documents of a record together: a name found in one is found in all.

        Raises:
            InputError: If it is no record of texts.
        """
        return self._detector.detect(self._people.completed(a_record(record)))

    def deidentify_record(self, record: Record) -> list[Released | Quarantined]:
        """Every document of a record, with surrogates that agree over the record.

        Raises:
            InputError: If it is no record of texts.
        """
        record = self._people.completed(a_record(record))
        outcomes = self._deidentifier.release(record)
        if self._vault is not None:
            with self._vault.open() as vault:
                vault.keep(record, [outcome for outcome in outcomes if isinstance(outcome, Released)])
                vault.settle()
        return outcomes

    def pipe(
        self, texts: Iterable[str], *, records: Iterable[str] | None = None, n_workers: int = 1
    ) -> Iterator[Released | Quarantined]:
        """Texts in a stream: what came of each, in their order, holding a few records in memory.

        One bad item does not end the stream: what must not leave, is no text, or has no id for a record, comes out as
        ``Quarantined`` in its place, and the others of its record as if it were not there.

        Args:
            texts: Any number of texts.
            records: The id of each text's record. Neighbours of one record are worked on together; those without one
                ("") are records by themselves, as in ``deidentify``.
            n_workers: Processes; 1 works in this one.

        Raises:
            InputError: If there are not as many record ids as texts.
        """
        several(texts, "texts")
        pairs = zip(texts, repeat("")) if records is None else _paired(texts, several(records, "records"))
        faults = deque[Quarantined | None]()  # of each item that was read and has no outcome yet; None: it is good
        for outcome in self.pipe_rows(_good(pairs, faults), n_workers=n_workers):
            yield from _faulty(faults)
            yield outcome
            faults.popleft()
        yield from _faulty(faults)

    def pipe_rows(
        self, rows: Iterable[Document], *, columns: ColumnRules | None = None, record: str = "", n_workers: int = 1
    ) -> Iterator[Released | Quarantined]:
        """Texts in a stream with the cells beside them, whose new values are in ``Released.columns``.

        Args:
            rows: Each with its record, whose neighbours are worked on together ("": a record by itself), and its cells
                as metadata. Their ids do not matter.
            columns: Rules by column; those of the settings when not given.
            record: Name of the column that holds the ids of records, if there is one.
            n_workers: Processes; 1 works in this one.
        """
        from maskerad.batch.pool import run_work
        from maskerad.batch.released import IdColumns
        from maskerad.batch.work import DeidentifyWork, Done

        settings = self.settings if columns is None else replace(self.settings, columns=columns)
        work = DeidentifyWork(settings, self._key, self._people, self._vault, IdColumns("", record))
        with closing(run_work(work, self._groups(rows, settings.columns), n_workers)) as worked:
            for outcomes in worked:
                work.finish(len(outcomes))
                for outcome in outcomes:
                    if isinstance(outcome, Done) and outcome.released is not None:
                        yield outcome.released
                    elif isinstance(outcome, Quarantined):
                        yield outcome

    def reidentify(self, text: str, *, who: str, why: str, record: str = "") -> str:
        """The original of a safe text that was made with a vault; the access is noted there.

        Args:
            text: As it was released.
            who, why: For the log of the vault.
            record: Id of its record, where it was given one.

        Raises:
            ConfigError: If the engine has no vault, or nobody says who asks and why.
            RestoreError: If the vault does not hold it.
        """
        if self._vault is None:
            raise ConfigError("this engine has no vault: load(..., vault=FILE)")
        if not who.strip() or not why.strip():
            raise ConfigError("who asks and why must be said; it goes into the vault's access log")
        with self._vault.open() as vault:
            (answer,) = vault.give_back(record or TEXT_ID, [Document(TEXT_ID, text)], who, why)
            vault.settle()
        if isinstance(answer, Exception):
            raise answer
        return answer.text

    def _record(self, text: str, record: str) -> Record:
        a_text(text, "text")
        a_choice(record, "record", "p17")
        return Record(record or anonymous_id(text, self._keyed), (Document(TEXT_ID, text, record=record),))

    def _groups(self, rows: Iterable[Document], rules: ColumnRules) -> Iterator[RecordGroup]:
        for record, same in groupby(rows, key=lambda row: row.record):
            if record:
                yield _group(record, list(same))
            else:
                yield from (_group(anonymous_id(_whole(row, rules), self._keyed), [row]) for row in same)


def _paired(texts: Iterable[str], records: Iterable[str]) -> Iterator[tuple[str, str]]:
    try:
        yield from zip(texts, records, strict=True)
    except ValueError:
        raise InputError("not as many record ids as texts") from None


def _good(pairs: Iterable[tuple[str, str]], faults: deque[Quarantined | None]) -> Iterator[Document]:
    """Documents of the pairs that are a text and the id of a record; of each it is noted what is wrong with it."""
    for text, record in pairs:
        try:
            a_text(text, "a text")
            a_text(record, "the id of a record")
        except InputError as error:
            faults.append(Quarantined(TEXT_ID, "read", error.code, str(error.args[0])))
        else:
            faults.append(None)
            yield Document(TEXT_ID, text, record=record)


def _faulty(faults: deque[Quarantined | None]) -> Iterator[Quarantined]:
    """What is wrong with the items before the next good one."""
    while faults and (fault := faults[0]) is not None:
        faults.popleft()
        yield fault


def _whole(row: Document, rules: ColumnRules) -> str:
    """All of a row that changes: of two rows with one text and different cells each is a record by itself."""
    cells = [f"{name}\0{row.metadata[name]}" for name in sorted({*rules.chosen, WRITTEN} & row.metadata.keys())]
    return "\0".join((row.text, *cells))


def _group(record: str, rows: list[Document]) -> RecordGroup:
    """Documents in the order of their ids, which linking goes by."""
    from maskerad.corpora import AnnotatedDocument, RecordGroup

    ids = (TEXT_ID if not number else f"{TEXT_ID}-{number + 1:06}" for number in range(len(rows)))
    documents = (replace(row, id=name, record=record) for name, row in zip(ids, rows, strict=True))
    return RecordGroup(record, tuple(AnnotatedDocument(document) for document in documents))
