"""What a worker does with the Arrow batches of a partition: records are put together again, and leave in batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from maskerad.core import Document, MaskeradError, Quarantined, Record, Released
from maskerad.core.keyed import Keyed
from maskerad.corpora.fields import DATE, read_date
from maskerad.pipeline.anonymous import anonymous_id
from maskerad.pipeline.columns.digests import digest_of
from maskerad.pipeline.configuration.column_rules import KEEP
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.known_people import NOBODY, KnownPeople
from maskerad.spark.roles import Columns, Counters
from maskerad.spark.secret import Secret

if TYPE_CHECKING:
    from pyarrow import RecordBatch


QUARANTINED = "quarantined"
OUT_ROWS = 1_000  # of a batch that leaves, unless a record has more
Row = dict[str, Any]


@dataclass(frozen=True)
class Partitions:
    """Does one partition after another in a worker process; travels there by Spark's serialiser.

    Attributes:
        settings: Languages, recognisers, strategies.
        secret: The key.
        columns: Their names.
        people: Known beforehand, by record.
        counters: Where to count; None does not.
    """

    settings: Settings
    secret: Secret
    columns: Columns
    people: KnownPeople = field(default=NOBODY, repr=False)
    counters: Counters | None = field(default=None, repr=False)

    def __call__(self, batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        """Safe rows, in the order of the rows."""
        out: list[Row] = []
        fields: list[Any] = []
        for _, same in groupby(self._rows(batches, fields), key=lambda row: row[self.columns.record]):
            out += self._safe(list(same))
            if len(out) >= OUT_ROWS:
                yield _batch(out, fields)
                out = []
        if out:
            yield _batch(out, fields)

    def _rows(self, batches: Iterator[RecordBatch], fields: list[Any]) -> Iterator[Row]:
        for batch in batches:
            fields[:] = list(batch.schema)
            yield from batch.to_pylist()

    def _safe(self, rows: list[Row]) -> list[Row]:
        """The rows of one record; those without a record are records by themselves."""
        if rows[0][self.columns.record] in (None, ""):
            return [safe for row in rows for safe in self._safe_record([row])]
        return self._safe_record(rows)

    def _safe_record(self, rows: list[Row]) -> list[Row]:
        texts = [row[self.columns.text] or "" for row in rows]
        outcomes = self._outcomes(rows, texts)
        self._count(texts, outcomes)
        return [self._with(row, outcome) for row, outcome in zip(rows, outcomes, strict=True)]

    def _outcomes(self, rows: list[Row], texts: list[str]) -> list[Released | Quarantined]:
        engine, keyed = _engine(self.settings, self.secret)
        told = rows[0][self.columns.record]
        record = str(told) if told not in (None, "") else anonymous_id(texts[0], keyed)
        documents = tuple(
            Document(f"{number:08}", text, self._language(row), record, read_date(row.get(DATE)), self._beside(row))
            for number, (row, text) in enumerate(zip(rows, texts, strict=True))
        )
        try:
            return engine.release(self.people.completed(Record(record, documents)))
        except MaskeradError as error:
            return [Quarantined(one.id, "deidentify", error.code, str(error.args[0])) for one in documents]
        except Exception as error:  # noqa: BLE001  text never leaves by accident, nor in the words of an error
            return [
                Quarantined(one.id, "deidentify", "E999", f"unexpected {type(error).__name__}") for one in documents
            ]

    def _language(self, row: Row) -> str:
        return str(row[self.columns.language] or "") if self.columns.language else ""

    def _beside(self, row: Row) -> Row:
        """The cells beside the text."""
        return {name: value for name, value in row.items() if name != self.columns.text}

    def _with(self, row: Row, outcome: Released | Quarantined) -> Row:
        """The row as it leaves. Of one that is quarantined neither text nor any cell that would have changed."""
        text, rules = self.columns.text, self.settings.columns
        if isinstance(outcome, Quarantined):
            why = {"stage": outcome.stage, "code": outcome.code, "reason": outcome.reason}
            changing = {text, DATE, *rules.chosen} - {*rules.named(KEEP)}
            return {**row, **dict.fromkeys(changing & row.keys()), **self._ids(row), QUARANTINED: why}
        new = outcome.text if row[text] is not None else None
        return {**row, **outcome.columns, **self._ids(row), text: new, QUARANTINED: None}

    def _ids(self, row: Row) -> Row:
        """Digests of the ids, where they are asked for."""
        if not self.settings.columns.has_hashed_ids:
            return {}
        _, keyed = _engine(self.settings, self.secret)
        ids = {name: row[name] for name in (self.columns.record, self.columns.id) if name}
        return {name: digest_of(str(value), keyed) for name, value in ids.items() if value not in (None, "")}

    def _count(self, texts: list[str], outcomes: list[Released | Quarantined]) -> None:
        if self.counters is None:
            return
        released = [one for one in outcomes if isinstance(one, Released)]
        self.counters.documents.add(len(texts))
        self.counters.released.add(len(released))
        self.counters.quarantined.add(len(texts) - len(released))
        self.counters.characters.add(sum(map(len, texts)))
        self.counters.spans.add(sum(len(one.spans) for one in released))


@lru_cache(maxsize=4)
def _held(key: bytes, settings: _ByIdentity) -> tuple[Deidentifier, Keyed]:
    return Deidentifier(settings.settings, key), Keyed(key)


def _engine(settings: Settings, secret: Secret) -> tuple[Deidentifier, Keyed]:
    """The engine of this process: loaded once, whatever the number of partitions."""
    written = repr((settings, settings.policy, settings.columns))
    return _held(secret.open(), _ByIdentity(written, settings))


@dataclass(frozen=True)
class _ByIdentity:
    """Settings told apart by how they are written: a copy that came with another partition is the same."""

    written: str
    settings: Settings = field(compare=False, repr=False)


def _batch(rows: list[Row], fields: list[Any]) -> RecordBatch:
    import pyarrow as pa

    reason = pa.struct([(name, pa.string()) for name in ("stage", "code", "reason")])
    nullable = [one.with_nullable(True) for one in fields]
    return pa.RecordBatch.from_pylist(rows, pa.schema([*nullable, pa.field(QUARANTINED, reason)]))
