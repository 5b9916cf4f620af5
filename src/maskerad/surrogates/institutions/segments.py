"""The segments of a record's institutions.

A known institution of one of the record's towns whose name says so ("Medisch Centrum Leeuwarden") is taken by its
words, so that it is named after the new town, and so is its acronym.
"""

from __future__ import annotations

from collections.abc import Mapping

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.gazetteer import Town
from maskerad.surrogates.atlas.known import ACRONYM, KnownForm, known_institutions
from maskerad.surrogates.atlas.segments import NONE, Segment, segments
from maskerad.surrogates.institutions.towns import record_towns, told_in
from maskerad.surrogates.places.keys import key_of
from maskerad.surrogates.request import Original, RecordContext
from maskerad.text.folding import fold


def segments_of(record: RecordContext, original: Original) -> tuple[Segment, ...]:
    """The segments of a mention, in order."""
    by_words = _by_words(record, original.label)
    return segments(original.text, original.label, original.pack, by_words, told_in(record, original))


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
        for segment in segments(original.text, label, original.pack):
            if segment.known is not None:
                text = original.text[segment.start : segment.end]
                names_town = _names_town(record, original.pack, segment.known, text)
                names_town = names_town and not _has_own(record, original, segment.known)
                fits[segment.known.name] = fits.get(segment.known.name, True) and names_town
    return frozenset(name for name, always in fits.items() if always)


def _has_own(record: RecordContext, original: Original, known: KnownForm) -> bool:
    """Whether the new town of a university hospital has a known one of its own, which then stands for it."""
    table = known_institutions(original.pack, original.label).by_name
    kind, new = table[known.name].kind, record_towns(record).get(key_of(fold(table[known.name].town), original.pack))
    is_university = kind.startswith("university")
    return (
        is_university
        and new is not None
        and any(institution.kind == kind and institution.town == new.name for institution in table.values())
    )


def _names_town(record: RecordContext, pack: LanguagePack, known: KnownForm, text: str) -> bool:
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
