from datetime import date

import pytest
import stdnum.es.dni
import stdnum.gb.nhs
import stdnum.iban
import stdnum.it.codicefiscale
import stdnum.nl.bsn
import stdnum.se.personnummer

from maskerad.core.errors import SurrogateError
from maskerad.languages import load_pack
from maskerad.surrogates import CORPUS
from maskerad.surrogates.numbers.identifiers import code_book, is_issued
from maskerad.surrogates.numbers.name_codes import fiscal_family, fiscal_given

from .records import OTHER_KEY, surrogates
from .registered import context, laid_out, numbers, surrogates_of


def classes(text: str) -> list[str]:
    kinds = (("9", str.isdecimal), ("A", str.isupper), ("a", str.islower), ("x", str.isalpha))
    return [next((kind for kind, is_kind in kinds if is_kind(c)), c) for c in text]


@pytest.mark.parametrize(
    "old", ["QB31-07742", "19830799-R208", "d4e1-70956", "RTV 36M", "なにわ330う72-18", "３７", "4063・518"]
)
def test_format_stays(old: str) -> None:
    (new,) = surrogates("ja" if ord(old[0]) > 255 else "sv", (old, "ID"))
    assert classes(new) == classes(old) and new != old


@pytest.mark.parametrize(
    ("code", "module", "old"),
    [
        ("sv", stdnum.se.personnummer, "811228-9874"),
        ("nl", stdnum.nl.bsn, "111222333"),
        ("en", stdnum.gb.nhs, "943 476 5919"),
        ("es", stdnum.es.dni, "12345678Z"),
        ("it", stdnum.it.codicefiscale, "RSSMRA85T10A562S"),
        ("es", stdnum.iban, "ES91 2100 0418 4502 0005 1332"),
    ],
)
def test_surrogate_of_a_right_number_is_right(code: str, module, old: str) -> None:
    assert module.is_valid(old)
    for scope in range(40):
        (new,) = surrogates(code, (old, "ID"), scope=str(scope))
        assert module.is_valid(new) and classes(new) == classes(old)
        assert not is_issued(new, load_pack(code))


@pytest.mark.parametrize(
    ("code", "old"),
    [("it", "IT69X0306902117100000018845"), ("nl", "NL91ABNA0417164301"), ("de", "DE89 3704 0044 0532 0130 01")],
)
def test_an_account_stays_in_its_country_also_where_its_check_is_wrong(code: str, old: str) -> None:
    assert not stdnum.iban.is_valid(old)
    for scope in range(10):
        (new,) = surrogates(code, (old, "ID"), scope=str(scope))
        assert new[:2] == old[:2] and classes(new)[:4] == classes(old)[:4] and new != old
        assert not is_issued(new, load_pack(code))


@pytest.mark.parametrize(
    ("code", "old"),
    [("ja", "1234 5678 9018"), ("de", "A123456780"), ("de", "756.9217.0769.85"), ("fr", "756.9217.0769.85")],
)
def test_where_a_register_leaves_no_range_free_the_surrogate_fails_its_check(code: str, old: str) -> None:
    assert is_issued(old, load_pack(code))
    for scope in range(40):
        (new,) = surrogates(code, (old, "ID"), scope=str(scope))
        assert classes(new) == classes(old) and new != old
        assert not is_issued(new, load_pack(code))


def test_a_number_whose_check_is_not_known_has_no_surrogate() -> None:
    with pytest.raises(SurrogateError, match="leaves no number free"):
        surrogates("fr", ("ABCD64051212", "ID"))


def test_a_code_is_never_a_number_that_a_register_could_have_issued() -> None:
    for scope in range(300):
        new = surrogates("en", ("943 476 5918", "ID"), ("0044182637", "ID"), scope=str(scope))
        assert not any(is_issued(one, load_pack("en")) for one in new)


def test_one_number_in_two_layouts() -> None:
    one, other = surrogates("en", ("RRK 5280316", "ID"), ("RRK5280316", "ID"))
    assert one.replace(" ", "") == other


