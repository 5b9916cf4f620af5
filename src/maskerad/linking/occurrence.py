"""One mention of a record with what stands around it."""

from __future__ import annotations

from typing import NamedTuple

from maskerad.core.document import Document
from maskerad.core.span import Span
from maskerad.languages import LanguagePack


class Occurrence(NamedTuple):
    """A mention with its text, document and language."""

    document: Document
    span: Span
    text: str
    pack: LanguagePack
