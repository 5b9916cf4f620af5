"""What words beside a mention tell of it stays so, whatever it was taken for: animals, vessels, posts, addresses."""

from __future__ import annotations

import pytest

from maskerad.languages import load_pack
from maskerad.languages.names import name_conventions
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.others.professions import occupations
from maskerad.text.folding import fold

from .marked import new_of

KEYS = [bytes([number]) * 32 for number in range(1, 6)]


def listed(code: str, kind: str) -> set[str]:
    return {row[0] for row in load_pack(code).list("other_phi").rows if row[1:] == (kind,)}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note", "kind"),
    [
        ("en", 'Dog "[Duke|PERSON]" at home.', "pet"),
        ("ja", "飼い犬の[コロ|PERSON]と暮らす。", "pet"),
        ("sv", "Katten [Sotis|GIVEN_NAME] bor hos grannen.", "pet"),
        ("it", "Sul peschereccio [Nuova Speranza|ORGANIZATION] dal 1980.", "boat"),
        ("ja", "釣り船「[第三みさき丸|ORGANIZATION]」", "boat"),
    ],
)
def test_animals_and_vessels_stay_what_they_are(code: str, note: str, kind: str, key: bytes) -> None:
    (new,), _ = new_of(code, note, key)
    assert new in listed(code, kind)


@pytest.mark.parametrize("key", KEYS)
def test_an_animal_is_the_same_wherever_it_is_named(key: bytes) -> None:
    (first, second), _ = new_of("en", "Her cat [Duke|PERSON] sleeps. The neighbour feeds [Duke|PERSON].", key)
    assert first == second and first in listed("en", "pet")


def test_a_patient_behind_a_word_for_an_animal_stays_a_person() -> None:
    for key in KEYS:
        (new,), _ = new_of("en", "Brought by the owner of the dog [Duke Harrison|PATIENT].", key)
        assert new not in listed("en", "pet")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note", "tail"),
    [
        ("de", "Er ist [Bürgermeister in|OTHER_PHI] [Weiden|CITY].", " in"),
        ("es", "El hijo es [alcalde de|OTHER_PHI] [Navia|CITY].", " de"),
    ],
)
def test_a_post_stays_one_and_keeps_the_word_before_its_place(code: str, note: str, tail: str, key: bytes) -> None:
    (new, _), _ = new_of(code, note, key)
    known = occupations(load_pack(code)).rows
    assert new.endswith(tail) and new.removesuffix(tail) in {row[0] for row in known if row[2] == "post public"}


@pytest.mark.parametrize("key", KEYS)
def test_a_place_with_a_number_is_an_address_in_the_script_of_its_text(key: bytes) -> None:
    (new, _), _ = new_of("ja", "[湖岸通り5-11-50|LOCATION] [諏訪市|CITY]", key)
    assert any(char >= "\u3041" for char in new) and any(map(str.isdecimal, new))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("it", "Chiama la sig.ra da [Rovereto|PERSON], tornata a [Rovereto|CITY]."),
        ("en", "Husband en route from [Okehampton|FAMILY_NAME], back in [Okehampton|CITY]."),
        ("sv", "Flyttade från [Skövde|PERSON], bodde i [Skövde|CITY]."),
    ],
)
def test_a_town_taken_for_a_person_is_the_town_that_it_is_elsewhere(code: str, note: str, key: bytes) -> None:
    (first, second), _ = new_of(code, note, key)
    assert first == second


def test_somebody_named_as_a_town_stays_somebody() -> None:
    (new,), _ = new_of("en", "A letter from [Preston|PERSON] came.", KEYS[0])
    assert not gazetteer(load_pack("en")).where(new.casefold()).country or new in load_pack("en").list("family").entries


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("en", "From the city of [Dalby|CITY]. 2210 Moonie Hwy via [Dalby|CLINICIAN]."),
        ("en", "[Flagstaff|CITY] AZ 86004. She prefers [Flagstaff|PATIENT] close to her aunt."),
        ("sv", "Hemort [Sundsvall|CITY]. Syster, [Sundsvall|RELATIVE]."),
    ],
)
def test_who_is_called_as_a_town_of_the_record_is_that_town(code: str, note: str, key: bytes) -> None:
    (town, person), _ = new_of(code, note, key)
    assert town == person


@pytest.mark.parametrize("key", KEYS)
def test_somebody_whose_name_a_town_of_the_record_bears_stays_a_person(key: bytes) -> None:
    (town, person), _ = new_of("en", "Lives in [Lincoln|CITY]. Seen by Dr [Lincoln|CLINICIAN].", key)
    assert town != person


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("en", "[Lancaster|CITY] clinic. Consultant, [Furness General|HOSPITAL], [Lancaster|FAMILY_NAME]"),
        ("fr", "Né à [Brest|CITY]. [CHU La Cavale|HOSPITAL] [Brest|CLINICIAN]"),
        ("it", "Nato a [Udine|CITY]; centro [Santa Maria|HOSPITAL] - [Udine|CLINICIAN]"),
    ],
)
def test_what_stands_behind_a_house_and_is_listed_as_a_town_is_none_of_its_people(
    code: str, note: str, key: bytes
) -> None:
    (town, _, behind), _ = new_of(code, note, key)
    assert behind == town


@pytest.mark.parametrize("key", KEYS)
def test_a_whole_name_that_ends_as_a_town_leaves_the_town_alone(key: bytes) -> None:
    (town, firm, behind), _ = new_of(
        "fr", "Né à [Plouguin|CITY]. [Thales Plouguin|PERSON]. [Plouguin|PERSON], le 24.", key
    )
    assert behind == town != firm


@pytest.mark.parametrize("key", KEYS)
def test_a_given_name_behind_a_house_stays_one(key: bytes) -> None:
    (_, new), _ = new_of("it", "Colloquio in [RSA Il Sole|HOSPITAL] (figlia [Sabina|RELATIVE]).", key)
    (_, beside), _ = new_of("it", "Colloquio in [RSA Il Sole|HOSPITAL], [Sabina|RELATIVE] avvisata.", key)
    assert {new, beside}.isdisjoint(gazetteer(load_pack("it")).by_name)


@pytest.mark.parametrize("key", KEYS)
def test_who_is_named_behind_a_japanese_house_works_there(key: bytes) -> None:
    (_, new), _ = new_of("ja", "[三方原病院|HOSPITAL]　[小松|CLINICIAN]", key)
    (alone,), _ = new_of("ja", "[小松|CLINICIAN]", key)
    assert new == alone


def test_who_stands_on_the_line_below_a_house_is_no_town() -> None:
    (_, name, _), _ = new_of("es", "22:40 box 3, Urg. infantil [HHHA|HOSPITAL]\n[Antu|PATIENT] (madre: [Antü|PATIENT])")
    names = name_conventions(load_pack("es"))
    assert names.is_given(fold(name)) or fold(name) in names.family
