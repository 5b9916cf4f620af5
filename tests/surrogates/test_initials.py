"""Initials are those of the new name, however much of the old one they show."""

from __future__ import annotations

import pytest

from maskerad.core.entity import Entity
from maskerad.languages import load_pack
from maskerad.surrogates import Keyed, Original, RecordContext, surrogate_for

from .records import KEY, surrogates


def signed(code: str, name: str, signature: str, scope: str) -> tuple[str, str]:
    """The surrogates of a clinician's name and of the initials that linking tells to be his or hers."""
    pack, entity = load_pack(code), Entity("e1", "CLINICIAN", (), role="CLINICIAN")
    found = [
        Original(text, label, pack, key="clinician", entity=entity)
        for text, label in ((name, "CLINICIAN"), (signature, "INITIALS"))
    ]
    record = RecordContext(scope, Keyed(KEY), tuple(found))
    new, initials = (surrogate_for(one, record) for one in found)
    return new, initials


@pytest.mark.parametrize("number", range(6))
def test_first_letters_of_the_family_name(number: int) -> None:
    new, initials = signed("sv", "Hilda Keller", "HKe", str(number))
    given, family = new.split()
    assert initials == given[0] + family[:2]


@pytest.mark.parametrize("number", range(6))
def test_initial_that_no_name_is_known_for_is_the_same_in_both(number: int) -> None:
    for name, signature in (("S. McBride", "SMcB"), ("A Kessel", "AK"), ("T.Orchard", "TO")):
        new, initials = signed("en", name, signature, str(number))
        assert initials[0] == new[0] and initials[1] == new.replace(".", " ").split()[-1][0]


def test_hidden_given_names_begin_with_common_letters() -> None:
    letters = [surrogates("en", ("P. Thorley", "CLINICIAN"), scope=str(n))[0][0] for n in range(60)]
    assert sum(map("QXZU".count, letters)) <= 2 and len(set(letters)) > 6


@pytest.mark.parametrize("code", ["en", "fr", "sv"])
def test_letters_of_nobody_never_spell_a_word(code: str) -> None:
    words = {row[0] for row in load_pack(code).list("common").rows}
    found = {surrogates(code, ("TLM", "INITIALS"), scope=str(n))[0].lower() for n in range(1500)}
    assert len(found) > 100 and not found & words
