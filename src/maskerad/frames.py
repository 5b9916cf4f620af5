"""Texts in data frames of pandas, polars and pyarrow: the same frame with safe texts, rows and all else as they were.

Needs the optional part ``pandas`` or ``polars``.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from maskerad.core import Document, Quarantined, Released
from maskerad.core.counted import counted
from maskerad.core.errors import ExtraError, InputError, MissingError

if TYPE_CHECKING:
    from maskerad.api.engine import Engine
    from maskerad.batch.columns import ColumnWatch
    from maskerad.pipeline.configuration.column_rules import ColumnRules

Frame = TypeVar("Frame")


class QuarantineWarning(UserWarning):
    """Some rows must not leave; their texts, and what has a rule beside them, are missing in the frame."""


class ColumnWarning(UserWarning):
    """A column without a rule looks as if it identified somebody, or holds an original of a record."""


def deidentify(
    frame: Frame,
    engine: Engine,
    *,
    text: str = "text",
    record: str = "",
    columns: Iterable[str] | Mapping[str, str] = (),
    n_workers: int = 1,
) -> Frame:
    """The frame with safe texts in one column; the frame that is given stays as it is.

    Rows, their order, index and missing values stay, and so do types, but that numbers and categories under a label
    or ``hash`` become texts. Columns without a rule stay as they are, but for ``date``, which moves with the
    record, as in files.

    Args:
        frame: Of pandas, polars or pyarrow.
        engine: Made by ``maskerad.load``.
        text: Column of the texts.
        record: Column of the patient or session, whose rows are worked on together wherever they stand; without one,
            and where it is missing, every row is a record by itself.
        columns: Rules of other columns, such as ``{"name": "PATIENT", "admitted": "DATE", "ward": "drop"}``: a label,
            ``BIRTH_DATE``, ``text``, ``drop``, ``hash`` or ``keep``; laid over those of the engine's project.
        n_workers: Processes.

    Warns:
        QuarantineWarning: If rows must not leave: their text and their cells under a rule are missing in the result.
            Says how many and why, without text.
        ColumnWarning: For each column without a rule that looks as if it identified somebody.

    Raises:
        ExtraError: If the library for frames is not installed.
        MissingError: If there is no such column.
        InputError: If a cell of the text column is no text.
        ConfigError: If a rule is for the column of the text, or a project is strict about columns without a rule.
        UnknownNameError: If there is no such rule.
    """
    try:
        import narwhals as nw
    except ModuleNotFoundError:
        raise ExtraError("pandas", "a data frame") from None
    from maskerad.api.arguments import items_of
    from maskerad.api.frame_columns import filled
    from maskerad.batch.columns import ColumnWatch
    from maskerad.corpora import FormatOptions
    from maskerad.pipeline.configuration.column_rules import DROP, parse_columns

    given: Any = frame
    rows: Any = nw.from_native(given, eager_only=True)
    rules = engine.settings.columns.updated(parse_columns(items_of(columns, "columns", "{'name': 'PATIENT'}")))
    for column in (text, *([record] if record else ()), *rules.chosen):
        if column not in rows.columns:
            raise MissingError(f"column {column!r} is not in the frame; it has {len(rows.columns)} others")
    documents = _documents(rows, text, record, rules)
    options = FormatOptions(text_column=text, id_column=text, record_column=record)
    watch = ColumnWatch(replace(engine.settings, columns=rules), options)
    outcomes = _outcomes(engine, documents, watch, rules, record, n_workers)
    _tell(outcomes, watch.looks)
    missing = rows[text].is_null().to_list()
    pairs = list(zip(documents, outcomes, strict=True))
    texts = [_new_text(outcome) if not gone else None for outcome, gone in zip(outcomes, missing, strict=True)]
    new = filled(rows, text, texts, is_text=False)
    for column in _changing(rows.columns, rules, record):
        new = filled(new, column, [_new_cell(*pair, column) for pair in pairs], is_text=column in rules.as_text)
    whole: Frame = new.drop(rules.named(DROP)).to_native()
    return whole


def _documents(rows: Any, text: str, record: str, rules: ColumnRules) -> list[Document]:
    """The rows with the cells beside their texts."""
    from maskerad.api.frame_columns import cells_of, texts_of
    from maskerad.corpora.fields import read_date
    from maskerad.pipeline.columns.date_columns import WRITTEN
    from maskerad.pipeline.configuration.column_rules import DROP

    texts = cells_of(rows[text])
    wrong = next((row for row, cell in enumerate(texts) if not isinstance(cell, str | None)), None)
    if wrong is not None:
        raise InputError(f"column {text!r}, row {wrong}: no text")
    beside = [name for name in rows.columns if name != text and rules.chosen.get(name) != DROP]
    cells = [(texts_of if name in rules.as_text else cells_of)(rows[name]) for name in beside]
    records = cells_of(rows[record]) if record else [None] * len(texts)
    fields = [dict(zip(beside, row, strict=True)) for row in zip(*cells, strict=True)] if cells else [{}] * len(texts)
    return [
        Document(
            str(row),
            str(cell or ""),
            record="" if whose is None else str(whose),
            date=read_date(known.get(WRITTEN)),
            metadata=known,
        )
        for row, (cell, whose, known) in enumerate(zip(texts, records, fields, strict=True))
    ]


def _outcomes(
    engine: Engine, rows: Sequence[Document], watch: ColumnWatch, rules: ColumnRules, record: str, n_workers: int
) -> list[Released | Quarantined]:
    """What comes of each row; rows of one record are brought together on the way."""
    from maskerad.corpora import AnnotatedDocument

    first = {document.record: row for row, document in reversed(list(enumerate(rows)))}
    order = sorted(range(len(rows)), key=lambda row: (first[rows[row].record] if rows[row].record else row, row))
    watched = watch.passed(AnnotatedDocument(rows[row]) for row in order)
    documents = (item.document for item in watched if isinstance(item, AnnotatedDocument))
    done = engine.pipe_rows(documents, columns=rules, record=record, n_workers=n_workers)
    by_row = dict(zip(order, done, strict=True))
    return [by_row[row] for row in range(len(rows))]


def _tell(outcomes: Sequence[Released | Quarantined], looks: Mapping[str, str]) -> None:
    """Warns of what must not leave, and of columns that identify somebody and have no rule."""
    from maskerad.pipeline.columns.beside import DOCUMENT_ID, RECORD_ID

    reasons = Counter(f"{outcome.stage} [{outcome.code}]" for outcome in outcomes if isinstance(outcome, Quarantined))
    if reasons:
        listing = ", ".join(f"{reason}: {n}" for reason, n in reasons.most_common())
        message = f"{reasons.total()} of {len(outcomes)} texts were quarantined and are missing now ({listing})"
        warnings.warn(message, QuarantineWarning, stacklevel=3)
    beside = Counter(name for outcome in outcomes if isinstance(outcome, Released) for name in outcome.beside)
    for name in sorted({*looks, *beside} - {DOCUMENT_ID, RECORD_ID}):
        what = [f"looks like {looks[name]}"] if name in looks else []
        what += [f"holds an original of its record in {counted(beside[name], 'row')}"] if beside[name] else []
        message = f"column {name!r} {' and '.join(what)}, and stays as it is; give it a rule: columns={{{name!r}: …}}"
        warnings.warn(message, ColumnWarning, stacklevel=3)


def _changing(names: Sequence[str], rules: ColumnRules, record: str) -> list[str]:
    """The columns that get new values."""
    from maskerad.pipeline.columns.date_columns import WRITTEN
    from maskerad.pipeline.configuration.column_rules import DROP, KEEP

    hashed = record if rules.has_hashed_ids else ""
    return [
        name for name in names if rules.chosen.get(name, "" if name in (WRITTEN, hashed) else KEEP) not in (DROP, KEEP)
    ]


def _new_text(outcome: Released | Quarantined) -> str | None:
    return None if isinstance(outcome, Quarantined) else outcome.text


def _new_cell(row: Document, outcome: Released | Quarantined, column: str) -> object:
    """The new cell, the old one where nothing in it changes; of a row that must not leave none."""
    return None if isinstance(outcome, Quarantined) else outcome.columns.get(column, row.metadata[column])
