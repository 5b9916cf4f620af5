"""From annotated documents to readings with tags: what every learner that tags tokens begins with.

Everything that can be wrong with a corpus is found here, before any fitting: labels outside the scheme, spans beyond
the text, spans that overlap. What tags cannot say is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from maskerad.core.counted import counted
from maskerad.core.document import Document
from maskerad.core.errors import InputError, LabelError, OverlapError
from maskerad.core.label_scheme import LabelScheme
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.recognisers import Evidence, first_evidence, make_chain, run_chain
from maskerad.recognisers.crf.reading import Cutter, Reading, at_tokens
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.codes import Code, encode
from maskerad.text.views import View, normalise
from maskerad.training.splits import record_id

# The rules that run before a model; later modules spread what is found over the record and come after it.
RULES_BEFORE = (
    "rules.patterns.v1",
    "rules.grammar.v1",
    "rules.common_words.v1",
    "rules.titles.v1",
    "rules.dictionary.v1",
)


@dataclass(frozen=True, slots=True)
class Tagged:
    """One document ready to learn from: as many tags as tokens."""

    reading: Reading
    tags: list[str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A corpus ready to learn from.

    Attributes:
        records: Documents by record.
        labels: Labels that the corpus uses.
        n_spans: Number of annotations.
        n_unencodable: How many of them no tag could say.
        n_trimmed: How many lost blanks at their ends.
    """

    records: tuple[tuple[Tagged, ...], ...] = field(repr=False)
    labels: frozenset[str]
    n_spans: int
    n_unencodable: int
    n_trimmed: int

    @property
    def n_tokens(self) -> int:
        """Number of tokens, line ends among them."""
        return sum(len(item.tags) for record in self.records for item in record)


def check_corpus(
    documents: Sequence[AnnotatedDocument], scheme: LabelScheme, part: str = "corpus", language: str = ""
) -> None:
    """Refuses a corpus that cannot be learnt from or scored on.

    Args:
        documents: The corpus.
        scheme: That its labels must be of.
        part: What messages call it.
        language: That its documents must be of where they tell theirs; "" for any.

    Raises:
        InputError: If it has no documents or no annotations, or two documents of a record have one id, or a document is
            in another language.
        LabelError: If a label is not of the scheme.
        BoundsError: If a span ends beyond its text.
        OverlapError: If two spans of a document share a character.
    """
    if not any(item.spans for item in documents):
        raise InputError(f"nothing to learn from in the {part}: {counted(len(documents), 'document')}, no annotations")
    _refuse_twice(documents, part)
    _refuse_foreign(documents, part, language)
    for item in documents:
        for span in item.spans:
            item.document.check(span)
            if span.label not in scheme.labels:
                raise LabelError(
                    f"document {item.document.id!r}: span {span.start}..{span.end} has label {span.label!r}, "
                    f"which is not in scheme {scheme.name!r}; it has: {', '.join(scheme.labels)}"
                )
        for left, right in pairwise(sorted(item.spans)):
            if right.start < left.end:
                raise OverlapError(
                    f"document {item.document.id!r}: spans {left.start}..{left.end} {left.label} and "
                    f"{right.start}..{right.end} {right.label} overlap; tags say one thing of a token"
                )


def _refuse_foreign(documents: Sequence[AnnotatedDocument], part: str, language: str) -> None:
    for item in documents if language else ():
        own = item.document.language.partition("-")[0]
        if own not in ("", language):
            where = f"document {item.document.id!r} of the {part} is in {own!r}, not {language!r}"
            raise InputError(f"{where}; a model learns one language: train one for each, and give them with --model")


def _refuse_twice(documents: Iterable[AnnotatedDocument], part: str) -> None:
    known: set[tuple[str, str]] = set()
    for item in documents:
        key = (item.document.record, item.document.id)
        if key in known:
            raise InputError(f"document {item.document.id!r} stands twice in the {part}; scores tell documents by id")
        known.add(key)


def prepare(
    documents: Iterable[AnnotatedDocument],
    rulebook: RuleBook,
    cutter: Cutter,
    code: Code,
    before: Sequence[str] = RULES_BEFORE,
) -> Prepared:
    """Normalises, cuts, marks by rule and tags; documents in an order that their ids decide.

    Args:
        documents: Annotated.
        rulebook: Of their language.
        cutter: Cuts them into words.
        code: How spans become tags.
        before: Names of the rules whose marks are shown to the learner.
    """
    records: list[tuple[Tagged, ...]] = []
    labels: set[str] = set()
    n_spans = n_unencodable = n_trimmed = 0
    for views, spans, readings in _read_records(documents, rulebook, cutter, before):
        tagged = []
        for view, gold, reading in zip(views, spans, readings, strict=True):
            encoded = encode(reading.tokens, [in_view(view, span) for span in gold], code)
            tagged.append(Tagged(at_tokens(reading, encoded.tokens, cutter.vocabulary), encoded.tags))
            labels.update(span.label for span in gold)
            n_spans += len(gold)
            n_unencodable += len(encoded.unencodable)
            n_trimmed += len(encoded.trimmed)
        records.append(tuple(tagged))
    return Prepared(tuple(records), frozenset(labels), n_spans, n_unencodable, n_trimmed)


def read_record(
    documents: Sequence[Document], rulebook: RuleBook, cutter: Cutter, before: Sequence[str] = RULES_BEFORE
) -> tuple[list[View], list[Reading]]:
    """Views of the documents of a record, and how a model reads them: as the chain of recognisers would show them."""
    views, evidence = mark_record(documents, rulebook, before)
    pairs = zip(evidence.documents, evidence.spans, strict=True)
    return views, [cutter.read(document, spans) for document, spans in pairs]


def mark_record(
    documents: Sequence[Document], rulebook: RuleBook, before: Sequence[str] = RULES_BEFORE
) -> tuple[list[View], Evidence]:
    """Views of the documents of a record, and what a model is shown of them: the marks of the rules before it."""
    views, evidence = analysed(documents, rulebook)
    return views, run_chain(make_chain(before, rulebook), evidence)


def analysed(documents: Sequence[Document], rulebook: RuleBook) -> tuple[list[View], Evidence]:
    """Views of the documents of a record, and the evidence before any recogniser ran."""
    views = [normalise(document.text) for document in documents]
    plain = [replace(document, text=view.text) for document, view in zip(documents, views, strict=True)]
    return views, first_evidence([rulebook.analyser.analyse(document) for document in plain])


def in_view(view: View, span: Span) -> Span:
    """A span of the original as a span of its view: all characters of the view that come from it."""
    if view.is_identity:
        return span
    start = _first_from(view, span.start)
    return replace(span, start=start, end=max(start + 1, _first_from(view, span.end)))


def _first_from(view: View, offset: int) -> int:
    """The first character of a view that comes from an offset of the original or from beyond it."""
    low, high = 0, len(view.text)
    while low < high:
        middle = (low + high) // 2
        if view.to_original(middle, middle + 1)[1] > offset:
            high = middle
        else:
            low = middle + 1
    return low


def _read_records(
    documents: Iterable[AnnotatedDocument], rulebook: RuleBook, cutter: Cutter, before: Sequence[str]
) -> Iterator[tuple[list[View], list[Sequence[Span]], list[Reading]]]:
    groups: dict[str, list[AnnotatedDocument]] = {}
    for item in documents:
        groups.setdefault(record_id(item), []).append(item)
    for record in sorted(groups):
        items = sorted(groups[record], key=lambda item: item.document.id)
        views, readings = read_record([item.document for item in items], rulebook, cutter, before)
        yield views, [item.spans for item in items], readings
