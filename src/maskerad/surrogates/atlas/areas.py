"""Regions, counties and provinces by country and kind, from the list ``areas``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.surrogates.shape import parted
from maskerad.text.folding import fold

COLUMNS, SMALL = 4, "small"


class Area(NamedTuple):
    """A row of the list.

    Attributes:
        name: In full.
        code: Its abbreviation, "" for none.
        country: ISO code.
        kind: County, state, ...; those of a kind "small" are too small to be kept.
    """

    name: str
    code: str
    country: str
    kind: str


@lru_cache(maxsize=32)
def areas(pack: LanguagePack) -> tuple[Area, ...]:
    """The areas of a language."""
    return tuple(Area(*(*row, "", "", "")[:COLUMNS]) for row in pack.list("areas").rows)


def is_large(text: str, pack: LanguagePack) -> bool:
    """Whether a region is a whole county, state or more, which hides thousands.

    Example:
        >>> from maskerad.languages import load_pack
        >>> is_large("Dalarnas", load_pack("sv")), is_large("Siljansbygden", load_pack("sv"))
        (True, False)
    """
    return any(form in _large(pack) for form in _forms(text, pack))


def _forms(text: str, pack: LanguagePack) -> tuple[str, ...]:
    """Ways in which a region may be listed: as written, without its genitive, without the dots of an abbreviation."""
    folded = fold(" ".join(parted(text)[1].split()))
    stems = (folded.removesuffix(ending) for ending in name_conventions(pack).endings)
    return (folded, *stems, folded.replace(".", ""))


@lru_cache(maxsize=32)
def _large(pack: LanguagePack) -> frozenset[str]:
    rows = [row for row in pack.list("areas").rows if len(row) == COLUMNS and not row[-1].startswith(SMALL)]
    return frozenset(fold(text) for row in rows for text in row[:2] if text)


@lru_cache(maxsize=4_096)
def area_named(text: str, pack: LanguagePack) -> tuple[Area, bool] | None:
    """The area of a name or an abbreviation, and whether it is the abbreviation; None where it is not listed.

    Example:
        >>> from maskerad.languages import load_pack
        >>> area_named("TX", load_pack("en"))
        (Area(name='Texas', code='TX', country='US', kind='state'), True)
    """
    forms = _forms(text, pack)
    is_code = any(fold(area.code) in forms for area in areas(pack) if area.code)
    for area in areas(pack):
        if (fold(area.code) if is_code else fold(area.name)) in forms and (area.code or not is_code):
            return area, is_code
    return None


def in_full(text: str, pack: LanguagePack) -> str:
    """The name of an area, for an abbreviation of it; any other text as it is.

    Example:
        >>> from maskerad.languages import load_pack
        >>> in_full("TX", load_pack("en")), in_full("Salen", load_pack("en"))
        ('Texas', 'Salen')
    """
    named = area_named(text, pack)
    return named[0].name if named else text


def regions_like(pack: LanguagePack, text: str) -> tuple[str, ...]:
    """The other regions of the country and the kind of one, abbreviated where it is; none where it is unknown."""
    known = area_named(text, pack)
    if known is None:
        return ()
    own, is_code = known
    like = (area for area in areas(pack) if area[2:] == own[2:] and area != own)
    return tuple(filter(None, (area.code if is_code else area.name for area in like)))


@lru_cache(maxsize=4_096)
def area_like(text: str, name: str, pack: LanguagePack) -> str:
    """The area of a name, as an area of the kind of another is written; "" where no list has it so.

    Example:
        >>> from maskerad.languages import load_pack
        >>> area_like("Region Skåne", "Dalarna", load_pack("sv")), area_like("TX", "Ohio", load_pack("en"))
        ('Region Dalarna', 'OH')
    """
    known = area_named(text, pack)
    if known is None:
        return ""
    (own, is_code), wanted = known, _root(fold(name), pack)
    like = (area for area in areas(pack) if area[2:] == own[2:] and _root(fold(area.name), pack) == wanted)
    return next((area.code if is_code else area.name for area in like), "")


def is_same_area(text: str, name: str, pack: LanguagePack) -> bool:
    """Whether a region, in whatever way it is written, is the area of a name.

    Example:
        >>> from maskerad.languages import load_pack
        >>> is_same_area("Hallands län", "Halland", load_pack("sv"))
        True
    """
    match = area_named(text, pack)
    return _root(fold(match[0].name if match else text), pack) == _root(fold(name), pack)


def _root(name: str, pack: LanguagePack) -> str:
    return _roots(pack).get(name, name)


@lru_cache(maxsize=32)
def _roots(pack: LanguagePack) -> dict[str, str]:
    """Folded names of areas to the area of another kind whose name they hold: "region halland" to "halland"."""
    folded = [(fold(area.name), area) for area in areas(pack)]
    roots: dict[str, str] = {}
    for name, area in folded:
        held = [
            other
            for other, candidate in folded
            if other in name and other != name and candidate.country == area.country and candidate.kind != area.kind
        ]
        whole = (other for other in held if re.search(rf"(?<!\w){re.escape(other)}s?(?![a-z])", name))  # no Roma-gna
        roots[name] = max(whole, key=len, default=name)
    return roots
