"""Values of the fields beside a text as texts, and back with their types."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal

from maskerad.core.errors import FormatError

_READERS: Mapping[str, Callable[[str], object]] = {
    "text": str,
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "decimal": Decimal,
    "json": json.loads,
}


def written_cell(value: object) -> str:
    """A value as its kind and a text.

    Raises:
        FormatError: If it is of a type that is not known.

    Example:
        >>> read_cell(written_cell(date(2024, 3, 12)))
        datetime.date(2024, 3, 12)
    """
    match value:
        case str():
            return f"text:{value}"
        case datetime():
            return f"datetime:{value.isoformat()}"
        case date():
            return f"date:{value.isoformat()}"
        case Decimal():
            return f"decimal:{value}"
    try:
        return f"json:{json.dumps(value)}"
    except (TypeError, ValueError):
        raise FormatError(f"a value of type {type(value).__name__} cannot be kept in a vault") from None


def read_cell(cell: str) -> object:
    """The value that ``written_cell`` wrote."""
    kind, _, text = cell.partition(":")
    return _READERS[kind](text)