def test_number_with_and_without_its_century() -> None:
    short, full = surrogates("sv", ("640823-3234", "ID"), ("196408233234", "ID"))
    assert full[2:] == short.replace("-", "") and full[:2] == "19"


def test_end_of_a_number_is_the_end_of_its_surrogate() -> None:
    whole, end, masked = surrogates("en", ("123-45-6789", "ID"), ("6789", "ID"), ("xxx-xx-6789", "ID"))
    assert end == whole[-4:] and masked == "xxx-xx-" + end


def test_mistyped_number_is_mistyped_in_the_same_place() -> None:
    right, swapped, slipped = surrogates("sv", ("640823-3234", "ID"), ("640823-3243", "ID"), ("640823-3734", "ID"))
    assert swapped == right[:-2] + right[-1] + right[-2]
    differing = [place for place, (a, b) in enumerate(zip(right, slipped, strict=True)) if a != b]
    assert differing == [8]


def test_two_right_numbers_are_no_slip_of_one_another() -> None:
    one, other = surrogates("en", ("943 476 5919", "ID"), ("943 476 5900", "ID"))
    assert one[:-2] != other[:-2]


def test_letters_of_the_new_name() -> None:
    person, code = surrogates("it", ("Mario Rossi", "PATIENT"), ("RSSMRA85T10A562S", "ID"))
    given, family = person.split(" ", 1)
    assert code[:6] == fiscal_family(family) + fiscal_given(given)


def test_birth_date_moves_with_the_record() -> None:
    written, number = surrogates("sv", ("1981-12-28", "DATE"), ("19811228-9874", "ID"))
    assert number[:8] == "{:04d}{:02d}{:02d}".format(*map(int, written.split("-")))


def test_two_numbers_never_become_one() -> None:
    new = surrogates("sv", *((f"{i:02d}", "ID") for i in range(10, 40)))
    assert len(set(new)) == 30


def test_surrogate_is_no_other_number_of_the_record() -> None:
    olds = [f"9990000{i:03d}" for i in range(1000)]
    assert not set(surrogates("en", *((old, "ID") for old in olds))) & set(olds)


def test_order_and_company_do_not_matter() -> None:
    mentions = [("943 476 5919", "ID"), ("RRK 5280316", "ID"), ("AB12 CDE", "ID"), ("123-45-6789", "ID")]
    assert surrogates("en", *mentions) == surrogates("en", *reversed(mentions))[::-1]
    assert surrogates("en", *mentions) != surrogates("en", *mentions, key=OTHER_KEY)


def test_words_have_no_surrogate() -> None:
    for text, label in (("Blenda", "ID"), ("kvinna", "SEX")):
        with pytest.raises(SurrogateError) as error:
            surrogates("sv", (text, label))
        assert text not in str(error.value)


def test_number_that_tells_a_month_of_birth_follows_the_whole_date() -> None:
    mentions = ("28/11/1949", "DATE"), ("2 49 11 33 063 021 85", "ID"), ("74 ans", "AGE")
    for scope in map(str, range(20)):
        born, number, _ = surrogates("fr", *mentions, written=date(2024, 5, 6), scope=scope)
        _, month, year = born.split("/")
        assert number.split()[1:3] == [year[2:], month.zfill(2)]


@pytest.mark.parametrize("form", ["{:04}", "K{:05}", "{:06}", "1{:05}/24"])
def test_codes_of_a_corpus_never_meet(form: str) -> None:
    olds = [form.format(number * 37 % 10_000) for number in range(2_000)]
    new = [code_book(context("personnummer", [old], scope=CORPUS)).new for old in olds]
    surrogates = {surrogate for one in new for surrogate in one.values()}
    assert len(surrogates) == len(olds)


@pytest.mark.parametrize("name", ["iban_nl", "card"])
def test_register_numbers_of_a_corpus_never_meet_where_enough_are_free(name: str) -> None:
    olds = numbers(name, 1_500)
    new = [next(surrogates_of([old], context(name, [laid_out(name, old)], scope=CORPUS)))[1] for old in olds]
    assert len(set(new)) == len(olds)
