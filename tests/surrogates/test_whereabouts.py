"""What tells where towns of a record lie: départements, postcodes, the country of the others, numbers beside them."""

from __future__ import annotations

import re

import pytest

from maskerad.languages import load_pack
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.places.area_codes import area_codes
from maskerad.surrogates.places.keys import key_of

from .marked import new_of

KEYS = [bytes([number]) * 32 for number in range(1, 6)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note", "area"),
    [
        ("fr", "[Quimper|CITY], fille à [Concarneau|CITY]. AVC à [Brest|CITY]. [Finistère|REGION]", "Finistère"),
        ("it", "[Rovereto|CITY] ([TN|REGION]), figlio a [Mori|CITY] ([TN|REGION])", "Trento"),
        ("it", "[Torino|CITY] ([TO|REGION]), figlia a [Ivrea|CITY] ([TO|REGION])", "Torino"),
    ],
)
def test_towns_of_a_small_area_that_is_told_stay_in_it(code: str, note: str, area: str, key: bytes) -> None:
    new, _ = new_of(code, note, key)
    places = gazetteer(load_pack(code))
    towns = [places.by_name[places.key(one)] for one in new if places.key(one) in places.by_name]
    assert len(towns) == note.count("|CITY]") and all(places.lies_in(town, area) for town in towns)


@pytest.mark.parametrize("key", KEYS)
def test_a_region_of_two_parts_is_kept_by_the_name_of_its_part(key: bytes) -> None:
    (town, region), _ = new_of("it", "Abita a [Cles|CITY], [Trentino|REGION]", key)
    places = gazetteer(load_pack("it"))
    assert region == "Trentino" and places.lies_in(places.by_name[places.key(town)], "Trento")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note", "country"),
    [
        ("it", "Nata a [Merano|CITY], abita a [Rovereto|CITY], tel. [0464 433 218|PHONE]", "IT"),
        ("de", "Aus [Weiden|CITY]; Hof in [Altenstadt|CITY], Tel. [09602 33814|PHONE]", "DE"),
        ("nl", "Uit [Winterswijk|CITY]. Huisarts te [Groenlo|CITY], tel. [0544-46 12 08|PHONE]", "NL"),
    ],
)
def test_a_number_beside_a_town_has_its_area_code(code: str, note: str, country: str, key: bytes) -> None:
    (*_, town, number), _ = new_of(code, note, key)
    wanted = area_codes(load_pack(code), country).of_town.get(key_of(town, load_pack(code)), "")
    assert wanted and re.sub(r"\D", "", number).startswith(wanted[:3])


@pytest.mark.parametrize("key", KEYS)
def test_a_swiss_record_has_swiss_postcodes_and_no_german_numbers(key: bytes) -> None:
    note = (
        "[3600|ZIP] [Thun|CITY], Tochter aus [Burgdorf|CITY]; [3612|ZIP] [Steffisburg|CITY], Tel. [033 437 12 90|PHONE]"
    )
    (_, _, _, _, town, number), _ = new_of("de", note, key)
    places = gazetteer(load_pack("de"))
    assert places.by_name[places.key(town)].country == "CH"
    assert number[:3] in ("023", "035", "045", "054", "064", "082", "093")  # given up by the numbering plan


@pytest.mark.parametrize("key", KEYS)
def test_a_town_that_no_list_places_lies_where_the_others_do(key: bytes) -> None:
    english_towns, _ = new_of("en", "From [Okehampton|CITY], seen in [Exeter|CITY] and [Tiverton|CITY]", key)
    (_, farm), _ = new_of("de", "Aus [Weiden|CITY], Hof in [Altenstadt|CITY]", key)
    english, german = gazetteer(load_pack("en")), gazetteer(load_pack("de"))
    assert len({english.where(english.key(town)).area for town in english_towns}) == 1
    assert german.where(german.key(farm)).region == "Bayern"


