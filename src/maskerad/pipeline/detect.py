"""From a record to the resolved spans of its documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from maskerad.core.document import Document, Record
from maskerad.core.errors import ConfigError, ForeignLinesError, InputError
from maskerad.core.span import Source, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.models import is_shipped
from maskerad.pipeline.bare_days import with_bare_days
from maskerad.pipeline.configuration.never_mark import NeverMarking, never_marked
from maskerad.pipeline.configuration.settings import Foreign, Settings
from maskerad.pipeline.links import LastLinks
from maskerad.pipeline.look import SecondLook, agreed
from maskerad.recognisers import Evidence, Recogniser, first_evidence, make_chain, run_chain
from maskerad.recognisers.base import Vetoed
from maskerad.recognisers.borders import end_names_before_institutions
from maskerad.recognisers.broken_names import BrokenNames
from maskerad.recognisers.chat_authors import ChatAuthors
from maskerad.recognisers.edges import with_edges
from maskerad.recognisers.model_folder import HYBRID, read_card
from maskerad.recognisers.name_columns import NameColumns
from maskerad.recognisers.name_parts import join_name_parts
from maskerad.recognisers.resolve import resolve
from maskerad.recognisers.rules.rulebook import RuleBook, load_rulebook
from maskerad.recognisers.veto import Veto, Vetoing
from maskerad.text.views import View, normalise

if TYPE_CHECKING:
    from maskerad.text.language_id import LanguageIdentifier, LanguageLine

FOREIGN_SOURCE = Source("language.v1", "foreign_line", "a line in a language that is not configured")
FOREIGN_LABEL = "OTHER_PHI"
_FILLED_LINE = re.compile(r"\S(?:[^\r\n]*\S)?")
SPREADING = "rules.propagation.v1"  # the recogniser that finds names of the record again
CUT = frozenset({HYBRID})  # it has learnt how its corpus cuts names


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of one document in one language."""

    document: int
    start: int
    view: View = field(repr=False)


