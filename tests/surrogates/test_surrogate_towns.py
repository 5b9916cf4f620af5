"""Towns keep their region, their size and the word before them; postcodes go with their towns."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.languages import load_pack
from maskerad.surrogates import Keyed, Original, RecordContext, surrogate_for
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.atlas.words import asked, class_of, place_grammar

KEYED = Keyed(bytes(range(32)))
CODES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")
Mention = tuple[str, str, str]


def record_of(code: str, *mentions: Mention, beside: tuple[tuple[str, str], ...] = ()) -> list[str]:
    """Surrogates of (text before, text, label)."""
    pack = load_pack(code)
    found = tuple(Original(text, label, pack, before=before, beside=beside) for before, text, label in mentions)
    context = RecordContext("r", KEYED, found)
    return [surrogate_for(original, context) for original in found]


TOWNS = {
    code: [town for town in gazetteer(load_pack(code)).towns if class_of(town.name, load_pack(code)) == "plain"]
    for code in CODES
}


@settings(max_examples=80, deadline=None)
@given(st.data(), st.sampled_from(CODES))
def test_same_country_and_similar_size_or_same_region(data: st.DataObject, code: str) -> None:
    old = data.draw(st.sampled_from(TOWNS[code]))
    (name,) = record_of(code, ("", old.name, "CITY"))
    new = gazetteer(load_pack(code)).by_name[gazetteer(load_pack(code)).key(name)]
    assert new.country == old.country
    assert old.region == new.region or old.area == new.area or 1 / 12 <= new.population / old.population <= 12


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(CODES))
def test_towns_of_a_record_are_distinct_and_order_does_not_matter(data: st.DataObject, code: str) -> None:
    towns = data.draw(st.lists(st.sampled_from(TOWNS[code]), min_size=2, max_size=8, unique_by=lambda town: town.name))
    mentions = [("", town.name, "CITY") for town in towns]
    new = dict(zip([town.name for town in towns], record_of(code, *mentions), strict=True))
    back = dict(zip([town.name for town in towns][::-1], record_of(code, *mentions[::-1]), strict=True))
    assert new == back
    assert len(set(new.values())) == len(new)
    assert set(new.values()).isdisjoint(new)


@pytest.mark.parametrize(
    ("code", "before", "old", "kind"),
    [
        ("sv", "stuga på ", "Öland", "island"),
        ("sv", "bor i ", "Avesta", "plain"),
        ("fr", "née au ", "Mans", "le"),
        ("fr", "habite à ", "La Rochelle", "la"),
        ("de", "Urlaub auf ", "Rügen", "island"),
        ("it", "nato ad ", "Ancona", "a"),
        ("nl", "vakantie op ", "Texel", "island"),
        ("en", "stays on ", "Skye", "island"),
        ("es", "vive en ", "El Ejido", "el"),
    ],
)
def test_the_word_before_a_place_still_fits(code: str, before: str, old: str, kind: str) -> None:
    (new,) = record_of(code, (before, old, "CITY"))
    pack = load_pack(code)
    places = gazetteer(pack)
    listed = {places.key(town.name): town.name for town in places.towns} | {
        places.key(town.name): town.name for towns in places.of_class.values() for town in towns
    }
    assert class_of(listed[places.key(new)], pack) == kind
    assert new != old


def test_all_mentions_of_a_place_have_their_say() -> None:
    new = record_of("sv", ("", "Lidingö", "CITY"), ("ute på ", "Lidingö", "CITY"))
    assert new[0] == new[1] and class_of(new[0], load_pack("sv")) == "island"


def test_article_stays_outside_where_the_preposition_holds_it() -> None:
    bare, whole = record_of("fr", ("hospitalisée au ", "Mans", "CITY"), ("ville : ", "Le Mans", "CITY"))
    assert whole == f"Le {bare}"


@pytest.mark.parametrize(
    ("code", "town", "postcode"),
    [
        ("sv", "Avesta", "774 41"),
        ("nl", "Zeist", "3701 GL"),
        ("ja", "川崎市高津区", "213-0001"),
        ("en", "Bradford", "BD1 4QT"),
        ("en", "Duluth", "55802"),
        ("de", "Traunstein", "83278"),
        ("fr", "Morlaix", "29600"),
        ("es", "Utrera", "41710"),
        ("it", "Sabaudia", "04016"),
    ],
)
def test_postcode_and_town_agree(code: str, town: str, postcode: str) -> None:
    pack = load_pack(code)
    found = (
        Original(town, "CITY", pack, beside=(("ZIP", postcode),)),
        Original(postcode, "ZIP", pack, beside=(("CITY", town),)),
    )
    context = RecordContext("r", KEYED, found)
    new_town, new_code = (surrogate_for(original, context) for original in found)
    places = gazetteer(pack)
    assert new_code.startswith(places.by_name[places.key(new_town)].postcode)
    assert len(new_code.replace(" ", "")) in (5, 6, 7, 8) and new_code != postcode


def test_town_that_no_list_knows_lies_where_its_postcode_says() -> None:
    pack = load_pack("sv")
    (new,) = record_of("sv", ("", "Kvarnbotorp", "CITY"), beside=(("ZIP", "776 98"),))
    assert gazetteer(pack).by_name[gazetteer(pack).key(new)].area == "Dalarna"


def test_part_of_a_name_is_the_whole_town() -> None:
    whole, part = record_of("it", ("", "Casalecchio di Reno", "CITY"), ("", "Casalecchio", "CITY"))
    assert whole == part


@pytest.mark.parametrize(
    ("code", "old", "country"), [("sv", "Katowice", "PL"), ("en", "Bydgoszcz", "PL"), ("ja", "シアトル", "US")]
)
def test_town_abroad_stays_in_its_country(code: str, old: str, country: str) -> None:
    (new,) = record_of(code, ("", old, "CITY"))
    places = gazetteer(load_pack(code))
    assert places.where(places.key(new)).country == country


def test_genitive_of_a_town_stays() -> None:
    plain, genitive = record_of("sv", ("", "Ludvika", "CITY"), ("", "Ludvikas", "CITY"))
    assert genitive in (plain, plain + "s") and (genitive == plain) == plain.endswith(("s", "x", "z"))


def test_abbreviated_state_becomes_another_state_of_the_country() -> None:
    (new,) = record_of("en", (", ", "MN", "REGION"))
    states = {row[1] for row in load_pack("en").list("areas").rows if row[2:] == ("US", "state")}
    assert new in states - {"MN"}


def test_country_becomes_one_of_the_same_continent() -> None:
    (new,) = record_of("fr", ("vit en ", "Belgique", "COUNTRY"))
    assert new in gazetteer(load_pack("fr")).countries_beside("Belgique")
    assert class_of(new, load_pack("fr")) == "feminine"


def test_words_before_are_read_at_their_border() -> None:
    pack = load_pack("sv")
    assert asked("bor i ", pack) == frozenset(["plain"])
    assert asked("semafori ", pack) == frozenset()


@pytest.mark.parametrize(
    ("code", "before", "district"),
    [
        ("sv", "bor i ", "Vivalla"),
        ("it", "quartiere ", "Fontanelle"),
        ("es", "barrio de ", "Peñarrubia"),
        ("en", "in ", "Toxteth"),
    ],
)
def test_part_of_a_city_becomes_a_part_of_any_town(code: str, before: str, district: str) -> None:
    pack = load_pack(code)
    names = place_grammar(pack).names["district"]
    for number in range(10):
        old = Original(district, "CITY", pack, before=before)
        new = surrogate_for(old, RecordContext(f"r{number}", KEYED, (old,)))
        assert new in names and new != district
