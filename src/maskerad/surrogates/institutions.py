"""Hospitals, organisations and streets: new names, the same kinds, other numbers.

"Tallåsens VC" and "Tallåsens vårdcentral" share what names them, so they share the new name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import is_cjk
from maskerad.surrogates.candidates import HAN, LATIN, UNIT_MARKS, entries, names, proposal
from maskerad.surrogates.naming import Piece, naming_rules, pieces
from maskerad.surrogates.request import Original, RecordContext, Request
from maskerad.surrogates.shape import capitalised_as, in_class_of
from maskerad.text.folding import fold

TABLES = {"HOSPITAL": "institutions", "ORGANIZATION": "organizations", "STREET": "streets"}
WHOLE = {"HOSPITAL": ("hospitals", "hospital_short"), "ORGANIZATION": ("organizations",), "STREET": ("streets",)}
TOWNS_MAX, FAMILIES_MAX, WHOLE_MAX = 800, 800, 2000


def institution(request: Request) -> str:
    """The mention with its naming words, numbers and letters replaced.

    Raises:
        SurrogateError: If nothing in it names anything and the language has no list of such names.
    """
    label = request.original.label
    found = _pieces(request.record, request.original)
    if not found:
        return _from_list(request)
    new = _new_names(request.record, label)
    parts, at, text = list[str](), 0, request.text
    for piece in found:
        old = text[piece.start : piece.end]
        parts.append(text[at : piece.start])
        parts.append(_new(request, piece, old, new))
        at = piece.end
    return "".join([*parts, text[at:]])


def _pieces(record: RecordContext, original: Original) -> list[Piece]:
    rules = naming_rules(original.pack, TABLES[original.label])
    return record.once(
        ("pieces", original.text, original.label, original.pack.code),
        lambda: pieces(original.text, rules, _towns_folded(original.pack)),
    )


def _new(request: Request, piece: Piece, old: str, new: Mapping[str, str]) -> str:
    record, label = request.record, request.original.label
    if piece.kind == "name":
        if piece.key not in new:
            raise request.refusal("no candidate is left for a name")
        return capitalised_as(new[piece.key], old)
    for attempt in range(20):
        changed = in_class_of(old, record.keyed, record.scope, label, piece.key, str(attempt))
        if changed != old:
            return changed
    raise request.refusal("no other number was found")


def _new_names(record: RecordContext, label: str) -> Mapping[str, str]:
    """New names for all naming words of the record's mentions of one label."""
    return record.once(("names of", label), lambda: _make_names(record, label))


def _make_names(record: RecordContext, label: str) -> Mapping[str, str]:
    found: dict[str, Original] = {}
    for original in sorted((o for o in record.originals if o.label == label), key=lambda o: (fold(o.text), o.text)):
        for piece in _pieces(record, original):
            if piece.kind == "name":
                found.setdefault(piece.key, original)

    def propose(key: str, attempt: int) -> str | None:
        return proposal(record.keyed, record.scope, label, key, _candidates(key, found[key]), attempt)

    return record.distinct(label, found, propose)


def _candidates(key: str, original: Original) -> tuple[str, ...]:
    """Towns where a town or a hospital is meant, family names elsewhere; in Chinese characters where the old are."""
    pack = original.pack
    is_town = original.label == "HOSPITAL" or key in _towns_folded(pack)
    listed = (
        _towns(pack, is_cjk(key)) if is_town else names(pack, "family", HAN if is_cjk(key) else LATIN, FAMILIES_MAX)
    )
    return listed or _towns(pack, not is_cjk(key))


@lru_cache(maxsize=64)
def _towns(pack: LanguagePack, is_asian: bool) -> tuple[str, ...]:
    """Larger towns of one word, without the mark of a town or ward (市, 区)."""
    listed = [town.rstrip(UNIT_MARKS) for town in entries(pack, "cities", TOWNS_MAX)]
    return tuple(town for town in listed if _is_plain(town) and is_cjk(town) == is_asian)


def _is_plain(town: str) -> bool:
    return town.isalpha() and len(town) > 1


@lru_cache(maxsize=32)
def _towns_folded(pack: LanguagePack) -> frozenset[str]:
    return frozenset(map(fold, entries(pack, "cities", 20_000)))


def _from_list(request: Request) -> str:
    """A name from the language's list, for a mention that says only of which kind it is."""
    record, label, pack = request.record, request.original.label, request.pack
    listed = tuple(entry for name in WHOLE[label] for entry in entries(pack, name, WHOLE_MAX))
    for attempt in range(50):
        found = proposal(record.keyed, record.scope, label, request.key, listed, attempt)
        if found and record.is_free(found):
            return capitalised_as(found, request.text)
    raise request.refusal("nothing names it, and the language has no list of such names")