class Detector:
    """Finds spans. Made once for a process; its packs are loaded when a text first needs them.

    Trained models are opened at once: one that is broken is told before the first record is read.

    Args:
        settings: Languages, recognisers, models.
        links: Keeps what linking said on the way, for whoever replaces what was found.

    Raises:
        ModelError: If a model cannot be opened.
    """

    def __init__(self, settings: Settings, links: LastLinks | None = None) -> None:
        self._settings, self._links = settings, links
        self._chains: dict[str, tuple[RuleBook, list[Recogniser], BrokenNames]] = {}
        self._by_layout: dict[str, tuple[NameColumns, ChatAuthors]] = {}
        for code in _languages_of_named_models(settings):
            self._chain(code)

    def detect(self, record: Record) -> list[SpanSet]:
        """Resolved spans of every document, offsets being those of the untouched texts.

        Raises:
            ForeignLinesError: If documents hold lines in a language that is not configured and those are quarantined.
        """
        candidates, _ = self._candidates(record)
        pairs = zip(record.documents, candidates, strict=True)
        resolved = [self._resolved(document, offered) for document, offered in pairs]
        if SPREADING not in self._settings.chain:  # whoever asks for single recognisers gets what these find
            return resolved
        packs = [self._chain(self.language(document))[0].pack for document in record.documents]
        completed = self._second_look.completed(record, resolved, packs)
        triples = zip(record.documents, agreed(record.documents, completed, packs), packs, strict=True)
        return [with_bare_days(document.text, spans, pack) for document, spans, pack in triples]

    def vetoed(self, record: Record) -> list[list[Vetoed]]:
        """Candidates of every document that medicine explains, and by which entry; sorted, each place once.

        Raises:
            ForeignLinesError: As ``detect``.
        """
        _, vetoed = self._candidates(record)
        by_place = [{(veto.span.start, veto.span.end, veto.span.label): veto for veto in vetoes} for vetoes in vetoed]
        return [[veto for _, veto in sorted(places.items(), key=itemgetter(0))] for places in by_place]

    def _candidates(self, record: Record) -> tuple[list[list[Span]], list[list[Vetoed]]]:
        """What was proposed for every document and stands, and what was vetoed."""
        candidates: list[list[Span]] = [[] for _ in record.documents]
        vetoed: list[list[Vetoed]] = [[] for _ in record.documents]
        parts: dict[str, list[_Part]] = {}
        foreign: dict[str, str] = {}
        for number, document in enumerate(record.documents):
            try:
                for code, part in self._parts(number, document, candidates[number]):
                    parts.setdefault(code, []).append(part)
            except ForeignLinesError as error:
                foreign.update(error.reasons)
        if foreign:
            raise ForeignLinesError(foreign)
        for code, same in parts.items():
            evidence = self._recognise(code, same, record)
            for part, spans in zip(same, evidence.spans, strict=True):
                candidates[part.document].extend(_original(part, spans))
            for number in {part.document for part in same}:
                candidates[number].extend(self._laid_out(code, record.documents[number].text))
            for part, taken in zip(same, evidence.vetoed or [()] * len(same), strict=True):
                vetoed[part.document].extend(_original_vetoes(part, taken))
        return candidates, vetoed

    def language(self, document: Document) -> str:
        """The language of a document: as it says itself if that is configured, else identified."""
        if document.language in self._settings.languages:
            return document.language
        if len(self._settings.languages) == 1:
            return self._settings.languages[0]
        return self._identifier.identify(document.text)

    @cached_property
    def _second_look(self) -> SecondLook:
        return SecondLook([load_pack(code, self._settings.project) for code in self._settings.languages], self._links)

    @cached_property
    def _identifier(self) -> LanguageIdentifier:
        # Imported when a text first asks for it: the model needs numpy, most runs need neither.
        from maskerad.text.language_id import LanguageIdentifier

        return LanguageIdentifier(self._settings.languages)

    def _parts(self, number: int, document: Document, candidates: list[Span]) -> Iterator[tuple[str, _Part]]:
        """Stretches of one language; foreign lines that are dropped become candidates at once."""
        main = self.language(document)
        if not self._settings.has_lines_identified:
            yield main, _Part(number, 0, normalise(document.text))
            return
        for start, end, code in self._stretches(document, main):
            if code:
                yield code, _Part(number, start, normalise(document.text[start:end]))
            else:
                candidates.extend(_foreign_lines(document.text, start, end))

    def _stretches(self, document: Document, main: str) -> Iterator[tuple[int, int, str]]:
        """Neighbouring lines of one language taken together, line ends included; "" for lines to be dropped."""
        start, code = 0, main
        for line in self._identifier.identify_lines(document.text, main):
            here = self._checked(document, line) if not line.code else line.code
            if self._settings.foreign is Foreign.KEEP and not line.code:
                here = main
            if here != code:
                yield start, line.start, code
                start, code = line.start, here
        yield start, len(document.text), code

    def _checked(self, document: Document, line: LanguageLine) -> str:
        if self._settings.foreign not in (Foreign.DROP, Foreign.KEEP):
            reason = (
                f"characters {line.start}..{line.end} seem to be in {line.guess!r}, "
                f"which is not configured; configured: {', '.join(self._settings.languages)}"
            )
            raise ForeignLinesError({document.id: reason})
        return ""

    def _recognise(self, code: str, parts: Sequence[_Part], record: Record) -> Evidence:
        rulebook, chain, broken_names = self._chain(code)
        analysed = [rulebook.analyser.analyse(self._viewed(record, part, code)) for part in parts]
        evidence = run_chain(chain, first_evidence(analysed, record.known))
        return evidence.with_findings(broken_names.recognise(evidence))

    def _laid_out(self, code: str, text: str) -> list[Span]:
        """Cells of name columns and authors of messages, told from the text as it is, not from a view."""
        if SPREADING not in self._settings.chain:
            return []
        if code not in self._by_layout:
            rulebook = self._chain(code)[0]
            self._by_layout[code] = NameColumns(rulebook), ChatAuthors(rulebook)
        return [span for finder in self._by_layout[code] for span in finder.find(text)]

    def _viewed(self, record: Record, part: _Part, code: str) -> Document:
        document = record.documents[part.document]
        return replace(document, text=part.view.text, language=code)

    def _chain(self, code: str) -> tuple[RuleBook, list[Recogniser], BrokenNames]:
        if code not in self._chains:
            rulebook = _loaded(code, self._settings.project)
            chain = make_chain(self._settings.chain, rulebook, self._settings.models)
            never = never_marked(rulebook.pack)
            chain = [NeverMarking(recogniser, never) for recogniser in chain] if never else chain
            chain = self._judged(chain, rulebook)
            self._chains[code] = rulebook, chain, BrokenNames(rulebook, chain)
        return self._chains[code]

    def _judged(self, chain: list[Recogniser], rulebook: RuleBook) -> list[Recogniser]:
        """The chain behind what knows medicine."""
        veto = Veto(rulebook)
        return [Vetoing(recogniser, veto) for recogniser in chain]

    def _resolved(self, document: Document, candidates: list[Span]) -> SpanSet:
        apart = end_names_before_institutions(candidates, document.text)
        joined = join_name_parts(resolve(apart, text=document.text), document.text, CUT)
        return with_edges(joined, document.text)


def _languages_of_named_models(settings: Settings) -> list[str]:
    """Of models that somebody trained; those that ship are opened when a text first needs them."""
    named = [folder for folder in settings.models if not is_shipped(folder)]
    read = {code for folder in named for code in read_card(folder).languages}
    return [code for code in settings.languages if code in read]


def _foreign_lines(text: str, start: int, end: int) -> Iterator[Span]:
    """A span for each line of a stretch that is to be dropped; line ends and blanks at both ends stay."""
    for line in _FILLED_LINE.finditer(text, start, end):
        yield Span(*line.span(), FOREIGN_LABEL, 1.0, FOREIGN_SOURCE)


def _loaded(code: str, project: Path | None) -> RuleBook:
    """The rules of a language; a broken file of a pack is a broken setting, not broken input."""
    try:
        return load_rulebook(code, project)
    except InputError as error:
        raise ConfigError(str(error.args[0])) from None


def _original(part: _Part, spans: Iterable[Span]) -> Iterator[Span]:
    """Spans of a part's view as spans of its document."""
    if part.view.is_identity:
        yield from (span.moved(part.start) for span in spans) if part.start else spans
        return
    # Joined before the way back: in the view no line end parts the names of one person.
    for span in join_name_parts(resolve(spans, text=part.view.text), part.view.text, CUT):
        start, end = part.view.to_original(span.start, span.end)
        if start < end:
            yield replace(span, start=part.start + start, end=part.start + end)


def _original_vetoes(part: _Part, vetoed: Iterable[Vetoed]) -> Iterator[Vetoed]:
    """The same for what was vetoed; a place of which the document has nothing is left out."""
    for veto in vetoed:
        start, end = part.view.to_original(veto.span.start, veto.span.end)
        if start < end:
            yield replace(veto, span=replace(veto.span, start=part.start + start, end=part.start + end))
