"""Learned recognisers: a field trained on MEDDOCAN, and rules with a field against rules alone by cross-validation."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.data import CORPORA, read, text_of
from benchmarks.speed import rate
from maskerad.core.scheme_choice import infer_scheme
from maskerad.core.schemes import load_scheme
from maskerad.corpora import AnnotatedDocument, Destination, RecordGroup
from maskerad.evaluation import Evaluation, Pair, Settings, evaluate
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.settings import settings_for
from maskerad.recognisers.crf.feature_sets import parse_feature_set
from maskerad.recognisers.hybrid.policy import safe_labels
from maskerad.recognisers.model_folder import ModelCard
from maskerad.training.crf import Fit
from maskerad.training.crf_model import Corpus, CrfPlan, by_record, train_crf
from maskerad.training.hybrid.train import HybridCorpus, HybridPlan, train_hybrid
from maskerad.training.splits import folds

FOLDS = (("grascco_phi/dev.jsonl", "de", 2), ("eds_pseudo_fr/dev.jsonl", "fr", 5), ("hand/sv/dev.jsonl", "sv", 4))
INNER_FOLDS = 5
SPEED_CHARS = 500_000


def main() -> None:
    """Prints a table a question."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return
    with tempfile.TemporaryDirectory() as folder:
        crossvalidated(Path(folder))
        meddocan(Path(folder) / "meddocan")


def documents(name: str) -> tuple[AnnotatedDocument, ...]:
    """A development corpus."""
    return tuple(AnnotatedDocument(document, tuple(spans)) for document, spans in read(name))


def meddocan(folder: Path) -> None:
    """Trains on ``train`` with the unlabelled documents, reports on ``dev``, and measures speed."""
    print("\nMEDDOCAN: trained on train, scored on dev. Targets: NER F1 >= .965, <= 600 s, <= 4 GB\n")
    unlabelled = tuple(document.text for document, _ in read("meddocan/background.jsonl"))
    corpus = Corpus(documents("meddocan/train.jsonl"), documents("meddocan/dev.jsonl"), unlabelled=unlabelled)
    plan = CrfPlan("es", "meddocan", parse_feature_set("maskerad"))
    card = train_crf(corpus, plan, Destination(folder))
    _print_card(card)
    print_speed(folder)


def print_speed(folder: Path) -> None:
    """Characters a second of rules with the model, on one core. Target: >= 400,000."""
    text = text_of("meddocan/dev.jsonl", SPEED_CHARS)
    for title, models in (("rules alone", ()), ("rules and field", (folder,))):
        detector = Detector(replace(settings_for("es"), models=models))
        print(f"{title:20}{rate(detector.detect, text, 3_000) * 1e6:12,.0f} bytes/s", flush=True)


def _print_card(card: ModelCard) -> None:
    for score in card.scores:
        print(f"{score['part']}: P {score['precision']:.4f}  R {score['recall']:.4f}  F1 {score['f1']:.4f}", end="  ")
        print(f"span strict {score['span_f1']:.4f}  {score['signature']}")
    cost = card.training
    print(f"{cost['processor seconds']} s, {cost['peak memory MB']} MB, {cost['weights']:,} features", flush=True)


def crossvalidated(folder: Path) -> None:
    """Rules against hybrids made of the other folds alone. Targets: exact F1 in core labels + .05, safe R not below."""
    print("Cross-validation by record, core labels, exact. Each hybrid: rules and a field trained on the other folds,")
    print("its policy chosen there on inner folds. safe R: names, ids, phones with every letter and digit covered\n")
    print(f"{'corpus':26}{'folds':>6}{'rules F1':>10}{'hybrid':>10}{'rules safe R':>14}{'hybrid':>10}{'s':>7}")
    for name, language, n_folds in FOLDS:
        start = time.process_time()
        corpus = documents(name)
        scheme = infer_scheme({span.label for item in corpus for span in item.spans})
        rules = _found(by_record(corpus), Detector(settings_for(language)))
        pairs: list[Pair] = []
        chosen: list[str] = []
        for number, fold in enumerate(folds(corpus, n_folds)):
            target = folder / f"{language}-{number}"
            made = train_hybrid(HybridCorpus(fold.parts["train"]), _hybrid_plan(language, scheme), Destination(target))
            detector = Detector(replace(settings_for(language), models=(target,)))
            pairs += _found(by_record(fold.parts["test"]), detector)
            chosen.append(_policy(made.card))
        both = _scored(pairs, scheme)
        figures = (_f1(_scored(rules, scheme)), _f1(both), _safe_recall(rules, scheme), _safe_recall(pairs, scheme))
        row = "{:10.3f}{:10.3f}{:14.3f}{:10.3f}".format(*figures)
        print(f"{name:26}{n_folds:6}{row}{time.process_time() - start:7.0f}", flush=True)
        print(f"  {both.line('exact').signature}")
        for number, policy in enumerate(chosen, start=1):
            print(f"  fold {number}: {policy}", flush=True)


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


def _f1(evaluation: Evaluation) -> float:
    return evaluation.line("exact").score.f1 or 0.0


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
