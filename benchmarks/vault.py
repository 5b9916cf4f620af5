"""Every document of every corpus made safe, kept in a vault and given back: byte for byte, or it is counted."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks import data
from benchmarks.bounds import Missed, at_most
from benchmarks.data import CORPORA, records
from maskerad.core import Document, Record, Released, SchemeMap, Span, SpanSet, load_scheme
from maskerad.core.errors import LabelError, MaskeradError
from maskerad.core.scheme_choice import infer_scheme
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.recognisers.resolve import resolve
from maskerad.vault import Restored, Vault

DETECTED_CHARS = 60_000  # of each file, beside all its gold spans
OF_FOLDER = {
    "asq_phi": "en",
    "eds_pseudo_fr": "fr",
    "germeval14_de": "de",
    "grascco_phi": "de",
    "gsd_ne_ja": "ja",
    "kyoto_wiki_ja": "ja",
    "meddocan": "es",
    "nedap_dummy_nl": "nl",
    "presidio_research": "en",
    "stockmark_ja": "ja",
    "swedish_ner_corpus": "sv",
    "tab144": "en",
    "uner_sv_talbanken": "sv",
    "wnut17_en": "en",
}


@dataclass
class Tally:
    """Counts of one file."""

    documents: int = 0
    replaced: int = 0
    restored: int = 0
    quarantined: int = 0
    seconds: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        pairs = ((getattr(self, name), getattr(other, name)) for name in self.__dataclass_fields__)
        return Tally(*(mine + theirs for mine, theirs in pairs))


def main() -> Missed:
    """Prints a row a file: documents, spans replaced, documents given back, time in the vault."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    print("Gold spans of every document (none where there are none), and what is found in the first")
    print(f"{DETECTED_CHARS:,} characters of each file. Target: every document that was released comes back.\n")
    print(f"{'corpus':36}{'documents':>10}{'spans':>9}{'restored':>10}{'withheld':>10}{'vault s':>9}")
    total = Tally()
    for path in sorted(CORPORA.rglob("*.jsonl")):
        name = str(path.relative_to(CORPORA))
        gold, found = _round_trips(name)
        total += gold + found
        _print_row(name, gold)
        _print_row("  detected", found)
    _print_row("all", total)
    lost = total.documents - total.quarantined - total.restored
    print(f"\n{lost} released documents did not come back byte for byte")
    return at_most("documents lost", lost, 0)


def _print_row(name: str, tally: Tally) -> None:
    figures = f"{tally.documents:>10,}{tally.replaced:>9,}{tally.restored:>10,}{tally.quarantined:>10,}"
    print(f"{name:36}{figures}{tally.seconds:9.1f}", flush=True)


def _language(name: str) -> str:
    """Of a file: by its folder, or by the part of its path that is a code."""
    folder, _, rest = name.partition("/")
    codes = rest.removesuffix(".jsonl").replace("/", "_").split("_")
    return OF_FOLDER.get(folder) or next(code for code in codes if code in data.LANGUAGES)


def _round_trips(name: str) -> tuple[Tally, Tally]:
    """Of one file, with gold spans and with those that are found."""
    engine = Deidentifier(settings_for(_language(name)), bytes(32))
    corpus = records(name)
    labels = _labels({span.label for _, gold in corpus for spans in gold for span in spans})
    with tempfile.TemporaryDirectory() as folder:
        vault = Vault.make(Path(folder, "v"), bytes(range(32)))
        gold = found = Tally()
        n_chars = 0
        for record, spans in corpus:
            whole = _unique(record)
            gold += _round_trip(vault, engine, whole, [_core(one, labels) for one in spans])
            if n_chars < DETECTED_CHARS:
                found += _round_trip(vault, engine, whole, None)
            n_chars += sum(len(document.text) for document in record.documents)
        vault.close()
    return gold, found


def _labels(labels: set[str]) -> SchemeMap | None:
    """The map to the core scheme; None for labels that are of no scheme."""
    try:
        return SchemeMap(load_scheme(infer_scheme(labels)), load_scheme("core"))
    except LabelError:
        return None


def _core(spans: list[Span], labels: SchemeMap | None) -> SpanSet:
    mapped = labels.spans(spans) if labels else [span.relabelled("OTHER_PHI") for span in spans]
    return resolve(mapped)


def _unique(record: Record) -> Record:
    """With ids of their own where a corpus uses one twice."""
    documents = tuple(
        Document(f"{number}:{document.id}", document.text, record=record.id)
        for number, document in enumerate(record.documents)
    )
    return Record(record.id, documents)


def _round_trip(vault: Vault, engine: Deidentifier, record: Record, spans: list[SpanSet] | None) -> Tally:
    try:
        outcomes = engine.release(record) if spans is None else engine.replace(record, spans)
    except MaskeradError:
        return Tally(len(record.documents), quarantined=len(record.documents))
    released = [outcome for outcome in outcomes if isinstance(outcome, Released)]
    start = time.perf_counter()
    vault.keep(record, released)
    safe = [Document(one.document, one.text, record=record.id) for one in released]
    answers = vault.give_back(record.id, safe, "benchmark", "round trip")
    seconds = time.perf_counter() - start
    originals = {document.id: document.text for document in record.documents}
    restored = sum(
        isinstance(answer, Restored) and answer.text == originals[one.document]
        for one, answer in zip(released, answers, strict=True)
    )
    n_replaced = sum(len(one.offsets.pieces) for one in released)
    return Tally(len(record.documents), n_replaced, restored, len(record.documents) - len(released), seconds)
