"""Towns of a record lie in the country whose postcodes it writes, and two names of one town are one town."""

from __future__ import annotations

import pytest

from maskerad.languages import load_pack
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.places.keys import key_of

from .marked import new_of

KEYS = [bytes([number]) * 32 for number in (1, 2, 3)]


@pytest.mark.parametrize("key", KEYS)
def test_small_towns_that_a_list_has_elsewhere_stay_where_the_postcode_is(key: bytes) -> None:
    note = (
        "was a draper in [Selkirk|CITY], niece phoned from [Hawick|CITY], seen at [Kelso|CITY].\n"
        "Borders General Hospital\n[Melrose|CITY]   [TD6 9BS|ZIP]\nSecretary"
    )
    *towns, postcode = new_of("en", note, key)[0]
    places = gazetteer(load_pack("en"))
    assert {places.where(key_of(town, places.pack)).country for town in towns} == {"GB"}, towns
    assert postcode[-2:].isalpha()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "one", "other"),
    [("nl", "Den Haag", "'s-Gravenhage"), ("nl", "'s-Hertogenbosch", "Den Bosch"), ("es", "Donostia", "San Sebastián")],
)
def test_two_names_of_one_town_become_one_town(code: str, one: str, other: str, key: bytes) -> None:
    first, second = new_of(code, f"[{one}|CITY] x [{other}|CITY]", key)[0]
    assert first == second and first not in (one, other)
