"""A data frame of notes through the pipeline, record by record, on as many machines as there are.

Rows of a record are brought together (``repartition`` by record, then sorted within partitions), so a worker meets a
record whole and in the order of its ids, as one process does; what comes of it depends on the record and the key
alone, so the bytes are the same on one machine and on a hundred. Rows travel as Arrow batches (``mapInArrow``); an
engine is loaded once in each worker process.

The keys travel in the serialised function, as all that Spark sends to its workers, or are read on each worker from
files that an administrator puts there; they are in no plan, event log or message.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from maskerad.core.errors import ConfigError, MissingError
from maskerad.core.extras import SPARK, VAULT, require
from maskerad.pipeline.configuration.column_rules import DROP, ColumnRules
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.known_people import NOBODY, KnownPeople
from maskerad.spark.partitions import QUARANTINED, REASON, WAY_BACK, Partitions
from maskerad.spark.roles import Columns, Counters
from maskerad.spark.secret import Secret

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyspark.sql import DataFrame


def deidentify(
    frame: DataFrame,
    settings: Settings,
    key: bytes | str | Path,
    columns: Columns | None = None,
    counters: Counters | None = None,
    people: KnownPeople = NOBODY,
    vault_key: bytes | str | Path | None = None,
) -> DataFrame:
    """A frame with safe texts in place of the texts, columns that follow their rules, and a column ``quarantined``.

    Nothing is done before an action asks for it, as everywhere in Spark.

    Args:
        frame: Notes. A column ``date`` moves with the dates of its record; columns without a rule stay as they are.
        settings: Languages, recognisers, strategies, rules by column; see
            ``maskerad.pipeline.configuration.settings.settings_for``.
        key: 32 bytes, or the path of a key file that every worker can read.
        columns: Their names.
        counters: Where to count.
        people: Known beforehand, by record.
        vault_key: As ``key``: of the vault for which what leads back is sealed, see ``keep_ways_back``; None makes no
            way back.

    Returns:
        The columns of ``frame`` but those under ``drop``, and ``quarantined``: null, or a struct of ``stage``, ``code``
        and ``reason``, which holds no text. Of a quarantined note the text and all columns under a rule are null. With
        a vault key also ``way_back``: sealed bytes, null where the note is quarantined.

    Raises:
        ExtraError: If Spark is not installed, or for a vault what seals.
        MissingError: If a column is not there, or a key file where workers are of this machine.
        FormatError: If a key file is on this machine and holds no key.
        ConfigError: If a column is named ``quarantined`` or ``way_back`` already, the text is no text or has a rule, or
            columns without a rule are to be refused, which needs all of a column.
    """
    require(SPARK, "maskerad.spark")
    from pyspark.sql.types import BinaryType, StringType, StructField, StructType

    chosen = columns or Columns()
    for name in chosen.named:
        if name not in frame.columns:
            raise MissingError(f"the frame has no column {name!r}; it has {len(frame.columns)} others")
    for name in (QUARANTINED, WAY_BACK):
        if name in frame.columns:
            raise ConfigError(f"the frame has a column {name!r} already; rename it")
    if not isinstance(frame.schema[chosen.text].dataType, StringType):
        raise ConfigError(f"column {chosen.text!r} holds no strings")
    order = [chosen.record, chosen.id or chosen.text]
    sorted_rows = frame.repartition(chosen.record).sortWithinPartitions(*order)
    together, dropped = _ruled(sorted_rows, settings.columns, chosen)
    reason = StructType([StructField(name, StringType()) for name in REASON])
    fields = [
        StructField(field.name, field.dataType) for field in together.schema.fields
    ]  # each may be null: see above
    ways_back = [] if vault_key is None else [StructField(WAY_BACK, BinaryType())]
    schema = StructType([*fields, StructField(QUARANTINED, reason), *ways_back])
    is_local = (frame.sparkSession.conf.get("spark.master", "") or "").startswith("local")
    vault_secret = None if vault_key is None else Secret.of(vault_key, is_local)
    if vault_secret is not None:
        require(VAULT, "the vault")
    partitions = Partitions(settings, Secret.of(key, is_local), chosen, vault_secret, people, counters)

    def safe(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        return partitions(batches)

    return together.mapInArrow(safe, schema).drop(*dropped)  # named ``safe``: plans show the name of the function


def _ruled(frame: DataFrame, rules: ColumnRules, columns: Columns) -> tuple[DataFrame, list[str]]:
    """The frame as its rules take it, and what is dropped only later: ids, which bring rows together.

    Raises:
        MissingError: If a column with a rule is not there.
        ConfigError: If the text has a rule, or columns without one are to be refused.
    """
    if rules.is_strict:
        raise ConfigError("columns without a rule cannot be refused on Spark: nobody has read all of them beforehand")
    if columns.text in rules.chosen:
        raise ConfigError(f"column {columns.text!r} holds the text; it can have no rule")
    absent = [name for name in rules.chosen if name not in frame.columns]
    if absent:
        raise MissingError(f"the frame has no column {absent[0]!r}, which has a rule")
    ids = [columns.record, columns.id] if rules.has_hashed_ids else []
    for name in filter(None, dict.fromkeys([*rules.as_text, *ids])):
        frame = frame.withColumn(name, frame[name].cast("string"))
    needed = [name for name in rules.named(DROP) if name in columns.named]
    return frame.drop(*(name for name in rules.named(DROP) if name not in needed)), needed
