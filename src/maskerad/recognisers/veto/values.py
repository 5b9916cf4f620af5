"""Numbers that are no age, date or id: values, doses, fractions, weeks of a pregnancy, stretches of time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import regex

from maskerad.core.span import Span
from maskerad.languages.medicine import MEASURES, MedicalCues
from maskerad.languages.pack import LanguagePack
from maskerad.recognisers.veto.beside import (
    LETTERS_MAX,
    line_before,
    names_before,
    sentence_around,
    without_other_values,
)
from maskerad.recognisers.veto.people import PersonSyntax

_DIGIT = re.compile(r"\d")
_BARE = re.compile(r"[+~±]?\d{1,4}(?:[.,]\d{1,3})?")
_YEARS = re.compile(r"(\d{3})\s?(?:[^\W\d_]\.?)?")  # "200 J", and no weeks or months
_DECIMAL = re.compile(r"(?<![\d.,])\d{1,5}[.,]\d{1,3}(?!\d|[.,]\d)")
_TENTHS = re.compile(r"\d{1,3}\.\d\.")  # "GB 17.8." ends a sentence; "CRP 17.8. 45" tells the day
_EXPLAINED = re.compile(r"[ ]?[:(,–-]|[ ]\d")
_SERIES = re.compile(r"\d{1,4}(?:(?:\s?[–/:-]\s?|\s)\d{1,4}){1,5}")
_FRACTION = re.compile(r"\d{1,2}\s?/\s?\d{1,2}")
_PART, _THING = re.compile(r"1\s?/\s?[234]|2\s?/\s?3|3\s?/\s?4"), re.compile(r"[ \t]([^\W\d_A-ZÀ-Þ]{3,})")
_LAST_WORD = re.compile(r"[^\W\d_]+[ \t]*$")
_OVER = re.compile(r"\d{1,2}\s?/\s?(?:7|12|52)")
_PRESSURE = re.compile(r"\d{2,3}\s?/\s?\d{2,3}")
_TIMED_PRESSURE = re.compile(rf"\+\s?\d{{1,2}}\s{_PRESSURE.pattern}")  # so many minutes on: "+20 136/84"
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_MORE_ORDINALS = rf"(?:(?:,|,? (?:and|or)) {_ORDINAL.pattern})*"
_AT = re.compile(r"[ ](?:in|at|à|a|på|op|bei)[ ]$")  # "PA in 178/94"
_BALANCE = re.compile(r"\+\s?\d{2,4}")
_CLOCK_ALONE = re.compile(r"(?:[01]?\d|2[0-3])[.:][0-5]\d")  # "mobil 13.20": on the move at twenty past one
_STRETCH = re.compile(
    r"\d{1,3}[\s-]?(?:[^\W\d_]{2,}\.?|[^\W\d_]\.)"
)  # "10 år", and no bare number, which may be an age
_ROOM_AIR = re.compile(r"\d{2,3}\s?(?:aa|AA)")  # of a saturation: "in aria ambiente"; elsewhere years
_SHORT_DATE = re.compile(r"\d\d([-/.])\d\d\1\d\d")
_WEEK_DAY = re.compile(r"\d{1,2}\s?\+\s?\d(?!\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEAR_LAST = re.compile(r"\d[/.-](?:19|20)\d\d$")  # "CAS 219/04/2026": of a case
_CLOCK_BEFORE = re.compile(r"(?<![\d:])[0-2]?\d[:hH]$")  # "19:" before "08 619550427"
_MINUTES = re.compile(r"[0-5]\d(?![\d:/.-])")
_CLOCK_YEAR = re.compile(r"20[0-5]\d")  # "2015": a year, or a quarter past eight
_CLOCK = re.compile(r"(?<![\w./:+-])(?:0\d|1[0-8]|2[1-3])[0-5]\d(?![\w/:+-]|\.\d)")
_CLOCK_BEHIND = re.compile(r":[0-5]\d(?!\d)")
_MANY = re.compile(r"\d{1,2}(?:\s?/\s?\d{1,2}){3,}")
_HOURS = re.compile(r"\d\d(?: \d\d){2,}")
HOURS_OF_DAY, CLOCK_CHARS = 24, 4
CLOCKS_MIN = 2  # other times in four digits, in a note that tells times so
AGE_MAX = 120
_CODES = frozenset({"ID", "PHONE", "ZIP", "STREET", "USERNAME"})
_LABELS = _CODES | frozenset({"AGE", "DATE", "TIME", "OTHER_PHI", "INITIALS"})
CASED_MAX_CHARS = 2
INNER_MAX_CHARS = 40
CACHE_MAX = 4_096
DECIMAL_MAX_CHARS = 6
YEAR_CHARS = 4
PORTION_CHARS = 30
N_LITTLE_WORDS = 300  # the most frequent words of a language are hardly any nouns
GLUED_MAX_CHARS = 2  # "pO2", "IL6"; three letters and three digits are a car


class Values:
    """Judges candidates that hold a digit.

    Args:
        pack: The language.
        cues: Its medical words.
        people: Knows names.
    """

    def __init__(self, pack: LanguagePack, cues: MedicalCues, people: PersonSyntax) -> None:
        scores, medicines = pack.list("scores").entries, pack.list("medicines").entries
        self._people = people
        self._measures = _keys(entry for name in MEASURES for entry in pack.list(name).entries)
        self._series = self._measures | _keys(medicines)
        self._counts = self._series | _keys(cues.count_before)
        eponyms = (entry for entry in pack.list("eponyms").entries if not people.is_name(entry))
        self._scores = _keys((*scores, *pack.strings("score_cue", "words"), *eponyms))
        self._fractions = _keys(cues.fraction_before)
        self._age_unit = _behind((*pack.strings("units", "ages"), *pack.strings("age_unit", "words")))
        self._sides = frozenset(cues.side)
        self._little = frozenset(pack.list("common").entries[:N_LITTLE_WORDS])
        self._unit = _behind((*cues.unit,))
        self._fraction_behind = _behind(cues.fraction_behind)
        self._ordinal_behind = re.compile(_MORE_ORDINALS + _behind(cues.ordinal_behind).pattern, re.IGNORECASE)
        self._clock_before = frozenset(cues.clock_before)
        self._duration_before = _keys(cues.duration_before)
        self._duration_behind = _behind(cues.duration_behind)
        self._over_before, self._over_behind = _keys(cues.over_before), _behind(cues.over_behind)
        self._week_near = _anywhere(cues.week_near)
        self._week = _anywhere((*pack.strings("week", "dates"), *pack.strings("week_cue", "words"), *cues.week))
        self._portion_near = _words(cues.portion_near)
        self._alone = lru_cache(maxsize=CACHE_MAX)(self._alone_of)
        self._forms = [regex.compile(pattern, regex.VERBOSE | regex.IGNORECASE) for pattern in cues.form]

    def reason(self, text: str, span: Span) -> str:
        """Why a candidate is a value; "" if nothing says so."""
        if span.label not in _LABELS or span.length > INNER_MAX_CHARS:
            return ""
        inner = text[span.start : span.end]
        if span.label == "DATE" and _TENTHS.fullmatch(inner) and not _EXPLAINED.match(text, span.end):
            inner = inner[:-1]
        if _MINUTES.match(inner) and _CLOCK_BEFORE.search(text[max(0, span.start - CLOCK_CHARS) : span.start]):
            return "part of a time of day"
        if span.label == "AGE" and _BARE.fullmatch(inner) and _CLOCK_BEHIND.match(text, span.end):
            return "part of a time of day"
        alone, needs_context = self._alone(inner, span.label)
        if alone or not needs_context:
            return alone
        return next(filter(None, self._judged(text, span, inner)), "")

    def _alone_of(self, inner: str, label: str) -> tuple[str, bool]:
        """Why it is a value wherever it stands, and whether what stands beside it could say more."""
        if not _DIGIT.search(inner):
            return "", False
        if whole := self._whole(inner, label) or _hours(inner, label):
            return whole, False
        if label in _CODES:
            is_short = any(form.fullmatch(inner) for form in (_BALANCE, _CLOCK_ALONE, _PRESSURE, _TIMED_PRESSURE))
            return "", label != "PHONE" or is_short
        if label == "AGE":
            years = _YEARS.fullmatch(inner)
            if years and int(years[1]) > AGE_MAX:
                return "more years than anybody lives", False
            return "", bool(_BARE.fullmatch(inner) or _STRETCH.fullmatch(inner))
        if _YEAR.search(inner):
            return "", bool(self._clock_before and _CLOCK_YEAR.fullmatch(inner))
        is_week = self._week is not None and self._week.search(inner.lower())
        return "", bool(is_week or _ORDINAL.fullmatch(inner) or _BARE.fullmatch(inner) or _SERIES.fullmatch(inner))

    def _judged(self, text: str, span: Span, inner: str) -> Iterator[str]:
        before = line_before(text, span.start)
        if _BARE.fullmatch(inner) and span.label != "PHONE":
            yield self._cut_decimal(text, span)
            yield self._with_unit(text, span.end)
        if span.label in _CODES:
            yield from self._code(text, span, inner, before)
        elif span.label == "AGE":
            yield from self._age(text, span, inner, before)
        else:
            yield from self._time(text, span, inner, before)

    def is_form(self, text: str) -> bool:
        """Whether a text is written as only values are: "2dd", "1-0-1"."""
        return any(form.fullmatch(text) for form in self._forms)

    def _whole(self, inner: str, label: str) -> str:
        if self.is_form(inner):
            return "a form of a value"
        name, blank, number = inner.rpartition(" ")
        if not blank:
            name = inner.rstrip("0123456789.,")
            number = inner[len(name) :]
        is_number = (
            _BARE.fullmatch(number) and not number.startswith("00") and (blank or len(number) <= GLUED_MAX_CHARS)
        )
        is_number = is_number or (blank and _SERIES.fullmatch(number) and _may_be_range(number))
        is_dated = bool(_YEAR_LAST.search(number)) or (label == "DATE" and self._people.is_weekday(name.rstrip(".")))
        if name and is_number and not is_dated and label != "STREET" and self._is_of(self._measures, name.rstrip(": ")):
            return f"measure {name.rstrip(': ')!r} with its value"
        if self._is_of(self._measures, inner):
            return f"measure {inner!r}"
        return ""

    def _with_unit(self, text: str, end: int) -> str:
        unit = self._unit.match(text, end)
        return f"unit {unit[1].lower()!r} behind" if unit else ""

    def _code(self, text: str, span: Span, inner: str, before: str) -> Iterator[str]:
        if span.label == "PHONE":
            yield "a balance" if _BALANCE.fullmatch(inner) else ""
            yield "a time of day" if _CLOCK_ALONE.fullmatch(inner) else ""
            yield "a pressure" if _PRESSURE.fullmatch(inner) or _TIMED_PRESSURE.fullmatch(inner) else ""
            return
        if span.label == "ID" and inner[-1:].isdigit():
            yield self._with_unit(text, span.end)
        if inner.startswith("00"):
            return
        if span.label == "ID" and _FRACTION.fullmatch(inner) and _is_part(inner):
            yield "a part of a whole"
        if span.label == "ID" and _PRESSURE.fullmatch(inner):
            yield self._after(self._measures, _AT.sub("", before), "measure", may_be_word=False)
        if _SERIES.fullmatch(inner) and _may_be_range(inner) and not _SHORT_DATE.fullmatch(inner):
            yield self._after(self._series, before, "measure")
        elif _BARE.fullmatch(inner):
            yield self._after(self._counts, before, "measure", may_be_word=len(inner) < YEAR_CHARS)

    def _age(self, text: str, span: Span, inner: str, before: str) -> Iterator[str]:
        if _BARE.fullmatch(inner) and not self._age_unit.match(text, span.end):
            yield self._after(self._counts, before, "measure")
        if _ROOM_AIR.fullmatch(inner):
            yield self._after(self._measures, before, "measure", may_be_word=False)
        if _STRETCH.fullmatch(inner):
            yield self._after_cue(self._duration_before, before, "word of duration")
            behind = self._duration_behind.match(text, span.end)
            yield f"word of duration {behind[1].lower()!r} behind" if behind else ""

    def _time(self, text: str, span: Span, inner: str, before: str) -> Iterator[str]:
        if _CLOCK_YEAR.fullmatch(inner):
            word = before.split()[-1:]
            is_cued = bool(word) and word[0].lower().rstrip(".,:") in self._clock_before
            yield "a time of day" if is_cued and len(_CLOCK.findall(text)) >= CLOCKS_MIN else ""
            return
        if _ORDINAL.fullmatch(inner):
            thing = self._ordinal_behind.match(text, span.end)
            yield f"ordinal of {thing[1].lower()!r} behind" if thing else ""
        if _FRACTION.fullmatch(inner) and self._people.is_weekday(before.split()[-1] if before.split() else ""):
            return
        if _FRACTION.fullmatch(inner):
            for rest in (before, without_other_values(before, self._sides)):
                yield self._after_cue(self._fractions, rest, "word")
                if _is_part(inner):
                    yield self._after(self._scores, rest, "score")
            behind = self._fraction_behind.match(text, span.end)
            yield f"fraction of {behind[1].lower()!r} behind" if behind else ""
            yield self._part(text, span, inner, before)
            yield self._portion(text, span, inner, before)
            if _OVER.fullmatch(inner):
                yield self._after_cue(self._over_before, before, "word of duration")
                behind = self._over_behind.match(text, span.end)
                yield f"word of duration {behind[1].lower()!r} behind" if behind else ""
        elif _DECIMAL.fullmatch(inner) or (_SERIES.fullmatch(inner) and not _SHORT_DATE.fullmatch(inner)):
            yield self._after(self._series, before, "measure")
        if self._week_near and self._week and self._week.search(inner.lower()):
            near = self._week_near.search(sentence_around(text, span.start, span.end))
            yield f"weeks counted, {near[0]!r} beside" if near else ""
            yield "week and day" if _WEEK_DAY.search(text[span.start : span.end + 4]) else ""

    def _part(self, text: str, span: Span, inner: str, before: str) -> str:
        """Whether a half or a third is one of a thing ("takes 1/2 tablet"), and no date ("since 1/2 awake")."""
        thing = _THING.match(text, span.end) if _PART.fullmatch(inner) else None
        if thing is None or thing[1].lower() in self._little or self._people.is_month(thing[1]):
            return ""
        word = _LAST_WORD.search(before)
        return "" if word and word[0].strip().lower() in self._little else "a part of a thing"

    def _portion(self, text: str, span: Span, inner: str, before: str) -> str:
        """Whether a half, third or quarter is one of a meal, plate or dressing ("äter 3/4"), and no date ("på 3/4")."""
        word = _LAST_WORD.search(before)
        if not _PART.fullmatch(inner) or self._portion_near is None or word is None:
            return ""
        if word[0].strip().lower() in self._little or self._people.is_weekday(word[0].strip()):
            return ""
        near = self._portion_near.search(before[-PORTION_CHARS:].lower())
        return f"portion, {near[0]!r} before" if near else ""

    def _after(self, names: frozenset[str], before: str, kind: str, *, may_be_word: bool = True) -> str:
        for name in _spellings(before, self._sides):
            if self._is_of(names, name) and (may_be_word or not self._people.is_common(name)):
                return f"{kind} {name!r} before"
        return ""

    def _after_cue(self, cues: frozenset[str], before: str, kind: str) -> str:
        cue = next((cue for cue in _spellings(before, self._sides) if self._is_as_listed(cues, cue)), "")
        return f"{kind} {cue!r} before" if cue else ""

    def _is_of(self, names: frozenset[str], name: str) -> bool:
        """Whether a name is listed, and no month or little word ("bis 19.2."), which the lists have by chance."""
        is_by_chance = self._people.is_month(name) or name in self._little
        return not is_by_chance and self._is_as_listed(names, name)

    def _is_as_listed(self, names: frozenset[str], name: str) -> bool:
        """Whether a name is listed: one that is somebody's name besides ("Sara", "TA") only as written."""
        if name in names:
            return True
        is_long = len(name) > CASED_MAX_CHARS or name.isupper()
        return is_long and name.lower() in names and not self._people.is_name(name)

    def _cut_decimal(self, text: str, span: Span) -> str:
        """Whether a candidate is one side of a decimal mark, and not of an age ("2,5 år", "Abel (2,5)")."""
        number = _decimal_around(text, span)
        if not number:
            return ""
        is_age = self._age_unit.match(text, number[1]) or text[number[0] - 1 : number[0]] == "("
        return "" if is_age else "part of a decimal number"


