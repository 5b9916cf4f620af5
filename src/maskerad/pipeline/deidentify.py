"""From a record to its safe texts: detect, link, replace, rewrite, verify."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from maskerad.core import Document, Quarantined, Record, Released, SpanSet
from maskerad.core.errors import LeakError
from maskerad.languages import LanguagePack, load_pack
from maskerad.linking import Linked, link
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.doubts import doubts_of
from maskerad.pipeline.replace import Replacements
from maskerad.pipeline.rewrite import rewrite
from maskerad.pipeline.settings import Settings
from maskerad.pipeline.verify import Leak, mask, ordinary_words, verify
from maskerad.recognisers.name_parts import join_name_parts
from maskerad.recognisers.resolve import resolve
from maskerad.surrogates import Keyed


class Deidentifier:
    """The whole path of one record. Made once for a process.

    Args:
        settings: Languages, recognisers, strategies.
        key: 32 bytes; the same key gives the same surrogates, whatever the order, process or machine.
    """

    def __init__(self, settings: Settings, key: bytes) -> None:
        self._settings = settings
        self._detector = Detector(settings)
        self._keyed = Keyed(key)
        self._packs = {code: load_pack(code, settings.project) for code in settings.languages}
        self._is_ordinary = ordinary_words(list(self._packs.values()))
        self._genitives = sorted({e for pack in self._packs.values() for e in pack.strings("genitive", "names")})

    def release(self, record: Record) -> list[Released | Quarantined]:
        """Every document of a record, released or quarantined.

        Raises:
            MaskeradError: If the record cannot be processed; the caller quarantines it.
        """
        return self.replace(record, self._found(record))

    def replace(self, record: Record, spans: Sequence[SpanSet]) -> list[Released | Quarantined]:
        """The same for spans that are known already, one set a document, in the order of the documents."""
        packs = [self._pack(document) for document in record.documents]
        released, leaks, replacements = self._replaced(record, spans, packs)
        if leaks and self._settings.quarantine_leaks:
            return [_quarantined(document, leaks) for document in record.documents]
        missed = [_with_leaks(document, one, leaks) for document, one in zip(record.documents, released, strict=True)]
        if leaks and missed != list(spans):
            released, leaks, replacements = self._replaced(record, missed, packs)
        pairs = zip(record.documents, packs, released, strict=True)
        masked = [mask(document, one, leaks, replacements.placeholder(pack)) for document, pack, one in pairs]
        return [self._completed(one, number, replacements) for number, one in enumerate(masked)]

    def _replaced(
        self, record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]
    ) -> tuple[list[Released], list[Leak], Replacements]:
        """New texts, and what was missed: that becomes mentions of a second round, which follow their entities."""
        replacements = Replacements(record, spans, packs, self._settings.policy, self._keyed, self._settings.shift)
        released = [
            rewrite(document, replacements.linked(number), replacements.of(number))
            for number, document in enumerate(record.documents)
        ]
        leaks = verify(record, released, self._is_ordinary, self._genitives, replacements.names())
        return released, leaks, replacements

    def _completed(self, released: Released, number: int, replacements: Replacements) -> Released:
        """With the new values of its date columns, what has no surrogate, and where linking was not sure."""
        columns = replacements.columns(number, self._settings.columns)
        refused = [(span.label, why) for document, span, why in replacements.refused if document == released.document]
        doubts = doubts_of(replacements.links, released.document)
        if not (columns.values or refused or doubts):
            return released
        told = tuple((name, why.rpartition(": ")[2]) for name, why in (*refused, *columns.refused))
        return replace(released, columns=columns.values, refused=told, doubts=doubts)

    def links(self, record: Record) -> Linked:
        """Who and what a record speaks of, as ``release`` takes it, and which mentions could be several."""
        packs = [self._pack(document) for document in record.documents]
        return link(record, self._found(record), packs)

    def _found(self, record: Record) -> list[SpanSet]:
        """Spans of every document; one person's names are one mention, however a model was taught to cut them."""
        found = self._detector.detect(record)
        if not self._settings.models:
            return found
        pairs = zip(found, record.documents, strict=True)
        return [join_name_parts(spans, document.text) for spans, document in pairs]

    def _pack(self, document: Document) -> LanguagePack:
        return self._packs[self._detector.language(document)]


def _with_leaks(document: Document, released: Released, leaks: Sequence[Leak]) -> SpanSet:
    """The old spans and those of what was missed between them."""
    missed = [leak.span for leak in leaks if leak.document == document.id]
    return resolve([*released.spans, *missed], text=document.text) if missed else released.spans


def _quarantined(document: Document, leaks: Sequence[Leak]) -> Quarantined:
    mine = [leak for leak in leaks if leak.document == document.id]
    where = ", ".join(f"{leak.start}..{leak.end} {leak.label}" for leak in mine[:5])
    reason = (
        f"originals still stand at {where}" if mine else "an original still stands in another document of its record"
    )
    return Quarantined(document.id, "verify", LeakError.code, reason)
