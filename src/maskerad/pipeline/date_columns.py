"""The date columns of a table: which they are, and their new values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from maskerad.core import Document
from maskerad.core.errors import ConfigError, SurrogateError
from maskerad.languages import LanguagePack
from maskerad.surrogates import RecordContext
from maskerad.surrogates.date_cells import moved_cell

WRITTEN = "date"  # the column or field that tells when a document was written


@dataclass(frozen=True, slots=True)
class DateColumns:
    """Names of columns or fields beside the text.

    Attributes:
        dates: Move as the dates of their record do; a table must have them.
        births: Move as dates of birth do; a table must have them.

    ``date``, which tells when a document was written, always moves where it is.
    """

    dates: tuple[str, ...] = ()
    births: tuple[str, ...] = ()

    def named(self, document: Document) -> Iterator[tuple[str, bool]]:
        """Columns that a document has, and whether each is one of births.

        Raises:
            ConfigError: If it lacks one that was named.
        """
        fields = document.metadata
        for name in dict.fromkeys((*self.dates, *self.births)):
            if name not in fields:
                raise ConfigError(f"date column {name!r}: document {document.id!r} has no such column")
            yield name, name in self.births
        if WRITTEN in fields and WRITTEN not in (*self.dates, *self.births):
            yield WRITTEN, False


@dataclass(frozen=True, slots=True)
class NewColumns:
    """New values of the date columns of a document.

    Attributes:
        values: By name; None where no date could be read, which is then left out.
        refused: (name, reason) of those.
    """

    values: Mapping[str, object]
    refused: tuple[tuple[str, str], ...] = ()


def moved_columns(document: Document, record: RecordContext, pack: LanguagePack, columns: DateColumns) -> NewColumns:
    """The date columns of a document, moved.

    Raises:
        ConfigError: If the document lacks a column that was named.
    """
    values: dict[str, object] = {}
    refused: list[tuple[str, str]] = []
    for name, is_birth in columns.named(document):
        try:
            values[name] = moved_cell(document.metadata[name], record, pack, is_birth=is_birth)
        except SurrogateError as error:
            values[name] = None
            refused.append((name, str(error)))
    return NewColumns(values, tuple(refused))