def _decimal_around(text: str, span: Span) -> tuple[int, int] | None:
    """The decimal number that a candidate is one side of."""
    for match in _DECIMAL.finditer(text, max(0, span.start - DECIMAL_MAX_CHARS), span.end + DECIMAL_MAX_CHARS):
        if match.start() <= span.start and span.end <= match.end():
            return match.span() if match.end() - match.start() > span.length else None
    return None


def _hours(inner: str, label: str) -> str:
    """Why a row of numbers is one of hours or doses, and no telephone or date: "08 11 14 17 20", "20/10/10/10/10"."""
    if label == "DATE" and _MANY.fullmatch(inner):
        return "a row of values"
    if label == "PHONE" and _HOURS.fullmatch(inner):
        numbers = list(map(int, inner.split()))
        if numbers == sorted(set(numbers)) and numbers[-1] <= HOURS_OF_DAY:
            return "hours of a day"
    return ""


def _is_part(fraction: str) -> bool:
    """Whether a fraction is at most one, as that of a score is."""
    above, below = map(int, re.split(r"\s?/\s?", fraction))
    return above <= below


def _may_be_range(series: str) -> bool:
    """Whether two numbers ascend; three or more may be any values."""
    numbers = list(map(int, re.findall(r"\d+", series)))
    return len(numbers) > len(("from", "to")) or numbers[0] <= numbers[1]


