"""From a record to its safe texts: detect, link, replace, rewrite, verify."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from maskerad.core import Document, Quarantined, Record, Released, SpanSet
from maskerad.core.errors import LeakError
from maskerad.languages import LanguagePack, load_pack
from maskerad.languages.everyday import EverydayWords
from maskerad.linking import Linked, link
from maskerad.pipeline.columns.beside import standing_beside
from maskerad.pipeline.columns.cells import Cell, Cells, column_of, row_of
from maskerad.pipeline.columns.digests import hashed_columns
from maskerad.pipeline.configuration.label_choices import LABELS_WITH_SUB_KINDS
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.doubts import doubts_of
from maskerad.pipeline.foreign import without_foreign
from maskerad.pipeline.links import LastLinks
from maskerad.pipeline.look import Forms, SecondLook
from maskerad.pipeline.replace import Replacements
from maskerad.pipeline.rewrite import rewrite
from maskerad.pipeline.seams import with_joints
from maskerad.pipeline.verification.originals import Originals
from maskerad.pipeline.verification.verify import Leak, leaks_first, mask, originals_of, trusted_names, verify
from maskerad.recognisers.name_parts import join_name_parts
from maskerad.surrogates import Keyed

NOTHING = SpanSet(())


class Deidentifier:
    """The whole path of one record. Made once for a process.

    Args:
        settings: Languages, recognisers, strategies.
        key: 32 bytes; the same key gives the same surrogates, whatever the order, process or machine.
    """

    def __init__(self, settings: Settings, key: bytes) -> None:
        self._settings = settings
        self._links = LastLinks()
        self._detector = Detector(settings, self._links)
        self._keyed = Keyed(key)
        self._packs = {code: load_pack(code, settings.project) for code in settings.languages}
        self._words = EverydayWords(list(self._packs.values()))
        self._look = SecondLook(list(self._packs.values()))

    def release(self, record: Record) -> list[Released | Quarantined]:
        """Every document of a record, released or quarantined.

        Raises:
            MaskeradError: If the record cannot be processed; the caller quarantines it.
        """
        return without_foreign(record, self._release)

    def _release(self, record: Record) -> Sequence[Released | Quarantined]:
        cells = Cells(record, self._settings.columns, self._detector.language)
        return self._released(record, cells, self._found(cells.read))

    def replace(self, record: Record, spans: Sequence[SpanSet]) -> list[Released | Quarantined]:
        """The same for spans that are known already, one set a document, in the order of the documents."""
        cells = Cells(record, self._settings.columns, self._detector.language)
        free = self._found(replace(cells.read, documents=tuple(cell.document for cell in cells.free)))
        return self._released(record, cells, [*spans, *free])

    def _released(self, given: Record, cells: Cells, detected: Sequence[SpanSet]) -> list[Released | Quarantined]:
        """The documents of a record with the new values of their cells.

        Args:
            given: As it came in.
            cells: Its cells.
            found: Spans of its documents and of its cells of free text.
        """
        record, spans = cells.record, [*detected, *self._marked(cells.labelled)]
        packs = [self._pack(document) for document in record.documents]
        released, leaks, replacements, originals = self._replaced(record, spans, packs)
        if leaks and self._settings.quarantine_leaks:
            return [_quarantined(document, leaks) for document in given.documents]
        missed = [_with_leaks(document, safe, leaks) for document, safe in zip(record.documents, released, strict=True)]
        if leaks and missed != spans:
            released, leaks, replacements, originals = self._replaced(record, missed, packs)
        pairs = zip(record.documents, packs, released, strict=True)
        masked = [mask(document, safe, leaks, replacements.placeholder(pack)) for document, pack, safe in pairs]
        if leaks:  # what was masked was taken out too
            originals = self._forms(record, masked, packs, replacements).originals
        return [
            self._completed(given, row, cells, masked, replacements, originals) for row, _ in enumerate(given.documents)
        ]

    def _replaced(
        self, record: Record, spans: Sequence[SpanSet], packs: Sequence[LanguagePack]
    ) -> tuple[list[Released], list[Leak], Replacements, Originals]:
        """New texts, and what was missed: that becomes mentions of a second round, which follow their entities.

        Returns:
            Beside them what was replaced by what, and the forms of all that was taken out.
        """
        chosen = self._settings
        replacements = Replacements(
            record, spans, packs, chosen.policy, self._keyed, chosen.shift, chosen.codec, self._links
        )
        released = [
            rewrite(
                document,
                replacements.linked(number),
                *with_joints(document, in_document, replacements.of(number), pack),
            )
            for number, (document, in_document, pack) in enumerate(zip(record.documents, spans, packs, strict=True))
        ]
        forms = self._forms(record, released, packs, replacements)
        return released, verify(record, released, forms), replacements, forms.originals

    def _forms(
        self, record: Record, released: Sequence[Released], packs: Sequence[LanguagePack], replacements: Replacements
    ) -> Forms:
        """The forms of all that was taken out or is known beforehand."""
        taken_out, sure = originals_of(record, released), list(trusted_names(record, released))
        return self._look.forms(record, packs, taken_out, sure, replacements.taken_out())

    def _marked(self, cells: Sequence[Cell]) -> list[SpanSet]:
        """The one mention of each cell; where the rule that finds it decides its strategy, by that rule."""
        parted = [cell.label in LABELS_WITH_SUB_KINDS for cell in cells]
        asked = tuple(cell.document for cell, is_asked in zip(cells, parted, strict=True) if is_asked)
        spans = iter(self._cell_detector.detect(Record("", asked)) if asked else ())
        return [cell.marked(next(spans) if is_asked else NOTHING) for cell, is_asked in zip(cells, parted, strict=True)]

    @cached_property
    def _cell_detector(self) -> Detector:
        """Rules alone: a cell is in the language of its row, however foreign a name in it looks."""
        return Detector(replace(self._settings, is_auto=False, models=()))

    def _completed(
        self,
        given: Record,
        row: int,
        cells: Cells,
        released: Sequence[Released],
        replacements: Replacements,
        originals: Originals,
    ) -> Released:
        """With the new values of its columns, what has no surrogate, and where linking was not sure."""
        rules, document, mine = self._settings.columns, given.documents[row], released[row]
        dates = replacements.dates(row, rules)
        values = {**hashed_columns(document, rules, self._keyed), **dates.values, **cells.columns(row, released)}
        refused = [
            (column_of(place) or span.label, why)
            for place, span, why in replacements.refused
            if row_of(place) == document.id
        ]
        refusals = tuple((name, why.rpartition(": ")[2]) for name, why in (*refused, *dates.refused))
        doubts = doubts_of(replacements.links, document.id)
        beside = standing_beside(given, row, values, originals, self._words.is_ordinary, rules)
        return replace(mine, columns=values, refused=(*mine.refused, *refusals), doubts=doubts, beside=beside)

    def links(self, record: Record) -> Linked:
        """Who and what a record speaks of, as ``release`` takes it, and which mentions could be several."""
        packs = [self._pack(document) for document in record.documents]
        return link(record, self._found(record), packs)

    def _found(self, record: Record) -> list[SpanSet]:
        """Spans of every document; one person's names are one mention, however a model was taught to cut them."""
        detect = self._detector.detect(record)
        if not self._settings.models:
            return detect
        pairs = zip(detect, record.documents, strict=True)
        return [join_name_parts(spans, document.text) for spans, document in pairs]

    def _pack(self, document: Document) -> LanguagePack:
        return self._packs[self._detector.language(document)]


def _with_leaks(document: Document, released: Released, leaks: Sequence[Leak]) -> SpanSet:
    """The old spans and those of what was missed between them or kept in one of them."""
    missed = [leak.span for leak in leaks if leak.document == document.id]
    return leaks_first([*released.spans, *missed], document.text) if missed else released.spans


def _quarantined(document: Document, leaks: Sequence[Leak]) -> Quarantined:
    mine = [leak for leak in leaks if leak.document == document.id]
    where = ", ".join(f"{leak.start}..{leak.end} {leak.label}" for leak in mine[:5])
    reason = (
        f"originals still stand at {where}" if mine else "an original still stands in another document of its record"
    )
    return Quarantined(document.id, "verify", LeakError.code, reason)
