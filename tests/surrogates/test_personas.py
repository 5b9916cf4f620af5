"""Personas: one culture, one gender, one family; nobody shares one, and none is like any name of the record."""

from __future__ import annotations

from difflib import SequenceMatcher

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core.entity import Entity, Form, Mention, StandsFor
from maskerad.core.span import Span
from maskerad.languages import load_pack
from maskerad.names.common_names import common_folded, common_names
from maskerad.names.cultures import cultures_of
from maskerad.names.sounds import is_alike, sound
from maskerad.surrogates import CORPUS, Keyed, Original, RecordContext, surrogate_for
from maskerad.surrogates.people.cycle import family_cycle, given_cycle, make_cycle
from maskerad.surrogates.people.spelling import genitive
from maskerad.surrogates.people.wanted import generations
from maskerad.text.folding import fold, folded_words

from .records import KEY, OTHER_KEY, surrogates

P, R, C = "PATIENT", "RELATIVE", "CLINICIAN"


@pytest.mark.parametrize(
    ("code", "name", "culture"),
    [
        ("sv", "Krzysztof Kowalski", "pl"),
        ("sv", "Fatima Haddad", "ar"),
        ("sv", "Abdirahman Warsame", "so"),
        ("sv", "Tuulikki Virtanen", "fi"),
        ("de", "Mehmet Öztürk", "tr"),
        ("nl", "Karima Benali", "ma"),
        ("en", "Priya Sharma", "hi"),
        ("de", "Zbigniew Nowak", "pl"),
        ("fr", "Mamadou Diallo", "bm"),
        ("fr", "Giuseppina Esposito", "it"),
        ("it", "Ngozi Okafor", "yo"),
        ("es", "Ioana Popescu", "ro"),
        ("ja", "NGUYEN THI LAN", "vi"),
    ],
)
def test_given_and_family_name_come_from_the_culture_of_the_original(code: str, name: str, culture: str) -> None:
    (new,) = surrogates(code, (name, P))
    bearers = cultures_of(folded_words(new)[-1], "family", load_pack(code)) | cultures_of(
        folded_words(new)[0], "family", load_pack(code)
    )
    assert culture in bearers


@pytest.mark.parametrize(
    ("code", "name", "culture"),
    [
        ("it", "Halyna", "uk"),
        ("it", "Vjollca", "sq"),
        ("fr", "Zbigniew", "pl"),
        ("de", "Mehmed", "bs tr"),
        ("fr", "Mamadou", "bm"),
    ],
)
def test_a_given_name_of_elsewhere_stays_one_though_the_country_knows_it(code: str, name: str, culture: str) -> None:
    for number in range(4):
        (new,) = surrogates(code, (name, C), key=bytes([number]) * 32)
        assert not cultures_of(fold(new), "given", load_pack(code)).isdisjoint(culture.split()), new


def test_a_name_as_mixed_as_the_original() -> None:
    (new,) = surrogates("sv", ("Peter Mohamed", P))
    given_name, family = folded_words(new)
    pack = load_pack("sv")
    assert given_name in common_folded(pack, "sv", "given")
    assert family not in common_folded(pack, "sv", "family")


def test_the_form_of_a_family_name_for_women() -> None:
    wife, husband = surrogates("sv", ("Bożena Kowalska", P), ("Krzysztof Kowalski", R))
    pairs = {(name.text, name.other or name.text) for name in common_names(load_pack("sv"), "pl", "family")}
    assert (husband.split()[1], wife.split()[1]) in pairs


def test_family_name_that_comes_first() -> None:
    whole, alone = surrogates("sv", ("Nguyen Thi Lan", P), ("Lan", P))
    assert whole.endswith(alone)


def test_two_given_names_are_no_family_name() -> None:
    (new,) = surrogates("es", ("María Jesús", R))
    pack = load_pack("es")
    assert all(word in common_folded(pack, "es", "given") for word in folded_words(new))


def test_neutral_names_stay_neutral() -> None:
    neutral = {name.folded for name in common_names(load_pack("sv"), "sv", "neutral")}
    assert fold(surrogates("sv", ("Robin", P))[0]) in neutral


def test_namesakes_stay_namesakes_whatever_their_roles() -> None:
    pack = load_pack("sv")
    both = tuple(
        Original("Anna Lindqvist", role, pack, key="anna lindqvist", entity=Entity(f"{role}-1", role, (), role=role))
        for role in (P, C)
    )
    record = RecordContext("r", Keyed(KEY), both)
    patient, clinician = (surrogate_for(one, record) for one in both)
    assert patient == clinician and "Anna Lindqvist" not in patient


