"""Two-sided approximate randomisation over records (Noreen 1989; Yeh 2000): is a difference more than chance?

If two systems were the same, it would not matter which of them said what of a record. So their answers are swapped on
a random half of the records, again and again, and the p-value is the share of shuffles whose difference is at least
as large as the one observed: ``p = (c + 1) / (N + 1)``. With few records all swaps are gone through and p is exact.

Records, not mentions, are swapped: the mentions of one record are not independent.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maskerad.core.errors import InputError
from maskerad.evaluation.cases import CaseMaker
from maskerad.evaluation.evaluate import DEFAULT, Settings
from maskerad.evaluation.figures import Definition
from maskerad.evaluation.pairs import Pair
from maskerad.evaluation.tally import Tally

N_SHUFFLES = 9999
_BLOCK = 512  # shuffles in memory at a time
_TOLERANCE = 1e-12  # two differences of the same fractions may differ by rounding

Sums = Mapping[str, int]
Rows = Mapping[str, Sums]

PRECISION = Definition(
    "exact_precision",
    "Entity precision, exact",
    "exact",
    ("exact_tp",),
    ("exact_tp", "exact_fp"),
    "Share of predicted spans whose label and both ends are right.",
    is_label_aware=True,
)
RECALL = Definition(
    "exact_recall",
    "Entity recall, exact",
    "exact",
    ("exact_tp",),
    ("exact_tp", "exact_fn"),
    "Share of gold spans found with label and both ends.",
    is_label_aware=True,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """Two systems on one measure.

    Attributes:
        definition: The measure.
        left, right: Their values; None where undefined.
        p: Two-sided p-value; None where either value is undefined.
        n_records: Records that were swapped.
        n_shuffles: How many swaps p rests on.
        is_exact: Whether these were all there are.
    """

    definition: Definition
    left: float | None
    right: float | None
    p: float | None
    n_records: int
    n_shuffles: int
    is_exact: bool

    @property
    def value(self) -> float | None:
        """Right minus left."""
        return None if self.left is None or self.right is None else self.right - self.left

    def is_significant(self, level: float = 0.01) -> bool:
        """Whether p is below a level; never when it is undefined."""
        return self.p is not None and self.p < level


def record_rows(pairs: Iterable[Pair], settings: Settings = DEFAULT) -> dict[str, Sums]:
    """The additive sums of each record that every measure is made of.

    Raises:
        LabelError: If a label is not of its scheme.
    """
    maker = CaseMaker(settings.gold_scheme, settings.predicted_scheme, settings.scheme)
    tally = Tally(maker.scheme, settings.tokeniser)
    for pair in pairs:
        tally.add(maker.case(pair))
    return dict(zip(tally.records, tally.rows(), strict=True))


def compare_rows(
    left: Rows, right: Rows, definitions: Sequence[Definition], n_shuffles: int = N_SHUFFLES, seed: int = 1
) -> list[Difference]:
    """Tests the difference of two systems on each measure.

    Args:
        left, right: Sums by record, of the same records.
        definitions: The measures.
        n_shuffles: N of the approximate test; all 2^R swaps are gone through where they are fewer.
        seed: Decides the shuffles.

    Raises:
        InputError: If the records differ, or there are none.
    """
    if left.keys() != right.keys() or not left:
        raise InputError(f"two systems compare on the same records only: {len(left)} and {len(right)} were given")
    records = sorted(left)
    columns = sorted({column for row in (*left.values(), *right.values()) for column in row})
    ours, theirs = _matrix(left, records, columns), _matrix(right, records, columns)
    counted = _Counter(definitions, columns, ours, theirs)
    is_exact = len(records) < 63 and 2 ** len(records) <= n_shuffles + 1
    for swaps in _all_swaps(len(records)) if is_exact else _drawn_swaps(len(records), n_shuffles, seed):
        counted.take(swaps)
    n_taken = 2 ** len(records) if is_exact else n_shuffles
    return [
        Difference(definition, *counted.observed(at), counted.p(at, n_taken, is_exact), len(records), n_taken, is_exact)
        for at, definition in enumerate(definitions)
    ]


class _Counter:
    """Counts, for each measure, the shuffles whose difference is at least as large as the observed one."""

    def __init__(
        self,
        definitions: Sequence[Definition],
        columns: Sequence[str],
        left: NDArray[np.int64],
        right: NDArray[np.int64],
    ) -> None:
        self._definitions, self._columns = definitions, columns
        self._left, self._right = left.sum(axis=0), right.sum(axis=0)
        self._change = right - left
        none = np.zeros((1, len(left)), dtype=np.int64)
        self._observed = self._differences(none)[0]
        self._counts = np.zeros(len(definitions), dtype=np.int64)

    def take(self, swaps: NDArray[np.int64]) -> None:
        """Adds shuffles: S rows of R zeros and ones, one for each record that is swapped."""
        differences = self._differences(swaps)
        # An undefined difference is no smaller than any other: NaN counts as reaching it.
        self._counts += (~(differences < self._observed - _TOLERANCE)).sum(axis=0)

    def observed(self, at: int) -> tuple[float | None, float | None]:
        """The values of left and right."""
        definition = self._definitions[at]
        sums = (dict(zip(self._columns, total.tolist(), strict=True)) for total in (self._left, self._right))
        left, right = (definition.value(row) for row in sums)
        return left, right

    def p(self, at: int, n_shuffles: int, is_exact: bool) -> float | None:
        """The p-value; the observed assignment is one of an exact test's own, and is added to an approximate one."""
        if np.isnan(self._observed[at]):
            return None
        extra = 0 if is_exact else 1
        return (int(self._counts[at]) + extra) / (n_shuffles + extra)

    def _differences(self, swaps: NDArray[np.int64]) -> NDArray[np.float64]:
        """S absolute differences of each of M measures: S × M."""
        moved = swaps @ self._change
        change: NDArray[np.float64] = self._values(self._left + moved) - self._values(self._right - moved)
        return np.abs(change)

    def _values(self, sums: NDArray[np.int64]) -> NDArray[np.float64]:
        """M measures of S sums; NaN where undefined."""
        values = [self._ratio(sums, definition) for definition in self._definitions]
        return np.stack(values, axis=1)

    def _ratio(self, sums: NDArray[np.int64], definition: Definition) -> NDArray[np.float64]:
        part, whole = self._sum(sums, definition.part), self._sum(sums, definition.whole)
        values: NDArray[np.float64] = np.full(len(sums), np.nan)
        np.divide(definition.per * part, whole, out=values, where=whole > 0)
        return values

    def _sum(self, sums: NDArray[np.int64], names: Sequence[str]) -> NDArray[np.int64]:
        """Of columns that may stand twice; a column that no record has is all zeros."""
        total = np.zeros(len(sums), dtype=np.int64)
        for name, n_times in Counter(names).items():
            if name in self._columns:
                total += n_times * sums[:, self._columns.index(name)]
        return total


def _matrix(rows: Rows, records: Sequence[str], columns: Sequence[str]) -> NDArray[np.int64]:
    return np.array([[rows[record].get(column, 0) for column in columns] for record in records], dtype=np.int64)


def _all_swaps(n_records: int) -> Iterator[NDArray[np.int64]]:
    """All 2^R assignments, in blocks."""
    for start in range(0, 2**n_records, _BLOCK):
        numbers = np.arange(start, min(start + _BLOCK, 2**n_records), dtype=np.int64)
        yield numbers[:, None] >> np.arange(n_records, dtype=np.int64) & 1


def _drawn_swaps(n_records: int, n_shuffles: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Fair coins, from the bits of Python's own generator, which stays the same over versions and machines."""
    draws, n_bytes = random.Random(seed), -(-n_records // 8)
    for start in range(0, n_shuffles, _BLOCK):
        n_rows = min(_BLOCK, n_shuffles - start)
        raw = np.frombuffer(draws.randbytes(n_rows * n_bytes), dtype=np.uint8).reshape(n_rows, n_bytes)
        yield np.unpackbits(raw, axis=1)[:, :n_records].astype(np.int64)
