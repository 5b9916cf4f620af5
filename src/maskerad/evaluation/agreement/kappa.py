"""Cohen's kappa (1960): agreement beyond what two annotators would reach by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from maskerad.evaluation.counts import ratio

Table = Mapping[tuple[str, str], int]


def cohen_kappa(table: Table) -> float | None:
    """Kappa of a table of how often the first annotator said one thing and the second another.

    Args:
        table: Number of items by (label of the first, label of the second).

    Returns:
        (observed - expected) / (1 - expected) in [-1, 1]; None where it is undefined: no items, or both annotators
        gave every item the same one label, so that chance alone would agree too.

    Example:
        >>> cohen_kappa({("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15})
        0.4
    """
    n_items = sum(table.values())
    n_same = sum(n for (left, right), n in table.items() if left == right)
    n_left, n_right = _margins(table)
    # Everything times n_items squared, so that whole numbers stay whole.
    n_by_chance = sum(n_left[label] * n_right[label] for label in n_left)
    return ratio(n_same * n_items - n_by_chance, n_items * n_items - n_by_chance)


def _margins(table: Table) -> tuple[Counter[str], Counter[str]]:
    """How often each annotator gave each label."""
    n_left: Counter[str] = Counter()
    n_right: Counter[str] = Counter()
    for (left, right), n in table.items():
        n_left[left] += n
        n_right[right] += n
    return n_left, n_right
