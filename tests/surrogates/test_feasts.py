"""A feast is read by the words beside it, and its surrogate is told so that it is read in its own year."""

from __future__ import annotations

from datetime import date

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
