"""A feast is read by the words beside it, and its surrogate is told so that it is read in its own year."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

import pytest

from maskerad.languages import load_pack
from maskerad.surrogates import Original
from maskerad.surrogates.dates.feasts import feast_day
from maskerad.surrogates.dates.written.words import date_words

from .marked import new_of

WRITTEN = date(2023, 3, 17)  # before Easter of its year


@pytest.mark.parametrize(
    ("before", "after", "day"),
    [
        ("nach ", " zur Kontrolle", date(2023, 4, 9)),
        ("seit ", " schlechter", date(2022, 4, 17)),
        ("zu ", " letztes Jahr gestürzt", date(2022, 4, 17)),
        ("zu ", " nächstes Jahr", date(2024, 3, 31)),
    ],
)
def test_words_beside_a_feast_tell_its_year(before: str, after: str, day: date) -> None:
    pack = load_pack("de")
    easter = next(one for one in date_words(pack).holidays if "Ostern" in one.names)
    assert feast_day(easter, Original("Ostern", "DATE", pack, before=before, after=after), WRITTEN) == day


@pytest.mark.parametrize("number", range(1, 9))
def test_a_feast_of_last_year_stays_one_of_last_year(number: int) -> None:
    (_, new), _ = new_of(
        "de", "Am [14.05.2019|DATE]: zu [Weihnachten|DATE] letztes Jahr gestürzt.", bytes([number]) * 32
    )
    (full, _), _ = new_of(
        "de", "Am [14.05.2019|DATE]: zu [Weihnachten|DATE] letztes Jahr gestürzt.", bytes([number]) * 32
    )
    moved = date(*map(int, reversed(full.split("."))))
    christmas = date(2018, 12, 24) + (moved - date(2019, 5, 14))
    assert (new == "[DATUM]") == (christmas.year != moved.year - 1)


@pytest.mark.parametrize("number", range(8))
def test_two_feasts_of_a_record_never_become_one_and_keep_their_order(number: int) -> None:
    marked = "[14/05/2019|DATE], [25/02/2019|DATE]: seen [Christmas 2018|DATE] and at [New Year 2019|DATE]."
    (_, _, first, second), _ = new_of("en", marked, bytes([number]) * 32)
    assert first.rpartition(" ")[0] != second.rpartition(" ")[0] or first[-4:] != second[-4:]


@pytest.mark.parametrize("number", range(12))
def test_a_british_record_keeps_no_american_feast(number: int) -> None:
    marked = "[28/02/2019|DATE]: weak since [Christmas|DATE], worse at [Easter|DATE], better by [Halloween|DATE]."
    (_, *new), _ = new_of("en", marked, bytes([number]) * 32)
    american = {"Memorial Day", "Labor Day", "Thanksgiving", "Independence Day", "Presidents' Day", "Veterans Day"}
    assert american.isdisjoint(new)


@pytest.mark.parametrize("number", range(8))
def test_a_feast_told_by_its_day_is_written_as_its_record_writes_days(number: int) -> None:
    key = bytes([number]) * 32
    (_, british), _ = new_of("en", "[28/05/2019|DATE]: fell on [Shrove Tuesday|DATE].", key)
    (_, american), _ = new_of("en", "[05/28/2019|DATE]: fell on [Shrove Tuesday|DATE].", key)
    assert not re.fullmatch(r"[A-Z][a-z]+ \d{1,2}", british) and not re.fullmatch(r"\d{1,2} [A-Z][a-z]+", american)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_feast_right_behind_its_day_is_told_by_what_that_day_is(number: int) -> None:
    (_, day, feast), _ = new_of(
        "en", "Seen [4 January 2019|DATE]. Fell on [25/12/2018|DATE] ([Christmas Day|DATE]).", bytes([number]) * 32
    )
    moved = date(*map(int, reversed(day.split("/"))))
    pack = load_pack("en")
    holidays = {name for one in date_words(pack).holidays for name in one.names if one.day_in(moved.year) == moved}
    assert feast in {*holidays, f"{moved:%A}"}


@pytest.mark.parametrize("number", range(1, 7))
def test_a_feast_told_by_its_month_has_no_capital_within_a_sentence(number: int) -> None:
    (_, new), _ = new_of("sv", "[2024-05-03|DATE]. Korna släpps på bete [Valborg|DATE].", bytes([number]) * 32)
    assert not new.startswith("Den ")


def test_a_bare_day_is_of_the_month_that_stands_right_behind_it() -> None:
    dates = "[14 May 2019|DATE]. Seen on [2/4|DATE] by the nurse. Review on the [18th|DATE], or w/c [23/05|DATE]."
    for number in range(1, 7):
        (first, _, day, week), _ = new_of("en", dates, bytes([number]) * 32)
        start = datetime.strptime(first, "%d %B %Y").date()
        moved = start + timedelta(days=4)  # from 14 to 18 May
        assert re.match(rf"{moved.day}(st|nd|rd|th)", day) or f"{moved:%B}" in day, (first, day, week)


def test_a_bare_day_is_of_the_month_whose_week_stands_before_it() -> None:
    dates = "[2019年5月14日|DATE] [5月10日|DATE]に転倒。次回外来は[6月第4週|DATE]、[23日|DATE]か[24日|DATE]。"
    for number in range(1, 7):
        (first, fall, _, day, _), _ = new_of("ja", dates, bytes([number]) * 32)
        start = date(*map(int, re.findall(r"\d+", first)))
        moved = start + timedelta(days=40)  # from 14 May to 23 June
        assert day in (f"{moved.day}日", f"{moved.month}月{moved.day}日"), (first, fall, day)
