"""The words of a corpus's names, each a given or a family name: what Carlsson and Dalianis (2010) score.

Where a corpus marks whole names, they are taken apart by the conventions of the language. A name that stands alone
("Hedlund") is what the same word is in a full name of its record; if there is none, a family name for clinicians and
a given name for anybody else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from maskerad.core import SchemeMap, Span, load_scheme
from maskerad.core.label_scheme import CORE
from maskerad.corpora import AnnotatedDocument
from maskerad.languages import LanguagePack, load_pack
from maskerad.languages.names import name_conventions
from maskerad.names.parser import parse_name
from maskerad.text.folding import fold
from maskerad.training.splits import record_id

GIVEN, FAMILY, LONE = "GIVEN_NAME", "FAMILY_NAME", "name"
_KINDS = {"given": GIVEN, "family": FAMILY, "name": LONE}


@dataclass(frozen=True, slots=True)
class NameWords:
    """Gold words of one corpus.

    Attributes:
        documents: In the order of the corpus, with one span a word.
        n_by_record: Number of lone names whose kind another mention of the record told.
        n_by_role: Number of lone names whose kind had to be guessed from the role.
    """

    documents: tuple[AnnotatedDocument, ...] = field(repr=False)
    n_by_record: int
    n_by_role: int


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    kind: str
    label: str
    folded: str


def name_words(documents: Sequence[AnnotatedDocument], scheme: str, language: str) -> NameWords:
    """Takes the names of a corpus apart.

    Args:
        documents: Labels in ``scheme``.
        scheme: With people in it, whole or as given and family names.
        language: Code.
    """
    to_core, pack = SchemeMap(load_scheme(scheme), load_scheme(CORE)), load_pack(language)
    words = [list(_words(item, to_core.spans(item.spans), pack)) for item in documents]
    known = _known_kinds(documents, words)
    counts = Counter[str]()
    made = []
    for item, in_item in zip(documents, words, strict=True):
        spans = tuple(_settled(word, known.get(record_id(item), {}), counts) for word in in_item)
        made.append(AnnotatedDocument(item.document, spans))
    return NameWords(tuple(made), counts["record"], counts["role"])


def _words(item: AnnotatedDocument, spans: Iterable[Span], pack: LanguagePack) -> Iterator[_Word]:
    core, text = load_scheme(CORE), item.document.text
    for span in spans:
        if "PERSON" not in core.lineage(span.label):
            continue
        surface = text[span.start : span.end]
        parts = parse_name(surface, span.label, name_conventions(pack))
        ends = {part.start: part.end for part in parts if part.kind == "ending"}
        for part in parts:
            if part.kind in _KINDS:
                end = ends.get(part.end, part.end)  # the genitive is a part of the word
                folded = fold(surface[part.start : part.end])
                yield _Word(span.start + part.start, span.start + end, _KINDS[part.kind], span.label, folded)


def _known_kinds(documents: Sequence[AnnotatedDocument], words: Sequence[Sequence[_Word]]) -> dict[str, dict[str, str]]:
    """For each record the words of full names, and whether they are given or family names there."""
    known: dict[str, dict[str, str]] = {}
    for item, in_item in zip(documents, words, strict=True):
        kinds = known.setdefault(record_id(item), {})
        for word in in_item:
            if word.kind != LONE:
                kinds.setdefault(word.folded, word.kind)
    return known


def _settled(word: _Word, known: Mapping[str, str], counts: Counter[str]) -> Span:
    kind = word.kind
    if kind == LONE and word.folded in known:
        counts["record"] += 1
        kind = known[word.folded]
    elif kind == LONE:
        counts["role"] += 1
        kind = FAMILY if word.label == "CLINICIAN" else GIVEN
    return Span(word.start, word.end, kind)
