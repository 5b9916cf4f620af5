"""From a corpus to a model folder: checks, split, clusters, search, fit, scores, card."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from maskerad.core.document import Document
from maskerad.core.errors import InputError
from maskerad.core.schemes import load_scheme
from maskerad.core.span import Span
from maskerad.corpora import Destination
from maskerad.corpora.files.atomic import atomic_folder
from maskerad.evaluation.signature import installed_version
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.model import CLUSTERS_FILE, KIND, CrfModel, cutter_of, make_resources, write_clusters
from maskerad.recognisers.crf.reading import Cutter
from maskerad.recognisers.crf.weights import WEIGHTS_FILE, Weights, write_weights
from maskerad.recognisers.crf.word_features import Resources
from maskerad.recognisers.model_folder import ModelCard, labels_of, write_card
from maskerad.recognisers.rules.rulebook import RuleBook, load_rulebook
from maskerad.text.codes import Code
from maskerad.training.cards import render_card
from maskerad.training.clusters import DEFAULT as DEFAULT_CLUSTERING
from maskerad.training.clusters import Clustering, cluster_words
from maskerad.training.crf import DEFAULT as DEFAULT_FIT
from maskerad.training.crf import Fit, OnIteration, fit_crf
from maskerad.training.hygiene import refuse_shared
from maskerad.training.preparation import RULES_BEFORE, Prepared, check_corpus, prepare, read_record
from maskerad.training.scoring import PartScore, Tagger, score
from maskerad.training.seen import write_chosen, write_seen
from maskerad.training.silver import apart, check_silver, described
from maskerad.training.splits import Documents, by_record, fingerprint
from maskerad.training.tuning import Trial, draw_fits, search

FOLDER_SUFFIXES = frozenset({".json", ".md", ".safetensors"})


@dataclass(frozen=True, slots=True)
class CrfPlan:
    """What to train.

    Attributes:
        language: Code of the language of the corpus.
        scheme: Label scheme of the corpus, which the model will have too.
        features: What it reads.
        code: How spans become tags.
        fit: Settings of the fit; of the first trial where there is a search.
        n_trials: Settings tried on the development part; 1 for no search.
        clustering: How words of unlabelled texts are grouped, if there are any.
        seed: Of the search.
    """

    language: str
    scheme: str
    features: FeatureSet
    code: Code = Code.BIO
    fit: Fit = DEFAULT_FIT
    n_trials: int = 1
    clustering: Clustering = DEFAULT_CLUSTERING
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Corpus:
    """Annotated parts that share nothing, and unlabelled texts.

    Attributes:
        train: What is learnt from.
        dev: What settings are chosen on and scores are taken on; may be empty.
        test: What is scored once, at the end; may be empty.
        unlabelled: Texts for clusters.
        silver: Annotated by a model, learnt from beside ``train``; what it shares with ``dev`` or ``test`` is left out.
        split: Signature of the split where the parts were cut from one corpus.
    """

    train: Documents = field(repr=False)
    dev: Documents = field(default=(), repr=False)
    test: Documents = field(default=(), repr=False)
    unlabelled: tuple[str, ...] = field(default=(), repr=False)
    silver: Documents = field(default=(), repr=False)
    split: str = ""

    @property
    def learnt(self) -> Documents:
        """All that is learnt from."""
        return (*self.train, *self.silver)


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is told how far the training is."""

    on_stage: Callable[[str], None] = lambda stage: None
    on_iteration: OnIteration = lambda iteration, loss, n_features: None
    on_trial: Callable[[Trial], None] = lambda trial: None


def train_crf(corpus: Corpus, plan: CrfPlan, target: Destination, listener: Listener = Listener()) -> ModelCard:
    """Trains a model and writes its folder, whole or not at all. All checks come before any fitting.

    Raises:
        InputError: If a part has nothing to learn from, or two parts share a document or a near-duplicate; if a
            search is asked for and there is no development part.
        LabelError, OverlapError, BoundsError: If an annotation cannot be learnt.
        ConfigError: If the target must not be written.
        ExtraError: If a part that is needed is not installed.
    """
    listener.on_stage("checking")
    check_parts(corpus, plan)
    corpus = replace(corpus, silver=apart(corpus.silver, corpus.dev, corpus.test))
    with atomic_folder(target, FOLDER_SUFFIXES) as folder:
        return _Training(corpus, plan, listener).write(folder)


def check_parts(corpus: Corpus, plan: CrfPlan) -> None:
    """All that can be checked before the first fit.

    Raises:
        As ``train_crf``.
    """
    scheme = load_scheme(plan.scheme)
    parts = {"train": corpus.train, "dev": corpus.dev, "test": corpus.test}
    if plan.n_trials > 1 and not corpus.dev:
        raise InputError("a search for settings needs a development part; none was given or split off")
    for name, items in parts.items():
        if items is corpus.train or items:
            check_corpus(items, scheme, f"{name} part", plan.language)
    check_silver(corpus.silver, scheme)
    refuse_shared(parts)


