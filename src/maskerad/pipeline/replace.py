"""What stands for each span of a record: its strategy carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, partial

from maskerad.core import Document, Entity, Record, Span, SpanSet, load_scheme
from maskerad.core.errors import SurrogateError
from maskerad.core.schemes import people_labels
from maskerad.languages import LanguagePack
from maskerad.linking import Linked, entity_key
from maskerad.pipeline.columns.births import stands_as_birth
from maskerad.pipeline.columns.date_columns import NewColumns, moved_columns
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.policy import SUPPRESSED, Kind, Policy, Strategy
from maskerad.pipeline.contexts import Contexts, Place, place_of
from maskerad.pipeline.indexes import index_texts
from maskerad.pipeline.links import LastLinks
from maskerad.pipeline.verification.originals import label_of
from maskerad.surrogates import BY_WEEKS, DateShift, Keyed, Original, has_calendar_date, placeholder, surrogate_for
from maskerad.surrogates.atlas.areas import is_large
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.natures import UNSURE, is_town_of_record, label_by_nature, town_slots
from maskerad.surrogates.numbers.identifiers import has_free_numbers
from maskerad.surrogates.places.neighbours import addresses, text_after, text_before
from maskerad.surrogates.shape import parted
from maskerad.text.folding import fold
from maskerad.text.line_breaks import broken_like, one_line
from maskerad.text.writable import can_write, written_in

DATED = ("DATE", "TIME")


class Replacements:
    """The replacements of one record.

    Args:
        record: Its documents and known identifiers.
        spans: One set a document, in the order of the documents, of the core scheme.
        packs: Language of each document.
        policy: What is done with each label.
        keyed: The choices of the project's key.
        shift: How dates move.
        codec: Encoding of the new texts.
        links: May have linked the record already.

    Attributes:
        refused: (document id, span, reason) of mentions that had no surrogate and got a placeholder. No text.
    """

    def __init__(
        self,
        record: Record,
        spans: Sequence[SpanSet],
        packs: Sequence[LanguagePack],
        policy: Policy,
        keyed: Keyed,
        shift: DateShift = BY_WEEKS,
        codec: str = "utf-8",
        links: LastLinks | None = None,
    ) -> None:
        self._record, self._spans, self._packs = record, spans, packs
        self._policy, self._keyed, self._shift, self._codec = policy, keyed, shift, codec
        self._links = links or LastLinks()
        self.refused: list[tuple[str, Span, str]] = []

    def of(self, number: int) -> list[str]:
        """One text for each span of document ``number``."""
        document, pack = self._record.documents[number], self._packs[number]
        return [self._written(self._replacement(document, span, pack), span, pack) for span in self._spans[number]]

    def dates(self, number: int, rules: ColumnRules) -> NewColumns:
        """The new values of the date columns of document ``number``; none where dates are kept."""
        document = self._record.documents[number]
        if not document.metadata or self._policy.strategy(Span(0, 1, "DATE")).kind is Kind.KEEP:
            return NewColumns({})
        record = self._contexts.root.context_of("DATE")
        return moved_columns(document, record, self._packs[number], rules)

    def linked(self, number: int) -> SpanSet:
        """The spans of document ``number`` with the ids of their entities."""
        document, spans = self._record.documents[number], self._spans[number]
        return SpanSet(tuple(self._with_id(document, span) for span in spans), spans.scheme)

    def _with_id(self, document: Document, span: Span) -> Span:
        """The span with its entity's id, unless its scope is narrower: an id would tell what that breaks up."""
        entity = self._entity[document.id, span.start]
        is_told = self._policy.scopes.of(entity.label).is_whole
        return Span(span.start, span.end, span.label, span.score, span.source, entity.id if is_told else "")

    def placeholder(self, pack: LanguagePack) -> Callable[[str], str]:
        """The placeholders of a language, by label; the label itself where the encoding lacks a character of it."""
        return partial(self._placeholder, pack=pack)

    def _placeholder(self, label: str, pack: LanguagePack) -> str:
        named = placeholder(label, pack)
        return named if can_write(named, self._codec) else f"[{label}]"

    def _written(self, text: str, span: Span, pack: LanguagePack) -> str:
        """A replacement that can be written: texts of the user's own are not chosen for that."""
        if can_write(text, self._codec):
            return text
        plain = written_in(text, self._codec)
        return plain if can_write(plain, self._codec) else self._placeholder(span.label, pack)

    def _replacement(self, document: Document, span: Span, pack: LanguagePack) -> str:
        strategy = self._policy.strategy(span)
        if strategy.kind is Kind.SURROGATE or (strategy.kind is Kind.UNISSUED and self._has_unissued(document, span)):
            return self._surrogate(document, span, pack)
        text = document.text[span.start : span.end]
        match strategy.kind:
            case Kind.KEEP:
                return text
            case Kind.DROP:
                return ""
            case Kind.KEEP_TIMES:
                return self._surrogate(document, span, pack) if has_calendar_date(one_line(text), pack) else text
            case Kind.KEEP_LARGE:
                line = one_line(text)
                is_kept = is_large(line, pack) and not gazetteer(pack).is_called_after(line, self._towns)
                return text if is_kept else self._surrogate(document, span, pack)
            case _:
                return broken_like(self._stand_in(strategy, document, span, pack), text)

    def _stand_in(self, strategy: Strategy, document: Document, span: Span, pack: LanguagePack) -> str:
        """What no surrogate is: a tag, a number, a text of the user's own."""
        match strategy.kind:
            case Kind.SUPPRESS:
                return SUPPRESSED
            case Kind.INDEXED:
                return self._indexes[document.id, span.start]
            case Kind.SUBSTITUTE:
                return strategy.text
            case Kind.CLASSES:
                line = one_line(document.text[span.start : span.end])
                key = entity_key(line, span.label, pack)
                return strategy.values.get(fold(line)) or strategy.values.get(key, f"[{span.label}]")
            case _:
                return f"[{span.label}]"

    def _surrogate(self, document: Document, span: Span, pack: LanguagePack) -> str:
        """The surrogate of a mention, or the placeholder of its label when it has none."""
        place = document.id, span.start
        original = self._originals[place]
        try:
            if not original.text:
                raise SurrogateError(f"document {document.id!r}: span {span.start}..{span.end} holds no character")
            new = surrogate_for(original, self._contexts.of(place))
        except SurrogateError as error:
            self.refused.append((document.id, span, str(error)))
            new = self._placeholder(span.label, pack)
        text = document.text[span.start : span.end]
        if original.text == text:
            return new
        before, core, after = parted(text)
        return before + broken_like(new, core) + after

    def _has_unissued(self, document: Document, span: Span) -> bool:
        """Whether the register of a number gives some to nobody."""
        place = document.id, span.start
        return has_free_numbers(self._originals[place], self._contexts.of(place))

    def taken_out(self) -> list[Entity]:
        """The entities of which a mention is not kept."""
        return [
            entity
            for entity in self.links.entities
            if any(self._policy.strategy(mention.span).kind is not Kind.KEEP for mention in entity.mentions)
        ]

    @cached_property
    def links(self) -> Linked:
        """The entities of the record, and where linking was in doubt."""
        return self._links.take(self._record, self._spans, self._packs)

    @cached_property
    def _entity(self) -> dict[Place, Entity]:
        return {place_of(mention): entity for entity in self.links.entities for mention in entity.mentions}

    @cached_property
    def _originals(self) -> dict[Place, Original]:
        """Every mention, with the key and the gender of its entity."""
        originals: dict[Place, Original] = {}
        documents = zip(self._record.documents, self._spans, self._packs, strict=True)
        about = {document.id: (document, pack, addresses(document.text, spans)) for document, spans, pack in documents}
        for entity in self.links.entities:
            by_nature = self._label_by_nature(entity)
            for mention in entity.mentions:
                document, pack, beside = about[mention.document]
                text, span = document.text, mention.span
                other = "CITY" if self._is_town(document, span, pack) else by_nature
                originals[document.id, span.start] = Original(
                    one_line(parted(text[span.start : span.end])[1]),
                    other or span.label,
                    pack,
                    "" if other == "CITY" else entity.key,  # the town is one with the towns of its record
                    entity.gender,
                    document.date,
                    entity,
                    mention,
                    text_before(text, span.start),
                    text_after(text, span.end),
                    beside.get(span.start, ()),
                    span.label in DATED and stands_as_birth(text, span, pack),
                )
        return originals

    def _label_by_nature(self, entity: Entity) -> str:
        """Under which label a thing is replaced that is none of its own; "" where its mentions tell nothing such."""
        spans: dict[str, list[Span]] = {}
        for mention in entity.mentions:
            spans.setdefault(mention.document, []).append(mention.span)
        documents = zip(self._record.documents, self._packs, strict=True)
        mine = [(document.text, spans[document.id], pack) for document, pack in documents if document.id in spans]
        if any(mention.span.label not in UNSURE for mention in entity.mentions):
            return ""
        return next(filter(None, (label_by_nature(*mention) for mention in mine)), "")

    def _is_town(self, document: Document, span: Span, pack: LanguagePack) -> bool:
        """Whether what was taken for somebody is a town of the record, or stands where towns do."""
        if span.label not in people_labels():
            return False
        mention, is_slot = document.text[span.start : span.end], span.start in self._town_slots[document.id]
        return is_town_of_record(mention, span.score, fold(mention) in self._marked_towns, is_slot, pack)

    @cached_property
    def _town_slots(self) -> dict[str, frozenset[int]]:
        """Where mentions stand behind houses, by document."""
        documents = zip(self._record.documents, self._spans, strict=True)
        return {document.id: town_slots(document.text, spans.spans) for document, spans in documents}

    @cached_property
    def _marked_towns(self) -> frozenset[str]:
        """Folded texts that are marked as towns somewhere in the record."""
        documents = zip(self._record.documents, self._spans, strict=True)
        return frozenset(
            fold(one_line(document.text[span.start : span.end]))
            for document, spans in documents
            for span in spans
            if span.label == "CITY"
        )

    @cached_property
    def _towns(self) -> frozenset[str]:
        """Folded towns of the record: no province that is named as one of them stays."""
        return frozenset(fold(original.text) for original in self._originals.values() if original.label == "CITY")

    @cached_property
    def _contexts(self) -> Contexts:
        known, scopes = tuple(self._known()), self._policy.scopes
        entities, originals = self.links.entities, self._originals
        return Contexts(self._record, entities, originals, known, scopes, self._keyed, self._shift, self._codec)

    @cached_property
    def _indexes(self) -> Mapping[Place, str]:
        """The texts of all mentions that are numbered."""
        documents = zip(self._record.documents, self._spans, strict=True)
        in_order = sorted(documents, key=lambda pair: (pair[0].date or date.max, pair[0].id))  # as they are linked
        mentions = (
            (document.id, span, self._entity[document.id, span.start]) for document, spans in in_order for span in spans
        )
        return index_texts(mentions, self._policy, self._contexts, self._keyed)

    def _known(self) -> Iterator[Original]:
        """Identifiers known beforehand: no surrogate may be one of them."""
        labels = load_scheme("core").labels
        for identifier in self._record.known if self._packs else ():
            text, label = parted(identifier.value)[1], label_of(identifier)
            if label in labels and text:
                key, is_birth = entity_key(text, label, self._packs[0]), identifier.kind == "birth_date"
                yield Original(text, label, self._packs[0], key, is_birth=is_birth)
