"""What all families of surrogates stand on. Some values are written down: a key gives the same text in any version."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest

from maskerad.core import Entity
from maskerad.core.entity import Mention
from maskerad.core.errors import ConfigError, SurrogateError, UnknownNameError
from maskerad.core.span import Span
from maskerad.languages import load_pack
from maskerad.surrogates import DateShift, Keyed, Original, RecordContext, Request, placeholder, surrogate_for
from maskerad.surrogates.candidates import proposal
from maskerad.surrogates.near_numbers import near_letter, near_number, near_ordinal
from maskerad.surrogates.registry import GENERATORS
from maskerad.surrogates.request import entity_key
from maskerad.surrogates.shape import (
    alphabet_of,
    capitalised_as,
    half_width,
    in_case_of,
    in_class_of,
    in_width_of,
    is_full_width,
    mixed_index,
    mixed_text,
    parted,
    permuted_in_class,
)
from maskerad.surrogates.shift import parse_shift

from .records import KEY, originals

KEYED = Keyed(KEY)
NAMES = ["Anna", "Berta", "Carla"]
MANY = [f"N{number}" for number in range(40)]


def test_candidates_come_once_each_and_then_in_pairs() -> None:
    tried = [proposal(KEYED, "s", "L", "key", NAMES, attempt) for attempt in range(6)]
    assert tried == ["Anna", "Berta", "Carla", "Berta-Anna", "Carla-Berta", "Anna-Anna"]


def test_of_a_long_list_only_some_are_tried_alone() -> None:
    tried = [proposal(KEYED, "s", "L", "key", MANY, attempt) for attempt in (0, 22, 23, 24, 25)]
    assert tried == ["N12", "N26", "N3", "N36-N9", "N8-N11"]


def test_where_letters_are_not_latin_pairs_have_no_hyphen() -> None:
    assert [proposal(KEYED, "s", "L", "key", ["花", "空"], attempt) for attempt in (2, 3)] == ["空空", "空花"]


def test_an_empty_list_proposes_nothing() -> None:
    assert proposal(KEYED, "s", "L", "key", [], 0) is None


@pytest.mark.parametrize(
    ("near", "old", "new"),
    [
        (near_number, "7", "9"),
        (near_number, "12", "16"),
        (near_number, "999", "796"),
        (near_number, "４２", "４８"),
        (near_number, "0815", "1896"),  # no number that counts: each digit by another
        (near_number, "12345", "64669"),
        (near_number, "٣", "٦"),
        (near_ordinal, "1", "31"),
        (near_ordinal, "6", "36"),
        (near_ordinal, "12", "13"),
        (near_ordinal, "13", "12"),
        (near_ordinal, "23", "33"),
        (near_ordinal, "１１", "１３"),
        (near_letter, "A", "D"),
        (near_letter, "f", "c"),
        (near_letter, "g", "d"),
        (in_class_of, "AB-1204 x9", "DJ-3880 x5"),
        (in_class_of, "0007", "1896"),
        (in_class_of, "かカ山Å７é", "よノ花N５q"),
        (in_class_of, "x" * 24, "ozepqdgksfcvwdhdtqirhcjw"),
        (in_class_of, "x" * 40, "ozepqdgksfcvwdhdtqirhcjwnetmympbexxkxozc"),
        (in_class_of, "7" * 47, "47300965873843320357850819371069794458176834308"),
    ],
)
def test_a_key_gives_the_same_in_any_version(near: Callable[..., str], old: str, new: str) -> None:
    assert near(old, KEYED, "s", "x") == new


@pytest.mark.parametrize("value", [1, 2, 9, 10, 19, 57, 99, 100, 412, 999, 1000, 9999])
def test_a_near_number_has_as_many_digits_and_is_from_half_to_twice(value: int) -> None:
    new = [int(near_number(str(value), KEYED, str(i))) for i in range(200)]
    assert value not in new
    assert {len(str(one)) for one in new} == {len(str(value))}
    assert min(new) >= value // 2
    assert max(new) <= max(2 * value, 10 ** (len(str(value)) - 1) + 4, value // 2 + 4)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 10, 11, 12, 13, 21, 32, 112])
def test_a_near_ordinal_keeps_its_ending(value: int) -> None:
    new = {int(near_ordinal(str(value), KEYED, str(i))) for i in range(200)}
    teens = {11, 12, 13}
    assert value not in new
    assert new <= teens if value in teens else not new & teens
    assert value in teens or {one % 10 for one in new} == {value % 10}
    assert 0 not in new
    assert max(new) < 60


def test_of_a_long_ordinal_the_last_four_digits_tell() -> None:
    assert {near_ordinal("10011", KEYED, str(i)) for i in range(50)} == {"12", "13"}


def test_letters_of_houses_stay_among_the_first_six() -> None:
    assert {near_letter("B", KEYED, str(i)) for i in range(200)} == set("ACDEF")
    assert {near_letter("e", KEYED, str(i)) for i in range(200)} == set("abcdf")


@pytest.mark.parametrize("old", ["AB-1204 x9", "0007", "Ｂ３", "かカ山", "1a0b"])
def test_no_two_texts_of_a_shape_become_one(old: str) -> None:
    once, twice = permuted_in_class(old, KEYED, 1, "s"), permuted_in_class(old, KEYED, 2, "s")
    assert permuted_in_class(once, KEYED, 1, "s") == twice
    assert len({old, once, twice}) == 3
    assert [alphabet_of(char) for char in once] == [alphabet_of(char) for char in old]


def test_every_text_of_a_short_shape_comes_once() -> None:
    new = {permuted_in_class(f"A{number}", KEYED, 1, "s") for number in range(1, 10)}
    new |= {permuted_in_class(f"{letter}5", KEYED, 1, "s") for letter in "BCDEFGH"}
    assert len(new) == 16
    assert {permuted_in_class(f"{number}", KEYED, 1, "s") for number in range(1, 10)} == set("123456789")
    assert permuted_in_class("0", KEYED, 1, "s") == "0"


def test_a_permutation_is_the_same_in_any_version() -> None:
    assert permuted_in_class("AB-1204 x9", KEYED, 1, "s", "x") == "HC-5523 u1"
    assert permuted_in_class("AB-1204 x9", KEYED, 2, "s", "x") == "WY-2473 x3"
    assert permuted_in_class("かカ山", KEYED, 1, "s", "x") == "ろト青"


def test_a_letter_without_a_number_is_still_replaced() -> None:
    assert permuted_in_class("Å7é", KEYED, 1, "s", "x") == "F2z"
    assert permuted_in_class("Å7é", KEYED, 2, "s", "x") == "I3g"


@pytest.mark.parametrize(
    ("char", "alphabet"),
    [
        ("Q", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("é", "abcdefghijklmnopqrstuvwxyz"),
        ("Ａ", "ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ"),
        ("ｚ", "ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ"),
        ("５", "０１２３４５６７８９"),
        ("٣", "٠١٢٣٤٥٦٧٨٩"),
        ("Щ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ("。", ""),
        ("\u0301", ""),
    ],
)
def test_each_character_has_its_alphabet(char: str, alphabet: str) -> None:
    assert alphabet_of(char) == alphabet


def test_kana_and_chinese_characters_go_to_their_own() -> None:
    assert alphabet_of("ん") == alphabet_of("ぁ") and "か" in alphabet_of("ぁ")
    assert alphabet_of("ー") == alphabet_of("ァ") and "カ" in alphabet_of("ァ")
    assert alphabet_of("㐀") == alphabet_of("龍") and "山" in alphabet_of("龍")


def test_numbers_of_texts_go_there_and_back() -> None:
    places = ["ab", "-", "012"]
    texts = ["".join((one, "-", two)) for one in "ab" for two in "012"]
    assert [mixed_index(text, places) for text in texts] == [(number, 6) for number in range(6)]
    assert [mixed_text(number, places) for number in range(6)] == texts


@pytest.mark.parametrize(
    ("shaped", "old", "new"),
    [
        (in_case_of, "ANNA", "KARIN"),
        (in_case_of, "anna", "karin"),
        (in_case_of, "McNab", "Karin"),
        (in_case_of, "A", "Karin"),  # one capital is an initial
        (in_case_of, "AB", "KARIN"),
        (in_width_of, "12", "Karin"),
        (capitalised_as, "Lärare", "Karin"),
    ],
)
def test_case(shaped: Callable[[str, str], str], old: str, new: str) -> None:
    assert shaped("Karin", old) == new


def test_a_turkish_capital_stays_one_letter() -> None:
    assert in_case_of("İpek", "anna") == "ipek"


@pytest.mark.parametrize("text", ["２０", "０", "Ａ", "1ｚ"])
def test_wide_forms_are_known_and_made_narrow(text: str) -> None:
    assert is_full_width(text)
    assert half_width(text).isascii()
    assert len(half_width(text)) == len(text)


@pytest.mark.parametrize("text", ["20", "Å", "ｱ", "〇"])
def test_what_is_not_wide(text: str) -> None:
    assert not is_full_width(text)
    assert half_width(text) == text


def test_only_digits_become_wide() -> None:
    assert in_width_of("1a9", "４") == "１a９"


@pytest.mark.parametrize("text", [" Lind", "Lind:", "\u3000Lind;\t", "", " , "])
def test_parts_are_the_whole(text: str) -> None:
    before, core, after = parted(text)
    assert before + core + after == text
    assert core in ("Lind", "")


@pytest.mark.parametrize(
    ("text", "shift"),
    [
        ("weeks", DateShift(7, 26)),
        ("days", DateShift(1, 182)),
        (" weeks:1 ", DateShift(7, 1)),
        ("weeks:521", DateShift(7, 521)),
        ("days:3653", DateShift(1, 3653)),
        ("days:1", DateShift(1, 1)),
        ("none", DateShift(0, 0)),
    ],
)
def test_shifts_are_read(text: str, shift: DateShift) -> None:
    assert parse_shift(text) == shift
    assert parse_shift(text).is_none == (text == "none")


@pytest.mark.parametrize("text", ["weeks:0", "weeks:522", "days:3654", "none:1", "months", "weeks:", "", "days:-1"])
def test_other_shifts_are_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="shift"):
        parse_shift(text)


def test_a_shift_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        parse_shift("weeks").limit = 3


def test_placeholders_of_a_language_or_the_label() -> None:
    assert placeholder("DATE", load_pack("sv")) == "[DATUM]"
    assert placeholder("NO_SUCH", load_pack("sv")) == "[NO_SUCH]"


def test_a_label_without_a_generator_is_named() -> None:
    (one,) = originals("sv", ("Anna", "NO_SUCH"))
    with pytest.raises(UnknownNameError, match="PATIENT"):
        surrogate_for(one, RecordContext("r", KEYED, (one,)))


def test_a_mention_too_long_has_no_surrogate_and_is_not_held() -> None:
    long, fits = originals("sv", ("A" * 201, "ID"), ("A1" * 100, "ID"))
    record = RecordContext("r", KEYED, (long, fits))
    assert record.originals == (fits,)
    with pytest.raises(SurrogateError, match="200 characters") as refused:
        surrogate_for(long, record)
    assert "AAA" not in str(refused.value)
    assert len(surrogate_for(fits, record)) == 200


def test_originals_and_requests_show_no_text() -> None:
    (one,) = originals("sv", ("Anna Lindqvist", "PATIENT"))
    record = RecordContext("r", KEYED, (one,))
    assert "Lindqvist" not in repr(one) + repr(Request(one, record)) + repr(record)
    assert "PATIENT" in repr(Request(one, record))


def test_what_linking_tells() -> None:
    bare = Original("Anna", "PATIENT", load_pack("sv"))
    assert (bare.role, bare.kinship, bare.is_misspelt, bare.gender, bare.is_birth) == ("", "", False, "", False)
    mention = Mention("d", Span(0, 4, "PATIENT"), distance=1)
    entity = Entity("e1", "PATIENT", (mention,), role="RELATIVE", kinship="mother")
    linked = bare._replace(entity=entity, mention=mention)
    assert (linked.role, linked.kinship, linked.is_misspelt) == ("RELATIVE", "mother", True)
    assert not linked._replace(mention=Mention("d", Span(0, 4, "PATIENT"))).is_misspelt


def test_the_key_of_a_mention_is_its_entity_or_its_folded_words() -> None:
    one = Original("ANNA \n Berg", "PATIENT", load_pack("sv"))
    assert (
        entity_key(one) == entity_key(one._replace(text="anna berg")) == Request(one, RecordContext("r", KEYED, ())).key
    )
    assert entity_key(one._replace(key="e1")) == "e1"


def test_keys_come_once_and_sorted() -> None:
    found = originals("sv", ("Karin", "PATIENT"), ("anna", "PATIENT"), ("Anna", "PATIENT"), ("Lund", "CITY"))
    assert RecordContext("r", KEYED, found).keys("PATIENT") == ("anna", "karin")
    assert RecordContext("r", KEYED, found).keys("CITY", "PATIENT") == ("anna", "karin", "lund")


def test_no_word_of_a_name_in_the_record_is_free() -> None:
    found = originals("nl", ("Jan van der Berg", "PATIENT"), ("Kerkstraat 4", "STREET"), ("Utrecht", "CITY"))
    record = RecordContext("r", KEYED, found)
    for taken in ("Jan", "berg", "Piet Berg", "UTRECHT", "kerkstraat 4"):
        assert not record.is_free(taken), taken
    for free in ("Piet", "van der Meer", "Kerkstraat 5", "J"):
        assert record.is_free(free), free


def test_what_the_encoding_lacks_is_not_free() -> None:
    assert RecordContext("r", KEYED, ()).is_free("Łódź")
    assert not RecordContext("r", KEYED, (), codec="cp1252").is_free("Łódź")


def test_a_narrower_context_asks_that_of_the_record() -> None:
    found = originals("sv", ("Anna Berg", "PATIENT"))
    root = RecordContext("r", KEYED, found)
    narrow = RecordContext("r/1", KEYED, (), root=root)
    assert narrow.base is root and root.base is root
    assert "root" not in repr(narrow)
    assert not narrow.is_free("Berg")
    assert narrow.whole == root.whole == frozenset({"anna berg"})
    other = RecordContext("r", KEYED, found, by_label={"CITY": narrow})
    assert other.context_of("CITY") is narrow
    assert other.context_of("DATE") is other


def test_work_of_a_record_is_done_once() -> None:
    record, times = RecordContext("r", KEYED, ()), list[int]()
    for _ in range(3):
        assert record.once("name", lambda: times.append(1)) is None
    assert times == [1]
    assert record.view(_View) is record.view(_View)


class _View:
    def __init__(self, record: RecordContext) -> None:
        self.record = record


def test_keys_are_given_different_surrogates_in_an_order_of_the_key() -> None:
    record = RecordContext("r", KEYED, originals("sv", ("Berta", "PATIENT")))

    def propose(key: str, attempt: int) -> str | None:
        return [*NAMES, "", "Dora", None][attempt]

    keys = ["a", "b", "c", "d"]
    served = record.distinct("L", keys, propose)
    assert sorted(served.values()) == ["Anna", "Carla", "Dora"]  # Berta is an original; for the fourth nothing is left
    assert record.distinct("L", reversed(keys), propose) == served
    assert record.distinct("L", ["b"], propose) == {"b": "Anna"}
    assert {tuple(record.distinct(label, keys, propose)) for label in "LMNOP"} > {tuple(served)}


def test_the_search_for_a_free_one_ends() -> None:
    asked = list[int]()

    def propose(key: str, attempt: int) -> str:
        asked.append(attempt)
        return "Berta"

    record = RecordContext("r", KEYED, originals("sv", ("Berta", "PATIENT")))
    assert record.distinct("L", ["a"], propose) == {}
    assert asked == list(range(200))


@pytest.mark.parametrize(
    ("new", "told"),
    [
        ("Lund", "would be the original"),
        ("LUND", "would be the original"),
        (" ", "would be the original"),
        ("Umeå", "another original of the record"),
    ],
)
def test_what_a_generator_may_not_give_is_refused(monkeypatch: pytest.MonkeyPatch, new: str, told: str) -> None:
    monkeypatch.setitem(GENERATORS, "CITY", lambda request: new)
    record = RecordContext("r", KEYED, originals("sv", ("Lund", "CITY"), ("Umeå", "CITY")))
    with pytest.raises(SurrogateError, match=told) as raised:
        surrogate_for(record.originals[0], record)
    assert "Lund" not in str(raised.value)


def test_a_record_that_has_its_surrogates_shows_none_of_them() -> None:
    record = RecordContext("r", KEYED, originals("sv", ("Anna Lindqvist", "PATIENT")))
    new = surrogate_for(record.originals[0], record)
    assert record == RecordContext("r", KEYED, originals("sv", ("Anna Lindqvist", "PATIENT")))
    shown = repr(record)
    assert new.split()[0] not in shown and "Anna" not in shown


def test_of_two_keys_the_order_in_which_they_come_does_not_matter() -> None:
    record = RecordContext("r", KEYED, ())

    def propose(key: str, attempt: int) -> str | None:
        return [*NAMES, None][attempt]

    for first in "abcdefgh":
        keys = [first, "z"]
        assert record.distinct("L", keys, propose) == record.distinct("L", keys[::-1], propose)


def test_a_text_has_a_character_for_each_place() -> None:
    with pytest.raises(ValueError, match="shorter"):
        mixed_index("b1x", ["ab", "012"])
