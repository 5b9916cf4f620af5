"""Fields beside a text with some of their values changed, whatever format they come from."""

from __future__ import annotations

from collections.abc import Mapping

from maskerad.corpora.fields import KeptFields
from maskerad.corpora.objects.json_tree import TreeFields
from maskerad.corpora.tables.arrow_rows import ArrowFields
from maskerad.corpora.tables.csv_layout import CsvFields
from maskerad.corpora.tables.xlsx import SheetFields


def changed_fields(fields: Mapping[str, object], values: Mapping[str, object]) -> Mapping[str, object]:
    """The same fields with new values under some of their names; None is no value.

    Args:
        fields: As a reader left them in ``Document.metadata``.
        values: New values by name, each a name of ``fields``.
    """
    if isinstance(fields, (KeptFields, CsvFields, ArrowFields, TreeFields, SheetFields)):
        return fields.changed(values)
    return {**fields, **values}
