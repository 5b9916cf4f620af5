"""What holds for every date in every written form: intervals, weekdays and forms stay, and no date does."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from maskerad.core.errors import SurrogateError
from maskerad.languages import load_pack
from maskerad.surrogates import DateShift, Keyed, Original, RecordContext, surrogate_for
from maskerad.surrogates.dates import dates
from maskerad.surrogates.dates.record_dates import RecordDates
from maskerad.surrogates.dates.writing import weekday_pieces, written_pieces
from maskerad.surrogates.dates.written.partial import Reading
from maskerad.surrogates.dates.written.words import date_words
from maskerad.surrogates.shape import half_width

from .records import KEY, surrogates

CODES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")
DAYS = st.dates(date(1930, 1, 1), date(2030, 12, 31))
SHIFTS = st.sampled_from([weeks * 7 for weeks in range(-26, 27) if weeks])


def long_form(day: date, code: str) -> str:
    """A day with its month in letters, as the language writes it."""
    words = date_words(load_pack(code))
    month = words.months.forms[day.month - 1][0]
    match code:
        case "en":
            return f"{month} {day.day}, {day.year}"
        case "ja":
            return f"{day.year}年{day.month}月{day.day}日"
        case "de":
            return f"{day.day}. {month} {day.year}"
        case "es":
            return f"{day.day} de {month} de {day.year}"
        case _:
            first = words.bare_first if day.day == 1 else ""
            return f"{day.day}{first} {month} {day.year}"


def short_form(day: date, code: str) -> str:
    """A day in digits without its year."""
    first, second = (day.month, day.day) if code in ("en", "ja") else (day.day, day.month)
    return f"{first}/{second}"


def with_weekday(day: date, code: str) -> str:
    weekday = date_words(load_pack(code)).weekdays.forms[day.weekday()][0]
    return f"{long_form(day, code)}（{weekday}）" if code == "ja" else f"{weekday} {long_form(day, code)}"


ROMAN = tuple("I II III IV V VI VII VIII IX X XI XII".split())  # noqa: SIM905  as in a row on paper
FORMS = {
    "iso": lambda day, code: day.isoformat(),
    "glued": lambda day, code: day.strftime("%Y%m%d"),
    "slashes": lambda day, code: day.strftime("%m/%d/%Y" if code in ("en", "ja") else "%d/%m/%Y"),
    "long": long_form,
    "weekday": with_weekday,
    "roman": lambda day, code: f"{day.day}.{ROMAN[day.month - 1]}.{day.year}",
}


def context(shift_days: int, *originals: Original) -> RecordContext:
    """A record whose dates move by so many days."""
    record = RecordContext("r", Keyed(KEY), originals)
    dates = RecordDates(record)
    dates.shift_days = shift_days
    record.once(RecordDates, lambda: dates)
    return record


def moved(texts: list[str], code: str, shift_days: int, written: date | None = None) -> list[str]:
    originals = [Original(text, "DATE", load_pack(code), written=written) for text in texts]
    record = context(shift_days, *originals)
    return [surrogate_for(original, record) for original in originals]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("code", CODES)
@settings(max_examples=25, deadline=None)
@given(days=st.lists(DAYS, min_size=1, max_size=4, unique=True), shift=SHIFTS)
def test_a_written_day_is_the_moved_day_in_the_same_form(form: str, code: str, days: list[date], shift: int) -> None:
    write = FORMS[form]
    assume(form != "slashes" or any(day.day < 10 or day.month < 10 for day in days))  # else no 0 tells
    new = moved([write(day, code) for day in days], code, shift, written=date(2031, 1, 1))
    assert new == [write(day + timedelta(days=shift), code) for day in days]


def _written_a_day_late(whole: Reading, new: Reading, *rest: Any) -> None:
    written_pieces(whole, new._replace(day=(new.day or 0) % 27 + 1), *rest)


def _weekdays_a_day_late(fields: Any, shift_days: int, *rest: Any) -> None:
    weekday_pieces(fields, shift_days + 1, *rest)


@pytest.mark.parametrize(
    ("faulty", "form", "shift"),
    [("written_pieces", "iso", 7), ("written_pieces", "long", 7), ("weekday_pieces", "weekday", 3)],
)
@pytest.mark.parametrize("code", CODES)
def test_what_is_written_wrongly_is_not_released(
    code: str, faulty: str, form: str, shift: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each new date is read back, weekday and all: a writer with a fault ends in a refusal and not in a wrong day."""
    text = FORMS[form](date(2023, 5, 9), code)
    assert moved([text], code, shift, written=date(2023, 6, 1))
    writers = {"written_pieces": _written_a_day_late, "weekday_pieces": _weekdays_a_day_late}
    monkeypatch.setattr(dates, faulty, writers[faulty])
    with pytest.raises(SurrogateError):
        moved([text], code, shift, written=date(2023, 6, 1))


