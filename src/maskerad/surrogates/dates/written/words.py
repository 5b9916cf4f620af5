"""The words a language writes dates with: months, weekdays, seasons, eras, days and holidays by name.

Read from ``[months]``, ``[weekdays]``, ``[dates]``, ``[holidays]`` and ``[eras]`` of a pack; the keys are listed in
``maskerad.surrogates``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.dates.written.holiday_rules import Holiday, read_holidays
from maskerad.surrogates.dates.written.name_tables import Era, NameTable, Phrase
from maskerad.text.folding import fold

Names = Sequence[Sequence[str]]  # rows, one a thing
MAX_DAY = 31
CENTURY = 100
FIRST_YEARS = range(1900, 2100)  # that may be written in words
_ONE = re.compile(r"[uú]n$")  # "veintiún años", but the year "veintiuno"


@dataclass(frozen=True, slots=True)
class DateWords:
    """Words by their folded form.

    Attributes:
        months, weekdays: Their names; Monday is 0.
        parts: Beginning, middle and end of a month, 0 to 2.
        seasons: Spring to winter, 0 to 3.
        decades: Decades in words ("nittiotalet"), 0 to 9.
        day_words: Days of a month in words, 1 to 31.
        holidays: Days with a name.
        fillers: Words that may stand in a date and say nothing of the calendar ("den", "första").
        links: Fillers that may stand between a day in words and its month ("first of May").
        weeks, quarters: Words beside the number of a week, a quarter.
        decade_before, decade_after: Words beside the digits of a decade (jaren 90, 1970s).
        ordinals: Endings of a day that is written as an ordinal.
        ordinal_default, ordinal_of: The ending to write, by day.
        order: "day-month" or "month-day".
        glued: Orders in which six digits are tried: "ymd", "dmy", "mdy".
        short_year_first: Marks between which a year of two digits comes first.
        eras: Latest first; none outside Japanese.
        bare_first: What stands after the 1 of a month in letters, besides ("1er mars", but "2 mars").
        day_month_link: What joins a day in digits to the name of its month; "" where the month stands before it.
        two_faced: Folded short forms of months that alone are read as something else ("jul", "mar").
        nights: Words for a night or a weekend, of two days.
        weekends: Those for a weekend.
        since: Words before a feast that is over: "since Easter".
        weekday_months: Folded short forms of months that are weekdays too ("mar").
        relative_years: Years by their distance from that of the document, -2 to 1 ("last year").
        relative_months: Months by theirs, -1 to 1 ("c.m.").
        year_words: Years in words.
        year_phrase: How a year is written where no word tells its distance.
        day_phrase, part_phrases: How a holiday is written that has no other one near its new day.
        kind_phrases: The same by kind of holiday, where an article that stands before it must fit.
        counting: Ordinal ending of numbers other than days that have none of their own.
        part_joins: What stands between each part of a month and the month where that differs ("fin mai", "mi-mai").
        elisions: What is written otherwise before a vowel, in full and elided ("de ", "d'").
        vowels, elided_numbers: The letters before which it is, and the numbers.
        phrases: Names that are looked for at a word, by that word.
    """

    months: NameTable
    weekdays: NameTable
    parts: NameTable
    seasons: NameTable
    decades: NameTable
    day_words: NameTable
    holidays: tuple[Holiday, ...]
    fillers: frozenset[str]
    links: frozenset[str]
    weeks: frozenset[str]
    quarters: frozenset[str]
    decade_before: frozenset[str]
    decade_after: frozenset[str]
    ordinals: frozenset[str]
    ordinal_default: str
    ordinal_of: Mapping[int, str]
    order: str
    glued: tuple[str, ...]
    short_year_first: tuple[str, ...]
    eras: tuple[Era, ...]
    bare_first: str
    day_month_link: str
    two_faced: frozenset[str]
    nights: frozenset[str]
    weekends: frozenset[str]
    since: frozenset[str]
    weekday_months: frozenset[str]
    relative_years: NameTable
    relative_months: NameTable
    year_words: NameTable
    year_phrase: str
    day_phrase: str
    part_phrases: tuple[str, ...]
    kind_phrases: Mapping[str, str]
    counting: str
    part_joins: tuple[str, ...]
    elided_numbers: frozenset[str]
    elisions: tuple[tuple[str, str], ...]
    vowels: str
    phrases: Mapping[str, tuple[Phrase, ...]] = field(repr=False)
    filler_run: re.Pattern[str] = field(repr=False)

    def is_shortened(self, name: str) -> bool:
        """Whether a word is a short form of a month."""
        if not name.isalpha():
            return False
        month, form = self.months.by_name.get(fold(name), (0, 0))
        return form > 0 and fold(self.months.forms[month - self.months.first][0]) != fold(name)

    def has_two_faced(self, text: str) -> bool:
        """Whether a short form of a month that is a weekday too stands in a text."""
        return not self.weekday_months.isdisjoint(fold(text).replace(".", " ").split())

    @property
    def writes_both(self) -> bool:
        """Whether some write the month first and some the day, as in English."""
        return self.order == "month-day" and not self.eras

    def ordinal(self, day: int) -> str:
        """Ending of a day as an ordinal."""
        return self.ordinal_of.get(day, self.ordinal_default)

    def counting_ordinal(self, number: int) -> str:
        """Ending of a number that counts, such as that of a quarter."""
        return self.ordinal_of.get(number, self.counting)

    def is_filler(self, word: str) -> bool:
        """Whether a word, or an unbroken run of Japanese words, says nothing of the calendar."""
        folded = fold(word)
        return folded in self.fillers or self.filler_run.fullmatch(folded) is not None

    def phrase_at(self, text: str, start: int, word: str) -> Phrase | None:
        """The longest phrase that begins at a word and ends at a word's end.

        Args:
            text: In lower case.
            start: Where the word begins.
            word: The word, folded.
        """
        for phrase in self.phrases.get(phrase_key(word), ()):
            end = start + len(phrase.text)
            is_whole = not phrase.text[-1].isascii() or not text[end : end + 1].isalpha()
            if text.startswith(phrase.text, start) and is_whole:
                return phrase
        return None


@lru_cache(maxsize=32)
def date_words(pack: LanguagePack) -> DateWords:
    """The words of a pack, worked out once."""
    dates = pack.table("dates")
    fillers = frozenset(map(fold, (*pack.strings("words", "dates"), *pack.strings("more_words", "dates"))))
    own, phrases = dates.get("ordinal_of", {}), dates.get("kind_phrases", {})
    holidays = read_holidays(pack.table("holidays"))
    days, decades = NameTable.of(zip(*_day_words(pack), strict=True), first=1), NameTable.of(_rows(dates, "decades"))
    seasons, parts = NameTable.of(_rows(dates, "seasons")), NameTable.of(_rows(dates, "parts"))
    own_weekdays, own_months = _weekday_forms(pack), _forms(pack, "months")
    weekdays = NameTable.of(_with_beside(own_weekdays, _rows(dates, "weekdays_beside"), own_months))
    months = NameTable.of(_with_beside(own_months, _rows(dates, "months_beside"), own_weekdays), first=1)
    years, year_words = NameTable.of(_rows(dates, "relative_years"), first=-2), _year_words(pack)
    relative_months = NameTable.of(_rows(dates, "relative_months"), first=-1)
    return DateWords(
        months=months,
        weekdays=weekdays,
        parts=parts,
        seasons=seasons,
        decades=decades,
        day_words=days,
        holidays=holidays,
        fillers=fillers,
        links=_folded(pack, "links"),
        weeks=_folded(pack, "week"),
        quarters=_folded(pack, "quarter"),
        decade_before=_folded(pack, "decade_before"),
        decade_after=_folded(pack, "decade_after"),
        ordinals=_folded(pack, "ordinal"),
        ordinal_default=str(dates.get("ordinal_default", "")),
        ordinal_of={int(day): str(ending) for day, ending in own.items()} if isinstance(own, dict) else {},
        order=str(dates.get("order", "day-month")),
        glued=pack.strings("glued", "dates") or ("ymd",),
        short_year_first=pack.strings("short_year_first", "dates"),
        eras=_eras(pack),
        bare_first=str(dates.get("bare_first", "")),
        day_month_link=str(dates.get("day_month_link", " ")),
        two_faced=_two_faced(months, weekdays, holidays),
        nights=_folded(pack, "nights") | _folded(pack, "weekends"),
        weekends=_folded(pack, "weekends"),
        since=_folded(pack, "since"),
        weekday_months=frozenset(months.by_name.keys() & weekdays.by_name.keys()),
        relative_years=years,
        relative_months=relative_months,
        year_words=year_words,
        year_phrase=str(dates.get("year_phrase", "{year}")),
        day_phrase=str(dates.get("day_phrase", "")),
        part_phrases=pack.strings("part_phrases", "dates"),
        kind_phrases={str(kind): str(text) for kind, text in phrases.items()} if isinstance(phrases, dict) else {},
        counting=str(dates.get("ordinal_counting", dates.get("ordinal_default", ""))),
        elided_numbers=_folded(pack, "elided_numbers"),
        part_joins=pack.strings("part_joins", "dates"),
        elisions=tuple((row[0], row[1]) for row in _rows(dates, "elisions")),
        vowels=str(dates.get("vowels", "")),
        phrases=_phrases(
            [
                *_holiday_phrases(holidays),
                *_wordy(days, "n"),
                *_wordy(parts, "p"),
                *_wordy(decades, "t"),
                *_wordy(seasons, "s"),
                *_filler_phrases(pack),
                *(Phrase(word, "v", -1, -1) for word in pack.strings("weekends", "dates") if not word.isalpha()),
                *_unparted(weekdays, "W"),
                *(phrase for phrase in _named(seasons, "s") if phrase.text[0] >= "\u3041"),
                *_named(years, "r"),
                *_named(relative_months, "c"),
                *_named(year_words, "4"),
                *(Phrase(word, "K", -1, -1) for word in pack.strings("week", "dates") if not word.isascii()),
                *(Phrase(word, "T", -1, -1) for word in pack.strings("decade_after", "dates") if word[0] >= "\u3041"),
            ]
        ),
        filler_run=_run_of(word for word in fillers if not word.isascii() and not word[0].isascii()),
    )


@lru_cache(maxsize=1024)
def holidays_in(pack: LanguagePack, year: int) -> tuple[tuple[date, Holiday], ...]:
    """The holidays of a year with their days, in order."""
    days = ((holiday.day_in(year), holiday) for holiday in date_words(pack).holidays)
    return tuple(sorted(days, key=lambda pair: (pair[0], pair[1].names[0])))


def _two_faced(months: NameTable, weekdays: NameTable, holidays: Sequence[Holiday]) -> frozenset[str]:
    named = {*weekdays.by_name, *(fold(name) for holiday in holidays for name in holiday.names)}
    return frozenset(name for name, (_, form) in months.by_name.items() if form and name in named)


def _folded(pack: LanguagePack, name: str) -> frozenset[str]:
    return frozenset(map(fold, pack.strings(name, "dates")))


def _forms(pack: LanguagePack, table: str) -> tuple[tuple[str, ...], ...]:
    """Rows of names: in full, then short forms."""
    rows = _rows(pack.table(table), "short")
    full = pack.strings("full", table)
    return tuple((name, *(rows[at] if at < len(rows) else ())) for at, name in enumerate(full))


def _with_beside(own: Names, others: Names, apart: Names) -> list[tuple[str, ...]]:
    """Rows of names with those of other languages behind, each language at one place in all rows.

    A foreign name that is one of ``apart`` gives way to the language's own: "mar" is a Tuesday in French.
    """
    width, taken = max(map(len, own), default=0), {fold(name) for names in apart for name in names}
    padded = [[*names, *[names[-1]] * (width - len(names))] for names in own]
    rows = zip(padded, *others, strict=True) if own else ()
    return [(*names, *(names[0] if fold(name) in taken else name for name in beside)) for names, *beside in rows]


def _weekday_forms(pack: LanguagePack) -> tuple[tuple[str, ...], ...]:
    """Weekdays in full and short, then with the endings that the language has ("tisdagen", "i tisdags")."""
    rows = _forms(pack, "weekdays")
    width = max(map(len, rows), default=0)
    ended = [names for key in ("weekday_definite", "weekday_past") if (names := pack.strings(key, "dates"))]
    padded = (row + row[-1:] * (width - len(row)) for row in rows)
    return tuple((*row, *names) for row, *names in zip(padded, *ended, strict=True)) if ended else rows


def _rows(table: Mapping[str, object], name: str) -> tuple[tuple[str, ...], ...]:
    rows = table.get(name, [])
    return tuple(tuple(map(str, row)) for row in rows if isinstance(row, list)) if isinstance(rows, list) else ()


def _day_words(pack: LanguagePack) -> list[tuple[str, ...]]:
    """Columns of 31 words: ordinals with each of their endings, cardinals where days have them."""
    stems = pack.strings("ordinal_words", "dates")
    endings = pack.strings("ordinal_word_endings", "dates") or ("",)
    columns = [tuple(stem + ending for stem in stems) for ending in endings if stems]
    columns += [row for row in _rows(pack.table("dates"), "day_words") if len(row) == MAX_DAY]
    return columns or [()]


def _year_words(pack: LanguagePack) -> NameTable:
    """The years from 1901 to 2099 in words, by the phrases of their centuries."""
    dates, cardinals = pack.table("dates"), pack.strings("cardinals", "numbers")
    ending, phrases = str(dates.get("year_one", "")), _rows(dates, "year_words")
    if not phrases or len(cardinals) <= CENTURY - 1:
        return NameTable()
    spelt = [_ONE.sub(ending, word) if ending else word for word in cardinals]
    rows = []
    for year in FIRST_YEARS:
        century = next((row[1:] for row in phrases if int(row[0]) == year - year % CENTURY), ())
        rows.append(tuple(phrase.format(spelt[year % CENTURY]) if year % CENTURY else "" for phrase in century))
    return NameTable.of(rows, first=FIRST_YEARS[0])


def _eras(pack: LanguagePack) -> tuple[Era, ...]:
    eras = []
    for entry in pack.table("eras").values():
        if isinstance(entry, dict) and isinstance(entry.get("start"), date):
            eras.append(Era(tuple(map(str, entry.get("names", ()))), entry["start"]))
    return tuple(sorted(eras, key=lambda era: era.start, reverse=True))


def _holiday_phrases(holidays: Sequence[Holiday]) -> Iterator[Phrase]:
    for number, holiday in enumerate(holidays):
        for form, name in enumerate(holiday.names):
            yield Phrase(name.lower(), "h", number, form)


def _wordy(table: NameTable, shape: str) -> Iterator[Phrase]:
    """Names of more than one word."""
    return (phrase for phrase in _named(table, shape) if not phrase.text.isalpha())


def _named(table: NameTable, shape: str) -> Iterator[Phrase]:
    for number, row in enumerate(table.forms, start=table.first):
        for form, name in enumerate(row):
            if name:
                yield Phrase(name.lower(), shape, number, form)


def _unparted(table: NameTable, shape: str) -> Iterator[Phrase]:
    """Names of several characters in a script that does not part words."""
    for number, row in enumerate(table.forms, start=table.first):
        for form, name in enumerate(row):
            if len(name) > 1 and name[0] >= "\u3041":
                yield Phrase(name, shape, number, form)


def _filler_phrases(pack: LanguagePack) -> Iterator[Phrase]:
    return (Phrase(text.lower(), "f", -1, -1) for text in pack.strings("filler_phrases", "dates"))


def _phrases(phrases: Iterable[Phrase]) -> dict[str, tuple[Phrase, ...]]:
    """Phrases by their first word, the longest first."""
    by_word: dict[str, list[Phrase]] = defaultdict(list)
    for phrase in phrases:
        by_word[phrase_key(fold(_FIRST_WORD.split(phrase.text, maxsplit=1)[0]))].append(phrase)
    return {word: tuple(sorted(same, key=lambda phrase: -len(phrase.text))) for word, same in by_word.items()}


_FIRST_WORD = re.compile(r"(?<=\w)\b|(?<=\d)(?=[^\W\d])")


def phrase_key(word: str) -> str:
    """What phrases are found by: a folded word, or its first character where words are not parted."""
    return word[:1] if word[:1] >= "\u3041" else word


def _run_of(words: object) -> re.Pattern[str]:
    """A run of words that are written without blanks; possessive, so that no input makes it go back."""
    listed = sorted(words, key=len, reverse=True)  # type: ignore[call-overload]  # texts all of them
    return re.compile(f"(?:{'|'.join(map(re.escape, listed))})++" if listed else r"(?!)")
