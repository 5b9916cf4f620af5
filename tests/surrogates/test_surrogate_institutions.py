"""Institutions keep their kind; short forms follow long ones; numbers keep their size."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.languages import load_pack
from maskerad.surrogates import Keyed, surrogate_for
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.atlas.known import known_institutions
from maskerad.surrogates.places.towns import new_towns
from maskerad.surrogates.request import Original, RecordContext
from maskerad.text.folding import fold

from .records import OTHER_KEY, surrogates

HOSPITAL, ORGANIZATION = "HOSPITAL", "ORGANIZATION"


@pytest.mark.parametrize(
    ("code", "long", "short"),
    [
        ("sv", "Skånes universitetssjukhus", "SUS"),
        ("sv", "Löwenströmska sjukhuset", "Löwet"),
        ("nl", "Universitair Medisch Centrum Utrecht", "UMCU"),
        ("de", "Universitätsklinikum Leipzig", "UKL"),
        ("en", "Massachusetts General Hospital", "MGH"),
        ("es", "Hospital Universitario La Paz", "HULP"),
        ("it", "Policlinico Tor Vergata", "PTV"),
        ("fr", "Institut Paoli-Calmettes", "IPC"),
        ("ja", "九州大学病院", "九大"),
    ],
)
def test_short_form_follows_the_long_one(code: str, long: str, short: str) -> None:
    new_long, new_short = surrogates(code, (long, HOSPITAL), (short, HOSPITAL))
    table = known_institutions(load_pack(code), HOSPITAL)
    assert new_long in table.by_name and new_long != long
    assert new_short in {text for forms in table.by_name[new_long].forms for text in forms}


def test_acronym_of_an_unknown_long_form_is_made_of_its_surrogate() -> None:
    long, short = surrogates("nl", ("Medisch Centrum Zwolle", HOSPITAL), ("MCZ", HOSPITAL))
    assert short == "".join(word[0] for word in long.split()) != "MCZ"


def test_known_organisation_stays_of_its_kind() -> None:
    (new,) = surrogates("sv", ("Handelsbanken", ORGANIZATION))
    table = known_institutions(load_pack("sv"), ORGANIZATION).by_name
    assert table[new].kind == table["Handelsbanken"].kind == "bank"


def test_hospital_and_town_of_one_name_are_two_things_and_a_long_name_is_of_the_town() -> None:
    found = (
        Original("Ludvika", "CITY", load_pack("sv")),
        Original("Ludvika lasarett", HOSPITAL, load_pack("sv")),
        Original("Ludvika", HOSPITAL, load_pack("sv")),
    )
    record = RecordContext("r", Keyed(bytes(32)), found)
    town, long, bare = (surrogate_for(original, record) for original in found)
    assert long.endswith(" lasarett") and bare[:4] == long[:4]
    assert long[:4] == town[:4] and new_towns(record)["ludvika"].has_hospital


@pytest.mark.parametrize(
    ("code", "old"),
    [
        ("sv", "Motala"),
        ("nl", "Assen"),
        ("de", "Eutin"),
        ("fr", "Soissons"),
        ("es", "Lugo"),
        ("it", "Latina"),
        ("en", "Lowell"),
    ],
)
def test_hospital_named_as_a_town_is_in_a_town_with_a_hospital(code: str, old: str) -> None:
    (new,) = surrogates(code, (old, HOSPITAL))
    assert gazetteer(load_pack(code)).by_name[gazetteer(load_pack(code)).key(new)].has_hospital


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["avd {}", "avdelning {}", "plan {}"]), st.integers(2, 999))
def test_numbers_keep_their_size(form: str, number: int) -> None:
    old = form.format(number)
    (new,) = surrogates("sv", (old, HOSPITAL))
    value = int(new.split()[1])
    assert len(str(value)) == len(str(number)) and value != number
    assert value <= 2 * number + 4 and value >= number // 2


@pytest.mark.parametrize(
    ("code", "old", "kept"),
    [
        ("sv", "Tallåsens vårdcentral", "vårdcentral"),
        ("nl", "Woonzorgcentrum Veldwijk", "Woonzorgcentrum"),
        ("de", "Seniorenresidenz Auenblick", "Seniorenresidenz"),
        ("fr", "EHPAD Les Sorbiers", "EHPAD Les"),
        ("es", "Residencia Las Retamas", "Residencia"),
        ("it", "RSA Villa Ginestra", "RSA Villa"),
        ("en", "Brambledown House Care Home", "House Care Home"),
        ("ja", "ひなげし内科クリニック", "内科クリニック"),
        ("sv", "Psykiatrimottagning Öst", "Psykiatrimottagning"),
        ("de", "Krankenhaus St. Ludmilla", "Krankenhaus St. "),
    ],
)
def test_kind_of_house_stays(code: str, old: str, kept: str) -> None:
    (new,) = surrogates(code, (old, HOSPITAL))
    assert kept in new and new != old


def test_french_preposition_before_a_town_is_elided_as_the_town_asks() -> None:
    for number in range(12):
        (new,) = surrogates("fr", ("CHU de Lens", HOSPITAL), scope=f"r{number}")
        name = new.removeprefix("CHU de ").removeprefix("CHU d'")
        assert new.startswith("CHU d'") == (name[0] in "AEIOUYHÉÈ")


def test_german_adjective_of_a_town_becomes_another() -> None:
    (new,) = surrogates("de", ("Berliner Feuerwehr", ORGANIZATION))
    assert new.endswith("er Feuerwehr") and "Berlin" not in new


def test_another_key_gives_other_institutions() -> None:
    mentions = [(f"{name} vårdcentral", HOSPITAL) for name in ("Ekhagens", "Norrgårdens", "Sjöviks", "Åsbackens")]
    assert surrogates("sv", *mentions) != surrogates("sv", *mentions, key=OTHER_KEY)


@pytest.mark.parametrize(
    ("code", "old", "gender"),
    [("de", "Köchin", "in"), ("fr", "infirmière", "e"), ("it", "maestra", "a"), ("es", "maestra", "a")],
)
def test_occupation_keeps_its_gender(code: str, old: str, gender: str) -> None:
    (new,) = surrogates(code, (old, "PROFESSION"))
    forms = {row[1] for row in load_pack(code).list("occupations").rows}
    assert new in forms and new != old


@pytest.mark.parametrize(("old", "kind"), [("Bamse", "pet"), ("kassör i bridgeklubben", "post")])
def test_other_things_become_others_of_their_kind(old: str, kind: str) -> None:
    (new,) = surrogates("sv", (old, "OTHER_PHI"))
    assert {row[0]: row[1] for row in load_pack("sv").list("other_phi").rows}[new] == kind


@pytest.mark.parametrize(
    ("code", "old", "kept"),
    [
        ("sv", "Lingonstigen 18 B", "stigen "),
        ("nl", "Merelhoflaan 233", "laan "),
        ("de", "Wacholderstr. 40", "str. "),
        ("fr", "12 bis chemin du Grand Pré", "bis chemin "),
        ("es", "C/ Conde de Aranjez, 41, 3º dcha.", "C/ "),
        ("it", "Viale Oleandri 31", "Viale "),
        ("en", "77 Larkspur Way", " Way"),
        ("en", "PO Box 3391", "PO Box "),
        ("ja", "桜木町３丁目１１－７", "丁目"),
    ],
)
def test_street_keeps_its_type_and_its_numbers_their_size(code: str, old: str, kept: str) -> None:
    (new,) = surrogates(code, (old, "STREET"))
    assert kept in new and new != old
    assert sum(map(str.isdecimal, new)) == sum(map(str.isdecimal, old))


def test_streets_of_one_name_are_one_street() -> None:
    first, second = surrogates("sv", ("Lingonstigen 18 B", "STREET"), ("LINGONSTIGEN 18B", "STREET"))
    assert first.replace(" ", "").upper() == second.replace(" ", "")


def test_with_the_scope_of_a_corpus_an_institution_is_the_same_in_all_records() -> None:
    pack, keyed = load_pack("sv"), Keyed(bytes(32))

    def new(*towns: str) -> str:
        hospital = Original("Ludvika lasarett", HOSPITAL, pack)
        found = (hospital, *(Original(town, "CITY", pack) for town in towns))
        root = RecordContext("-".join(towns), keyed, found)
        return surrogate_for(hospital, RecordContext("corpus", keyed, (hospital,), root))

    assert new("Ludvika", "Mora") == new("Arvika") == new()


@settings(max_examples=30, deadline=None)
@given(
    st.permutations([("Ludvika lasarett", HOSPITAL), ("Ludvika", HOSPITAL), ("Ekens VC", HOSPITAL), ("SUS", HOSPITAL)])
)
def test_order_of_institutions_does_not_matter(mentions: list[tuple[str, str]]) -> None:
    new = dict(zip(mentions, surrogates("sv", *mentions), strict=True))
    ordered = sorted(mentions)
    assert new == dict(zip(ordered, surrogates("sv", *ordered), strict=True))


@pytest.mark.parametrize("old", ["St. Gereon", "Sankt Gereon"])
def test_church_becomes_a_church(old: str) -> None:
    (new,) = surrogates("de", (old, "OTHER_PHI"))
    assert new.startswith(old.split()[0] + " ") and new != old


@pytest.mark.parametrize(("old", "is_female"), [("président du comité des quais", False), ("présidente du club", True)])
def test_post_keeps_its_gender(old: str, is_female: bool) -> None:
    firsts = {surrogates("fr", (old, "OTHER_PHI"), scope=str(i))[0].split()[0] for i in range(30)}
    feminine = {"présidente", "trésorière", "secrétaire"}
    assert firsts <= feminine if is_female else not firsts & (feminine - {"secrétaire"})


def test_article_before_a_vowel() -> None:
    for scope in map(str, range(30)):
        (new,) = surrogates("fr", ("Agence du Nord", ORGANIZATION), scope=scope)
        assert " du E" not in new and " du O" not in new and "Nord" not in new


@pytest.mark.parametrize(("code", "old"), [("fr", "miroitiste"), ("it", "campanista")])
def test_occupation_of_either_gender_stays_one(code: str, old: str) -> None:
    rows = load_pack(code).list("occupations").rows
    either = {row[0] for row in rows if row[0] == row[1]}
    assert {surrogates(code, (old, "PROFESSION"), scope=str(i))[0] for i in range(20)} <= either


def test_hospital_body_and_company_are_named_after_the_new_town() -> None:
    for number in range(10):
        town, hospital, bare, council, club = surrogates(
            "sv",
            ("Lindesberg", "CITY"),
            ("Lindesbergs lasarett", HOSPITAL),
            ("Lindesberg", HOSPITAL),
            ("Lindesbergs kommun", ORGANIZATION),
            ("IFK Lindesberg", ORGANIZATION),
            scope=f"r{number}",
        )
        assert hospital in (f"{town}s lasarett", f"{town} lasarett") and bare == town
        assert council in (f"{town}s kommun", f"{town} kommun") and club == f"IFK {town}"
        assert gazetteer(load_pack("sv")).by_name[fold(town)].has_hospital


def test_no_other_institution_bears_the_name_of_a_new_town() -> None:
    for number in range(30):
        town, other, third = surrogates(
            "en", ("Yeovil", "CITY"), ("Basildon", HOSPITAL), ("Torquay", HOSPITAL), scope=f"r{number}"
        )
        assert town not in (other, third)


@pytest.mark.parametrize(
    ("code", "person", "firm", "form"),
    [
        ("sv", "Torkel Hägg", "Häggs Bygg", "{family}s Bygg"),
        ("it", "Armando Fornasari", "Fratelli Fornasari s.r.l.", "Fratelli {family} s.r.l."),
        ("en", "Hilda Storr", "Storr & Pelham", "{family} & "),
    ],
)
def test_firm_of_a_family_is_the_new_family_s(code: str, person: str, firm: str, form: str) -> None:
    name, new = surrogates(code, (person, "OTHER_PERSON"), (firm, ORGANIZATION))
    family = name.split(" ", 1)[1]
    wanted = form.format(family=family).replace("ss ", "s ").replace("zs ", "z ").replace("xs ", "x ")
    assert new.startswith(wanted) and "Pelham" not in new


def test_short_form_of_a_long_name_follows_it() -> None:
    long, short = surrogates("en", ("Copper Harvest Bakery", ORGANIZATION), ("Copper Harvest", ORGANIZATION))
    assert long.startswith(short) and "Copper" not in short


def test_article_of_a_short_form_falls_away_inside_a_longer_name() -> None:
    for number in range(20):
        (new,) = surrogates("en", ("Leeds General Infirmary Eye Clinic", HOSPITAL), scope=f"r{number}")
        (inner,) = surrogates("en", ("The Infirmary Eye Clinic", HOSPITAL), scope=f"r{number}")
        assert not new.lower().startswith("the ") and " the " not in inner.lower()


@pytest.mark.parametrize(
    ("code", "old"), [("en", "Raigmore Hospital"), ("es", "Hospital Royo Villanova"), ("it", "Ospedale Bellaria")]
)
def test_known_hospital_stays_in_its_region(code: str, old: str) -> None:
    table = known_institutions(load_pack(code), HOSPITAL).by_name
    for number in range(12):
        (new,) = surrogates(code, (old, HOSPITAL), scope=f"r{number}")
        assert new != old and table[new].region == table[old].region != ""


def test_genitive_of_a_known_hospital_is_not_doubled() -> None:
    for number in range(20):
        (new,) = surrogates("sv", ("Kullbergskas", HOSPITAL), scope=f"r{number}")
        assert not new.endswith("ss")


def test_irregular_genitive_of_a_town_follows_the_town() -> None:
    for number in range(8):
        town, hospital = surrogates("sv", ("Falun", "CITY"), ("Falu lasarett", HOSPITAL), scope=f"r{number}")
        assert hospital in (f"{town} lasarett", f"{town}s lasarett")


def test_article_before_a_name_is_not_written_twice() -> None:
    (new,) = surrogates("es", ("CS La Chana", HOSPITAL))
    assert new.startswith("CS La ") and "La La" not in new and "La El" not in new and new != "CS La Chana"


@pytest.mark.parametrize("kind", ["PS", "CdC"])
def test_short_words_for_a_kind_stay_in_italian(kind: str) -> None:
    (new,) = surrogates("it", (f"{kind} Ozieri", HOSPITAL))
    assert new.startswith(f"{kind} ") and "Ozieri" not in new


def test_name_behind_its_kind_takes_no_genitive_in_swedish() -> None:
    behind, before = surrogates("sv", ("Vårdcentralen Getakärr", HOSPITAL), ("Lövbackens vårdcentral", HOSPITAL))
    assert behind.startswith("Vårdcentralen ") and not behind.endswith("s")
    assert before.endswith("s vårdcentral")


def test_short_article_is_not_doubled() -> None:
    for number in range(20):
        (new,) = surrogates("nl", ("’t Heem", HOSPITAL), scope=f"r{number}")
        assert new.startswith("’t ") and not new.lower().startswith(("’t de ", "’t het "))


@pytest.mark.parametrize("number", range(5))
def test_a_saint_becomes_a_saint_of_the_same_gender_and_no_town(number: int) -> None:
    key = bytes([number]) * 32
    woman, man = surrogates(
        "it", ("Ospedale Santa Chiara", "HOSPITAL"), ("parrocchia di San Marco", "ORGANIZATION"), key=key
    )
    kinds = dict(row for row in load_pack("it").list("evocative").rows if len(row) == 2)
    assert "saint_female" in kinds[woman.rpartition(" ")[2]]
    assert "saint" in kinds[man.rpartition(" ")[2]].split()


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(
    ("code", "old", "beginning"),
    [
        ("it", "Sant'Anna", r"Sant'[AEIOU]"),
        ("it", "SS. Trinità", r"SS\. [A-Z]"),
        ("it", "S.Orsete", r"S\.[AEIOU]"),
        ("it", "San Luca", r"San [^AEIOU]"),
        ("es", "Hospital de Sant Joan", r"Hospital de Sant [A-Z]"),
    ],
)
def test_behind_a_word_for_a_saint_stands_a_saint_that_fits_it(
    code: str, old: str, beginning: str, number: int
) -> None:
    (new,) = surrogates(code, (old, HOSPITAL), key=bytes([number]) * 32)
    towns = gazetteer(load_pack(code)).by_name
    assert re.match(beginning, new) and new != old
    assert fold(re.split(r"[ '.]+", new)[-1]) not in towns


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("code", ["fr", "it", "en"])
@pytest.mark.parametrize("sounds", ["AEIOU", "FHLMNRSX", "BCDGJKPQTVWZ"])
def test_the_article_before_an_acronym_stays_right(code: str, sounds: str, number: int) -> None:
    for first in sounds[:4]:
        (new,) = surrogates(code, (f"{first}KZQ", ORGANIZATION), key=bytes([number]) * 32)
        assert new[0] in sounds and new != f"{first}KZQ"


def test_a_saint_without_a_blank_is_the_known_house() -> None:
    apart, joined = surrogates("it", ("S. Orsola", HOSPITAL), ("S.Orsola", HOSPITAL))
    assert apart == joined and "Orsola" not in apart


@pytest.mark.parametrize("number", range(6))
def test_a_kind_is_joined_to_no_name_that_tells_one(number: int) -> None:
    new = surrogates("sv", ("Limsjögården", HOSPITAL), ("Tallhemmet", HOSPITAL), key=bytes([number]) * 32)
    assert not any(re.search("(gården|hemmet|huset)(gården|hemmet)$", name) for name in new), new


@pytest.mark.parametrize("scope", ["1", "2", "3", "4"])
@pytest.mark.parametrize(
    ("old", "label", "new"),
    [
        ("I.C. 8", ORGANIZATION, r"I\.C\. [0-9]+"),
        ("ASL TO5", ORGANIZATION, "ASL [A-Z]{2}[0-9]+"),
        ("Clinica Santissima Annunziata", HOSPITAL, "Clinica Santissima [A-Z][a-zà]+"),
    ],
)
def test_an_italian_house_keeps_what_it_is_before_a_new_number_or_name(
    old: str, label: str, new: str, scope: str
) -> None:
    (found,) = surrogates("it", (old, label), scope=scope)
    assert re.fullmatch(new, found) and found != old


def test_a_japanese_school_in_short_is_the_school() -> None:
    founded, whole, short = surrogates(
        "ja", ("世田谷区立用賀中", ORGANIZATION), ("用賀中学校", ORGANIZATION), ("用賀中", ORGANIZATION)
    )
    name = whole.removesuffix("中学校")
    assert whole.endswith("中学校") and short == name + "中"
    assert founded.endswith(f"区立{name}中") and not founded.startswith("世田谷")


UNITS = {
    "sv": ("Avd 17", "avdelning 3", "vårdavd 12", "Lungmottagningen 2", "enhet 3", "IVA 2"),
    "nl": ("afd. 4B", "IC 2", "kamer 12", "unit 2"),
    "de": ("Station 3", "Zimmer 12", "ITS 2", "Ebene 4"),
    "en": ("Ward 6", "Room 12", "Level 4", "Theatre 2"),
    "fr": ("Unité 5", "Secteur 2", "Pavillon 4", "chambre 12"),
    "it": ("Reparto 2", "Stanza 4", "Chir 2", "Padiglione 5"),
    "es": ("Planta 4", "Box 3", "Módulo 3", "habitación 4"),
}


@pytest.mark.parametrize(("code", "unit"), [(code, unit) for code, units in UNITS.items() for unit in units])
def test_a_unit_keeps_its_word_and_changes_its_number(code: str, unit: str) -> None:
    (new,) = surrogates(code, (unit, HOSPITAL))
    assert new.split()[0] == unit.split()[0] and new != unit


def test_brothers_in_short_stay_brothers() -> None:
    (new,) = surrogates("it", ("Az. Agr. F.lli Bottura", ORGANIZATION))
    assert new.startswith("Az. Agr. F.lli ") and "Bottura" not in new


def test_a_name_in_capitals_that_ends_with_s_takes_no_second_one() -> None:
    for number in range(6):
        plain, capitals = surrogates(
            "sv", ("Söderhamns sjukhus", HOSPITAL), ("SÖDERHAMNS SJUKHUS", HOSPITAL), key=bytes([number]) * 32
        )
        assert plain.upper() == capitals