@pytest.mark.parametrize("code", CODES)
@settings(max_examples=25, deadline=None)
@given(day=DAYS, shift=SHIFTS)
def test_there_and_back_again(code: str, day: date, shift: int) -> None:
    text = long_form(day, code)
    there = moved([text], code, shift, written=date(2031, 1, 1))
    assert moved(there, code, -shift, written=date(2031, 1, 1)) == [text] and there != [text]


@pytest.mark.parametrize("code", CODES)
@settings(max_examples=40, deadline=None)
@given(day=DAYS, years=st.integers(0, 9), rest=st.integers(0, 365), shift=SHIFTS, full=st.sampled_from(sorted(FORMS)))
def test_one_day_in_two_forms_is_one_day_after_the_move(
    code: str, day: date, years: int, rest: int, shift: int, full: str
) -> None:
    """Also where the form without a year, told years later, would be another day by a 29 February."""
    assume(full != "slashes" or day.day < 10 or day.month < 10)  # else no 0 tells
    written, write = day + timedelta(days=365 * years + rest), FORMS[full]
    later = day + timedelta(days=shift)
    new = moved([write(day, code), short_form(day, code)], code, shift, written)
    assert new[0] == write(later, code) and _numbers(new[1]) == _numbers(short_form(later, code))


def _numbers(text: str) -> list[int]:
    return list(map(int, re.findall(r"\d+", text)))


@pytest.mark.parametrize("code", CODES)
@settings(max_examples=25, deadline=None)
@given(days=st.lists(DAYS, min_size=2, max_size=5, unique=True), shift=SHIFTS)
def test_months_keep_their_order(code: str, days: list[date], shift: int) -> None:
    months = sorted({day.replace(day=1) for day in days})
    names = date_words(load_pack(code)).months.forms
    texts = [f"{names[month.month - 1][0]} {month.year}" for month in months]
    if code == "ja":
        texts = [f"{month.year}年{month.month}月" for month in months]
    new = [_month_of(text, names) for text in moved(texts, code, shift, written=date(2031, 1, 1))]
    assert new == sorted(new) and all(old != later for old, later in zip(texts, new, strict=True))


def _month_of(text: str, names: tuple[tuple[str, ...], ...]) -> tuple[int, int]:
    plain = half_width(text)
    if japanese := re.fullmatch(r"(\d+)年(\d+)月", plain):
        return int(japanese[1]), int(japanese[2])
    name, year = plain.split()
    return int(year), [row[0] for row in names].index(name)


@settings(max_examples=200, deadline=None)
@given(years=st.lists(st.integers(1950, 2023), min_size=1, max_size=4, unique=True), days=st.lists(DAYS), shift=SHIFTS)
def test_lone_years_keep_their_place_among_dates_or_have_no_surrogate(
    years: list[int], days: list[date], shift: int
) -> None:
    days = [day for day in days if day.year < 2024]
    texts = [*map(str, years), *(day.isoformat() for day in days)]
    originals = [Original(text, "DATE", load_pack("sv"), written=date(2024, 5, 1)) for text in texts]
    record = context(shift, *originals)
    for year, original in zip(years, originals, strict=False):
        try:
            new = int(surrogate_for(original, record))
        except SurrogateError:
            continue
        assert new != year
        for day in days:
            later = (day + timedelta(days=shift)).year
            assert not (day.year < year and later > new) and not (day.year > year and later < new)


@pytest.mark.parametrize("code", CODES)
@settings(max_examples=30, deadline=None)
@given(day=DAYS, shift=st.integers(-182, 182).filter(bool))
def test_weekdays_move_with_days_that_are_not_whole_weeks(code: str, day: date, shift: int) -> None:
    assert moved([with_weekday(day, code)], code, shift, written=date(2031, 1, 1)) == [
        with_weekday(day + timedelta(days=shift), code)
    ]


