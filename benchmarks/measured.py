"""``python -m benchmarks.measured ROW``: the rows of ``benchmarks.learned`` that measure and make no model."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from benchmarks.data import read
from benchmarks.hybrids import CORPORA_OF_ROWS, crossvalidated
from benchmarks.learned import HOME
from maskerad.core import Document, Record
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers import DEFAULT_CHAIN
from maskerad.recognisers.base import Evidence, first_evidence, run_chain
from maskerad.recognisers.chain import make_chain
from maskerad.recognisers.models import make_model
from maskerad.recognisers.registry import SPREADING
from maskerad.recognisers.rules.rulebook import load_rulebook

N_DOCUMENTS = 300
RUNS = 3
T = TypeVar("T")


def speed() -> None:
    """Tokens a second of models, behind the rules, and characters a second of detection, in one thread."""
    documents = [document for document, _ in read("meddocan/background.jsonl")[: 2 * N_DOCUMENTS]]
    rulebook = load_rulebook("es")
    before = [name for name in DEFAULT_CHAIN if name not in SPREADING]
    rules = make_chain(before, rulebook)
    evidence = [run_chain(rules, first_evidence([rulebook.analyser.analyse(document)])) for document in documents]
    print(f"{N_DOCUMENTS} unlabelled documents of {_n_chars(documents[:N_DOCUMENTS]):,} characters and", end=" ")
    print(f"{_n_tokens(evidence[:N_DOCUMENTS]):,} tokens without line ends; processor time of one thread")
    print("first: the first documents that the process meets")
    print(f"new: as many others of the same kind, never met before, when it is warm from the first {N_DOCUMENTS}")
    print(f"again: the first ones again, all their words being known; the best of {RUNS} times\n")
    print(f"{'':24}{'first':>12}{'new':>12}{'again':>12}")
    for name in ("crf", "bilstm"):
        model = make_model(HOME / name, rulebook, before)
        _print_rates(f"{name}, tokens/s", evidence, _n_tokens, model.spans)
    for title, models in (("rules", ()), ("rules + crf", (HOME / "crf",))):
        detector = Detector(replace(settings_for("es"), models=models))
        _print_rates(f"{title}, characters/s", documents, _n_chars, partial(_detect, detector))


def _n_tokens(evidence: Sequence[Evidence]) -> int:
    return sum(len(one.documents[0].texts) for one in evidence)


def _n_chars(documents: Sequence[Document]) -> int:
    return sum(len(document.text) for document in documents)


def _detect(detector: Detector, document: Document) -> None:
    detector.detect(Record(document.id, (document,)))


def _print_rates(
    title: str, items: Sequence[T], size: Callable[[Sequence[T]], int], work: Callable[[T], object]
) -> None:
    """Rates of work on documents, half of which warm the process up for the others."""
    early, late = items[:N_DOCUMENTS], items[N_DOCUMENTS:]
    first, new = _seconds(early, work), _seconds(late, work)
    again = min(_seconds(early, work) for _ in range(RUNS))
    print(f"{title:24}{size(early) / first:12,.0f}{size(late) / new:12,.0f}{size(early) / again:12,.0f}", flush=True)


def _seconds(items: Sequence[T], work: Callable[[T], object]) -> float:
    start = time.process_time()
    for item in items:
        work(item)
    return time.process_time() - start


def main(row: str) -> None:
    """Runs one row."""
    if row in CORPORA_OF_ROWS:
        crossvalidated(row)
    else:
        speed()


if __name__ == "__main__":
    main(sys.argv[1])
