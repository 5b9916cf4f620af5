"""How somebody's name may be begun, and what user names may be made of it."""

from __future__ import annotations

from maskerad.languages import load_pack
from maskerad.pipeline.look.bearers import Bearer


def bearer(given: str, family: str, particles: str = "", written: str = "") -> Bearer:
    parts = (tuple(text.split()) for text in (given, family, particles))
    return Bearer("PATIENT", *parts, frozenset({"a"}), frozenset(written.split()), load_pack("nl"))


def test_initials_of_a_double_name_are_both_letters_or_one() -> None:
    assert set(bearer("anna", "lindqvist wretman").initials()) == {"al", "la", "aw", "wa", "alw", "lwa"}
    assert set(bearer("anna karin", "ek").initials()) == {"ae", "ea", "ake", "eak"}


def test_initials_with_particles_and_without() -> None:
    found = set(bearer("jan", "meulen", "van der").initials())
    assert found == {"jm", "mj", "jvdm", "vdmj", "mjvd"}


def test_initials_as_they_are_written_and_none_of_half_a_name() -> None:
    assert set(bearer("jane", "winter", written="jqw").initials()) == {"jw", "wj", "jqw"}
    assert set(bearer("jane", "").initials()) == set(bearer("", "winter").initials()) == set()


def test_user_names_of_given_and_family_names_in_any_order() -> None:
    found = set(bearer("anna karin", "lindqvist").handles())
    whole = {"annalindqvist", "lindqvistanna", "alindqvist", "lindqvista", "annakarinlindqvist", "aklindqvist"}
    cut = {"annli", "anlin", "annlin", "annal"}
    assert whole | cut <= found
    assert not list(bearer("anna", "").handles())


def test_user_names_hold_particles_whole_or_by_their_letters() -> None:
    found = set(bearer("jan", "meulen", "van der").handles())
    assert {"jvdmeulen", "jvandermeulen", "janmeulen", "vandermeulenjan"} <= found
