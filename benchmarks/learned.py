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
from maskerad.corpora import AnnotatedDocument, Destination, RecordGroup
from maskerad.evaluation import Evaluation, Pair, Settings, evaluate
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.settings import settings_for
from maskerad.recognisers.crf.feature_sets import parse_feature_set
from maskerad.recognisers.model_folder import ModelCard
from maskerad.training.crf import Fit
from maskerad.training.crf_model import Corpus, CrfPlan, by_record, train_crf
from maskerad.training.splits import folds

FOLDS = (("grascco_phi/dev.jsonl", "de", 2), ("eds_pseudo_fr/dev.jsonl", "fr", 5), ("hand/sv/dev.jsonl", "sv", 4))
SAFE_LABELS = ("PATIENT", "CLINICIAN", "RELATIVE", "PERSON", "GIVEN_NAME", "FAMILY_NAME", "ID", "PHONE")
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
    """Rules against rules with a field trained on the other folds. Target: exact F1 in core labels + .05."""
    print("Cross-validation by record, core labels, exact. safe R: recall of names, ids and phones\n")
    print(f"{'corpus':26}{'folds':>6}{'rules F1':>10}{'+ field':>10}{'rules safe R':>14}{'+ field':>10}{'s':>7}")
    for name, language, n_folds in FOLDS:
        start = time.process_time()
        corpus = documents(name)
        scheme = infer_scheme({span.label for item in corpus for span in item.spans})
        rules = _scored(_found(by_record(corpus), Detector(settings_for(language))), scheme)
        pairs: list[Pair] = []
        for number, fold in enumerate(folds(corpus, n_folds)):
            target = folder / f"{language}-{number}"
            plan = CrfPlan(language, scheme, parse_feature_set("maskerad"), fit=Fit(max_iterations=60))
            train_crf(Corpus(fold.parts["train"]), plan, Destination(target))
            detector = Detector(replace(settings_for(language), models=(target,)))
            pairs += _found(by_record(fold.parts["test"]), detector)
        both = _scored(pairs, scheme)
        figures = (_f1(rules), _f1(both), _safe_recall(rules), _safe_recall(both))
        row = "{:10.3f}{:10.3f}{:14.3f}{:10.3f}".format(*figures)
        print(f"{name:26}{n_folds:6}{row}{time.process_time() - start:7.0f}", flush=True)
        print(f"  {both.line('exact').signature}", flush=True)


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


def _safe_recall(evaluation: Evaluation) -> float:
    """Share of the mentions of names, ids and phones that are covered."""
    rows = [row.covered for row in evaluation.labels if row.label in SAFE_LABELS]
    return sum(row.part for row in rows) / max(1, sum(row.whole for row in rows))
