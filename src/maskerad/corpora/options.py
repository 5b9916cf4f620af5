"""How a file is read or written, beyond the name of its format."""

from __future__ import annotations

from dataclasses import dataclass

from maskerad.core.label_scheme import CORE
from maskerad.text.codes import Code

TEXT = "text"
ID = "id"
RECORD = "record"


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """Settings of readers and writers; each format takes those that concern it.

    Attributes:
        encoding: Of text, JSONL, CSV, brat and CoNLL. UTF-8 and UTF-16 keep a byte order mark if there was one.
        text_column: Column (JSONL: field) of the text; "" means ``text``.
        id_column: Column of the document id; "" means ``id`` where there is one, else the number of the row.
            Where there is one, every row needs an id.
        record_column: Column of the record id; "" means ``record`` where there is one, else every text by itself.
            Where it is named, every row needs a record.
        entities_column: Column (JSONL: field) of the spans.
        delimiter: Of CSV; "" means told from the header (a tab in ``*.tsv``).
        pattern: Names of the files of a text folder, as for a shell.
        code: Tags of CoNLL on output; any of them is read.
        token_column: Of CoNLL without named columns, counted from 0, from the end if negative.
        tag_column: Likewise.
        scheme: Label scheme of the spans; XML takes its element names from the parents in it.
        ruled: Further columns that a table must have, each once.
        dropped: Columns (JSONL: fields) that are left out as soon as a document is read.
        as_text: Columns that are texts from then on, whatever type a Parquet file gives them.
        defuses: Whether cells of CSV that a spreadsheet would take for formulas get an apostrophe before them.
        has_spans: Whether spans are written. Without them brat and XML files come out unlabelled.
    """

    encoding: str = "utf-8"
    text_column: str = ""
    id_column: str = ""
    record_column: str = ""
    entities_column: str = "entities"
    delimiter: str = ""
    pattern: str = "*.txt"
    code: Code = Code.BIO
    token_column: int = 0
    tag_column: int = -1
    scheme: str = CORE
    ruled: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    as_text: tuple[str, ...] = ()
    defuses: bool = False
    has_spans: bool = True

    @property
    def text_name(self) -> str:
        """Name of the text column."""
        return self.text_column or TEXT

    @property
    def needed(self) -> tuple[str, ...]:
        """Columns that a table must have."""
        return tuple(filter(None, (self.text_name, self.id_column, self.record_column, *self.ruled)))

    def missing(self, name: str) -> str:
        """What a table without a column is told: of the texts', also how another one is named.

        Example:
            >>> FormatOptions().missing("text"), FormatOptions(id_column="nr").missing("nr")
            ("no column 'text' (--text-column names another)", "no column 'nr'")
        """
        return f"no column {name!r}{' (--text-column names another)' if name == self.text_name else ''}"

    @property
    def id_name(self) -> str:
        """Name of the id column."""
        return self.id_column or ID

    @property
    def record_name(self) -> str:
        """Name of the record column."""
        return self.record_column or RECORD
