"""What a worker does with the Arrow batches of a partition: records are put together again, and leave in batches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from maskerad.core import Document, MaskeradError, Quarantined, Record, Released
from maskerad.core.keyed import Keyed
from maskerad.corpora.fields import DATE, read_date
from maskerad.pipeline.anonymous import anonymous_id
from maskerad.pipeline.columns.digests import digest_of
from maskerad.pipeline.configuration.column_rules import DROP, KEEP
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.known_people import NOBODY, KnownPeople
from maskerad.spark.roles import Columns, Counters
from maskerad.spark.secret import Secret
from maskerad.vault import Posting

if TYPE_CHECKING:
    from pyarrow import RecordBatch


QUARANTINED = "quarantined"
REASON = ("stage", "code", "reason")  # of a quarantined row
WAY_BACK = "way_back"
OUT_ROWS = 1_000  # of a batch that leaves, unless a record has more
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Safe:
    """What came of a row, and what leads back from it, sealed."""

    outcome: Released | Quarantined
    way_back: bytes | None = None


@dataclass(frozen=True)
class Partitions:
    """Does one partition after another in a worker process; travels there by Spark's serialiser.

    Attributes:
        settings: Languages, recognisers, strategies.
        secret: The key.
        columns: Their names.
        vault_secret: The key of the vault for which each released row gets what leads back; None makes none.
        people: Known beforehand, by record.
        counters: Where to count; None does not.
    """

    settings: Settings
    secret: Secret
    columns: Columns
    vault_secret: Secret | None = None
    people: KnownPeople = field(default=NOBODY, repr=False)
    counters: Counters | None = field(default=None, repr=False)

    def __call__(self, batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        """Safe rows, in the order of the rows."""
        out: list[Row] = []
        fields: list[Any] = []
        for _, same in groupby(self._rows(batches, fields), key=lambda row: row[self.columns.record]):
            out += self._safe(list(same))
            if len(out) >= OUT_ROWS:
                yield self._batch(out, fields)
                out = []
        if out:
            yield self._batch(out, fields)

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
        safe = self._guarded(rows, texts)
        self._count(texts, safe)
        return [self._with(row, answer) for row, answer in zip(rows, safe, strict=True)]

    def _guarded(self, rows: list[Row], texts: list[str]) -> list[_Safe]:
        """What came of each row; all of them quarantined when something goes wrong."""
        try:
            return self._released(rows, texts)
        except MaskeradError as error:
            held = Quarantined("", "deidentify", error.code, str(error.args[0]))
        except Exception as error:  # noqa: BLE001  text never leaves by accident, nor in the words of an error
            held = Quarantined("", "deidentify", "E999", f"unexpected {type(error).__name__}")
        return [_Safe(held) for _ in rows]

    def _released(self, rows: list[Row], texts: list[str]) -> list[_Safe]:
        engine, keyed = _engine(self.settings, self.secret)
        given = rows[0][self.columns.record]
        record = str(given) if given not in (None, "") else anonymous_id(texts[0], keyed)
        documents = tuple(
            Document(f"{number:08}", text, self._language(row), record, read_date(row.get(DATE)), self._beside(row))
            for number, (row, text) in enumerate(zip(rows, texts, strict=True))
        )
        outcomes = engine.release(self.people.completed(Record(record, documents)))
        return [self._leaving(document, outcome) for document, outcome in zip(documents, outcomes, strict=True)]

    def _leaving(self, document: Document, outcome: Released | Quarantined) -> _Safe:
        if isinstance(outcome, Quarantined):
            return _Safe(outcome)
        released = replace(outcome, columns={**outcome.columns, **self._ids(document.metadata)})
        if self.vault_secret is None:
            return _Safe(released)
        own = self._id_that_leaves(self.columns.id, document, released)
        record = self._id_that_leaves(self.columns.record, document, released) or own
        return _Safe(released, _posting(self.vault_secret).sealed(record, replace(document, id=own), released))

    def _id_that_leaves(self, name: str, document: Document, released: Released) -> str:
        """An id as it stands in the row that leaves; of a column that is dropped, its digest, as in one process."""
        value = document.metadata.get(name)
        if value in (None, ""):
            return ""
        if name in self.settings.columns.named(DROP):
            return digest_of(str(value), _engine(self.settings, self.secret)[1])
        return str(released.columns.get(name, value))

    def _language(self, row: Row) -> str:
        return str(row[self.columns.language] or "") if self.columns.language else ""

    def _beside(self, row: Row) -> Row:
        """The cells beside the text."""
        return {name: value for name, value in row.items() if name != self.columns.text}

    def _with(self, row: Row, safe: _Safe) -> Row:
        """The row as it leaves. Of one that is quarantined neither text nor any cell that would have changed."""
        text, rules, outcome = self.columns.text, self.settings.columns, safe.outcome
        if isinstance(outcome, Quarantined):
            why = {"stage": outcome.stage, "code": outcome.code, "reason": outcome.reason}
            changing = {text, DATE, *rules.chosen} - {*rules.named(KEEP)}
            return {**row, **dict.fromkeys(changing & row.keys()), **self._ids(row), QUARANTINED: why, WAY_BACK: None}
        new = outcome.text if row[text] is not None else None
        return {**row, **outcome.columns, text: new, QUARANTINED: None, WAY_BACK: safe.way_back}

    def _ids(self, row: Mapping[str, Any]) -> Row:
        """Digests of the ids, where they are asked for."""
        if not self.settings.columns.has_hashed_ids:
            return {}
        _, keyed = _engine(self.settings, self.secret)
        ids = {name: row[name] for name in (self.columns.record, self.columns.id) if name}
        return {name: digest_of(str(value), keyed) for name, value in ids.items() if value not in (None, "")}

    def _batch(self, rows: list[Row], fields: list[Any]) -> RecordBatch:
        import pyarrow as pa

        added = [(QUARANTINED, pa.struct([(name, pa.string()) for name in REASON]))]
        added += [] if self.vault_secret is None else [(WAY_BACK, pa.binary())]
        schema = [*(column.with_nullable(True) for column in fields), *(pa.field(*column) for column in added)]
        return pa.RecordBatch.from_pylist(rows, pa.schema(schema))

    def _count(self, texts: list[str], safe: list[_Safe]) -> None:
        if self.counters is None:
            return
        released = [row.outcome for row in safe if isinstance(row.outcome, Released)]
        self.counters.documents.add(len(texts))
        self.counters.released.add(len(released))
        self.counters.quarantined.add(len(texts) - len(released))
        self.counters.characters.add(sum(map(len, texts)))
        self.counters.spans.add(sum(len(outcome.spans) for outcome in released))


@lru_cache(maxsize=4)
def _posting(secret: Secret) -> Posting:
    return Posting(secret.open())


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
