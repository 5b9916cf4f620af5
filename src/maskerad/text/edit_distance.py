"""How many typing errors lie between two words."""

from __future__ import annotations


def edit_distance(left: str, right: str, most: int) -> int:
    """Damerau-Levenshtein distance (optimal string alignment), or ``most + 1`` as soon as it must be greater.

    Counts insertions, deletions, substitutions and swaps of neighbours. The row-by-row dynamic programme of Wagner
    and Fischer (1974) with the swap of Lowrance and Wagner (1975); cells further than ``most`` from the diagonal
    cannot matter and are not filled, so the cost is O(most × length).

    Example:
        >>> edit_distance("lindqvist", "lindkvist", 2), edit_distance("anna", "berit", 2)
        (1, 3)
    """
    if abs(len(left) - len(right)) > most:
        return most + 1
    far = most + 1
    before_last: list[int] = []
    last = [column if column <= most else far for column in range(len(right) + 1)]
    for row, letter in enumerate(left, 1):
        current = [row if row <= most else far] + [far] * len(right)
        for column in range(max(1, row - most), min(len(right), row + most) + 1):
            cost = letter != right[column - 1]
            best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
            is_swap = row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == right[column - 1]
            if is_swap:
                best = min(best, before_last[column - 2] + 1)
            current[column] = min(best, far)
        if min(current) > most:
            return far
        before_last, last = last, current
    return last[-1]
