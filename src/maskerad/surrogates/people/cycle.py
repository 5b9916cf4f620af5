"""A keyed permutation of a list of names, for scopes in which no record knows of the others.

All names stand in one circle in keyed order, and each becomes the next: different names become different names without
any shared table, no name becomes itself, and neighbours are never alike. One cycle, so a pair that leaks tells of no
other pair.

A name stands in one circle at most: that of its own culture, told by the name alone, and of the one gender whose lists
have it. So two names in two circles never become one either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from maskerad.core.keyed import Keyed
from maskerad.languages import LanguagePack
from maskerad.names.common_names import FAMILY, GIVEN, NewName, common_spellings
from maskerad.names.cultures import home, reserve_spellings
from maskerad.names.sounds import is_alike

GENDERS = ("female", "male", "")
CIRCLE_MIN = 8  # names; in a smaller circle the next one is soon guessed


@dataclass(frozen=True, slots=True)
class NameCycle:
    """Names in a circle, and the place of each by its folded spelling."""

    names: tuple[NewName, ...] = field(repr=False)
    places: Mapping[str, int] = field(repr=False)

    def after(self, folded: str) -> NewName | None:
        """The name that follows a folded one; None when that is not in the circle, or the circle is small."""
        at = self.places.get(folded)
        return self.names[(at + 1) % len(self.names)] if at is not None and len(self.names) >= CIRCLE_MIN else None


@lru_cache(maxsize=256)
def family_cycle(keyed: Keyed, pack: LanguagePack, culture: str, has_particle: bool) -> NameCycle:
    """The family names of a culture; those with particles stand in a circle of their own where it has such."""
    particled = common_spellings(pack, culture, "particled") if has_particle else ()
    return make_cycle(keyed, particled or _at_home(_family_names(pack, culture), FAMILY, culture, pack))


@lru_cache(maxsize=256)
def given_cycle(keyed: Keyed, pack: LanguagePack, culture: str, gender: str) -> NameCycle:
    """The given names of a culture that women, men or ("") both bear, without those in the lists of another gender."""
    others = (_given_names(pack, culture, other) for other in GENDERS if other != gender)
    elsewhere = {name.folded for names in others for name in names}
    own = [name for name in _given_names(pack, culture, gender) if name.folded not in elsewhere]
    return make_cycle(keyed, _at_home(own, GIVEN, culture, pack))


def _family_names(pack: LanguagePack, culture: str) -> tuple[NewName, ...]:
    return common_spellings(pack, culture, "family") + reserve_spellings(pack, culture, FAMILY, "")


def _given_names(pack: LanguagePack, culture: str, gender: str) -> tuple[NewName, ...]:
    further = reserve_spellings(pack, culture, GIVEN, gender) if gender else ()
    return common_spellings(pack, culture, gender or "neutral") + further


def _at_home(names: Sequence[NewName], kind: str, culture: str, pack: LanguagePack) -> tuple[NewName, ...]:
    return tuple(name for name in names if home(name.folded, kind, pack) == culture)


def make_cycle(keyed: Keyed, listed: Sequence[NewName]) -> NameCycle:
    """The circle of a list under a key, each folded spelling once; the same from any order of the list."""
    unique = {name.folded: name for name in sorted(listed)}
    names = sorted(unique.values(), key=lambda name: keyed.digest("cycle", name.folded, name.text))
    _part_the_alike(names)
    return NameCycle(tuple(names), {name.folded: at for at, name in enumerate(names)})


def _part_the_alike(names: list[NewName]) -> None:
    """Swaps names until no neighbours are alike, as far as there are others to swap with."""
    for at in range(1, len(names)):
        if not _may_follow(names[at - 1], names[at]):
            later = (place for place in range(at + 1, len(names)) if _may_follow(names[at - 1], names[place]))
            other = next(later, at)
            names[at], names[other] = names[other], names[at]
    for at in range(len(names) - 1, 0, -1):  # those that the end could not part stand well elsewhere
        if not _may_follow(names[at - 1], names[at]) or (at == len(names) - 1 and not _may_follow(names[at], names[0])):
            _insert(names, names.pop(at))


def _insert(names: list[NewName], name: NewName) -> None:
    """Puts a name where it is unlike both its neighbours, at the end if there is no such place."""
    places = (at for at in range(1, len(names)) if _may_follow(names[at - 1], name) and _may_follow(name, names[at]))
    names.insert(next(places, len(names)), name)


def _may_follow(before: NewName, name: NewName) -> bool:
    return before.first != name.first and not is_alike(before.folded, name.folded)
