"""Hospitals, bodies and firms of a record agree with its towns, its regions and its people."""

from __future__ import annotations

import pytest

from maskerad.languages import load_pack
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.atlas.known import known_institutions
from maskerad.surrogates.atlas.units import units
from maskerad.surrogates.places.area_codes import area_codes
from maskerad.surrogates.places.keys import key_of
from maskerad.text.folding import fold

from .marked import new_of
from .records import KEY, OTHER_KEY

KEYS = (KEY, OTHER_KEY, b"q" * 32)


def known(code: str, text: str) -> str:
    """The town of a known hospital, by any of its forms."""
    table = known_institutions(load_pack(code), "HOSPITAL")
    return table.by_name[table.by_form[fold(text)][0]].town


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("nl", "Opname [Amphia Ziekenhuis|HOSPITAL], [Breda|CITY]"),
        ("fr", "Adressée de [Bretonneau|HOSPITAL] à [Tours|CITY]"),
        ("de", "[Rechts der Isar|HOSPITAL], [München|CITY], den 3. Mai"),
    ],
)
def test_a_known_hospital_moves_with_its_town(code: str, note: str, key: bytes) -> None:
    (hospital, town), _ = new_of(code, note, key)
    places, own = gazetteer(load_pack(code)), fold(known(code, hospital))
    assert own == fold(town) or places.where(own).region == places.where(fold(town)).region


@pytest.mark.parametrize("key", KEYS)
def test_a_known_hospital_named_after_a_town_of_the_record_is_named_after_the_new_one(key: bytes) -> None:
    note = "[Medisch Centrum Leeuwarden|HOSPITAL] te [Leeuwarden|CITY]; retour [MCL|HOSPITAL]"
    (long, town, short), _ = new_of("nl", note, key)
    assert long == f"Medisch Centrum {town}"
    assert short == f"MC{fold(town)[0].upper()}"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "hospital", "town"),
    [("fr", "CHU d'Angers", "Angers"), ("de", "Uniklinik Bonn", "Bonn"), ("nl", "UMC Groningen", "Groningen")],
)
def test_the_town_of_a_university_hospital_becomes_another_with_one(
    code: str, hospital: str, town: str, key: bytes
) -> None:
    (new, new_town), _ = new_of(code, f"[{hospital}|HOSPITAL]. Wohnt in [{town}|CITY].", key)
    assert new_town in new or known(code, new) == new_town
    towns = load_pack(code).late_table("places.toml", "university")["towns"]
    assert new_town in towns


@pytest.mark.parametrize("key", KEYS)
def test_a_long_japanese_name_is_taken_apart_so_that_its_short_form_follows(key: bytes) -> None:
    note = "[秋田滝の上病院|HOSPITAL]に入院。[秋田市|CITY]在住。[滝の上病院|HOSPITAL]へ電話"
    (long, town, short), _ = new_of("ja", note, key)
    assert long == town.removesuffix("市") + short
    assert short.endswith("病院")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "label", "long", "short"),
    [
        ("nl", "HOSPITAL", "De Duinrand", "Duinrand"),
        ("de", "HOSPITAL", "Krankenhaus St. Hedwig Potsdam", "St. Hedwig"),
        ("fr", "HOSPITAL", "Les Marronniers", "Marronniers"),
    ],
)
def test_a_name_without_its_article_or_town_is_the_same_name(
    code: str, label: str, long: str, short: str, key: bytes
) -> None:
    (one, other), _ = new_of(code, f"[{long}|{label}] ... [{short}|{label}]", key)
    assert other in one and other != short


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("de", "Frau [Ostwald|OTHER_PERSON] von [Malerbetrieb Ostwald|ORGANIZATION]"),
        ("nl", "dhr. [Terpstra|OTHER_PERSON] van [Bakkerij Terpstra|ORGANIZATION]"),
        ("fr", "Me [Chevrier|OTHER_PERSON], de l'[étude Chevrier|ORGANIZATION]"),
    ],
)
def test_a_firm_that_bears_the_name_of_somebody_of_the_record_bears_the_new_one(
    code: str, note: str, key: bytes
) -> None:
    (person, firm), _ = new_of(code, note, key)
    assert firm.split()[-1] == person


@pytest.mark.parametrize("key", KEYS)
def test_bodies_of_a_region_that_stays_are_of_a_new_town_in_it(key: bytes) -> None:
    note = "Née à [Quimper|CITY], [Bretagne|REGION]. [ARS de Bretagne|ORGANIZATION] prévenue"
    (town, _, body), _ = new_of("fr", note, key)
    assert body in (f"ARS de {town}", f"ARS d'{town}", "ARS du " + town.removeprefix("Le "))


@pytest.mark.parametrize("key", KEYS)
def test_an_agency_stays_that_agency_beside_another_place(key: bytes) -> None:
    (new,), _ = new_of("fr", "[CPAM de la Sarthe|ORGANIZATION]", key)
    assert new.startswith("CPAM d") and "Sarthe" not in new


