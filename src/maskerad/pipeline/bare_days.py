"""Days without their month in a note whose other days were found: one that stayed would give away the shift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import regex

from maskerad.core import Source, Span, SpanSet
from maskerad.languages import LanguagePack
from maskerad.languages.medicine import load_medical_cues
from maskerad.recognisers.resolve import resolve

SOURCE = Source("look.v1", "day_beside_dates", "a day of the month beside the dates of its note")
SCORE, LABEL = 0.7, "DATE"
TABLE = "bare_days"
N_LITTLE_WORDS = 300  # the most frequent words of a language are hardly any nouns
JOIN_CHARS_MAX = 24
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"


class _Patterns(NamedTuple):
    """How a language writes a day alone: behind its word, behind another day, and before one."""

    alone: regex.Pattern[str]
    following: regex.Pattern[str]
    leading: regex.Pattern[str]


def with_bare_days(text: str, spans: SpanSet, pack: LanguagePack) -> SpanSet:
    """The spans of a document, and those of its days that are told by their number alone.

    Args:
        text: The document.
        spans: What was found in it.
        pack: Its language.
    """
    patterns, dates = _patterns(pack), [span for span in spans if span.label == LABEL]
    if patterns is None or not dates:
        return spans
    days = [Span(*place, LABEL, SCORE, SOURCE) for place in _places(text, dates, patterns)]
    missed = [day for day in days if all(day.end <= span.start or span.end <= day.start for span in spans)]
    return SpanSet(resolve([*spans, *missed], text=text).spans, spans.scheme) if missed else spans


def _places(text: str, dates: Iterable[Span], patterns: _Patterns) -> Iterator[tuple[int, int]]:
    for match in patterns.alone.finditer(text):
        yield match.span("day")
    for span in dates:
        if match := patterns.following.match(text, span.end):
            yield match.span("day")
        start = max(0, span.start - JOIN_CHARS_MAX)
        if match := patterns.leading.search(text[start : span.start]):
            yield start + match.start("day"), start + match.end("day")


@lru_cache(maxsize=32)
def _patterns(pack: LanguagePack) -> _Patterns | None:
    """The patterns of a pack; none where it does not tell how such days are written."""
    before, joins = pack.strings("before", TABLE), pack.strings("joins", TABLE)
    if not before:
        return None
    marks = pack.strings("marks", TABLE)
    counted = _any_of((*pack.strings("counted", TABLE), *load_medical_cues(pack).unit))
    no_value = rf"(?![\d%°]|[.,:/-]\d|[^\W\d_]|-[^\W\d_]|\s?%|\s?[×x]\s?\d|\s?/\s?\d|\s?(?:[^\W\d_]+\s)?{counted})"
    little = rf"(?=\s*(?:$|[\n,;:.!?()–-]|{_any_of(pack.list('common').entries[:N_LITTLE_WORDS])}\b))"
    behind = little if all(map(str.isalpha, marks)) else ""  # "the 5th" counts anything
    day, joined_day = (rf"(?P<day>{_DAY}{_any_of(marks)}{times})" for times in ("", "?"))
    return _Patterns(
        _compiled(rf"(?<![\w.,/-]){_any_of(before)}\s{day}{no_value}{behind}"),
        _compiled(rf"\s{_any_of(joins)}\s{joined_day}{no_value}{little}"),
        _compiled(rf"(?<![\w.,:/-]|[§h#]\s){joined_day}\s{_any_of(joins)}\s$"),
    )


def _any_of(words: Iterable[str]) -> str:
    entries = sorted(set(words), key=lambda word: (-len(word), word))
    return rf"(?:{'|'.join(map(regex.escape, entries))})"


def _compiled(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern, regex.IGNORECASE)
