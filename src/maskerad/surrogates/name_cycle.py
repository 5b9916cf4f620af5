"""A keyed permutation of a list of names, for scopes in which no record knows of the others.

All names stand in one circle in keyed order, and each becomes the next: different names become different names without
any shared table, no name becomes itself, and neighbours are never alike. One cycle, so a pair that leaks tells of no
other pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from maskerad.surrogates.cultures import NewName
from maskerad.surrogates.keyed import Keyed
from maskerad.surrogates.sounds import is_alike


@dataclass(frozen=True, slots=True)
class NameCycle:
    """Names in a circle, and the place of each by its sound."""

    names: tuple[NewName, ...] = field(repr=False)
    places: Mapping[str, int] = field(repr=False)

    def after(self, sound: str) -> Iterator[NewName]:
        """The names that follow the one of a sound, round to the one before it; none when it is not in the circle."""
        at = self.places.get(sound)
        if at is not None:
            yield from self.names[at + 1 :]
            yield from self.names[:at]


def make_cycle(keyed: Keyed, listed: Sequence[NewName]) -> NameCycle:
    """The circle of a list under a key; the same from any order of the list."""
    names = sorted(listed, key=lambda name: keyed.digest("cycle", name.sound, name.text))
    _part_the_alike(names)
    return NameCycle(tuple(names), {name.sound: at for at, name in enumerate(names)})


def _part_the_alike(names: list[NewName]) -> None:
    """Swaps names until no neighbours are alike, as far as there are others to swap with."""
    for at in range(1, len(names)):
        if not _may_follow(names, at, names[at]):
            later = (place for place in range(at + 1, len(names)) if _may_follow(names, at, names[place]))
            other = next(later, at)
            names[at], names[other] = names[other], names[at]


def _may_follow(names: Sequence[NewName], at: int, name: NewName) -> bool:
    before = names[at - 1]
    return before.first != name.first and not is_alike(before.folded, name.folded)
