import pytest
import stdnum.es.dni
import stdnum.gb.nhs
import stdnum.nl.bsn
import stdnum.se.personnummer

from maskerad.core.errors import SurrogateError
from maskerad.languages import load_pack
from maskerad.surrogates.identifiers import VALIDATORS, is_issued

from .records import surrogates


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
    ],
)
def test_surrogate_of_a_valid_number_is_never_valid(code: str, module, old: str) -> None:  # type: ignore[no-untyped-def]
    pack = load_pack(code)
    assert module.is_valid(old)
    for scope in range(40):
        (new,) = surrogates(code, (old, "ID"), scope=str(scope))
        assert not is_issued(new, pack) and classes(new) == classes(old)


def test_one_number_in_two_layouts() -> None:
    one, other = surrogates("en", ("RRK 5280316", "ID"), ("RRK5280316", "ID"))
    assert one.replace(" ", "") == other


def test_two_numbers_never_become_one() -> None:
    new = surrogates("sv", *((f"{i:02d}", "ID") for i in range(10, 40)))
    assert len(set(new)) == 30


def test_words_have_no_surrogate() -> None:
    for text, label in (("Måsen II", "OTHER_PHI"), ("Sixten", "OTHER_PHI"), ("Blenda", "ID"), ("kvinna", "SEX")):
        with pytest.raises(SurrogateError) as error:
            surrogates("sv", (text, label))
        assert text not in str(error.value)


def test_every_validator_of_every_pack_exists() -> None:
    for code in ("sv", "nl", "ja", "en", "de", "fr", "es", "it"):
        for name in load_pack(code).strings("validators", "ids"):
            assert VALIDATORS[name]("") is False
