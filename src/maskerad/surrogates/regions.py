"""Regions and countries, where they are not kept: another of the same country, another of the same continent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.surrogates.candidates import LATIN, entries, proposal, script_of
from maskerad.surrogates.gazetteer import gazetteer
from maskerad.surrogates.place_words import FILE, class_of, classes_for, without_article
from maskerad.surrogates.places import new_towns
from maskerad.surrogates.request import Original, RecordContext, Request, entity_key
from maskerad.surrogates.shape import capitalised_as, parted
from maskerad.text.folding import fold

CANDIDATES_MIN = 4
UNITS = "都道府県郡省州"
DISTRICT = "郡"
CODE_CHARS_MAX = 3
COLUMNS, SMALL = 4, "small"  # of the list of areas: name, code, country, kind


def is_large(text: str, pack: LanguagePack) -> bool:
    """Whether a region is a whole county, state or more, which hides thousands.

    Example:
        >>> from maskerad.languages import load_pack
        >>> is_large("Dalarnas", load_pack("sv")), is_large("Siljansbygden", load_pack("sv"))
        (True, False)
    """
    folded, large = fold(" ".join(parted(text)[1].split())), _large(pack)
    stems = [folded.removesuffix(ending) for ending in name_conventions(pack).endings]
    return folded in large or not large.isdisjoint(stems)


@lru_cache(maxsize=32)
def _large(pack: LanguagePack) -> frozenset[str]:
    rows = [row for row in pack.list("areas").rows if len(row) == COLUMNS and not row[3].startswith(SMALL)]
    return frozenset(fold(text) for row in rows for text in row[:2] if text)


def region(request: Request) -> str:
    """Another region of the same country and kind, as an abbreviation where the old one is.

    Raises:
        SurrogateError: If none is left.
    """
    return _district(request) or _rendered(request, _new(request.record, "REGION"))


def _district(request: Request) -> str:
    """The district of the new town that stands beside a district, where the pack tells it; else ""."""
    table = request.pack.late_table(FILE, "districts")
    old = dict(request.original.beside).get("CITY", "") if table else ""
    town = new_towns(request.record.context_of("CITY")).get(gazetteer(request.pack).key(old)) if old else None
    return str(table.get(town.name, "")) if town and request.text[-1] == DISTRICT else ""


def country(request: Request) -> str:
    """Another country of the same continent.

    Raises:
        SurrogateError: If none is left.
    """
    return _rendered(request, _new(request.record, "COUNTRY"))


def _rendered(request: Request, served: Mapping[str, str]) -> str:
    key, ending = _key(request.original)
    new = served.get(key)
    if new is None:
        raise request.refusal("no candidate is left")
    if without_article(request.text, request.pack) == request.text:
        new = without_article(new, request.pack)
    bare = name_conventions(request.pack).bare_after
    ending = "" if bare and new.lower().endswith(bare) else ending
    return capitalised_as(new, request.text) + ending


def _key(original: Original) -> tuple[str, str]:
    """The key without article and genitive, and the genitive as written."""
    folded, known = fold(" ".join(original.text.split())), _known(original.pack)
    for ending in name_conventions(original.pack).endings:
        stem = folded.removesuffix(ending)
        if stem != folded and stem in known and folded not in known:
            return stem, original.text[-len(ending) :]
    return gazetteer(original.pack).key(entity_key(original)), ""


@lru_cache(maxsize=32)
def _known(pack: LanguagePack) -> frozenset[str]:
    return frozenset(fold(name) for listed in ("regions", "countries") for name in pack.list(listed).entries)


def _new(record: RecordContext, label: str) -> Mapping[str, str]:
    return record.once(("regions", label), lambda: _make(record, label))


def _make(record: RecordContext, label: str) -> Mapping[str, str]:
    mentions: dict[str, list[Original]] = {}
    for original in record.originals:
        if original.label == label:
            mentions.setdefault(_key(original)[0], []).append(original)
    pools = {key: _pool(found, label) for key, found in mentions.items()}

    def propose(key: str, attempt: int) -> str | None:
        pool = pools[key]
        return proposal(record.keyed, record.scope, label, key, pool, attempt) if attempt < len(pool) else None

    return record.distinct(label, mentions, propose)


def _pool(mentions: list[Original], label: str) -> tuple[str, ...]:
    first = min(mentions, key=lambda original: (original.pack.code, original.text))
    classes = classes_for(sorted(original.before for original in mentions), first.text, first.pack)
    return _candidates(first.pack, label, first.text, classes)


@lru_cache(maxsize=2_048)
def _candidates(pack: LanguagePack, label: str, text: str, classes: frozenset[str]) -> tuple[str, ...]:
    if label == "COUNTRY":
        alike = gazetteer(pack).countries_beside(text) or entries(pack, "countries", 400)
    else:
        listed = entries(pack, "regions", 400)
        alike = regions_like(pack, text) or tuple(name for name in listed if _is_alike(name, text))
    fitting = tuple(name for name in alike if class_of(name, pack) in classes)
    return fitting if len(fitting) >= CANDIDATES_MIN else alike


def regions_like(pack: LanguagePack, text: str) -> tuple[str, ...]:
    """The other regions of the country and the kind of one, abbreviated where it is; none where it is unknown."""
    rows = [(*row, "", "", "")[:4] for row in pack.list("areas").rows]
    for column in (1, 0):
        own = next((row for row in rows if row[column] and fold(row[column]) == fold(text)), None)
        if own is not None:
            return tuple(row[column] for row in rows if row[2:] == own[2:] and row[column] and row != own)
    return ()


def _is_alike(name: str, text: str) -> bool:
    """Whether a name is of the script, the unit (県, 郡) and the length, short or not, of a text."""
    if script_of(text[-1:]) != LATIN:
        return name[-1] == text[-1] if text[-1] in UNITS else script_of(name[-1]) != LATIN
    return _is_code(name) == _is_code(text) and not name.lower().startswith("co ")


def _is_code(text: str) -> bool:
    letters = text.replace(".", "")
    return letters.isupper() and len(letters) <= CODE_CHARS_MAX
