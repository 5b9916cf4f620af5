import random

import pytest
import stdnum.ch.ssn
import stdnum.de.idnr
import stdnum.es.dni
import stdnum.gb.nhs
import stdnum.jp.in_
import stdnum.luhn
import stdnum.nl.bsn

from maskerad.core.errors import ConfigError
from maskerad.languages import load_pack
from maskerad.surrogates.numbers.check_digits import Check, check_of
from maskerad.surrogates.numbers.registers import FILE


def method(name: str, place: int = -1) -> Check:
    table = load_pack("sv").late_table(FILE, "registers")[name]
    return check_of(table["checks"][place])


@pytest.mark.parametrize(
    ("name", "module", "n_digits"),
    [
        ("personnummer", stdnum.luhn, 9),
        ("bsn", stdnum.nl.bsn, 8),
        ("nhs", stdnum.gb.nhs, 9),
        ("mynumber", stdnum.jp.in_, 11),
        ("dni", stdnum.es.dni, 8),
    ],
)
def test_check_characters_are_those_of_a_reference_library(name: str, module, n_digits: int) -> None:
    work, seeded = method(name), random.Random(name)
    for _ in range(200):
        body = "".join(seeded.choice("123456789") for _ in range(n_digits))
        ends = [end for end in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" if module.is_valid(body + end)]
        assert ends == [end for end in [work(body, 0)] if end]


@pytest.mark.parametrize(
    ("name", "place", "body", "expected"),
    [
        # Examples that the registers or their handbooks print.
        ("kvnr", 0, "A12345678", "0"),
        ("rvnr", 0, "15070649C10", "3"),
        ("svnr", 0, "123010180", "7"),
        ("nir", 0, "2951099126111", "93"),
        ("niss", 0, "850730033", "28"),
        ("iban_fr", 0, "20041010050500013M026", "06"),
        ("iban_it", 0, "0542811101000000123456", "X"),
        ("iban_be", 0, "5390075470", "34"),
        ("iban_es", 0, "21000418", "4"),
        ("iban_es", 1, "0200051332", "5"),
    ],
)
def test_published_examples(name: str, place: int, body: str, expected: str) -> None:
    assert method(name, place)(body, 0) == expected


def test_numbers_of_two_products() -> None:
    assert stdnum.de.idnr.is_valid("8609574271" + method("steuer")("8609574271", 0))
    assert stdnum.ch.ssn.is_valid("756921707698" + method("ahv")("756921707698", 0))


def test_born_since_2000() -> None:
    assert method("niss")("400101001", 1940) != method("niss")("400101001", 2040)


def test_a_character_of_no_value_has_no_check() -> None:
    assert method("personnummer")("81122A987", 0) == ""


def test_unknown_method_is_named() -> None:
    with pytest.raises(ConfigError, match="known are weighted"):
        check_of({"method": "guess"})