def _spellings(before: str, sides: frozenset[str]) -> Iterator[str]:
    """Names before a value: words, and, where no blanks part them, endings of the last."""
    for name in names_before(before, sides):
        yield name
        if name[-1:] > "\u3000":
            yield from (name[-length:] for length in range(2, min(LETTERS_MAX, len(name))))


def _keys(entries: Iterable[str]) -> frozenset[str]:
    """Names as written, and as keys."""
    return frozenset(form for entry in entries for form in (entry, _key(entry)))


def _key(name: str) -> str:
    """Lower case, but for the shortest names, of which many are words too: "K", "Na", "VO"."""
    return name.lower() if len(name) > CASED_MAX_CHARS else name


def _behind(words: Iterable[str]) -> re.Pattern[str]:
    """One of some words directly behind a value, perhaps after a blank or hyphen."""
    entries = sorted(set(words), key=lambda word: (-len(word), word))
    alternatives = "|".join(map(re.escape, entries)) or r"(?!)"
    return re.compile(rf"[ \t]?-?({alternatives})(?![^\W\d_\u3040-\u9fff])", re.IGNORECASE)


def _words(words: Iterable[str]) -> re.Pattern[str] | None:
    """One of some whole words; none if there are none."""
    entries = sorted(set(words), key=lambda word: (-len(word), word))
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, entries))})(?![^\W\d_])") if entries else None


def _anywhere(words: Iterable[str]) -> re.Pattern[str] | None:
    """One of some words, whatever follows; none if there are none."""
    entries = sorted(set(words), key=lambda word: (-len(word), word))
    if not entries:
        return None
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, entries))})")
