"""Names of cultures: what a persona may be called."""

import pytest

from maskerad.languages import load_pack
from maskerad.languages.names import name_conventions
from maskerad.names.common_names import given_names


@pytest.mark.parametrize(("code", "culture"), [("it", "pa"), ("nl", "yo"), ("de", "vi"), ("fr", "fr"), ("sv", "sv")])
def test_given_names_of_a_gender_are_none_of_the_other(code: str, culture: str) -> None:
    pack = load_pack(code)
    for gender, other in (("female", "male"), ("male", "female")):
        names = given_names(pack, culture, gender, "")
        assert len(names) >= 8
        assert not [name for name in names if name_conventions(pack).gender(name.folded) == other]


def test_a_name_of_both_is_not_given_to_one() -> None:
    women = {name.text for name in given_names(load_pack("it"), "pa", "female", "")}
    assert women.isdisjoint({"Sandeep", "Baljit"})
