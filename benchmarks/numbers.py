"""Numbers that belong to nobody: what is wrong with the surrogates of many right numbers, and what they cost.

A corpus scope cannot ask other records which surrogates they use, so two people of a corpus may get one number where
fewer are free than there are originals: the share that meets is printed beside what a fair choice would give. Free are
the numbers of the new birth date, if a register tells one: all who are above 89 share one year.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from datetime import date
from math import expm1, log1p, prod

from tests.surrogates.registered import all_names, context, faults, laid_out, numbers, register_of, surrogates_of

from benchmarks.bounds import Missed, at_most
from maskerad.surrogates import RecordContext
from maskerad.surrogates.dates.new_births import NO_DAY_TOLD, new_birth_date
from maskerad.surrogates.numbers.identifiers import code_book

N_NUMBERS = 100_000
IN_RECORD = 20
N_CORPUS = 1_000_000
CORPUS_KINDS = ("personnummer", "nhs", "nir", "kvnr")
PLAIN = {"six digits": "{:06}", "letter, seven digits": "K{:07}", "eight digits": "{:08}"}
SPREAD = 7_919  # between one plain code and the next


def main() -> Missed:
    """Prints a row a register, then one a kind of number over a corpus."""
    print(f"Target: none wrong among {N_NUMBERS:,} of each kind; process time. refused: a placeholder is put.")
    print("met: in one corpus scope, the share that gets a number that somebody has; expected: of a fair choice.\n")
    print(f"{'register':22}{'wrong':>8}{'refused':>9}{'twice':>7}{'us each':>9}{'met':>10}{'expected':>10}")
    missed = [line for name in all_names() for line in at_most(f"wrong {name}", _print_register(name), 0)]
    for title, form in PLAIN.items():
        _print_plain(title, [form.format(number * SPREAD % 10**6) for number in range(N_NUMBERS)])
    print(f"\nOne corpus scope, {N_CORPUS:,} numbers in records of {IN_RECORD}\n")
    print(f"{'register':22}{'free numbers':>16}{'met':>10}{'expected':>10}")
    for name in CORPUS_KINDS:
        _print_corpus(name)
    return missed


def _print_register(name: str) -> int:
    """A row; how many are wrong."""
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
    each, met, (_, expected) = seconds / len(olds) * 1e6, _met(name, olds), _fair(name, olds)
    print(f"{name:22}{wrong:8,}{refused:9,}{twice:7,}{each:9.1f}{met:10.5f}{expected:10.5f}", flush=True)
    return wrong


def _print_plain(title: str, olds: list[str]) -> None:
    """Codes that no register has."""
    before = time.process_time()
    met = _met("personnummer", olds)
    each = (time.process_time() - before) / len(olds) * 1e6
    print(f"{title:22}{'':24}{each:9.1f}{met:10.5f}", flush=True)


def _print_corpus(name: str) -> None:
    olds = numbers(name, N_CORPUS)
    n_free, expected = _fair(name, olds)
    print(f"{name:22}{n_free:16,}{_met(name, olds):10.5f}{expected:10.5f}", flush=True)


def _met(name: str, olds: list[str]) -> float:
    """Share of the numbers of a corpus whose surrogate somebody before has."""
    used: set[str] = set()
    n_new = 0
    for start in range(0, len(olds), IN_RECORD):
        part = olds[start : start + IN_RECORD]
        new = [new for _, new in surrogates_of(part, _in_corpus(name, part)) if new]
        used.update(new)
        n_new += len(new)
    return (n_new - len(used)) / len(olds)


def _in_corpus(name: str, part: list[str]) -> RecordContext:
    return context(name, [laid_out(name, old) for old in part], scope="corpus")


def _fair(name: str, olds: list[str]) -> tuple[int, float]:
    """How many free numbers there are for these, and the share that meets if each takes one of its own by chance.

    Numbers whose surrogates keep the same (birth date, sex, letters) share the free ones; they need not meet where
    these are as many as the numbers that there can be.
    """
    record, births = _in_corpus(name, []), dict[date, date]()
    cells: Counter[tuple[object, ...]] = Counter()
    born_in: dict[tuple[object, ...], set[date | None]] = defaultdict(set)
    size: dict[tuple[object, ...], tuple[int, int]] = {}
    for old in olds:
        number = register_of(name).read(old, NO_DAY_TOLD)
        if number is None:
            continue
        born, told = number.born, ()
        if born is not None:
            births[born] = births.get(born) or new_birth_date(record, born)
            told = tuple(number.register.birth_groups(number.groups, births[born]).values())
        places = tuple(number.choices().values())
        cell = (told, places)
        cells[cell] += 1
        born_in[cell].add(born)
        if cell not in size:
            size[cell] = prod(len(chars) for place in places for chars in place), number.own_index()[1]
    met = 0.0
    for cell, count in cells.items():
        n_free, n_own = size[cell]
        if n_own > n_free or len(born_in[cell]) > 1:
            met += count + n_free * expm1(count * log1p(-1 / n_free)) if n_free > 1 else count - 1
    return sum(n_free for n_free, _ in size.values()), met / len(olds)
