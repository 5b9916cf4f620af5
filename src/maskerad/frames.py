"""Texts in data frames of pandas, polars and pyarrow: the same frame with safe texts, rows and all else as they were.

Needs the optional part ``pandas`` or ``polars``.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from maskerad.core import Quarantined
from maskerad.core.errors import ExtraError, InputError, MissingError

if TYPE_CHECKING:
    from maskerad.api.engine import Engine

Frame = TypeVar("Frame")


class QuarantineWarning(UserWarning):
    """Some texts must not leave and are missing in the frame."""


def deidentify(frame: Frame, engine: Engine, *, text: str = "text", record: str = "", n_workers: int = 1) -> Frame:
    """The frame with safe texts in one column; the frame that is given stays as it is.

    Rows, their order, index, types and missing values stay. Other columns are not looked at: what identifies somebody
    there must be dropped or treated by itself.

    Args:
        frame: Of pandas, polars or pyarrow.
        engine: Made by ``maskerad.load``.
        text: Column of the texts.
        record: Column of the patient or session, whose rows are worked on together wherever they stand; without one,
            and where it is missing, every text is a record by itself.
        n_workers: Processes.

    Warns:
        QuarantineWarning: If texts must not leave; they are missing in the result. Says how many and why, without text.

    Raises:
        ExtraError: If the library for frames is not installed.
        MissingError: If there is no such column.
        InputError: If a cell of the text column is no text.
    """
    try:
        import narwhals as nw
    except ModuleNotFoundError:
        raise ExtraError("pandas", "a data frame") from None
    given: Any = frame
    rows: Any = nw.from_native(given, eager_only=True)
    for column in (text, *([record] if record else ())):
        if column not in rows.columns:
            raise MissingError(f"column {column!r} is not in the frame; it has {len(rows.columns)} others")
    texts = _cells(rows[text])
    records = ["" if cell is None else str(cell) for cell in _cells(rows[record])] if record else [""] * len(texts)
    safe = _safe(engine, texts, records, text, n_workers)
    new: Frame = _filled(rows, text, safe).to_native()
    return new


def _cells(series: Any) -> list[object]:
    """The cells of a column, None where one is missing."""
    missing = series.is_null().to_list()
    return [None if is_missing else cell for cell, is_missing in zip(series.to_list(), missing, strict=True)]


def _safe(
    engine: Engine, texts: Sequence[object], records: Sequence[str], column: str, n_workers: int
) -> list[str | None]:
    """The safe text of each row; rows of one record are brought together on the way."""
    wrong = next((row for row, cell in enumerate(texts) if not isinstance(cell, str | None)), None)
    if wrong is not None:
        raise InputError(f"column {column!r}, row {wrong}: no text")
    first = {record: row for row, record in reversed(list(enumerate(records)))}
    there = [row for row, cell in enumerate(texts) if cell is not None]
    there.sort(key=lambda row: (first[records[row]] if records[row] else row, row))
    outcomes = engine.pipe(
        (str(texts[row]) for row in there), records=[records[row] for row in there], n_workers=n_workers
    )
    safe: list[str | None] = [None] * len(texts)
    reasons: Counter[str] = Counter()
    for row, outcome in zip(there, outcomes, strict=True):
        if isinstance(outcome, Quarantined):
            reasons[f"{outcome.stage} [{outcome.code}]"] += 1
        else:
            safe[row] = outcome.text
    if reasons:
        told = ", ".join(f"{reason}: {n}" for reason, n in reasons.most_common())
        message = f"{reasons.total()} of {len(there)} texts were quarantined and are missing now ({told})"
        warnings.warn(message, QuarantineWarning, stacklevel=3)
    return safe


def _filled(rows: Any, column: str, values: list[str | None]) -> Any:
    """The frame with other values in a column, which keeps its type and its own way of missing."""
    import narwhals as nw

    if rows.implementation.is_pandas():
        native = rows.to_native().copy()
        old = native[column]
        kept = [cell if new is None and gone else new for cell, new, gone in zip(old, values, old.isna(), strict=True)]
        native[column] = type(old)(kept, index=old.index, dtype=old.dtype, name=old.name)
        return nw.from_native(native, eager_only=True)
    return rows.with_columns(nw.new_series(column, values, dtype=rows[column].dtype, backend=rows.implementation))