@pytest.mark.parametrize("key", KEYS)
def test_a_town_beside_a_postcode_has_one(key: bytes) -> None:
    note = "[92660|ZIP] [Neustadt|CITY], früher [Weiden|CITY], [Regensburg|CITY], [Amberg|CITY], [Cham|CITY]"
    (code, town, *_), _ = new_of("de", note, key)
    places = gazetteer(load_pack("de"))
    assert code.startswith(places.by_name[places.key(town)].postcode)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("it", "Nato a [Napoli|CITY]. Residente in Vico Lungo, CAP [80141|ZIP]"),
        ("sv", "Från [Borås|CITY]. Stämmer adressen Kindsgatan, [50434|ZIP]?"),
        ("en", "Seen in [Exeter|CITY], born 13/02/1931. Postcode [EX4 3RT|ZIP]"),
    ],
)
def test_a_postcode_that_stands_alone_goes_with_the_town_of_the_record_that_it_is_of(
    code: str, note: str, key: bytes
) -> None:
    (town, postcode), _ = new_of(code, note, key)
    places = gazetteer(load_pack(code))
    assert postcode.startswith(places.by_name[places.key(town)].postcode[:2])


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note", "country"),
    [
        ("es", "Vive en [Osorno|CITY], nació en [Puerto Octay|CITY]", "CL"),
        ("fr", "Habite [Saint-Louis|CITY], suivie à [Cilaos|CITY] ; [97448|ZIP] [Saint-Pierre Cedex|CITY]", "RE"),
        ("en", "From [Gweedore|CITY], [Co. Donegal|REGION] [F92 XK47|ZIP], seen in [Letterkenny|CITY]", "IE"),
        ("de", "Aus [Winterthur|CITY], Kur in [Flims|CITY], früher [Scuol|CITY]", "CH"),
        ("sv", "Bor i [Larsmo|CITY], tekniker från [Karleby|CITY], syster i [Kvevlax|CITY]", "FI"),
    ],
)
def test_towns_stay_in_the_country_that_a_list_or_the_others_tell(
    code: str, note: str, country: str, key: bytes
) -> None:
    new, _ = new_of(code, note, key)
    places, labels = gazetteer(load_pack(code)), re.findall(r"\|([A-Z]+)\]", note)
    at_home = (town for town in places.towns if town.country == country)
    of_country = (*at_home, *places.other_towns(country, country), *places.abroad(country))
    names = {town.name for town in of_country}
    assert {name for name, label in zip(new, labels, strict=True) if label == "CITY"} <= names


@pytest.mark.parametrize("key", KEYS)
def test_villages_of_flanders_do_not_go_to_brussels(key: bytes) -> None:
    new, _ = new_of("nl", "Van [Poperinge|CITY], oma te [Westouter|CITY], raadpleging te [Ieper|CITY]", key)
    places = gazetteer(load_pack("nl"))
    assert {places.where(places.key(one)).region for one in new} == {"Vlaanderen"}


@pytest.mark.parametrize("key", KEYS)
def test_an_island_to_which_one_takes_the_boat_becomes_another(key: bytes) -> None:
    (new,), _ = new_of("nl", "Woont op [Texel|CITY]", key)
    assert new in {"Terschelling", "Ameland", "Vlieland", "Schiermonnikoog"}


@pytest.mark.parametrize("key", KEYS)
def test_a_house_called_after_nobody_known_bears_a_town_of_the_country(key: bytes) -> None:
    note = "Van [Poperinge|CITY] en [Ieper|CITY], gezien in het [Jan Yperman Ziekenhuis|HOSPITAL]"
    (*_, house), _ = new_of("nl", note, key)
    places, name = gazetteer(load_pack("nl")), house.removesuffix(" Ziekenhuis")
    assert places.where(places.key(name)).country in ("BE", "")


def test_a_saint_is_no_town_abroad() -> None:
    (town, house), _ = new_of("es", "De [Osorno|CITY], traslado a [Hospital Base San José|HOSPITAL]")
    assert house.startswith("Hospital Base San ") and town not in house


@pytest.mark.parametrize("key", KEYS)
def test_postcodes_overseas_stay_there(key: bytes) -> None:
    note = "27 rue des Lataniers, [97429|ZIP] [Petite-Île|CITY], [La Réunion|REGION]"
    (code, _, region), _ = new_of("fr", note, key)
    assert code.startswith("974") and code != "97429" and region == "La Réunion"
