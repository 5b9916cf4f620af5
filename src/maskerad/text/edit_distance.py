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
    left, right = _unlike(left, right)
    if not left or not right:
        return max(len(left), len(right))
    if most < 2:  # what is left differs in its first letter and in its last: one error is one letter, or one swap
        is_error = len(left) == len(right) == 1 or (len(left) == len(right) == 2 and left == right[::-1])
        return 1 if most and is_error else most + 1
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


def _unlike(left: str, right: str) -> tuple[str, str]:
    """Two words without the beginning and the end that they share, which no error needs to touch."""
    shorter = min(len(left), len(right))
    start = next((at for at in range(shorter) if left[at] != right[at]), shorter)
    left, right = left[start:], right[start:]
    shorter = min(len(left), len(right))
    end = next((at for at in range(shorter) if left[-1 - at] != right[-1 - at]), shorter)
    return left[: len(left) - end], right[: len(right) - end]
