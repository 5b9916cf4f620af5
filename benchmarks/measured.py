"""``python -m benchmarks.measured ROW``: the rows of ``benchmarks.learned`` that measure and make no model."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from benchmarks.data import read
from benchmarks.hybrids import CORPORA_OF_ROWS, crossvalidated
from benchmarks.learned import HOME
from maskerad.core import Document, Record
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.settings import settings_for
from maskerad.recognisers import DEFAULT_CHAIN
from maskerad.recognisers.base import Evidence, Model, first_evidence, run_chain
from maskerad.recognisers.models import make_model
from maskerad.recognisers.registry import SPREADING, make_chain
from maskerad.recognisers.rules.rulebook import load_rulebook

N_DOCUMENTS = 300
RUNS = 3


def speed() -> None:
    """Tokens a second of models, behind the rules, and characters a second of detection; documents never seen before.

    Processor time of one thread. "first" is the first time that the process meets these documents; "again" the best of
    further times, when all their words are known.
    """
    documents = [document for document, _ in read("meddocan/background.jsonl")[:N_DOCUMENTS]]
    rulebook = load_rulebook("es")
    before = [name for name in DEFAULT_CHAIN if name not in SPREADING]
    rules = make_chain(before, rulebook)
    evidence = [run_chain(rules, first_evidence([rulebook.analyser.analyse(document)])) for document in documents]
    n_tokens = sum(len(one.documents[0].texts) for one in evidence)
    n_chars = sum(len(document.text) for document in documents)
    print(f"{len(documents)} unlabelled documents, {n_chars:,} characters, {n_tokens:,} tokens without line ends\n")
    print(f"{'':24}{'first':>12}{'again':>12}")
    for name in ("crf", "fast"):
        model = make_model(HOME / name, rulebook, before)
        _print_rates(f"{name}, tokens/s", n_tokens, _tagging(model, evidence))
    for title, models in (("rules", ()), ("rules + crf", (HOME / "crf",))):
        detector = Detector(replace(settings_for("es"), models=models))
        _print_rates(f"{title}, characters/s", n_chars, _detecting(detector, documents))


def _tagging(model: Model, evidence: Sequence[Evidence]) -> Callable[[], None]:
    def work() -> None:
        for one in evidence:
            model.spans(one)

    return work


def _detecting(detector: Detector, documents: Sequence[Document]) -> Callable[[], None]:
    def work() -> None:
        for document in documents:
            detector.detect(Record(document.id, (document,)))

    return work


def _print_rates(title: str, amount: int, work: Callable[[], None]) -> None:
    first, *again = (_seconds(work) for _ in range(RUNS + 1))
    print(f"{title:24}{amount / first:12,.0f}{amount / min(again):12,.0f}", flush=True)


def _seconds(work: Callable[[], None]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main(row: str) -> None:
    """Runs one row."""
    if row in CORPORA_OF_ROWS:
        crossvalidated(row)
    else:
        speed()


if __name__ == "__main__":
    main(sys.argv[1])
