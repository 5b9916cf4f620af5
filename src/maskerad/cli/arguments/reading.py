"""How a corpus is read: the same options, with the same defaults, at every command that reads one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from maskerad.corpora import FormatOptions

DEFAULTS = FormatOptions()


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """Names of columns and fields, and the encoding."""

    text_column: Annotated[
        str,
        typer.Option(
            help="Column or field that holds the text; text when not named. In JSON also a path: messages[].text."
        ),
    ] = ""
    id_column: Annotated[str, typer.Option(help="Column or field of the document id; id when not named.")] = ""
    record_column: Annotated[
        str, typer.Option(help="Column or field of the patient or session; record when not named.")
    ] = ""
    encoding: Annotated[str, typer.Option(help="Of the files that are read and written.")] = DEFAULTS.encoding

    def made(self) -> FormatOptions:
        """As readers and writers take them."""
        return FormatOptions(
            text_column=self.text_column,
            id_column=self.id_column,
            record_column=self.record_column,
            encoding=self.encoding,
        )


Reading = Annotated[FormatOptions, ReadingOptions]