@pytest.mark.parametrize("key", KEYS)
def test_a_district_is_that_of_the_new_town(key: bytes) -> None:
    (_, district, town), _ = new_of("ja", "住所 [群馬県|REGION][吾妻郡|REGION][中之条町|CITY]", key)
    assert load_pack("ja").late_table("places.toml", "districts")[town] == district


@pytest.mark.parametrize("key", KEYS)
def test_quarters_and_places_of_groups(key: bytes) -> None:
    (_, quarter, born), _ = new_of("de", "[Bremen|CITY]-[Ochtumhude|CITY], geboren in [Breslau|CITY]", key)
    table = load_pack("de").late_table("places.toml", "places")
    assert quarter in table["quarters"]
    assert born in table["groups"][0]


@pytest.mark.parametrize("key", KEYS)
def test_a_japanese_house_bears_a_name_of_houses(key: bytes) -> None:
    (new,), _ = new_of("ja", "[栄町3-2 若木坂コーポ102|STREET]", key)
    houses = [row[0] for row in load_pack("ja").list("evocative").rows if "house" in row[1].split()]
    assert any(f"{name}コーポ" in new for name in houses)


@pytest.mark.parametrize("key", KEYS)
def test_a_boat_in_quotation_marks_is_no_post(key: bytes) -> None:
    (new,), _ = new_of("fr", "le bateau de son oncle, le « [Avel ar Goz|OTHER_PHI] », a coulé", key)
    names = [row[0] for row in load_pack("fr").list("other_phi").rows if row[1] != "post"]
    assert new in names


@pytest.mark.parametrize("key", KEYS)
def test_an_unlisted_insurer_becomes_a_listed_one(key: bytes) -> None:
    (new,), _ = new_of("de", "versichert bei der [Talheimer Krankenkasse|ORGANIZATION]", key)
    table = known_institutions(load_pack("de"), "ORGANIZATION").by_name
    assert table[new].kind == "insurer"


@pytest.mark.parametrize("key", KEYS)
def test_a_house_behind_a_preposition_is_no_town(key: bytes) -> None:
    (new,), _ = new_of("nl", "dagbesteding in [De Zandloper|HOSPITAL] gestart", key)
    assert fold(new) not in gazetteer(load_pack("nl")).by_name


def test_a_family_name_of_three_letters_is_no_genitive() -> None:
    (new,), _ = new_of("de", "Kollege [Henrik Vos|OTHER_PERSON] war da")
    assert not new.endswith(("hs", "os"))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note", "form"),
    [
        ("sv", "[Sorsele sjukstuga|HOSPITAL] ... bor i [Sorsele|CITY]", "{} sjukstuga"),
        ("sv", "[Kalix kommun|ORGANIZATION] ... bor i [Kalix|CITY]", "{} kommun"),
        ("nl", "[Gemeente Oisterwijk|ORGANIZATION]. Woont te [Oisterwijk|CITY]", "Gemeente {}"),
        ("de", "[Klinikum Esslingen|HOSPITAL], [Esslingen a.N.|CITY]", "Klinikum {}"),
        ("ja", "[飯塚病院|HOSPITAL]へ搬送。[飯塚市|CITY]在住", "{}病院"),
    ],
)
def test_a_town_is_one_town_in_the_names_of_its_houses_too(code: str, note: str, form: str, key: bytes) -> None:
    (house, town), _ = new_of(code, note, key)
    bare = town.removesuffix("市")
    assert house in (form.format(bare), form.format(bare + "s"))


@pytest.mark.parametrize("key", KEYS)
def test_a_town_that_only_houses_name_is_one_town(key: bytes) -> None:
    (hospital, council), _ = new_of("sv", "[Kalix sjukhus|HOSPITAL], [Kalix kommun|ORGANIZATION]", key)
    assert hospital.removesuffix(" sjukhus") == council.removesuffix(" kommun") != "Kalix"


@pytest.mark.parametrize("key", KEYS)
def test_towns_of_one_area_lie_in_one_area(key: bytes) -> None:
    """Östergötland has one university hospital: all its towns go where there is another."""
    note = "[Universitetssjukhuset i Linköping|HOSPITAL] i [Linköping|CITY]. Bor i [Motala|CITY], f d i [Mjölby|CITY]"
    (_, *towns), _ = new_of("sv", note, key)
    places = gazetteer(load_pack("sv"))
    areas = {places.by_name[places.key(town)].area for town in towns}
    assert len(areas) == 1 and areas != {"Östergötland"}


@pytest.mark.parametrize("key", KEYS)
def test_a_region_that_stays_holds_its_towns(key: bytes) -> None:
    note = "[Linköping|CITY], [Östergötland|REGION]. [Universitetssjukhuset i Linköping|HOSPITAL]"
    (town, region, _), _ = new_of("sv", note, key)
    places = gazetteer(load_pack("sv"))
    assert region == "Östergötland" == places.by_name[places.key(town)].area


