"""What a mention is by the words beside it, whatever its label says: a pet taken for a person, a boat for a firm.

The label stays in the report; what stands in the released text is of the right nature.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from functools import lru_cache

from maskerad.core.span import Span
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.atlas.words import FILE, strings
from maskerad.text.folding import WORD, fold
from maskerad.text.scripts import is_cjk

UNSURE = frozenset({"PERSON", "OTHER_PERSON", "GIVEN_NAME", "FAMILY_NAME", "ORGANIZATION", "HOSPITAL", "LOCATION"})
OTHER, STREET, CITY = "OTHER_PHI", "STREET", "CITY"
PEOPLE = frozenset({"PERSON", "OTHER_PERSON", "GIVEN_NAME", "FAMILY_NAME"})
BEFORE_CHARS = 24
GUESS_SCORE = 0.5  # of names that are taken for some since nothing tells what they are
_LAST_WORD = re.compile(r"([^\W\d_]+)[ \t]+$")
_NAMED = r"(?:[ \t]*[«„“\"'‘「『(]?[ \t]*)$"


def label_by_nature(text: str, spans: Iterable[Span], pack: LanguagePack) -> str:
    """The label that the mentions of one thing in a document are replaced under.

    Args:
        text: The document.
        spans: Mentions of one thing in it.
        pack: Its language.

    Returns:
        "" where nothing tells against their own.
    """
    labels = (_of_one(text, span, pack) for span in spans if span.label in UNSURE)
    return next(filter(None, labels), "")


def is_town_of_record(text: str, spans: Iterable[Span], towns: Set[str], pack: LanguagePack) -> bool:
    """Whether all mentions of one who bears no listed name are as a town of the record, which a list has as well.

    Args:
        text: The document.
        spans: Mentions of one thing in it.
        towns: Folded texts that are marked as towns in the record.
        pack: Language of the document.
    """
    return all(_is_of_record(text[span.start : span.end], span.score, towns, pack) for span in spans)


def _is_of_record(mention: str, score: float, towns: Set[str], pack: LanguagePack) -> bool:
    is_known = fold(mention) in towns and not _has_listed_name(mention, pack)
    return is_known and (score <= GUESS_SCORE or is_listed_town(mention, pack))


def _of_one(text: str, span: Span, pack: LanguagePack) -> str:
    mention = text[span.start : span.end]
    if span.label == "LOCATION":  # "湖岸通り5-11-50", but "Lyon 7e"
        return STREET if is_cjk(mention) and any(map(str.isdecimal, mention)) else ""
    if _is_other(text, span, pack):
        return OTHER
    before = text[max(0, span.start - BEFORE_CHARS) : span.start]
    is_town = span.label in PEOPLE and _is_town(mention, before, span.score <= GUESS_SCORE, pack)
    return CITY if is_town else ""


def _is_town(mention: str, before: str, is_guess: bool, pack: LanguagePack) -> bool:
    """Whether a name that nobody bears is a town's: listed as one, behind a word before towns, or both: "from Basel".

    One of both is enough of what was taken for a name since no list has it.
    """
    if _has_listed_name(mention, pack):
        return False
    last = _LAST_WORD.search(before)
    town_words = map(fold, strings(pack.late_table(FILE, "places"), "town_words"))
    signs = (last is not None and fold(last[1]) in town_words, is_listed_town(mention, pack))
    return any(signs) if is_guess else all(signs)


def is_listed_town(mention: str, pack: LanguagePack) -> bool:
    """Whether a list has a town of that name, at home or abroad."""
    folded, places = fold(mention), gazetteer(pack)
    return folded in places.by_name or folded in places.sizes or bool(places.where(folded).country)


def _has_listed_name(mention: str, pack: LanguagePack) -> bool:
    """Whether all words of a mention are listed names of people: Barr, but not Great Barr."""
    names = name_conventions(pack)
    return all(word in names.family or names.is_given(word) for word in WORD.findall(fold(mention)))


def _is_other(text: str, span: Span, pack: LanguagePack) -> bool:
    """Whether a word for an animal or a vessel stands right before a mention, or ends it."""
    table = pack.late_table(FILE, "other_phi")
    is_boat = span.label not in ("PERSON", "OTHER_PERSON") or is_cjk(text[span.start : span.end])
    ends = strings(table, "boat_endings")
    if ends and is_boat and text[: span.end].endswith(ends):
        return True
    return _before(pack).search(text[max(0, span.start - BEFORE_CHARS) : span.start]) is not None


@lru_cache(maxsize=32)
def _before(pack: LanguagePack) -> re.Pattern[str]:
    """The words for animals and vessels of a language at the end of a text, before what may stand before a name."""
    words = strings(pack.late_table(FILE, "other_phi"), "named_words")
    either = "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word))) or r"(?!)"
    edge = "" if any(map(is_cjk, words)) else r"(?<!\w)"
    return re.compile(rf"{edge}(?:{either}){_NAMED}", re.IGNORECASE)
