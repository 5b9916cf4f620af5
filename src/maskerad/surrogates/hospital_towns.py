"""Towns in which the hospitals of a record stand: they become towns with such a hospital, so that both agree.

A university hospital's town becomes another that has one, that of a known hospital rather one with a known hospital,
that of any other rather one in which a hospital surprises nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.languages.names import is_cjk
from maskerad.surrogates.gazetteer import Town, gazetteer
from maskerad.surrogates.institution_kinds import kind_of
from maskerad.surrogates.known_institutions import Found, alike, find_known, known_institutions
from maskerad.surrogates.place_words import FILE, class_of, strings
from maskerad.surrogates.request import RecordContext
from maskerad.text.folding import fold, folded_words

LABEL = "HOSPITAL"
HOSPITAL_KINDS = ("hospital", "clinic", "")  # kinds that only some towns have
KEY_CHARS_MAX = 24  # of a town inside a hospital's name
KEY_CHARS_MIN = 2

Pools = tuple[tuple[Town, ...], ...]


class Stands(NamedTuple):
    """Of a town: whether a university hospital stands there, and the towns of others like the known ones there."""

    is_university: bool
    alike: frozenset[str]


def with_hospitals(
    record: RecordContext, pools: Mapping[str, Pools], packs: Mapping[str, LanguagePack]
) -> dict[str, Pools]:
    """The pools of a record's towns with the best towns first for those where its hospitals stand.

    Args:
        record: The record; over a corpus a town must not depend on what else a record holds.
        pools: By key of the town, the most alike first.
        packs: Language of each town.
    """
    found = dict(pools)
    if record is record.base:
        for key, stands in _stands(record, frozenset(pools)).items():
            found[key] = _ordered(pools[key], stands, packs[key])
    return found


def _stands(record: RecordContext, keys: frozenset[str]) -> dict[str, Stands]:
    mentions = {(original.text, original.pack) for original in record.originals if original.label == LABEL}
    found: dict[str, Stands] = {}
    for text, pack in mentions:
        known = find_known(text, LABEL, pack)
        towns, others = _towns_of(text, known, keys, pack), _others(known, pack)
        is_university = _is_university(text, known, pack)
        for key in towns:
            before = found.get(key, Stands(is_university=False, alike=frozenset()))
            found[key] = Stands(before.is_university or is_university, before.alike | others)
    return found


def _towns_of(text: str, known: Found | None, keys: frozenset[str], pack: LanguagePack) -> set[str]:
    """Keys of the towns that a mention names, or where the known hospital in it stands."""
    own = known_institutions(pack, LABEL).by_name[known.name].town if known else ""
    named = set(_within(fold(text), keys)) if kind_of(text, LABEL, pack) in HOSPITAL_KINDS else set[str]()
    return named | (keys & {fold(own), *_listed_forms(text, pack)})


def _listed_forms(text: str, pack: LanguagePack) -> Iterator[str]:
    """Towns of which a word is a form of its own: "Falu" of Falun."""
    forms = pack.late_table(FILE, "places").get("forms", {})
    return (str(forms[word]) for word in folded_words(text) if isinstance(forms, dict) and word in forms)


def _within(text: str, keys: frozenset[str]) -> Iterator[str]:
    """The keys that stand in a text, at the beginnings of words or, in a script that does not part them, anywhere."""
    for at in range(len(text)):
        if is_cjk(text[at]) or (text[at].isalnum() and not (at and text[at - 1].isalnum())):
            ends = range(at + KEY_CHARS_MIN, min(len(text), at + KEY_CHARS_MAX) + 1)
            yield from (text[at:end] for end in ends if text[at:end] in keys)


def _others(known: Found | None, pack: LanguagePack) -> frozenset[str]:
    """Folded towns of the known hospitals that may stand for one."""
    if known is None:
        return frozenset()
    table = known_institutions(pack, LABEL).by_name
    return frozenset(fold(table[name].town) for name in alike(pack, LABEL, known.name, frozenset([known.form])))


def _is_university(text: str, known: Found | None, pack: LanguagePack) -> bool:
    words, names = strings(pack.late_table(FILE, "university"), "words"), (text, known.name if known else "")
    return any(word in fold(name) for word in words for name in names)


def _ordered(pools: Pools, stands: Stands, pack: LanguagePack) -> Pools:
    fitting = {class_of(town.name, pack) for town in pools[0]} if pools else set()
    first = tuple(town for town in _university_towns(pack) if class_of(town.name, pack) in fitting)
    known = tuple(town for town in first if fold(town.name) in stands.alike)
    near = [tuple(town for town in towns if pools and town in pools[0]) for towns in (known, first)]
    ordered = [towns for towns in (near[0], known, near[1], first) if len(towns) > 1 and stands.is_university]
    for pool in pools:
        known = tuple(town for town in pool if fold(town.name) in stands.alike)
        usual = tuple(town for town in pool if town.has_hospital and town not in known)
        ordered += [known, usual, tuple(town for town in pool if not town.has_hospital and town not in known)]
    return tuple(filter(None, ordered))


@lru_cache(maxsize=32)
def _university_towns(pack: LanguagePack) -> tuple[Town, ...]:
    places = gazetteer(pack)
    keys: Iterable[str] = map(places.key, strings(pack.late_table(FILE, "university"), "towns"))
    return tuple(places.by_name[key] for key in keys if key in places.by_name)
