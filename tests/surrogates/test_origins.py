"""A given name alone keeps its origin: by lists, or by how it is written."""

from __future__ import annotations

import pytest

from maskerad.languages import load_pack
from maskerad.names.common_names import common_folded
from maskerad.names.cultures import cultures_of
from maskerad.text.folding import fold

from .records import KEY, OTHER_KEY, surrogates

LANGUAGES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("given", "culture"),
    [
        ("Željko", "bs"),
        ("Halyna", "uk"),
        ("Volodymyr", "uk"),
        ("Vjollca", "sq"),
        ("Shkëlzen", "sq"),
        ("Zbigniew", "pl"),
        ("Bronisława", "pl"),
        ("Mamadou", "bm"),
        ("Fatoumata", "bm"),
        ("Gheorghe", "ro"),
        ("Zoltán", "hu"),
    ],
)
def test_a_given_name_alone_stays_in_its_culture(code: str, given: str, culture: str) -> None:
    for key in (KEY, OTHER_KEY):
        (new,) = surrogates(code, (given, "RELATIVE"), key=key)
        assert fold(new) in common_folded(load_pack(code), culture, "given"), new


@pytest.mark.parametrize(
    ("given", "culture"), [("Dobrosława", "pl"), ("Sibadou", "bm"), ("Xheladin", "sq"), ("Oluwaseyi", "yo")]
)
def test_how_a_given_name_is_written_tells_its_culture(given: str, culture: str) -> None:
    for code in ("sv", "it"):
        assert cultures_of(fold(given), "given", load_pack(code)) == {culture}


@pytest.mark.parametrize("key", [KEY, OTHER_KEY])
def test_a_given_name_from_elsewhere_beside_a_family_name_of_the_language_stays_so(key: bytes) -> None:
    (new,) = surrogates("sv", ("Zbigniew Lindqvist", "PATIENT"), key=key)
    given, family = new.split()
    pack = load_pack("sv")
    assert fold(given) in common_folded(pack, "pl", "given") and fold(family) in common_folded(pack, "sv", "family")


@pytest.mark.parametrize(("code", "given"), [("nl", "Karel"), ("sv", "Boris"), ("it", "Irina"), ("de", "Magdalena")])
def test_a_given_name_that_all_of_europe_bears_is_of_the_language(code: str, given: str) -> None:
    assert code in cultures_of(fold(given), "given", load_pack(code))
