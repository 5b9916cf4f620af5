"""Writes which telephone area code each town has that surrogates come from.

Run ``python scripts/lists/area_codes.py``. The codes are those of the geocoding data of libphonenumber (Apache-2.0), as
the package phonenumbers holds them; ``knowledge/<code>/area_codes.txt`` is laid over them. A town that neither has
takes the code of the town of its area whose postcodes are nearest.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from itertools import takewhile
from pathlib import Path

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from phonenumbers.geodata import GEOCODE_DATA

from maskerad.languages import load_pack
from maskerad.surrogates.atlas.gazetteer import Town, gazetteer
from maskerad.surrogates.atlas.units import bare
from maskerad.text.folding import fold
from scripts.lists.listfile import DATA, ListSpec, Row, read_knowledge, write_list

SPEC = ListSpec(
    "area_codes",
    "Telephone area codes of the towns that surrogates come from",
    ("geocoding data of libphonenumber through phonenumbers (Apache-2.0)",),
    ("town", "country", "code"),
    "area_codes.py",
)
# What stands before a national number, by country; and how many digits an area code has where all have as many.
TRUNKS = {"SE": "0", "NL": "0", "BE": "0", "JP": "0", "GB": "0", "DE": "0", "AT": "0", "CH": "0", "FR": "0"}
CALLING = {"SE": "46", "NL": "31", "BE": "32", "JP": "81", "GB": "44", "DE": "49", "AT": "43", "CH": "41", "FR": "33",
           "ES": "34", "IT": "39", "US": "1", "CA": "1"}  # fmt: skip
FINER = {"JP": 1, "GB": 1}  # of these the source tells numbers by more digits than an area code has, at most so many
WIDTHS = {"FR": 1, "US": 3, "CA": 3, "CH": 2}
LANGUAGES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")
# Japanese codes that lost their last digit to the exchange, where the source still has it.
SHORTENED = re.compile(
    "0(?:177|188|236|245|249|273|425|426|427|468|552|559|593|734|762|764|775|839|849|878|886|888|899|958|975|980)"
)
BY_POSTCODE = "="


def main() -> None:
    """Writes the list of every language."""
    for code in LANGUAGES:
        rows = _rows(code)
        write_list(DATA / code / "lists" / f"{SPEC.name}.txt", code, SPEC, rows, hand_made=bool(_told(code)))
        print(code, len(rows))


def _rows(code: str) -> list[Row]:
    towns = [town for town in gazetteer(load_pack(code)).towns if town.country in CALLING]
    told = _told(code)
    found = {town: area for town in towns if (area := _known(town, told) or _sourced(town, code))}
    for town in towns:
        found.setdefault(town, _nearest(town, found))
    return [(town.name, town.country, found[town]) for town in towns if found[town]]


def _told(code: str) -> Mapping[tuple[str, str], str]:
    """(country, town or beginning of a postcode) to the code that a person knows."""
    return {
        (country, place.strip()): area
        for area, country, places in read_knowledge(code, SPEC.name)
        for place in places.split(",")
    }


def _known(town: Town, told: Mapping[tuple[str, str], str]) -> str:
    names = (town.name, re.sub("(?<=市).+区$", "", town.name), BY_POSTCODE + town.postcode[:2])
    return next((told[town.country, name] for name in names if (town.country, name) in told), "")


def _sourced(town: Town, code: str) -> str:
    """The area code of the source: what its numbers of a town have in common, in the width of the country."""
    names = {fold(town.name), fold(bare(town.name, load_pack(code)))}
    calling = CALLING[town.country]
    prefixes = sorted({prefix[len(calling) :] for name in names for prefix in _prefixes().get(name, ())
                       if prefix.startswith(calling) and _is_in(prefix, town)})  # fmt: skip
    if not prefixes:
        return ""
    if width := WIDTHS.get(town.country):
        wide = Counter(prefix[:width] for prefix in prefixes if len(prefix) >= width)
        return TRUNKS.get(town.country, "") + wide.most_common(1)[0][0] if wide else ""
    shortest = min(prefixes, key=len)
    shared = len(list(takewhile(lambda chars: len(set(chars)) == 1, zip(*prefixes, strict=False))))
    is_cut = town.country in FINER and shared >= len(shortest) - FINER[town.country]
    found = TRUNKS.get(town.country, "") + (shortest[:shared] if is_cut else shortest)
    return found[:-1] if town.country == "JP" and SHORTENED.fullmatch(found) else found


def _is_in(prefix: str, town: Town) -> bool:
    """Whether a prefix is of the town's own state, where the source tells states."""
    if town.country not in ("US", "CA"):
        return True
    states = {row[0]: row[1] for row in load_pack("en").list("areas").rows if len(row) > 1}
    told = GEOCODE_DATA[prefix].get("en", "")
    return "," not in told or told.rsplit(", ", 1)[1] == states.get(town.area, town.area)


@cache
def _prefixes() -> Mapping[str, list[str]]:
    """Folded names, whole and in their parts, to the beginnings of numbers that the source gives them."""
    found: dict[str, list[str]] = defaultdict(list)
    for prefix, names in GEOCODE_DATA.items():
        for name in names.values():
            for part in {name, name.split(",")[0], *re.split(r"[/\-(]", name.split(",")[0])}:
                found[fold(part.strip())].append(prefix)
    return found


def _nearest(town: Town, found: Mapping[Town, str]) -> str:
    """The code of the town of the same area whose postcodes are nearest."""
    near = [one for one in found if one.area == town.area and one.country == town.country and found[one]]
    return min(((abs(_number(one) - _number(town)), one.name, found[one]) for one in near), default=(0, "", ""))[2]


def _number(town: Town) -> int:
    digits = re.sub(r"\D", "", town.postcode)
    return int((digits + "000")[:3] or 0)


if __name__ == "__main__":
    main()
