"""What the hospitals of a record ask of its towns.

A university hospital's town becomes another that has one, that of a known hospital rather one with a known hospital,
that of any other rather one in which a hospital surprises nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.kinds import kind_of
from maskerad.surrogates.atlas.known import KnownForm, alike, known_institutions
from maskerad.surrogates.atlas.segments import segments, towns_in
from maskerad.surrogates.atlas.words import FILE, strings
from maskerad.surrogates.places.keys import key_of
from maskerad.text.folding import fold

HOSPITAL = "HOSPITAL"
HOSPITAL_KINDS = ("hospital", "clinic", "")  # kinds that only some towns have


class Stands(NamedTuple):
    """What stands in a town.

    Attributes:
        is_hospital: A hospital does.
        is_university: A university hospital does.
        alike: Folded towns of known hospitals that may stand for the known ones here.
    """

    is_hospital: bool = False
    is_university: bool = False
    alike: frozenset[str] = frozenset()

    def beside(self, other: Stands) -> Stands:
        """What stands in a town by two mentions."""
        return Stands(
            self.is_hospital or other.is_hospital,
            self.is_university or other.is_university,
            self.alike | other.alike,
        )

    def within(self, other: Stands) -> Stands:
        """What of it stands in another town too."""
        return Stands(
            self.is_hospital and other.is_hospital,
            self.is_university and other.is_university,
            self.alike & other.alike,
        )


@lru_cache(maxsize=20_000)
def houses_in(text: str, label: str, pack: LanguagePack) -> tuple[tuple[str, Stands], ...]:
    """The towns that an institution names, or where the known ones in it stand, with what stands there."""
    if label != HOSPITAL:
        return tuple((key_of(town, pack), Stands()) for town in towns_in(text, label, pack))
    known = [segment.known for segment in segments(text, label, pack) if segment.known]
    named = list(towns_in(text, label, pack)) if kind_of(text, label, pack) in HOSPITAL_KINDS else []
    others = [(town, Stands()) for town in towns_in(text, label, pack) if town not in named]
    is_university = _is_university(text, known, pack)
    towns = dict.fromkeys([*named, *_own_towns(known, pack)])
    stands = Stands(
        bool(towns), is_university, frozenset().union(*(_others(institution, pack) for institution in known))
    )
    return tuple((key_of(town, pack), what) for town, what in [*((town, stands) for town in towns), *others])


def _own_towns(known: list[KnownForm], pack: LanguagePack) -> Iterator[str]:
    """Towns in which known hospitals stand, where that is told."""
    table = known_institutions(pack, HOSPITAL).by_name
    return (table[institution.name].town for institution in known if table[institution.name].town)


def _others(known: KnownForm, pack: LanguagePack) -> frozenset[str]:
    """Folded towns of the known hospitals that may stand for one."""
    table = known_institutions(pack, HOSPITAL).by_name
    return frozenset(fold(table[name].town) for name in alike(pack, HOSPITAL, known.name, frozenset([known.form])))


def _is_university(text: str, known: list[KnownForm], pack: LanguagePack) -> bool:
    words = strings(pack.late_table(FILE, "university"), "words")
    names = (text, *(institution.name for institution in known))
    return any(word in fold(name) for word in words for name in names)


@lru_cache(maxsize=32)
def university_towns(pack: LanguagePack) -> frozenset[str]:
    """Keys of the towns that have a university hospital; none where the pack does not list them."""
    return frozenset(key_of(town, pack) for town in strings(pack.late_table(FILE, "university"), "towns"))
