"""Reads dates, and only those that can be read in one way: day, month, year and weekday as far as they are told."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache, lru_cache

from maskerad.languages import load_pack

ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "r": 2018, "h": 1988, "s": 1925}
CENTURY_TURN = 35  # two digits up to here are of this century
NEAR_DAYS = 183
_FOUR = r"(?P<y>(?:19|20)\d\d)"
_YEAR = r"(?:(?P<y>(?:19|20)\d\d)|['’]?(?P<yy>\d\d))"
_D, _M = r"(?P<d>\d{1,2})", r"(?P<m>\d{1,2})"
_DASHES = re.compile(r"\s*(?:[–—~〜→]|\s-\s)\s*")


@dataclass(frozen=True)
class Told:
    """What one date tells.

    Attributes:
        year, month, day: As far as told.
        weekday: Monday 0, if told.
        week: Number of the week, for dates that tell no more.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    week: int | None = None

    @property
    def is_full(self) -> bool:
        """Whether it is one day."""
        return None not in (self.year, self.month, self.day)

    @property
    def has_day(self) -> bool:
        """Whether day and month are told."""
        return None not in (self.month, self.day)

    def on(self) -> date:
        """The day of a full date."""
        assert self.year and self.month and self.day
        return date(self.year, self.month, self.day)

    def near(self, written: date | None) -> date | None:
        """The day meant in a text of that day; None where two years are about as near, or that day is not known."""
        if self.is_full:
            return self.on()
        if not written:
            return None
        assert self.month and self.day
        days = [day for year in range(written.year - 1, written.year + 2) if (day := _day(year, self.month, self.day))]
        near = [day for day in days if abs(day - written) <= timedelta(NEAR_DAYS - 10)]
        return near[0] if len(near) == 1 else None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def weekday_number(word: str, language: str) -> int | None:
    """Monday 0 for the name of a weekday."""
    return _weekdays(language).get(word.strip(" .,、()").casefold())


@lru_cache(maxsize=1 << 14)
def read(text: str, language: str) -> tuple[Told, ...]:
    """The dates of a mention, several for a range; none where it cannot be read surely.

    Example:
        >>> read("tisdag 22/5 2018", "sv")
        (Told(year=2018, month=5, day=22, weekday=1, week=None),)
        >>> read("03/04/2020", "en")
        ()
    """
    line = " ".join(unicodedata.normalize("NFKC", text).casefold().replace("’", "'").split())
    whole = _single(line, language)
    if whole:
        return (whole,)
    parts = _DASHES.split(line)
    ends = [_single(part, language) for part in parts]
    if len(parts) < 2 or not all(ends):
        return ()
    return tuple(_inherited([end for end in ends if end]))


def _inherited(ends: list[Told]) -> Iterator[Told]:
    last = ends[-1]
    for end in ends:
        if end.year is None and last.year is not None and end.month and last.month and end.month <= last.month:
            yield replace(end, year=last.year)
        else:
            yield end


def _single(line: str, language: str) -> Told | None:
    weekday, rest = _without_weekday(line, language)
    found = {
        told
        for pattern in _patterns(language)
        for match in [pattern.fullmatch(rest)]
        if match
        for told in [_told(match, language)]
        if told
    }
    if len(found) != 1:
        return None
    told = found.pop()
    if told.year is None and told.month is None and told.day and weekday is None:
        return None
    return replace(told, weekday=weekday)


def _without_weekday(line: str, language: str) -> tuple[int | None, str]:
    if language == "ja":
        match = re.fullmatch(r"(.*\d日?)\s*\(?([月火水木金土日])(?:曜日?)?\)?", line)
        return ("月火水木金土日".index(match[2]), match[1]) if match else (None, line)
    articles = r"(?:\s+(?:den|d\.|de|the|el|le|il|the|dem))?"
    for word, number in _weekdays(language).items():
        match = re.fullmatch(rf"(?:den |el |le |il |de )?{re.escape(word)}(?:en|s|n)?\.?,?{articles}\s+(.+)", line)
        if match:
            return number, match[1]
    return None, line


def _told(match: re.Match[str], language: str) -> Told | None:
    found = match.groupdict()
    year = _year(found)
    month = _months(language)[found["name"]] if found.get("name") else int(found["m"]) if found.get("m") else None
    day = int(found["d"]) if found.get("d") else None
    if found.get("week"):
        return Told(year, week=int(found["week"])) if 1 <= int(found["week"]) <= 53 else None
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and not _day(year or 2000, month or 1, day):
        return None
    return Told(year, month, day)


