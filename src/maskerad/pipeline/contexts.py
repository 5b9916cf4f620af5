"""The mentions of a record parted by scope: which of them agree on a surrogate, and on what ground it is chosen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from maskerad.core import Entity, Mention, Record, load_scheme
from maskerad.pipeline.columns.cells import row_of
from maskerad.pipeline.configuration.scopes import Extent, Scope, Scopes
from maskerad.surrogates import BY_WEEKS, CORPUS, DateShift, Keyed, Original, RecordContext

Place = tuple[str, int]  # a mention: the id of its document, and where it starts


def place_of(mention: Mention) -> Place:
    """Where a mention stands: no two spans of a document start at one character."""
    return mention.document, mention.span.start


class Contexts:
    """The contexts of one record.

    Args:
        record: Its id and documents.
        entities: All of it, each with its mentions in the order of the record.
        originals: Every mention.
        known: Identifiers known beforehand.
        scopes: By label; that of an entity's label holds for all its mentions.
        keyed: The choices of the project's key.
        shift: How dates move.
        codec: Encoding of the new texts.
    """

    def __init__(
        self,
        record: Record,
        entities: Sequence[Entity],
        originals: Mapping[Place, Original],
        known: Sequence[Original],
        scopes: Scopes,
        keyed: Keyed,
        shift: DateShift = BY_WEEKS,
        codec: str = "utf-8",
    ) -> None:
        self._record, self._entities, self._originals = record, entities, originals
        self._scopes, self._keyed = scopes, keyed
        by_label: dict[str, RecordContext] = {}
        scope = f"\0record\0{record.id}" if record.id.startswith("\0") else record.id
        self._root = RecordContext(
            scope, keyed, (*originals.values(), *known), by_label=by_label, shift=shift, codec=codec
        )
        self._corpus = RecordContext(CORPUS, keyed, self._root.originals, self._root, by_label, shift, codec)
        self._narrower: dict[str, RecordContext] = {}
        by_label.update(self._by_label())

    @property
    def root(self) -> RecordContext:
        """The context of the whole record."""
        return self._root

    def of(self, place: Place) -> RecordContext:
        """The context in which a mention has its surrogate."""
        return self._context(self.unit(place)) if self._units else self._root

    def unit(self, place: Place) -> str:
        """What is the same for the mentions of an entity that agree, and differs for those that do not."""
        return self._units.get(place, self._root.scope)

    @cached_property
    def _units(self) -> dict[Place, str]:
        """Scope ids of all mentions of entities that have another scope than the record."""
        units: dict[Place, str] = {}
        for entity in () if self._scopes.is_record_alone else self._entities:
            scope = self._scopes.of(entity.label)
            if scope.extent is not Extent.RECORD:
                places = map(place_of, entity.mentions)
                units.update(zip(places, self._scope_ids(entity, scope), strict=True))
        return units

    def _scope_ids(self, entity: Entity, scope: Scope) -> Iterator[str]:
        match scope.extent:
            case Extent.CORPUS:
                return (CORPUS for _ in entity.mentions)
            case Extent.DOCUMENT:
                return (self._narrow("document", row_of(mention.document)) for mention in entity.mentions)
            case Extent.LIMITED:
                return (self._narrow("limited", str(run)) for run in self._runs(entity, scope.run_max))
            case _:
                places = ((mention.document, str(mention.span.start)) for mention in entity.mentions)
                return (self._narrow("mention", *place) for place in places)

    def _narrow(self, kind: str, *parts: str) -> str:
        """The id of a scope within the record; no two lists of parts have the same."""
        return f"\0{kind}" + "".join(f"\0{len(part)}:{part}" for part in (self._record.id, *parts))

    def _runs(self, entity: Entity, run_max: int) -> Iterator[int]:
        """The number of the run of every mention; a run has 1 to ``run_max`` mentions, as the key decides."""
        run = left = 0
        for number, _ in enumerate(entity.mentions):
            if not left:
                run += bool(number)
                left = 1 + self._keyed.number(run_max, "run", self._record.id, entity.id, str(run))
            left -= 1
            yield run

    def _context(self, unit: str) -> RecordContext:
        if unit == self._root.scope:
            return self._root
        if unit == CORPUS:
            return self._corpus
        if unit not in self._narrower:
            within = tuple(self._within[unit])
            self._narrower[unit] = replace(self._root, scope=unit, originals=within, root=self._root, _worked_out={})
        return self._narrower[unit]

    @cached_property
    def _within(self) -> dict[str, list[Original]]:
        """The originals of every scope id."""
        within: dict[str, list[Original]] = defaultdict(list)
        for place, unit in self._units.items():
            within[unit].append(self._originals[place])
        return within

    def _by_label(self) -> dict[str, RecordContext]:
        """The contexts of the labels whose surrogates agree over the record or more; none where all do alike."""
        whole = {Extent.RECORD: self._root, Extent.CORPUS: self._corpus}
        if self._scopes.is_record_alone:
            return {}
        extents = {label: self._scopes.of(label).extent for label in load_scheme("core").labels}
        return {label: whole[extent] for label, extent in extents.items() if extent in whole}
