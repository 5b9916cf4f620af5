"""Linking, done once for a record that is looked at and then replaced.

The second look links what was found before it searches for more. Where it finds nothing more, replacing would link the
same mentions again; it is handed the same result instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.core import Document, Record, SpanSet
from maskerad.core.document import Identifier
from maskerad.languages import LanguagePack
from maskerad.linking import Linked, link

_Asked = tuple[tuple[Document, ...], tuple[Identifier, ...], tuple[SpanSet, ...], tuple[str, ...]]


class LastLinks:
    """Links records, and keeps what it last said until it is asked for the same again or for something else."""

    def __init__(self) -> None:
        self._last: tuple[_Asked, Linked] | None = None

    def keep(self, record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> Linked:
        """Links a record, and keeps the result."""
        linked = link(record, spans, packs)
        self._last = _asked(record, spans, packs), linked
        return linked

    def take(self, record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> Linked:
        """What was kept, if it is of the same record and spans; else links them. Nothing is kept after it."""
        last, self._last = self._last, None
        if last is not None and last[0] == _asked(record, spans, packs):
            return last[1]
        return link(record, spans, packs)


def _asked(record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]) -> _Asked:
    return tuple(record.documents), tuple(record.known), tuple(spans), tuple(pack.code for pack in packs)
