"""Documents with lines in a language that nobody asked for: quarantined, while the others of their record go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from maskerad.core import Quarantined, Record
from maskerad.core.errors import ForeignLinesError
from maskerad.pipeline.columns.cells import row_of

STAGE = "detect"

T = TypeVar("T")


def without_foreign(record: Record, work: Callable[[Record], Sequence[T]]) -> list[T | Quarantined]:
    """What the work makes of each document, in their order; those with foreign lines are left out of it.

    Args:
        record: Any.
        work: Gives as many results as there are documents, or refuses a record with foreign lines.
    """
    try:
        return list(work(record))
    except ForeignLinesError as error:
        code = error.code
        reasons = {row_of(document): reason for document, reason in error.reasons.items()}
    rest = replace(record, documents=tuple(document for document in record.documents if document.id not in reasons))
    done = iter(work(rest) if rest.documents else ())
    return [
        Quarantined(document.id, STAGE, code, reasons[document.id]) if document.id in reasons else next(done)
        for document in record.documents
    ]