def _year(found: dict[str, str | None]) -> int | None:
    if found.get("y"):
        return int(found["y"] or 0)
    if found.get("yy"):
        short = int(found["yy"] or 0)
        return 2000 + short if short <= CENTURY_TURN else 1900 + short
    if found.get("era"):
        return ERAS[found["era"] or ""] + (1 if found["n"] == "元" else int(found["n"] or 0))
    return None


@cache
def _months(language: str) -> dict[str, int]:
    return _named(language, "months")


@cache
def _weekdays(language: str) -> dict[str, int]:
    found = {word: number - 1 for word, number in _named(language, "weekdays").items()}
    return dict(sorted(found.items(), key=lambda pair: -len(pair[0])))


def _named(language: str, name: str) -> dict[str, int]:
    table = load_pack(language).table(name)
    full, short = table.get("full", ()), table.get("short", ())
    assert isinstance(full, list | tuple) and isinstance(short, list | tuple)
    found = {str(word).casefold(): at for at, word in enumerate(full, 1)}
    for at, words in enumerate(short, 1):
        for word in words:
            found.setdefault(str(word).casefold().rstrip("."), at)
    return found


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in (*_everywhere(language), *_own(language)))


def _everywhere(language: str) -> Iterator[str]:
    yield rf"{_FOUR}[-/.]{_M}[-/.]{_D}"
    yield rf"{_FOUR}(?P<m>[01]\d)(?P<d>[0-3]\d)"
    yield _FOUR
    if language == "ja":
        return
    yield r"(?:v\.?|vecka|week|wk\.?|kw|semaine|semana|settimana)\s*(?P<week>\d{1,2})"
    names = "|".join(sorted(map(re.escape, _months(language)), key=len, reverse=True))
    name, of = rf"(?P<name>{names})\.?", r"(?:\s+(?:de|del|di|of|d'))?"
    before = r"(?:den |the |el |le |il |l'|am |op |d\. )?"
    ordinal = r"(?:\s?(?:st|nd|rd|th|er|ère|e|de|ste|:e|:a|\.|º|°|\.º))?"
    yield rf"{before}{_D}{ordinal}{of}[\s-]?{name}(?:,|{of})?(?:[\s-]+{_YEAR})?"
    yield rf"(?:(?:i|in|en|a|nel|im|à|ad) )?{name}(?:{of}[\s-]+{_YEAR})?"
    yield rf"{before}{_D}(?:st|nd|rd|th|er|e|de|ste|:e|:a|\.)?"


def _own(language: str) -> Iterator[str]:
    if language == "ja":
        yield rf"(?:{_FOUR}年)?{_M}月{_D}日"
        yield rf"(?P<yy>\d\d)/{_M}/{_D}"
        yield rf"{_M}/{_D}"
        yield rf"(?P<era>令和|平成|昭和|大正|[rhs])\s?(?P<n>\d{{1,2}}|元)(?:年|[./]){_M}(?:月|[./]){_D}日?"
        yield rf"(?P<era>令和|平成|昭和|大正)(?P<n>\d{{1,2}}|元)年(?:{_M}月)?"
        yield rf"{_FOUR}年(?:{_M}月)?"
        return
    if language == "en":
        names = "|".join(sorted(map(re.escape, _months(language)), key=len, reverse=True))
        yield rf"(?P<name>{names})\.?\s+{_D}(?:st|nd|rd|th)?(?:,?\s+{_YEAR})?"
        yield rf"{_M}([-/.]){_D}\2{_YEAR}"
        yield rf"{_M}/{_D}"
    before = r"(?:den |d\. |le |el |il )?"
    yield rf"{before}{_D}([-/.])\s?{_M}\2\s?{_YEAR}"
    yield rf"{before}{_D}/{_M}[\s-]+{_YEAR}"
    yield rf"{before}{_D}/{_M}" if language != "nl" else rf"{_D}[-/]{_M}"
    if language == "de":
        yield rf"(?:den )?{_D}\.\s?{_M}\.?"
    if language == "sv":
        yield r"(?P<yy>\d\d)(?P<m>[01]\d)(?P<d>[0-3]\d)"
    if language in ("sv", "fr"):  # in Québec the year comes first; what has the day first as well is read in no way
        yield r"(?P<yy>\d\d)-(?P<m>[01]\d)-(?P<d>[0-3]\d)"
