"""How well somebody who ranks candidates finds those that are hidden among them, against chance."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from maskerad.evaluation.counts import Counts, Score, ratio


def area_under_curve(hidden: Sequence[float], others: Sequence[float]) -> float | None:
    """Area under the ROC curve: the chance that a hidden one ranks above another one, ties counting half.

    It is the statistic of Mann and Whitney (1947) divided by the number of pairs (Hanley and McNeil 1982).

    Args:
        hidden: Scores of what is looked for; higher is more suspicious.
        others: Scores of all else.

    Returns:
        In [0, 1], 0.5 by chance; None when one of the two is empty.

    Example:
        >>> area_under_curve([0.9, 0.4], [0.1, 0.4])
        0.875
    """
    ordered = sorted(others)
    below = sum(bisect_left(ordered, score) + bisect_right(ordered, score) for score in hidden)
    return ratio(below, 2 * len(hidden) * len(ordered))


@dataclass(frozen=True, slots=True)
class Picks:
    """What came of picking some of many candidates. Rounds merge with ``+``.

    Attributes:
        n_candidates: How many there were.
        n_hidden: How many of them were looked for.
        n_picked: How many were picked.
        n_right: How many of the picked were looked for.
    """

    n_candidates: int = 0
    n_hidden: int = 0
    n_picked: int = 0
    n_right: int = 0

    def __add__(self, other: Picks) -> Picks:
        return Picks(
            self.n_candidates + other.n_candidates,
            self.n_hidden + other.n_hidden,
            self.n_picked + other.n_picked,
            self.n_right + other.n_right,
        )

    @property
    def score(self) -> Score:
        """Precision, recall and F1 of the picks."""
        return Counts(self.n_right, self.n_picked - self.n_right, self.n_hidden - self.n_right).score

    @property
    def by_chance(self) -> Score:
        """What as many blind picks would reach on average.

        Example:
            >>> Picks(n_candidates=50, n_hidden=5, n_picked=10, n_right=4).by_chance.precision
            0.1
        """
        precision = ratio(self.n_hidden, self.n_candidates) if self.n_picked else None
        recall = ratio(self.n_picked, self.n_candidates) if self.n_hidden else None
        both = ratio(2 * self.n_picked * self.n_hidden, self.n_candidates * (self.n_picked + self.n_hidden))
        return Score(precision, recall, both)


def blind_hit(n_candidates: int, n_picked: int, n_here: int) -> float:
    """The chance that at least one of ``n_here`` is among ``n_picked`` blind picks of ``n_candidates``.

    The hypergeometric distribution at zero, taken from one.

    Example:
        >>> blind_hit(10, 5, 1), round(blind_hit(4, 2, 2), 4)
        (0.5, 0.8333)
    """
    missed = 1.0
    for i in range(n_here):
        missed *= max(0, n_candidates - n_picked - i) / (n_candidates - i)
    return 1 - missed
