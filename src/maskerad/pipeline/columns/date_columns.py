"""New values for the date columns of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from maskerad.core import Document
from maskerad.core.errors import SurrogateError
from maskerad.languages import LanguagePack
from maskerad.pipeline.configuration.column_rules import BIRTH_DATE, DATE, ColumnRules
from maskerad.surrogates import RecordContext
from maskerad.surrogates.dates.cells import moved_cell

WRITTEN = "date"  # the column or field that tells when a document was written


@dataclass(frozen=True, slots=True)
class NewColumns:
    """New values of the date columns of a document.

    Attributes:
        values: By name; None where no date could be read, which is then left out.
        refused: (name, reason) of those.
    """

    values: Mapping[str, object] = field(repr=False)
    refused: tuple[tuple[str, str], ...] = ()


def moved_columns(document: Document, record: RecordContext, pack: LanguagePack, rules: ColumnRules) -> NewColumns:
    """The date columns of a document, moved: those with a rule for dates, and ``date`` unless it has another."""
    values: dict[str, object] = {}
    refused: list[tuple[str, str]] = []
    for name, is_birth in _named(document, rules):
        try:
            values[name] = moved_cell(document.metadata[name], record, pack, is_birth=is_birth)
        except SurrogateError as error:
            values[name] = None
            refused.append((name, str(error)))
    return NewColumns(values, tuple(refused))


def _named(document: Document, rules: ColumnRules) -> Iterator[tuple[str, bool]]:
    """Date columns that a document has, and whether each is one of births."""
    names = rules.named(DATE, BIRTH_DATE)
    for name in names if WRITTEN in rules.chosen else (*names, WRITTEN):
        if name in document.metadata:
            yield name, rules.chosen.get(name) == BIRTH_DATE
