"""The same key gives the same bytes, whatever the order, the workers or the hash seed; another key other people."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from benchmarks.bounds import Missed, at_most
from benchmarks.data import CORPORA, LANGUAGES, records
from maskerad.core import Record, Released, SpanSet
from maskerad.linking import family_of
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.rewrite import replacements_of
from maskerad.recognisers.resolve import resolve
from maskerad.surrogates import make_key

SHUFFLES = 20
WORKERS = (1, 2, 4)
HASH_SEEDS = ("0", "4242")
KEYS = 6
Class = tuple[str, str, int]


def main() -> Missed:
    """Prints, per language, how many runs differ, and how often two keys agree on a person."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    n_runs = len(WORKERS) * len(HASH_SEEDS)
    print(f"Runs that differ from the first: of {SHUFFLES} shuffles of records and documents, and of {n_runs} runs of")
    print("the command line over 1, 2 and 4 workers and two hash seeds. Target: 0.\n")
    missed = Missed()
    for language in LANGUAGES:
        shuffles, runs = _shuffles(language), _runs(language)
        print(f"{language}: shuffles {shuffles}, command line {runs}", flush=True)
        missed += at_most(f"runs of {language} that differ", shuffles + runs, 0)
    print(f"\nMentions of people with the same surrogate under two of {KEYS} keys, and, by chance, of two unlike")
    print("people of one language, label and number of words under two keys; mentions that got a placeholder aside.")
    print("Target for full names: no more than by chance. A single name of a rare origin has few to choose among.\n")
    for language in LANGUAGES:
        for what, is_full in (("full names", True), ("single words", False)):
            same, chance, n = _shared(language, is_full)
            print(f"{language} {what:12}: same {same:.4f}, by chance {chance:.4f} ({n:,} pairs)", flush=True)
            missed += at_most(f"{what} in {language} that two keys give alike", same, chance) if is_full else []
    return missed


def _gold(language: str) -> list[tuple[Record, list[SpanSet]]]:
    return [(record, [resolve(spans) for spans in gold]) for record, gold in records(f"hand/{language}/dev.jsonl")]


def _shuffles(language: str) -> int:
    engine, pairs = Deidentifier(settings_for(language), bytes(32)), _gold(language)
    first, drawn = _texts(engine, pairs), random.Random(7)
    return sum(_texts(engine, _shuffled(pairs, drawn)) != first for _ in range(SHUFFLES))


def _shuffled(pairs: list[tuple[Record, list[SpanSet]]], drawn: random.Random) -> list[tuple[Record, list[SpanSet]]]:
    shuffled = []
    for record, spans in drawn.sample(pairs, len(pairs)):
        order = drawn.sample(range(len(spans)), len(spans))
        documents = tuple(record.documents[number] for number in order)
        shuffled.append((Record(record.id, documents), [spans[number] for number in order]))
    return shuffled


def _texts(engine: Deidentifier, pairs: list[tuple[Record, list[SpanSet]]]) -> dict[tuple[str, str], str]:
    return {
        (record.id, outcome.document): outcome.text
        for record, spans in pairs
        for outcome in engine.replace(record, spans)
        if isinstance(outcome, Released)
    }


def _runs(language: str) -> int:
    source = CORPORA / "hand" / language / "dev.jsonl"
    with tempfile.TemporaryDirectory() as folder:
        key = Path(folder, "project.key")
        make_key(key)
        lines = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
        path = Path(folder, "in.jsonl")
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        outputs = {_output(path, key, language, workers, seed) for workers in WORKERS for seed in HASH_SEEDS}
    return len(outputs) - 1


def _output(source: Path, key: Path, language: str, workers: int, seed: str) -> bytes:
    target = source.with_name(f"out-{workers}-{seed}.jsonl")
    command = [sys.executable, "-m", "maskerad", "deidentify", str(source), str(target), "-l", language]
    options = ["--key", str(key), "--workers", str(workers)]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([*command, *options], env=environment, capture_output=True, check=False)
    if not target.is_file():
        raise RuntimeError(f"the command line ended with {done.returncode}: {done.stderr.decode()[-300:]}")
    return target.read_bytes()


def _shared(language: str, is_full: bool) -> tuple[float, float, int]:
    """Share of equal surrogates of one mention under two keys, of unlike mentions under two keys, and their number."""
    tables = [_people(language, bytes([number]) * 32) for number in range(KEYS)]
    same = chance = n = 0
    for first, second in pairwise(tables):
        for name, mentions in first.items():
            if (name[2] > 1) != is_full:
                continue
            others = second[name]
            for at, (text, new) in enumerate(mentions):
                other_text, other_new = others[(at + len(others) // 2) % len(others)]
                if text != other_text and not new.endswith("]"):
                    n += 1
                    same += new == others[at][1]
                    chance += new == other_new
    return same / max(1, n), chance / max(1, n), n


def _people(language: str, key: bytes) -> dict[Class, list[tuple[str, str]]]:
    """Mentions of people and their surrogates, by language, label and number of words."""
    engine = Deidentifier(settings_for(language), key)
    found: dict[Class, list[tuple[str, str]]] = defaultdict(list)
    for record, spans in _gold(language):
        for document, outcome in zip(record.documents, engine.replace(record, spans), strict=True):
            if isinstance(outcome, Released):
                for span, new in zip(outcome.spans, replacements_of(outcome), strict=True):
                    old = document.text[span.start : span.end]
                    if family_of(span.label) == "PERSON":
                        found[language, span.label, len(old.split())].append((old, new))
    return found
