"""Every order of a set of rule modules (Carlsson and Dalianis 2010): which order finds the names of people best.

All orders of all subsets are run; orders that begin alike share the run of what they share. The first module that
marks a word keeps it, and the learning module sees the whole corpus at once, as in the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from statistics import fmean

from maskerad.core import Span
from maskerad.core.document import Document
from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation import Counts, Score
from maskerad.evaluation.matching import exact_counts
from maskerad.experiments.progress import Progress, silent
from maskerad.experiments.studies.corpus import StudyCorpus
from maskerad.experiments.studies.name_words import FAMILY, GIVEN, NameWords, name_words
from maskerad.recognisers import Evidence, Recogniser, first_evidence, make_chain
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.text.views import normalise

# Letter of a module, as in the paper's "TCDL-M", to its registered name.
MODULES: Mapping[str, str] = {
    "D": "rules.dictionary.v1",
    "T": "rules.titles.v1",
    "C": "rules.common_words.v1",
    "L": "rules.learning.v1",
}
KINDS = ("total", "given", "family")
Order = str


@dataclass(frozen=True, slots=True)
class OrderScore:
    """One order and what it found.

    Attributes:
        order: Letters of the modules as they ran.
        counts: By ``total``, ``given`` and ``family``.
    """

    order: Order
    counts: Mapping[str, Counts]

    def score(self, kind: str) -> Score:
        """Precision, recall and F1 of one kind of names."""
        return self.counts[kind].score


@dataclass(frozen=True, slots=True)
class Effect:
    """What putting a module into an order changes, over all orders without it and all places for it.

    Attributes:
        module: Its letter.
        kind: Of names.
        precision, recall: Mean difference; None where it was never defined.
        precision_range, recall_range: The lowest and the highest.
        n_orders: How many differences were taken.
    """

    module: str
    kind: str
    precision: float | None
    recall: float | None
    precision_range: tuple[float, float] | None
    recall_range: tuple[float, float] | None
    n_orders: int


@dataclass(frozen=True, slots=True)
class ModuleStudy:
    """All orders of a set of modules on one corpus."""

    corpus: StudyCorpus
    gold: NameWords = field(repr=False)
    modules: str
    orders: tuple[OrderScore, ...]

    def of(self, order: Order) -> OrderScore | None:
        """The score of an order; None where it has a module that was not in the study."""
        return next((score for score in self.orders if score.order == order), None)

    def best(self, kind: str = "total") -> OrderScore:
        """The order with the highest F1; of equals the shortest."""
        return max(self.orders, key=lambda score: (score.score(kind).f1 or 0.0, -len(score.order)))

    def worst(self, kind: str = "total") -> OrderScore:
        """The order with the lowest F1 of those that mark anything; of equals the shortest."""
        marking = [order for order in self.orders if order.counts["total"].n_predicted]
        return min(marking, key=lambda score: (score.score(kind).f1 or 0.0, len(score.order)))


def run_modules(corpus: StudyCorpus, modules: str = "DTCL", progress: Progress = silent) -> ModuleStudy:
    """Runs all orders of all subsets.

    Args:
        corpus: With people marked.
        modules: Letters of ``MODULES``, each once.
        progress: Told of each order.

    Raises:
        UnknownNameError: If there is no module of some letter.
        ConfigError: If a letter comes twice, or no person is marked in the corpus.
    """
    _check(modules)
    gold = name_words(corpus.documents, corpus.scheme, corpus.language)
    if not any(item.spans for item in gold.documents):
        raise ConfigError(f"corpus {corpus.name!r} marks no person: modules find names of people alone")
    scores = tuple(_Runner(corpus, gold, modules, progress).run())
    return ModuleStudy(corpus, gold, modules, scores)


def effects(study: ModuleStudy) -> list[Effect]:
    """The effect of each module on each kind of names."""
    return [_effect(study, module, kind) for module in study.modules for kind in KINDS]


def all_orders(modules: str) -> list[Order]:
    """All orders of all subsets but the empty one, as the modules were given.

    Example:
        >>> all_orders("DT")
        ['D', 'T', 'DT', 'TD']
    """
    return ["".join(order) for size in range(1, len(modules) + 1) for order in permutations(modules, size)]


def _check(modules: str) -> None:
    for letter in modules:
        if letter not in MODULES:
            raise UnknownNameError("module", letter, MODULES)
    if not modules or len(set(modules)) < len(modules):
        raise ConfigError(f"modules {modules!r}: name one at least, and each once")


class _Runner:
    """Runs orders depth first, so that what two orders share runs once."""

    def __init__(self, corpus: StudyCorpus, gold: NameWords, modules: str, progress: Progress) -> None:
        self._gold, self._modules, self._progress = gold.documents, modules, progress
        rulebook = load_rulebook(corpus.language)
        self._chain: dict[str, Recogniser] = {letter: make_chain([MODULES[letter]], rulebook)[0] for letter in modules}
        self._views = [normalise(item.document.text) for item in corpus.documents]
        pairs = zip(corpus.documents, self._views, strict=True)
        self._first = first_evidence([rulebook.analyser.analyse(_viewed(item, view.text)) for item, view in pairs])
        self._n_done = 0

    def run(self) -> list[OrderScore]:
        """Scores in the order of ``all_orders``."""
        scores = dict(self._below("", self._first))
        return [scores[order] for order in all_orders(self._modules)]

    def _below(self, order: Order, evidence: Evidence) -> Iterator[tuple[Order, OrderScore]]:
        for letter in self._modules:
            if letter not in order:
                longer = evidence.with_findings(self._chain[letter].recognise(evidence))
                self._n_done += 1
                self._progress("orders", self._n_done, len(all_orders(self._modules)))
                yield order + letter, OrderScore(order + letter, self._counts(longer))
                yield from self._below(order + letter, longer)

    def _counts(self, evidence: Evidence) -> dict[str, Counts]:
        given = family = Counts()
        for item, view, spans in zip(self._gold, self._views, evidence.spans, strict=True):
            first = _first_marks(spans)
            predicted = [Span(*view.to_original(span.start, span.end), span.label) for span in first]
            by_label = exact_counts(item.spans, predicted)
            given += by_label.get(GIVEN, Counts())
            family += by_label.get(FAMILY, Counts())
        return {"total": given + family, "given": given, "family": family}


def _viewed(item: AnnotatedDocument, text: str) -> Document:
    return replace(item.document, text=text)


def _first_marks(spans: Sequence[Span]) -> list[Span]:
    """The first mark of each word; a chain adds what a later module finds behind what the earlier ones found."""
    first: dict[tuple[int, int], Span] = {}
    for span in spans:
        first.setdefault((span.start, span.end), span)
    return list(first.values())


def _effect(study: ModuleStudy, module: str, kind: str) -> Effect:
    changes = list(_changes(study, module, kind))
    precision = [change for change, _ in changes if change is not None]
    recall = [change for _, change in changes if change is not None]
    return Effect(module, kind, _mean(precision), _mean(recall), _range(precision), _range(recall), len(changes))


def _changes(study: ModuleStudy, module: str, kind: str) -> Iterator[tuple[float | None, float | None]]:
    """Differences of precision and recall for every order without the module and every place for it."""
    scores = {score.order: score.score(kind) for score in study.orders}
    for order, without in scores.items():
        if module not in order:
            for place in range(len(order) + 1):
                with_it = scores[order[:place] + module + order[place:]]
                yield _minus(with_it.precision, without.precision), _minus(with_it.recall, without.recall)


def _minus(value: float | None, other: float | None) -> float | None:
    return None if value is None or other is None else value - other


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _range(values: Sequence[float]) -> tuple[float, float] | None:
    return (min(values), max(values)) if values else None
