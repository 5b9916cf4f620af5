"""One label for one name: who is named elsewhere in a record is no town, house or province where the name stands alone.

"Horst Kallinowski" makes a person of the Horst of whom nobody knew whether it is the town; a town remains what stands
behind a word before towns and is listed as one: "Florence lives in Florence".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from maskerad.core import Source, Span, SpanSet
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.names.name import Name, read_name
from maskerad.pipeline.look.people_names import PeopleNames
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.atlas.words import FILE, strings
from maskerad.text.folding import WORD, fold
from maskerad.text.line_breaks import one_line

PLACES = frozenset({"CITY", "REGION", "COUNTRY", "LOCATION", "HOSPITAL", "ORGANIZATION"})
SOURCE = Source("look.v1", "name_of_this_record", "somebody of this record is called so")
BEFORE_CHARS = 24
WORDS_MAX = 3
_LAST_WORD = re.compile(r"([^\W\d_]+)[ \t]+$")


def with_names_of_people(spans: SpanSet, text: str, pack: LanguagePack, names: PeopleNames) -> SpanSet:
    """The spans of a document, those of places that somebody of the record is called by as that person's."""
    relabelled = tuple(_told(span, text, pack, names) if span.label in PLACES else span for span in spans)
    return spans if relabelled == spans.spans else SpanSet(relabelled, spans.scheme)


def _told(span: Span, text: str, pack: LanguagePack, names: PeopleNames) -> Span:
    label = _label(span, text, pack, names)
    return replace(span, label=label, source=SOURCE) if label else span


def _label(span: Span, text: str, pack: LanguagePack, names: PeopleNames) -> str:
    """The label of the one who is called so; "" for a place."""
    mention = one_line(text[span.start : span.end])
    if len(mention.split()) > WORDS_MAX or any(map(str.isdecimal, mention)):
        return ""
    name = read_name(mention, "PERSON", pack, names.given.keys() | names.family.keys())
    if not name.words or len(name.words) < len(WORD.findall(mention)):  # St. Korbinian
        return ""
    is_listed = is_town(fold(mention), pack)
    if is_listed and stands_as_town(text, span.start, pack):
        return ""
    if _are_borne(name, names.given):
        return names.given[next(iter(name.words))]
    if is_listed or not _are_borne(name, {**names.given, **names.family}):
        return ""
    return next(names.family[word] for word in sorted(name.words) if word in names.family)


def _are_borne(name: Name, borne: Mapping[str, str]) -> bool:
    return all(word in borne for word in name.words)


def is_town(folded: str, pack: LanguagePack) -> bool:
    """Whether a town is listed under a folded name."""
    places = gazetteer(pack)
    return folded in places.by_name or folded in places.sizes or folded in name_conventions(pack).towns


def stands_as_town(text: str, start: int, pack: LanguagePack) -> bool:
    """Whether a word before towns stands right before a place of a text: "in", "from"."""
    last = _LAST_WORD.search(text[max(0, start - BEFORE_CHARS) : start])
    return last is not None and fold(last[1]) in _town_words(pack)


@lru_cache(maxsize=32)
def _town_words(pack: LanguagePack) -> frozenset[str]:
    return frozenset(map(fold, strings(pack.late_table(FILE, "places"), "town_words")))