def test_a_misspelt_name_is_misspelt_and_a_pet_form_follows_its_name() -> None:
    pack = load_pack("en")
    slip = Mention("d", Span(0, 8, P), Form.MISSPELT, 1, (StandsFor("hartely", "hartley", Form.MISSPELT),))
    pet = Mention("d", Span(0, 3, P), Form.NICKNAME, 0, (StandsFor("bob", "robert", Form.NICKNAME),))
    originals = (
        Original("Robert Hartley", P, pack, key="k"),
        Original("Hartely", P, pack, key="k", mention=slip),
        Original("Bob", P, pack, key="k", mention=pet),
        Original("Bob Hartley", P, pack, key="k", mention=pet),
    )
    record = RecordContext("r", Keyed(KEY), originals)
    whole, misspelt, short, both = (surrogate_for(one, record) for one in originals)
    assert abs(len(misspelt) - len(whole.split()[1])) <= 1
    assert misspelt != whole.split()[1] and SequenceMatcher(None, fold(misspelt), fold(whole.split()[1])).ratio() > 0.7
    assert both == f"{short} {whole.split()[1]}"


def test_spellings_that_sound_alike_are_one_family() -> None:
    pack = load_pack("sv")
    mother, daughter = surrogates("sv", ("Gunilla Bergkvist", R), ("Anna Bergqvist", P))
    assert sound(fold(mother.split()[1]), pack) == sound(fold(daughter.split()[1]), pack)


@pytest.mark.parametrize(("before", "is_vowel"), [("la sœur d'", True), ("la sœur de ", False)])
def test_what_stands_before_a_name_still_fits(before: str, is_vowel: bool) -> None:
    pack = load_pack("fr")
    for key in (KEY, OTHER_KEY, bytes(32)):
        original = Original("Anne" if is_vowel else "Claire", P, pack, before=before)
        new = surrogate_for(original, RecordContext("r", Keyed(key), (original,)))
        assert (fold(new)[0] in "aeiou") is is_vowel


@pytest.mark.parametrize(
    ("code", "name", "old", "new"),
    [
        ("sv", "Jonas", "s", ""),
        ("sv", "Karin", "s", "s"),
        ("en", "Karen", "'", "'s"),
        ("en", "James", "’s", "’s"),
        ("de", "Hans", "s", "'"),
        ("nl", "Anna", "s", "'s"),
        ("nl", "Karin", "'s", "s"),
        ("nl", "Kees", "s", "'"),
    ],
)
def test_genitive_of_the_new_name(code: str, name: str, old: str, new: str) -> None:
    assert genitive(name, old, load_pack(code)) == new


def test_turkish_capitals_have_no_stray_dots() -> None:
    (new,) = surrogates("sv", ("mehmet öztürk", P))
    assert "\u0307" not in new


def test_kana_beside_kanji_is_the_reading_of_the_new_name() -> None:
    pack = load_pack("ja")
    reading = Mention("d", Span(0, 4, P), Form.READING, 0, (StandsFor("ミヤシタ", "宮下", Form.READING),))
    originals = (Original("宮下", P, pack, key="k"), Original("ミヤシタ", P, pack, key="k", mention=reading))
    record = RecordContext("r", Keyed(KEY), originals)
    kanji, kana = (surrogate_for(one, record) for one in originals)
    assert kana in {name.reading for name in common_names(pack, "ja", "family") if name.text == kanji}


def test_a_foreign_name_in_kana_and_in_latin_letters() -> None:
    whole, family, latin = surrogates("ja", ("カリム れん", P), ("カリム", P), ("KARIM", P))
    assert whole.split()[0] == family and latin.isascii() and latin.isupper()


def test_who_is_called_by_a_title_is_called_by_the_family_name() -> None:
    pack = load_pack("de")
    original = Original("Simon", P, pack, before="Unser Herr ")
    new = surrogate_for(original, RecordContext("r", Keyed(KEY), (original,)))
    assert fold(new) in common_folded(pack, "de", "family")


@given(st.permutations(["Anna Lindqvist", "Bo Ek", "Gunilla Lindqvist", "A. Ek", "Lindqvist", "Fatima Haddad"]))
@settings(max_examples=20, deadline=None)
def test_order_of_mentions_does_not_matter(names: list[str]) -> None:
    new = dict(zip(names, surrogates("sv", *((name, P) for name in names)), strict=True))
    again = dict(zip(sorted(names), surrogates("sv", *((name, P) for name in sorted(names))), strict=True))
    assert new == again


def test_over_a_corpus_different_people_get_different_names() -> None:
    pack, keyed = load_pack("sv"), Keyed(KEY)
    givens = [name.text for name in common_names(pack, "sv", "female")][:60]
    families = [name.text for name in common_names(pack, "sv", "family")][:60]
    new = set()
    for one in givens:
        for family in families:
            original = Original(f"{one} {family}", P, pack)
            new.add(surrogate_for(original, RecordContext(CORPUS, keyed, (original,))))
    assert len(new) == len(givens) * len(families)


