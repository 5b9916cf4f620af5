"""Linking with gold spans: which mentions of people are one person, and how long it takes.

A record is all documents with the same ``record``. Two mentions of people (initials among them) are a pair if one
entity holds both; precision and recall are over the pairs of all records of a language. A false merge is a pair that
linking makes and the gold does not. Genders are compared with those that a reader tells (``genders``).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Iterator

from benchmarks.bounds import Missed, at_least, at_most
from benchmarks.data import CORPORA, LANGUAGES, records
from benchmarks.genders import genders
from maskerad.core import Document, Record, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.linking import family_of, link

TARGET_F1, TARGET_FALSE, TARGET_GENDER, TARGET_US = 0.96, 0.005, 0.95, 6.0
RUNS = 5
MANY = 100_000

Place = tuple[str, int, int]


def main() -> Missed:
    """Prints a row a language, then the time of a mention in records of any size."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    print(
        f"Gold spans of hand dev. Targets: pairwise F1 >= {TARGET_F1}, false merges <= {TARGET_FALSE:.1%}, "
        f"gender right >= {TARGET_GENDER}\n"
    )
    print(
        f"{'':4}{'mentions':>9}{'pairs':>7}{'P':>7}{'R':>7}{'F1':>7}{'false':>8}{'ambiguous':>10}"
        f"{'people':>8}{'right':>7}{'wrong':>7}{'untold':>7}{'gender':>8}{'conflicts':>10}{'us/mention':>11}"
    )
    missed = [line for code in LANGUAGES for line in print_row(code)]
    print(
        "\npeople: those whose gender a reader tells; right, wrong and untold: what linking says; gender: share right."
    )
    print("conflicts: names, titles, kinship or roles that contradict each other.")
    print(f"One record of {MANY:,} mentions of as many people: {seconds_of_many():.1f} s of process time")
    return missed


def print_row(code: str) -> Missed:
    """One language."""
    counts: Counter[str] = Counter()
    for record, gold in records(f"hand/{code}/dev.jsonl"):
        counts += scored(record, gold, code)
    precision, recall = counts["both"] / counts["found"], counts["both"] / counts["gold"]
    right, mention_us = counts["right"] / counts["people"], seconds(code) * 1e6
    f1 = 2 * counts["both"] / (counts["found"] + counts["gold"])
    print(
        f"{code:4}{counts['mentions']:9}{counts['gold']:7}{precision:7.3f}{recall:7.3f}{f1:7.3f}{1 - precision:8.2%}"
        f"{counts['ambiguous']:10}{counts['people']:8}{counts['right']:7}{counts['wrong']:7}{counts['untold']:7}"
        f"{right:8.3f}{counts['conflicts']:10}"
        f"{mention_us:11.1f}",
        flush=True,
    )
    return [
        *at_least(f"pairwise F1 in {code}", f1, TARGET_F1),
        *at_most(f"false merges in {code}", 1 - precision, TARGET_FALSE),
        *at_least(f"gender right in {code}", right, TARGET_GENDER),
        *at_most(f"microseconds a mention in {code}", mention_us, TARGET_US),
    ]


def scored(record: Record, gold: list[list[Span]], code: str) -> Counter[str]:
    """Pairs of one record: in the gold, found, and both; genders right, wrong and untold; contradictions."""
    wanted = {
        (document.id, span.start, span.end): span.entity
        for document, spans in zip(record.documents, gold, strict=True)
        for span in spans
        if is_person(span.label)
    }
    linked = link(record, _bare(gold), [load_pack(code)] * len(gold))
    people = [entity for entity in linked.entities if is_person(entity.label)]
    found = {
        (mention.document, mention.span.start, mention.span.end): entity.id
        for entity in people
        for mention in entity.mentions
    }
    compared = Counter(_verdict(gender, told) for gender, told, _, _ in genders(record, linked))
    return compared + Counter(
        mentions=len(wanted),
        gold=n_pairs(Counter(wanted.values())),
        found=n_pairs(Counter(found.values())),
        both=n_pairs(Counter((wanted[place], found[place]) for place in wanted)),
        ambiguous=len(linked.ambiguous),
        people=compared.total(),
        conflicts=len(linked.conflicts),
    )


def _verdict(gender: str, told: str) -> str:
    if not told:
        return "untold"
    return "right" if told == gender else "wrong"


def _bare(gold: list[list[Span]]) -> list[SpanSet]:
    """The gold without its entities."""
    return [SpanSet.of(Span(span.start, span.end, span.label) for span in spans) for spans in gold]


def is_person(label: str) -> bool:
    """Whether a mention names somebody or is somebody's initials."""
    return family_of(label) == "PERSON" or label == "INITIALS"


def n_pairs(groups: Counter[Hashable]) -> int:
    """Unordered pairs within groups."""
    return sum(n * (n - 1) // 2 for n in groups.values())


def seconds(code: str) -> float:
    """Process time of linking one mention, best of some runs over all records."""
    work = list(_work(code))
    n_mentions = sum(len(spans) for _, sets in work for spans in sets)
    pack = load_pack(code)
    best = min(_seconds_of_run(work, pack) for _ in range(RUNS))
    return best / n_mentions


def seconds_of_many() -> float:
    """Process time of a record in which everybody has a name of his own."""
    names = [f"Anna {''.join(3 * 'abcdefghij'[int(digit)] for digit in f'{number:05}')}" for number in range(MANY)]
    spans, at = [], 0
    for name in names:
        spans.append(Span(at, at + len(name), "PATIENT"))
        at += len(name) + 1
    work = [(Record("many", (Document("many", " ".join(names)),)), [SpanSet(tuple(spans))])]
    return _seconds_of_run(work, load_pack("sv"))


def _seconds_of_run(work: list[tuple[Record, list[SpanSet]]], pack: object) -> float:
    start = time.process_time()
    for record, spans in work:
        link(record, spans, [pack] * len(spans))
    return time.process_time() - start


def _work(code: str) -> Iterator[tuple[Record, list[SpanSet]]]:
    for record, gold in records(f"hand/{code}/dev.jsonl"):
        yield record, _bare(gold)
