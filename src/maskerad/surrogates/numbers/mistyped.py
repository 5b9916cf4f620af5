"""Numbers that are one another mistyped: a character exchanged for another, or two neighbours swapped.

The mistyped number of somebody becomes the new number mistyped in the same place, so that the story of a wrong
number is still told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from maskerad.surrogates.shape import alphabet_of

CHARS_MIN = 6  # shorter numbers are near one another by chance


def mistyped_of(numbers: Sequence[str], right: AbstractSet[str] = frozenset()) -> dict[str, str]:
    """Which numbers are a mistyped form of which earlier one.

    Args:
        numbers: Without separators; of two that are near one another, the later one is mistyped.
        right: Those that are known to be right.

    Returns:
        Mistyped number to the right one. A mistyped number has none of its own.

    Example:
        >>> mistyped_of(["9198206", "9198260", "9193206", "5550123"])
        {'9198260': '9198206', '9193206': '9198206'}
    """
    mistyped: dict[str, str] = {}
    for group in _by_length(numbers):
        if all(number in right for number in group):
            continue
        traced: dict[tuple[int, str, str], str] = {}
        for number in group:
            near = next((traced[key] for key in _traces(number) if key in traced), None)
            if near is not None and number not in right:
                mistyped[number] = near
            else:
                traced.update(dict.fromkeys(_traces(number), number))
    return mistyped


def _by_length(numbers: Iterable[str]) -> Iterator[list[str]]:
    groups: dict[int, list[str]] = defaultdict(list)
    for number in numbers:
        if len(number) >= CHARS_MIN:
            groups[len(number)].append(number)
    return (group for group in groups.values() if len(group) > 1)


def _traces(number: str) -> Iterator[tuple[int, str, str]]:
    """What a number shares with those that are one slip away from it."""
    for place in range(len(number)):
        yield place, "", number[:place] + number[place + 1 :]
        pair = number[place : place + 2]
        if len(pair) == 2 and pair[0] != pair[1]:
            yield place, "".join(sorted(pair)), number[:place] + number[place + 2 :]


def mistyped_as(new: str, right: str, wrong: str) -> str:
    """``new`` with the slip that makes ``wrong`` of ``right``, or one like it where that would change nothing.

    Example:
        >>> mistyped_as("1234567", "9198206", "9198260"), mistyped_as("1234567", "9198206", "9193206")
        ('1234576', '1239567')
    """
    places = [place for place, (a, b) in enumerate(zip(right, wrong, strict=True)) if a != b]
    last = places[-1]
    parts = list(new)
    if len(places) == 2 and parts[last - 1] != parts[last]:
        parts[last - 1], parts[last] = parts[last], parts[last - 1]
    else:
        parts[last] = _stepped(parts[last], right[last], wrong[last])
    return "".join(parts)


def _stepped(char: str, right: str, wrong: str) -> str:
    """Another character of the same class, as far away as ``wrong`` is from ``right`` where these are of it too."""
    alphabet = alphabet_of(char)
    near = right in alphabet and wrong in alphabet
    step = alphabet.index(wrong) - alphabet.index(right) if near else 1
    return alphabet[(alphabet.index(char) + step) % len(alphabet)]


def in_order(numbers: Mapping[str, tuple[bool, int]]) -> list[str]:
    """Numbers with the right ones first, then those written most often.

    Args:
        numbers: Number to whether its check characters are right, and how often it is written.
    """
    return sorted(numbers, key=lambda number: (not numbers[number][0], -numbers[number][1], number))
