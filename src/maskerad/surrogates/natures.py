"""What a mention is by the words beside it, whatever its label says: a pet taken for a person, a boat for a firm.

The label stays in the report; what stands in the released text is of the right nature.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

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
LONE_SCORE = 0.75  # of names that have no title and no word for a relative beside them
HOUSED = frozenset({"HOSPITAL", "ORGANIZATION", "STREET", "ZIP"})  # what a town is told behind
_LAST_WORD = re.compile(r"([^\W\d_]+)[ \t]+$")
_BEHIND_HOUSE = re.compile(r"[ \t]?[,(–-]\s?|[ \t]?")  # a bare line break parts a heading from who comes first
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


def town_slots(text: str, spans: Sequence[Span]) -> frozenset[int]:
    """Where mentions of a document start that stand right behind a house, a street or a postcode: "County, Leeds".

    Args:
        text: The document.
        spans: All of its mentions, in order.
    """
    pairs = ((span, other) for span, other in pairwise(spans) if span.label in HOUSED)
    return frozenset(other.start for span, other in pairs if _BEHIND_HOUSE.fullmatch(text, span.end, other.start))


def is_town_of_record(mention: str, score: float, is_known: bool, is_slot: bool, pack: LanguagePack) -> bool:
    """Whether a mention of somebody is that of a town that a list has: one of the record, or where towns stand.

    Args:
        mention: Its text.
        score: How sure it is that it is somebody.
        is_known: Whether the same is marked as a town in the record.
        is_slot: Whether it stands behind a house (``town_slots``).
        pack: Language of the document.
    """
    has_name, is_given = _has_listed_name(mention, pack), _is_given(mention, pack)
    if not is_listed_town(mention, pack):
        return is_known and not has_name and score <= GUESS_SCORE
    if is_slot and not is_cjk(mention) and (not is_given or score <= LONE_SCORE):  # 三方原病院　小松: who works there
        return True
    return is_known and (not has_name or score <= (GUESS_SCORE if is_given else LONE_SCORE))


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


def _is_given(mention: str, pack: LanguagePack) -> bool:
    return all(map(name_conventions(pack).is_given, WORD.findall(fold(mention))))


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
