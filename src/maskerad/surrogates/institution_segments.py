"""A mention of an institution cut into the known institutions it holds and what names the rest.

A known institution of one of the record's towns whose name says so ("Medisch Centrum Leeuwarden") is taken by its
words, so that it is named after the new town, and so is its acronym.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.gazetteer import Town, gazetteer
from maskerad.surrogates.institution_names import town_stem
from maskerad.surrogates.institution_towns import record_towns
from maskerad.surrogates.known_institutions import ACRONYM, Found, find_known, known_institutions
from maskerad.surrogates.naming import Piece, is_kept, naming_rules, pieces
from maskerad.surrogates.request import Original, RecordContext
from maskerad.text.folding import fold

TABLES = {"HOSPITAL": "institutions", "ORGANIZATION": "organizations"}
NONE: frozenset[str] = frozenset()


class Segment(NamedTuple):
    """A stretch of a mention: a known institution, or text with its naming pieces (places in the whole mention)."""

    start: int
    end: int
    known: Found | None
    pieces: tuple[Piece, ...]


def segments_of(record: RecordContext, original: Original) -> tuple[Segment, ...]:
    """The segments of a mention, in order."""
    return _segments(original.text, original.label, original.pack, _by_words(record, original.label))


@lru_cache(maxsize=20_000)
def _segments(text: str, label: str, pack: LanguagePack, by_words: frozenset[str]) -> tuple[Segment, ...]:
    return tuple(_cut(text, 0, len(text), label, pack, by_words))


def _cut(
    text: str, start: int, end: int, label: str, pack: LanguagePack, by_words: frozenset[str]
) -> Iterator[Segment]:
    part, rules = text[start:end], naming_rules(pack, TABLES[label])
    known = find_known(part, label, pack) if part.strip() else None
    if known is not None and known.name in by_words:
        known = None
    if known is not None and known.end - known.start < len(part) and is_kept(part[known.start : known.end], rules):
        known = None  # an agency of somewhere: "CPAM de l'Hérault"
    if known is None:
        found = pieces(part, rules, *_town_tests(pack)) if part.strip() else []
        moved = [piece._replace(start=piece.start + start, end=piece.end + start) for piece in found]
        yield Segment(start, end, None, tuple(moved))
        return
    at, to = start + known.start, start + known.end
    yield from _cut(text, start, at, label, pack, by_words) if at > start else ()
    yield Segment(at, to, known, ())
    yield from _cut(text, to, end, label, pack, by_words) if to < end else ()


@lru_cache(maxsize=32)
def _town_tests(pack: LanguagePack) -> tuple[Callable[[str], bool], Callable[[str], bool]]:
    """Whether a folded word is the name of a town; whether it is that of a larger one."""
    larger = gazetteer(pack).by_name
    return (lambda stem: town_stem(stem, pack)[0] == stem), (lambda word: word in larger or f"{word}市" in larger)


def _by_words(record: RecordContext, label: str) -> frozenset[str]:
    """Long forms of the known institutions that are named after the record's towns wherever they stand."""
    if not record_towns(record):
        return NONE
    return record.once(("by words", label), lambda: _find_by_words(record, label))


def _find_by_words(record: RecordContext, label: str) -> frozenset[str]:
    fits: dict[str, bool] = {}
    for original in record.originals:
        if original.label != label:
            continue
        for segment in _segments(original.text, label, original.pack, NONE):
            if segment.known is not None:
                text = original.text[segment.start : segment.end]
                names_town = _names_town(record, original.pack, segment.known, text)
                names_town = names_town and not _has_own(record, original, segment.known)
                fits[segment.known.name] = fits.get(segment.known.name, True) and names_town
    return frozenset(name for name, always in fits.items() if always)


def _has_own(record: RecordContext, original: Original, known: Found) -> bool:
    """Whether the new town of a university hospital has a known one of its own, which then stands for it."""
    table = known_institutions(original.pack, original.label).by_name
    kind, new = table[known.name].kind, record_towns(record).get(fold(table[known.name].town))
    is_university = kind.startswith("university")
    return (
        is_university and new is not None and any(one.kind == kind and one.town == new.name for one in table.values())
    )


def _names_town(record: RecordContext, pack: LanguagePack, known: Found, text: str) -> bool:
    """Whether a form of a known institution tells a town of the record, in words or by its last letter."""
    if known.form == ACRONYM:
        return bool(_acronym(record_towns(record), known.name, fold(text)))
    return not record_towns(record).keys().isdisjoint(fold(text).split())


def _acronym(towns: Mapping[str, Town], name: str, acronym: str) -> str:
    """An acronym whose last letter stands for the town that its long form ends with, for the new town."""
    town = fold(name).rpartition(" ")[2]
    if town not in towns or acronym[-1] != town[0] or fold(towns[town].name)[0] == town[0]:
        return ""
    return (acronym[:-1] + fold(towns[town].name)[0]).upper()


def town_acronym(record: RecordContext, original: Original, key: str) -> str:
    """The new acronym of a known institution that is named after a town of the record; "" for any other."""
    known = known_institutions(original.pack, original.label).by_form.get(key)
    if known is None or known[1] != ACRONYM or known[0] not in _by_words(record, original.label):
        return ""
    return _acronym(record_towns(record), known[0], key)