class _Training:
    """One run; holds what its steps share."""

    def __init__(self, corpus: Corpus, plan: CrfPlan, listener: Listener) -> None:
        self._corpus, self._plan, self._listener = corpus, plan, listener
        self._rulebook = load_rulebook(plan.language)
        self._cutter = cutter_of(self._rulebook)
        self._start_s = time.process_time()

    def write(self, folder: Path) -> ModelCard:
        clusters = self._clusters()
        resources = make_resources(self._rulebook, clusters)
        self._listener.on_stage("reading")
        prepared = prepare(self._corpus.learnt, self._rulebook, self._cutter, self._plan.code)
        fit, trials, weights = self._fitted(prepared, resources)
        write_weights(folder / WEIGHTS_FILE, weights)
        if clusters:
            write_clusters(folder / CLUSTERS_FILE, clusters)
        write_seen(folder, self._corpus.learnt)
        if self._plan.n_trials > 1:
            write_chosen(folder, self._corpus.dev)
        self._listener.on_stage("scoring")
        scores = self._scores(CrfModel(weights, self._plan.features, resources))
        card = ModelCard(
            kind=KIND,
            scheme=self._plan.scheme,
            labels=labels_of(self._plan.scheme, set(prepared.labels)),
            code=self._plan.code,
            languages=(self._plan.language,),
            features={"name": self._plan.features.name, "groups": dict(self._plan.features.groups)},
            beside=RULES_BEFORE if self._plan.features.has("rules", "patterns", "repeats") else (),
            training=self._account(prepared, fit, trials, weights),
            scores=tuple(asdict(part) for part in scores),
            version=installed_version(),
        )
        write_card(folder, card, render_card(card))
        return card

    def _clusters(self) -> Mapping[str, tuple[int, ...]]:
        if not self._plan.features.has("clusters"):
            return {}
        self._listener.on_stage("clustering")
        texts = [item.document.text for item in self._corpus.learnt]
        return cluster_words([*texts, *self._corpus.unlabelled], self._cutter, self._plan.clustering)

    def _fitted(self, prepared: Prepared, resources: Resources) -> tuple[Fit, list[Trial], Weights]:
        """The chosen settings, what was tried, and the weights."""
        plan = self._plan
        best: tuple[float, Weights | None] = (-1.0, None)

        def f1_of(fit: Fit) -> float:
            nonlocal best
            self._listener.on_stage("fitting")
            weights = fit_crf(prepared, plan.features, resources, plan.code, fit, self._listener.on_iteration)
            f1 = self._dev_f1(CrfModel(weights, plan.features, resources)) if plan.n_trials > 1 else 0.0
            best = max(best, (f1, weights), key=lambda scored: scored[0])
            return f1

        fits = draw_fits(plan.fit, plan.n_trials, plan.seed)
        fit, trials = search(fits, f1_of, self._listener.on_trial)
        assert best[1] is not None  # there is one trial at least
        return fit, trials, best[1]

    def _dev_f1(self, model: CrfModel) -> float:
        evaluation = score(by_record(self._corpus.dev), self._tagger(model), self._plan.scheme)
        return evaluation.line("exact").score.f1 or 0.0

    def _scores(self, model: CrfModel) -> list[PartScore]:
        parts = {"dev": self._corpus.dev, "test": self._corpus.test}
        tag = self._tagger(model)
        scored = {name: score(by_record(items), tag, self._plan.scheme) for name, items in parts.items() if items}
        return [PartScore.of(name, evaluation) for name, evaluation in scored.items()]

    def _tagger(self, model: CrfModel) -> Tagger:
        return make_tagger(model, self._rulebook, self._cutter)

    def _account(self, prepared: Prepared, fit: Fit, trials: list[Trial], weights: Weights) -> dict[str, object]:
        """What went in, and what it cost."""
        corpus = self._corpus
        return {
            "corpus": {"documents": len(corpus.train), "fingerprint": fingerprint(corpus.train)},
            "split": corpus.split or "parts as given",
            "tokens": prepared.n_tokens,
            "annotations": prepared.n_spans,
            "unencodable": prepared.n_unencodable,
            "trimmed": prepared.n_trimmed,
            "unlabelled texts": len(corpus.unlabelled),
            "silver": described(corpus.silver),
            "fit": asdict(fit),
            "trials": [asdict(trial) for trial in trials] if len(trials) > 1 else [],
            "seed": self._plan.seed,
            "weights": len(weights.features),
            "processor seconds": round(time.process_time() - self._start_s),
            "peak memory MB": _peak_memory_mb(),
        }


def _peak_memory_mb() -> int | None:
    """Of this process; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def make_tagger(model: CrfModel, rulebook: RuleBook, cutter: Cutter) -> Tagger:
    """A function that tags the documents of a record with the labels of the model's own scheme."""

    def tag(documents: Sequence[Document]) -> list[list[Span]]:
        views, readings = read_record(documents, rulebook, cutter)
        pairs = zip(views, model.tag(readings), strict=True)
        return [[Span(*view.to_original(s.start, s.end), s.label, s.score) for s in spans] for view, spans in pairs]

    return tag
