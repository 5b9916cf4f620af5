"""Readers and writers of corpora: text, JSONL, CSV, Parquet, brat, CoNLL, i2b2 and MEDDOCAN XML, DOCX."""

from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item, RecordGroup, Unread, group_records
from maskerad.corpora.atomic import Destination
from maskerad.corpora.changed_fields import changed_fields
from maskerad.corpora.convert import Conversion, convert
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
