"""Columns of data frames as cells of Python, and back: a column keeps its type where its new values fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def cells_of(series: Any) -> list[object]:
    """The cells of a column, None where one is missing."""
    missing = series.is_null().to_list()
    return [None if is_missing else cell for cell, is_missing in zip(series.to_list(), missing, strict=True)]


def texts_of(series: Any) -> list[object]:
    """The same with numbers and categories as texts, as they become where a rule puts something else in their place."""
    cells = cells_of(series)
    return list(map(_text, cells)) if _becomes_text(series) else cells


def filled(rows: Any, column: str, values: Sequence[object], *, is_text: bool) -> Any:
    """The frame with other values in a column, which keeps its own way of missing.

    Args:
        rows: A frame of narwhals.
        column: By name.
        values: A new value for each row, None where it is missing.
        is_text: Whether numbers and categories have become texts.
    """
    import narwhals as nw

    new_type = is_text and _becomes_text(rows[column])
    if rows.implementation.is_pandas():
        return nw.from_native(_in_pandas(rows.to_native(), column, values, new_type), eager_only=True)
    dtype = nw.String() if new_type else rows[column].dtype
    return rows.with_columns(nw.new_series(column, list(values), dtype=dtype, backend=rows.implementation))


def _in_pandas(frame: Any, column: str, values: Sequence[object], is_text: bool) -> Any:
    frame = frame.copy()
    old = frame[column]
    kept = [cell if new is None and gone else new for cell, new, gone in zip(old, values, old.isna(), strict=True)]
    cannot_miss = old.dtype.kind in "iu" and any(value is None for value in values)
    dtype = object if is_text or cannot_miss else old.dtype
    frame[column] = type(old)(kept, index=old.index, dtype=dtype, name=old.name)
    return frame


def _becomes_text(series: Any) -> bool:
    import narwhals as nw

    return bool(series.dtype.is_numeric()) or series.dtype in (nw.Categorical, nw.Enum, nw.Boolean)


def _text(cell: object) -> object:
    """A number without the fraction that a column gets where cells are missing."""
    if cell is None:
        return None
    return f"{cell:.0f}" if isinstance(cell, float) and cell.is_integer() else str(cell)
