"""Percentile bootstrap over records (Efron 1979): how far a figure moves when other records had been drawn.

Records, not documents or mentions, are drawn with replacement, because what stands in one record is not independent.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from maskerad.evaluation.inference.binomial import exact_interval

Sums = Mapping[str, int]
Measure = Callable[[Sums], float | None]
Interval = tuple[float, float]

CONFIDENCE = 0.95
NONE, ALL = (0.0, 0.0), (1.0, 1.0)
# Of n records there are (2n - 1 over n) different draws: 35 of four, too few for a tail of one in forty, 126 of five.
# An interval drawn from fewer is too narrow; of two that agree it has no width.
RECORDS_MIN = 5
# One record is packed into one integer with this many bits a column, so that a draw is a single fast sum.
# No column of a whole draw may reach 2**63: nine quintillion characters.
_BITS = 64
_MASK = (1 << _BITS) - 1


def bootstrap_intervals(
    records: Sequence[Sums], measures: Mapping[str, Measure], resamples: int, seed: int
) -> dict[str, Interval | None]:
    """A 95 % interval for each measure.

    Where all draws come to 0 or to 1, drawing says nothing of what other records would have shown: then it is the exact
    interval of none, or of all, of the records that say anything.

    Args:
        records: One row of additive whole numbers per record.
        measures: What share to compute from the sum of the drawn rows, in [0, 1]; None where undefined.
        resamples: Number of draws; 0 for no intervals.
        seed: The same seed gives the same intervals.

    Returns:
        Lower and upper bound per measure; None without draws, or where fewer than five records say anything about it
        (none or all of two at least: the exact interval).
    """
    if not resamples:
        return dict.fromkeys(measures)
    columns = sorted({column for record in records for column in record})
    packed = [_pack(record, columns) for record in records]
    draws = random.Random(seed)
    values: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(resamples):
        sums = _unpack(sum(draws.choices(packed, k=len(packed))), columns)
        for name, measure in measures.items():
            value = measure(sums)
            if value is not None:
                values[name].append(value)
    n_telling = {name: sum(measure(record) is not None for record in records) for name, measure in measures.items()}
    return {name: _interval(values[name], n_telling[name]) for name in measures}


def _interval(drawn: list[float], n_telling: int) -> Interval | None:
    """The interval of some draws among so many records that say anything: with one, drawing means nothing."""
    drawn_interval = _percentiles(drawn) if n_telling > 1 else None
    if drawn_interval in (NONE, ALL):
        return exact_interval(n_telling if drawn_interval == ALL else 0, n_telling)
    return drawn_interval if n_telling >= RECORDS_MIN else None


def _pack(record: Sums, columns: Sequence[str]) -> int:
    return sum(record.get(column, 0) << (_BITS * i) for i, column in enumerate(columns))


def _unpack(packed: int, columns: Sequence[str]) -> dict[str, int]:
    return {column: packed >> (_BITS * i) & _MASK for i, column in enumerate(columns)}


def _percentiles(drawn: list[float]) -> Interval | None:
    """Nearest-rank percentiles of both tails, None if no draw was defined."""
    if not drawn:
        return None
    drawn.sort()
    tail = (1 - CONFIDENCE) / 2
    return drawn[int(tail * (len(drawn) - 1))], drawn[round((1 - tail) * (len(drawn) - 1))]
