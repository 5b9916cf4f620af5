"""Watches the columns beside the texts of a run: which have a rule, and what the others look like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from maskerad.core import Document
from maskerad.core.errors import ConfigError, EncodingError
from maskerad.corpora import AnnotatedDocument, FormatOptions, Item
from maskerad.corpora.fields import LANGUAGE
from maskerad.pipeline.columns.column_kinds import ColumnJudge
from maskerad.pipeline.columns.date_columns import WRITTEN
from maskerad.pipeline.configuration.column_rules import DROP
from maskerad.pipeline.configuration.settings import Settings

SAMPLE_ROWS = 500
SAMPLE_VALUES = 40  # of each column, no two alike
LANGUAGE_ROWS = 5


class ColumnWatch:
    """Looks at the first rows on their way.

    Args:
        settings: With the rules of the columns.
        options: How the table is read.

    Attributes:
        looks: Kind by name, of the columns without a rule that look as if they identified somebody.

    Raises:
        ConfigError: If there is a rule for the column of the text.
    """

    def __init__(self, settings: Settings, options: FormatOptions) -> None:
        self.looks: dict[str, str] = {}
        self._settings, self._rules, self._options = settings, settings.columns, options
        if options.text_name in self._rules.chosen:
            raise ConfigError(f"column {options.text_name!r} holds the text; it can have no rule")
        decided = (*self._rules.chosen, options.id_name, options.record_name, WRITTEN, *LANGUAGE)
        self._passed_over = frozenset(decided)
        self._values: dict[str, dict[object, None]] = {}
        self._documents: list[Document] = []

    @property
    def options(self) -> FormatOptions:
        """How the table is read so that the rules can be followed."""
        rules = self._rules
        dropped = rules.named(DROP)
        return replace(self._options, ruled=tuple(rules.chosen), dropped=dropped, as_text=rules.as_text)

    def passed(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items as they come.

        Raises:
            ConfigError: After the first rows, if a column looks as if it identified somebody and that is refused.
        """
        row = 0
        for item in items:
            yield item
            if row < SAMPLE_ROWS and isinstance(item, AnnotatedDocument):
                row += 1
                self._take(item.document)
                if row == SAMPLE_ROWS:
                    self._judge()
        if row < SAMPLE_ROWS:
            self._judge()

    def _take(self, document: Document) -> None:
        for name in document.metadata.keys() - self._passed_over:
            values = self._values.setdefault(name, {})
            value = _readable(document, name) if len(values) < SAMPLE_VALUES else None
            for column in value if isinstance(value, list | tuple) else (value,):
                if column is not None and not isinstance(column, dict | list | tuple) and str(column).strip():
                    values[column] = None
        if len(self._documents) < LANGUAGE_ROWS:
            self._documents.append(document)

    def _judge(self) -> None:
        columns = {name: list(values) for name, values in sorted(self._values.items()) if values}
        if columns:
            self.looks = ColumnJudge(self._settings).kinds(columns, self._documents)
        if self.looks and self._rules.is_strict:
            listing = ", ".join(f"{name!r} ({kind})" for name, kind in self.looks.items())
            raise ConfigError(f"columns that look as if they identified somebody have no rule: {listing}")


def _readable(document: Document, name: str) -> object:
    """A cell; nothing where it cannot be read, which costs its row later on and not the run now."""
    try:
        return document.metadata[name]
    except EncodingError:
        return None
