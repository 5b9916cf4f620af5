"""Institutions that name nobody: public bodies of which a country has one, bodies of a region, mere words for a kind.

"Försäkringskassan" tells no more of somebody than the country does, and no other body does its work; "Region Halland"
tells the region, and goes where that goes; "the hospital" tells nothing. They stay.
"""

from __future__ import annotations

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.surrogates.atlas.areas import area_like, is_large
from maskerad.surrogates.atlas.known import KnownForm, known_institutions
from maskerad.surrogates.atlas.naming import is_only_kinds, naming_rules
from maskerad.surrogates.atlas.segments import TABLES, Segment, segments
from maskerad.surrogates.places.targets import area_of_region
from maskerad.surrogates.places.towns import town_map
from maskerad.surrogates.request import Request
from maskerad.surrogates.shape import capitalised_as
from maskerad.text.folding import fold

ORGANIZATION = "ORGANIZATION"
PUBLIC = frozenset({"agency", "helpline", "health", "jobs"})  # kinds of which a country or a large region has one each


def is_public(known: KnownForm, label: str, pack: LanguagePack) -> bool:
    """Whether a known institution is a public body of which there is one."""
    return known_institutions(pack, label).by_name[known.name].kind in PUBLIC


def names_nobody(text: str, label: str, pack: LanguagePack) -> bool:
    """Whether a mention is a public body of which there is one, or nothing but words for a kind.

    Example:
        >>> from maskerad.languages import load_pack
        >>> sv = load_pack("sv")
        >>> names_nobody("Försäkringskassan", "ORGANIZATION", sv), names_nobody("Handelsbanken", "ORGANIZATION", sv)
        (True, False)
    """
    return all(_is_nobodys(segment, text, label, pack) for segment in segments(text, label, pack))


def _is_nobodys(segment: Segment, text: str, label: str, pack: LanguagePack) -> bool:
    """Whether a segment is a public body, mere words for a kind, or the blanks between such."""
    if segment.known is not None:
        return is_public(segment.known, label, pack)
    part = text[segment.start : segment.end]
    is_between = not any(map(str.isalnum, part)) and (segment.start, segment.end) != (0, len(text))
    return is_between or is_only_kinds(part, naming_rules(pack, TABLES[label]))


def institution_stays(request: Request) -> bool:
    """Whether an institution may stay as it is written."""
    is_nobodys = names_nobody(request.text, request.original.label, request.pack)
    return is_nobodys or regional_body(request) == request.text


def regional_body(request: Request) -> str:
    """The body of the new area, for one that is named as an area of the towns is; "" for any other.

    The area goes where its towns go, and stays where it has none in the record.
    """
    text, pack, record = request.text, request.pack, request.record
    is_body = " " in text and request.original.label == ORGANIZATION and is_large(text, pack)
    named = area_of_region(text, pack) if is_body else ""
    if not named:
        return ""
    ending = next((end for end in name_conventions(pack).endings if area_like(text, named, pack) + end == text), "")
    towns = record if record is not record.base else record.context_of("CITY")
    moved = next((new for old, new in town_map(towns).areas.items() if (old.pack, old.name) == (pack, named)), named)
    new = area_like(text, moved, pack)
    return text if fold(moved) == fold(named) else capitalised_as(new, text) + ending if new else ""
