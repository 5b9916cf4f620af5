"""Numbers that belong to nobody: what is wrong with the surrogates of many right numbers, and what they cost.

A corpus scope cannot ask other records which surrogates they use, so two people of a corpus may get one number: the
share that meets is printed beside what the birthday bound expects of a fair choice among the numbers that are free.
"""

from __future__ import annotations

import time
from math import expm1, prod

from tests.surrogates.registered import all_names, context, faults, laid_out, numbers, register_of, surrogates_of

from maskerad.surrogates.births import NO_DAY_TOLD
from maskerad.surrogates.identifiers import code_book

N_NUMBERS = 100_000
IN_RECORD = 20
N_CORPUS = 1_000_000
CORPUS_KINDS = ("personnummer", "nhs", "nir", "kvnr")


def main() -> None:
    """Prints a row a register, then one a kind of number over a corpus."""
    print(f"Target: none wrong among {N_NUMBERS:,} of each kind; process time. refused: a placeholder is put.\n")
    print(f"{'register':16}{'wrong':>8}{'refused':>9}{'twice':>7}{'us each':>9}")
    for name in all_names():
        _print_register(name)
    print(f"\nOne corpus scope, {N_CORPUS:,} numbers in records of {IN_RECORD}\n")
    print(f"{'register':16}{'free numbers':>16}{'met':>10}{'expected':>10}")
    for name in CORPUS_KINDS:
        _print_corpus(name)


def _print_register(name: str) -> None:
    olds = numbers(name, N_NUMBERS)
    wrong = refused = twice = 0
    seconds = 0.0
    for start in range(0, len(olds), IN_RECORD):
        part = olds[start : start + IN_RECORD]
        record = context(name, [laid_out(name, old) for old in part], scope=str(start))
        before = time.process_time()
        code_book(record)
        seconds += time.process_time() - before
        found = [(old, new) for old, new in surrogates_of(part, record) if new]
        refused += len(part) - len(found)
        twice += len(found) - len({new for _, new in found})
        wrong += sum(bool(faults(name, old, new, record)) for old, new in found)
    print(f"{name:16}{wrong:8,}{refused:9,}{twice:7,}{seconds / len(olds) * 1e6:9.1f}", flush=True)


def _print_corpus(name: str) -> None:
    """Surrogates that somebody before has; what is free is counted for one birth date and sex, and all days of them."""
    olds = numbers(name, N_CORPUS)
    used: set[str] = set()
    for start in range(0, len(olds), IN_RECORD):
        part = olds[start : start + IN_RECORD]
        record = context(name, [laid_out(name, old) for old in part], scope="corpus")
        used.update(new for _, new in surrogates_of(part, record) if new)
    n_free = _n_free(name, olds)
    expected = N_CORPUS + n_free * expm1(-N_CORPUS / n_free)
    met = (len(olds) - len(used)) / len(olds)
    print(f"{name:16}{n_free:16,}{met:10.4f}{expected / N_CORPUS:10.4f}", flush=True)


def _n_free(name: str, olds: list[str]) -> int:
    """Free numbers that surrogates of these can be: those of each place, times the birth dates and sexes there are."""
    read = [register_of(name).read(old, NO_DAY_TOLD) for old in olds]
    spaces = {
        (number.born, tuple(number.choices().values())): prod(
            len(chars) for places in number.choices().values() for chars in places
        )
        for number in read
        if number is not None
    }
    return sum(spaces.values())