@pytest.mark.parametrize("key", KEYS)
def test_a_province_named_as_a_town_of_the_record_is_that_of_the_new_towns(key: bytes) -> None:
    (town, province), _ = new_of("es", "[Osuna|CITY] ([Sevilla|REGION]). Vive en [Sevilla|CITY]", key)[0][:2], ""
    places = gazetteer(load_pack("es"))
    assert places.by_name[places.key(town)].area == province != "Sevilla"


def test_a_mark_that_belongs_to_the_name_of_a_town_stays() -> None:
    for number in range(20):
        (new,), _ = new_of("ja", "[津市|CITY]在住", bytes([number]) * 32)
        assert units(load_pack("ja")).bare(new) not in ("四日", "廿日", "野々")
    (short, long), _ = new_of("ja", "[四日市|CITY]の[四日市市立病院|HOSPITAL]")
    assert long == f"{short}市立病院" and "四日" not in long


@pytest.mark.parametrize("key", KEYS)
def test_a_long_japanese_name_of_a_boat_is_no_post(key: bytes) -> None:
    (new,), _ = new_of("ja", "自分の船（[第三ちゅらうみ丸|OTHER_PHI]）の上で発症", key)
    assert new.endswith("丸") and new != "第三ちゅらうみ丸"


def test_a_region_that_stays_has_towns_enough() -> None:
    towns = ["Albuquerque", "Crownpoint", "Mariano Lake", "Church Rock", "Gallup", "Farmington", "Roswell"]
    note = " ".join(f"[{town}|CITY], [New Mexico|REGION]." for town in towns)
    new = {one for one in new_of("en", note)[0] if one != "New Mexico"}
    listed = {row[0] for row in load_pack("en").list("cities").rows if "New Mexico" in row[1:2]}
    postal = {row[0] for row in load_pack("en").list("postal_towns").rows if row[2] == "New Mexico"}
    assert new <= listed | postal
    assert len(new) == len(towns)


def test_postcode_beside_a_town_that_the_record_tells_with_its_part() -> None:
    (part, code, town), _ = new_of("fr", "Née à [Lyon 7e|CITY]. École : 11 rue Renan – [69007|ZIP] [Lyon|CITY]")
    prefixes = {row[0]: row[1] for row in load_pack("fr").list("postal_towns").rows}
    assert part == town and code.startswith(prefixes[town])


def test_a_postcode_of_two_countries_is_that_of_the_country_of_its_town() -> None:
    (_, town), _ = new_of("fr", "Domicile : chemin de Rovéréaz 23, [1012|ZIP] [Lausanne|CITY]")
    countries = {row[0]: row[3] for row in load_pack("fr").list("postal_towns").rows}
    assert countries[town] == "CH"


def test_towns_of_a_region_called_after_its_capital_lie_together() -> None:
    note = "Nacido en [Osuna|CITY] ([Sevilla|REGION]). Vive en [Sevilla|CITY], [Triana|CITY]."
    (first, region, second, _), _ = new_of("es", note)
    areas = {row[0]: row[2] for row in load_pack("es").list("postal_towns").rows}
    assert areas[first] == areas[second] == region


def test_a_town_with_an_article_stays_in_its_province_though_no_other_there_has_one() -> None:
    for number in range(5):
        key = bytes([number]) * 32
        (town, _), _ = new_of("es", "vive en [El Ejido|CITY], provincia de [Almería|REGION]", key)
        assert gazetteer(load_pack("es")).where(fold(town)).area == "Almería"


def test_a_part_of_a_town_moves_with_it_and_takes_its_codes_along() -> None:
    pack = load_pack("nl")
    for number in range(5):
        key = bytes([number]) * 32
        (town, part, code, phone), _ = new_of(
            "nl", "[Rotterdam|CITY], thuis in [Rotterdam-Zuid|CITY]. [3073XN|ZIP]\n\n[010-2918402|PHONE]", key
        )
        listed = gazetteer(pack).by_name[gazetteer(pack).key(town)]
        assert town == part and code.startswith(listed.postcode)
        assert phone.startswith(area_codes(pack, "NL").of_town[key_of(town, pack)])


def test_an_abbreviation_of_a_province_goes_with_the_town_that_it_is_called_after() -> None:
    for number in range(5):
        key = bytes([number]) * 32
        (town, province), _ = new_of("it", "nato a [Rimini|CITY]. Residente in provincia ([RN|REGION])", key)
        assert province == {name: code for name, code, *_ in load_pack("it").list("areas").rows if code}.get(
            gazetteer(load_pack("it")).small_area(gazetteer(load_pack("it")).by_name[fold(town)])
        )
