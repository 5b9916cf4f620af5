"""Readers and writers of corpora: text, JSONL, CSV, Parquet, brat, CoNLL, i2b2 and MEDDOCAN XML, DOCX."""

from typing import TYPE_CHECKING

from maskerad.core.doors import opened_late

if TYPE_CHECKING:
    from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item, RecordGroup, Unread, group_records
    from maskerad.corpora.conversion import Conversion, convert
    from maskerad.corpora.field_changes import changed_fields
    from maskerad.corpora.files.atomic import Destination
    from maskerad.corpora.formats import (
        FORMATS,
        Format,
        Writer,
        detect_format,
        find_format,
        format_names,
        open_writer,
        read_documents,
        read_items,
        target_format,
    )
    from maskerad.corpora.losses import Loss, LossReport
    from maskerad.corpora.options import FormatOptions

__all__ = [
    "FORMATS",
    "AnnotatedDocument",
    "Broken",
    "Conversion",
    "Destination",
    "Format",
    "FormatOptions",
    "Item",
    "Loss",
    "LossReport",
    "RecordGroup",
    "Unread",
    "Writer",
    "changed_fields",
    "convert",
    "detect_format",
    "find_format",
    "format_names",
    "group_records",
    "open_writer",
    "read_documents",
    "read_items",
    "target_format",
]

_HOMES = {
    "AnnotatedDocument": "annotated",
    "Broken": "annotated",
    "Conversion": "conversion",
    "Destination": "files.atomic",
    "FORMATS": "formats",
    "Format": "formats",
    "FormatOptions": "options",
    "Item": "annotated",
    "Loss": "losses",
    "LossReport": "losses",
    "RecordGroup": "annotated",
    "Unread": "annotated",
    "Writer": "formats",
    "changed_fields": "field_changes",
    "convert": "conversion",
    "detect_format": "formats",
    "find_format": "formats",
    "format_names": "formats",
    "group_records": "annotated",
    "open_writer": "formats",
    "read_documents": "formats",
    "read_items": "formats",
    "target_format": "formats",
}

__getattr__ = opened_late(__name__, _HOMES)
