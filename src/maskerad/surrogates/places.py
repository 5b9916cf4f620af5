"""Towns, regions, countries and occupations: another entry of the language's list, in the shape of the mention."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.surrogates.candidates import LATIN, UNIT_MARKS, entries, kana, proposal, romanised, script_of
from maskerad.surrogates.request import Original, RecordContext, Request, entity_key
from maskerad.surrogates.shape import capitalised_as, half_width, in_class_of
from maskerad.text.folding import fold

LISTS = {
    "CITY": "cities",
    "LOCATION": "cities",
    "REGION": "regions",
    "COUNTRY": "countries",
    "PROFESSION": "professions",
}
SHORT_CHARS_MAX = 3
REGION_TOWNS_MIN, REGION_TOWNS_MAX = 12, 60
CANDIDATES_MAX = 800  # of the largest towns, the commonest occupations


def place(request: Request) -> str:
    """A town, region, country or occupation.

    Raises:
        SurrogateError: If the language has no such list, or all its entries are taken.
    """
    label = request.original.label
    key, ending = _stem(request.original)
    new = request.record.once(("places", label), lambda: _new_places(request.record, label)).get(key)
    if new is None:
        raise request.refusal("no candidate is left")
    bare = name_conventions(request.pack).bare_after
    ending = "" if ending and bare and new.lower().endswith(bare) else ending
    return capitalised_as(new, request.text) + ending


def _new_places(record: RecordContext, label: str) -> Mapping[str, str]:
    stems: dict[str, Original] = {}
    for original in sorted((o for o in record.originals if o.label == label), key=lambda o: (fold(o.text), o.text)):
        stems.setdefault(_stem(original)[0], original)

    def propose(key: str, attempt: int) -> str | None:
        original = stems[key]
        listed = _same_region(original.pack, key) if label in ("CITY", "LOCATION") else ()
        listed = listed or _listed(original.pack, label, script_of(key[-1:]) == LATIN, _is_short(original.text))
        found = proposal(record.keyed, record.scope, label, key, listed, attempt)
        return None if found is None else _in_unit_of(found, stems[key].text)

    return record.distinct(label, stems, propose)


def _stem(original: Original) -> tuple[str, str]:
    """The key of a place without its genitive ending, and the ending as written."""
    key, folded = entity_key(original), fold(" ".join(original.text.split()))
    known = _folded(original.pack, LISTS[original.label])
    for ending in name_conventions(original.pack).endings:
        stem = folded.removesuffix(ending)
        if stem != folded and (stem == key or (stem in known and folded not in known)):
            return stem, original.text[-len(ending) :]
    return key, ""


@lru_cache(maxsize=64)
def _folded(pack: LanguagePack, name: str) -> frozenset[str]:
    return frozenset(map(fold, pack.list(name).entries))


def _is_short(text: str) -> bool:
    """Whether a place is written as an abbreviation: VT, N.Y., BC."""
    letters = text.replace(".", "")
    return letters.isupper() and len(letters) <= SHORT_CHARS_MAX


@lru_cache(maxsize=64)
def _listed(pack: LanguagePack, label: str, is_latin: bool, is_short: bool) -> tuple[str, ...]:
    """Candidates as the mention is written: in its script, in full or short.

    For Latin ones in a language of other script, romanised names.
    """
    found = entries(pack, LISTS[label], CANDIDATES_MAX)
    scripted = tuple(entry for entry in found if (script_of(entry[-1:]) == LATIN) == is_latin)
    if not scripted and is_latin and label in ("CITY", "LOCATION"):
        scripted = tuple(filter(None, (romanised(pack, reading) for reading in kana(pack, "family")[:CANDIDATES_MAX])))
    fitting = tuple(entry for entry in scripted if _is_short(entry) == is_short) if is_latin else scripted
    return fitting or scripted or found


@lru_cache(maxsize=4_096)
def _same_region(pack: LanguagePack, key: str) -> tuple[str, ...]:
    """The larger towns of a town's own region; none where the list does not know it or the region has few."""
    regions = _regions(pack)
    towns = regions[0].get(regions[1].get(key, ""), ())
    return towns if len(towns) >= REGION_TOWNS_MIN else ()


@lru_cache(maxsize=16)
def _regions(pack: LanguagePack) -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, str]]:
    """Region to its towns, the largest first, and folded town to its region."""
    towns: dict[str, list[str]] = {}
    region_of: dict[str, str] = {}
    for row in pack.list("cities").rows:
        if len(row) > 1 and row[1]:
            region_of.setdefault(fold(row[0]), row[1])
            if len(towns.setdefault(row[1], [])) < REGION_TOWNS_MAX:
                towns[row[1]].append(row[0])
    return {region: tuple(names) for region, names in towns.items()}, region_of


def _in_unit_of(new: str, old: str) -> str:
    """With the old mark of a town, ward or county (市, 区, 県), where the old name bears one and the list does not."""
    if not new or old[-1] not in UNIT_MARKS or script_of(new[-1]) == LATIN:
        return new
    bare = new[:-1] if new[-1] in UNIT_MARKS and len(new) > 2 else new
    return bare + old[-1]


def postcode(request: Request) -> str:
    """Another postcode of the same form.

    Raises:
        SurrogateError: If there is no digit in it.
    """
    if not any(map(str.isdecimal, request.text)):
        raise request.refusal("no digit in the postcode")
    key = half_width(request.text)
    for attempt in range(20):
        new = in_class_of(request.text, request.record.keyed, request.record.scope, "ZIP", key, str(attempt))
        if new != request.text and request.record.is_free(new):
            return new
    raise request.refusal("no other postcode was found")