def test_over_a_corpus_no_name_is_reached_from_two_circles() -> None:
    pack, keyed = load_pack("sv"), Keyed(KEY)
    cultures = pack.strings("cultures", "names")
    given = [given_cycle(keyed, pack, culture, gender) for culture in cultures for gender in ("female", "male", "")]
    for cycles in (given, [family_cycle(keyed, pack, culture, has_particle=False) for culture in cultures]):
        found = [name.folded for cycle in cycles for name in cycle.names]
        assert len(found) == len(set(found)) > 500


def test_over_a_corpus_people_whose_names_sound_alike_stay_two() -> None:
    pack, keyed = load_pack("sv"), Keyed(KEY)
    new = []
    for text in ("Tove Lindqvist", "Tove Lindkvist"):
        original = Original(text, P, pack)
        new.append(surrogate_for(original, RecordContext(CORPUS, keyed, (original,))))
    (one, family), (other, another) = (name.split() for name in new)
    assert one == other and family != another


@pytest.mark.parametrize("beside", ["Ek", "Kowalska", "Kovalchuk", "Haddad"])
def test_over_a_corpus_a_given_name_does_not_depend_on_what_is_beside_it(beside: str) -> None:
    pack, keyed = load_pack("sv"), Keyed(KEY)
    new = []
    for text in ("Karin", f"Karin {beside}"):
        original = Original(text, P, pack)
        new.append(surrogate_for(original, RecordContext(CORPUS, keyed, (original,))))
    assert new[1].split()[0] == new[0]


def test_neighbours_in_a_circle_of_names_are_unlike() -> None:
    names = common_names(load_pack("sv"), "sv", "female")
    circle = make_cycle(Keyed(KEY), names)
    assert set(circle.names) == set(names) and circle.names == make_cycle(Keyed(KEY), names[::-1]).names
    following = [circle.after(one.folded) for one in circle.names]
    assert not any(
        one.first == new.first or is_alike(one.folded, new.folded)
        for one, new in zip(circle.names, following, strict=True)
        if new
    )
    assert {new.folded for new in following if new} == {one.folded for one in names}


@pytest.mark.parametrize("code", ["sv", "es", "fr"])
def test_kin_without_a_family_name_are_of_the_patients_culture(code: str) -> None:
    _, *kin = surrogates(code, ("Mykola KOVALCHUK", P), ("Oksana", "RELATIVE"), ("Danylo", "RELATIVE"))
    pack = load_pack(code)
    given = {name.text for kind in ("female", "male") for name in common_names(pack, "uk", kind)}
    assert set(kin) <= given


def test_particles_tell_the_culture_of_a_family_name() -> None:
    new = [surrogates("it", ("De Luca", "CLINICIAN"), scope=str(at))[0] for at in range(20)]
    assert all(cultures_of(fold(name), "family", load_pack("it")) == {"it"} for name in new)


def test_an_initial_behind_a_given_name_follows_the_one_family_it_fits() -> None:
    whole, son = surrogates("fr", ("BLANCHET Lise", "PATIENT"), ("Hugo B.", "RELATIVE"))
    assert son.split()[1] == f"{whole[0]}."


@pytest.mark.parametrize(
    ("code", "name", "culture"),
    [
        ("es", "Eneritz Odriozola", "eu"),
        ("es", "Meritxell Vilaplana", "ca"),
        ("es", "Breixo Outeiro", "gl"),
        ("it", "Satwinder Dhaliwal", "pa"),
    ],
)
def test_names_of_a_part_of_the_country_stay_such(code: str, name: str, culture: str) -> None:
    pack = load_pack(code)
    for number in range(8):
        given, family = surrogates(code, (name, "CLINICIAN"), scope=str(number))[0].split(" ", 1)
        assert fold(given) in common_folded(pack, culture, "given")
        assert fold(family) in common_folded(pack, culture, "family")


def test_a_given_name_that_may_be_of_the_familys_culture_is() -> None:
    pack = load_pack("sv")
    for number in range(8):
        given = surrogates("sv", ("Tuulikki Virtanen", "PATIENT"), scope=str(number))[0].split()[0]
        assert fold(given) in common_folded(pack, "fi", "given")


@pytest.mark.parametrize(
    ("code", "old", "unfit"),
    [("sv", "Tindra", "older"), ("sv", "Ingegerd", "younger"), ("en", "Mavis", "younger"), ("it", "Ginevra", "older")],
)
def test_a_given_name_is_of_its_generation(code: str, old: str, unfit: str) -> None:
    older, younger = generations(load_pack(code))
    for number in range(25):
        (new,) = surrogates(code, (old, "RELATIVE"), scope=str(number))
        assert fold(new) not in (older if unfit == "older" else younger)


def test_a_given_name_of_no_generation_is_neither_old_nor_young() -> None:
    older, younger = generations(load_pack("sv"))
    news = [fold(surrogates("sv", ("Pernilla", "RELATIVE"), scope=str(number))[0]) for number in range(25)]
    assert (older | younger).isdisjoint(news)
