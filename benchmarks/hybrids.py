"""Rules with a trained field against rules alone, by cross-validation over records."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.data import read
from maskerad.core.scheme_choice import infer_scheme
from maskerad.core.schemes import load_scheme
from maskerad.corpora import AnnotatedDocument, Destination, RecordGroup
from maskerad.evaluation import Evaluation, Pair, Settings, evaluate
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers.crf.feature_sets import parse_feature_set
from maskerad.recognisers.hybrid.policy import safe_labels
from maskerad.recognisers.model_folder import ModelCard
from maskerad.training.crf import Fit
from maskerad.training.crf_model import CrfPlan
from maskerad.training.hybrid.train import HybridCorpus, HybridPlan, train_hybrid
from maskerad.training.splits import by_record, folds

# Corpus, language, folds: grascco_phi has few records.
CORPORA_OF_ROWS = {
    "grascco": ("grascco_phi/dev.jsonl", "de", 2),
    "eds": ("eds_pseudo_fr/dev.jsonl", "fr", 5),
    "hand": ("hand/sv/dev.jsonl", "sv", 4),
}
INNER_FOLDS = 5


def documents(name: str) -> tuple[AnnotatedDocument, ...]:
    """A development corpus."""
    return tuple(AnnotatedDocument(document, tuple(spans)) for document, spans in read(name))


def crossvalidated(row: str) -> None:
    """Rules against hybrids made of the other folds alone. Targets: exact F1 in core labels + .05, safe R not below."""
    name, language, n_folds = CORPORA_OF_ROWS[row]
    corpus = documents(name)
    scheme = infer_scheme({span.label for item in corpus for span in item.spans})
    rules = _found(by_record(corpus), Detector(settings_for(language)))
    pairs: list[Pair] = []
    chosen: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, fold in enumerate(folds(corpus, n_folds)):
            target = Path(folder) / str(number)
            made = train_hybrid(HybridCorpus(fold.parts["train"]), _hybrid_plan(language, scheme), Destination(target))
            detector = Detector(replace(settings_for(language), models=(target,)))
            pairs += _found(by_record(fold.parts["test"]), detector)
            chosen.append(_policy(made.card))
    both = _scored(pairs, scheme)
    print(f"{name}, {n_folds} folds by record, core labels, exact; policies chosen on inner folds")
    print("safe R: names, ids, phones with every letter and digit covered\n")
    print(f"{'':10}{'P':>8}{'R':>8}{'F1':>8}{'safe R':>10}")
    for title, evaluation, found in (("rules", _scored(rules, scheme), rules), ("hybrid", both, pairs)):
        score = evaluation.line("exact").score
        figures = (score.precision or 0.0, score.recall or 0.0, score.f1 or 0.0)
        print(f"{title:10}" + "".join(f"{value:8.3f}" for value in figures) + f"{_safe_recall(found, scheme):10.3f}")
    print(both.line("exact").signature)
    for number, policy in enumerate(chosen, start=1):
        print(f"fold {number}: {policy}")


def _hybrid_plan(language: str, scheme: str) -> HybridPlan:
    field = CrfPlan(language, scheme, parse_feature_set("maskerad"), fit=Fit(max_iterations=60))
    return HybridPlan(language, scheme, {}, {"field-1": field}, n_folds=INNER_FOLDS)


def _policy(card: ModelCard) -> str:
    """What was chosen, in one line."""
    facts = card.training
    roles = ", one role a name" if facts["one role a name"] else ""
    choices = facts["choices"]
    own = "".join(f"; {label}: {choice}" for label, choice in choices.items()) if isinstance(choices, dict) else ""
    return f"{facts['default']}{roles}{own}"


def _found(groups: Iterable[Sequence[AnnotatedDocument]], detector: Detector) -> list[Pair]:
    pairs = []
    for items in groups:
        record = RecordGroup(items[0].document.record or items[0].document.id, tuple(items)).as_record()
        for item, found in zip(items, detector.detect(record), strict=True):
            pairs.append(Pair(item.document.id, item.document.record, item.document.text, item.spans, found.spans))
    return pairs


def _scored(pairs: Sequence[Pair], scheme: str) -> Evaluation:
    return evaluate(pairs, Settings(gold_scheme=scheme, predicted_scheme="core", resamples=0))


def _safe_recall(pairs: Sequence[Pair], scheme: str) -> float:
    """Share of the mentions of names, ids and phones with every letter and digit covered."""
    to_core, safe = load_scheme(scheme).to_core, safe_labels()
    found = [
        all(at in covered for at in range(span.start, span.end) if pair.text[at].isalnum())
        for pair in pairs
        for covered in [{at for span in pair.predicted for at in range(span.start, span.end)}]
        for span in pair.gold
        if to_core[span.label] in safe
    ]
    return sum(found) / max(1, len(found))