@settings(max_examples=60, deadline=None)
@given(day=DAYS, shift=SHIFTS, distance=st.integers(-25, 25))
def test_weekday_tells_which_month_a_day_is_of(day: date, shift: int, distance: int) -> None:
    written = day + timedelta(days=distance)
    text = f"{date_words(load_pack('sv')).weekdays.forms[day.weekday()][0]} den {day.day}"
    later = day + timedelta(days=shift)
    assume(all(_same_day_and_weekday(day, written, months) is False for months in (-1, 1)) and later.day != day.day)
    assert moved([text], "sv", shift, written=written) == [text.replace(f"den {day.day}", f"den {later.day}")]


def _same_day_and_weekday(day: date, written: date, months: int) -> bool:
    """Whether a month beside has the same day on the same weekday, so that either may be meant."""
    total = day.year * 12 + day.month - 1 + months
    try:
        return date(total // 12, total % 12 + 1, day.day).weekday() == day.weekday()
    except ValueError:
        return False


@pytest.mark.parametrize("code", CODES)
@settings(max_examples=25, deadline=None)
@given(data=st.data(), days=st.lists(DAYS, min_size=2, max_size=5, unique=True), shift=SHIFTS)
def test_no_order_of_mentions_changes_a_date(code: str, data: st.DataObject, days: list[date], shift: int) -> None:
    forms = data.draw(st.lists(st.sampled_from(sorted(FORMS)), min_size=len(days), max_size=len(days)))
    texts = [FORMS[form](day, code) for form, day in zip(forms, days, strict=True)]
    texts += [short_form(days[0], code), str(days[0].year)]
    originals = [Original(text, "DATE", load_pack(code), written=date(2031, 1, 1)) for text in texts]
    shuffled = data.draw(st.permutations(originals))
    assert _all_moved(originals, shift) == _all_moved(shuffled, shift)


def _all_moved(originals: list[Original], shift: int) -> dict[str, str]:
    record = context(shift, *originals)
    found = {}
    for original in originals:
        try:
            found[original.text] = surrogate_for(original, record)
        except SurrogateError:
            found[original.text] = ""
    return found


@pytest.mark.parametrize("text", ["den 6:e", "i mars", "påsk", "2023-2024", "v. 12", "-98", "22/5"])
def test_dates_stay_if_asked(text: str) -> None:
    original = Original(text, "DATE", load_pack("sv"), written=date(2024, 3, 12))
    assert surrogate_for(original, RecordContext("r", Keyed(KEY), (original,), shift=DateShift(0, 0))) == text


def test_policies() -> None:
    original = Original("tisdag 12 mars 2024", "DATE", load_pack("sv"))
    for scope in map(str, range(40)):
        kept = RecordContext(scope, Keyed(KEY), (original,), shift=DateShift(0, 0))
        assert surrogate_for(original, kept) == original.text
        near = RecordContext(scope, Keyed(KEY), (original,), shift=DateShift(1, 3))
        assert surrogate_for(original, near) in {
            "lördag 9 mars 2024",
            "söndag 10 mars 2024",
            "måndag 11 mars 2024",
            "onsdag 13 mars 2024",
            "torsdag 14 mars 2024",
            "fredag 15 mars 2024",
        }


@pytest.mark.parametrize("number", range(6))
def test_a_clock_with_a_dot_behind_a_date_stays(number: int) -> None:
    mentions = ("06/02/24 21.55", "DATE"), ("7 feb 8.12", "DATE"), ("12/02/2024", "DATE")
    full, named, alone = surrogates("it", *mentions, scope=str(number))
    day = date(int(alone[-4:]), int(alone[3:5]), int(alone[:2])) - timedelta(days=6)
    assert full == f"{day:%d/%m/%y} 21.55" and named.endswith(" 8.12")


@pytest.mark.parametrize("number", range(6))
def test_a_record_that_writes_the_year_first_does_so_in_two_digits_too(number: int) -> None:
    mentions = ("1990-11-18", "DATE"), ("25-01-27", "DATE"), ("5 mars 2025", "DATE"), ("2025-01-20", "DATE")
    _, short, _, full = surrogates("fr", *mentions, scope=str(number))
    assert short == f"{date.fromisoformat(full) + timedelta(days=7):%y-%m-%d}"


@pytest.mark.parametrize("number", range(6))
def test_a_birth_told_year_first_makes_no_year_of_a_day(number: int) -> None:
    mentions = ("1990-11-18", "DATE"), ("12-03-24", "DATE"), ("5-3-2024", "DATE")
    _, short, full = surrogates("nl", *mentions, scope=str(number))
    day, month, year = map(int, full.split("-"))
    assert short == f"{date(year, month, day) + timedelta(days=7):%d-%m-%y}"
