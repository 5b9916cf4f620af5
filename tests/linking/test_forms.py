"""How each mention looks beside the fullest name of its person, and which of its words stand for others."""

from __future__ import annotations

import pytest

from maskerad.core.entity import Form

from .test_link import entities

P = "PATIENT"


@pytest.mark.parametrize(
    ("code", "whole", "other", "form", "stands_for"),
    [
        ("sv", "Anna Lindqvist", "Annas", Form.GIVEN, ""),
        ("sv", "Anna Lindqvist", "Lindqvist", Form.FAMILY, ""),
        ("sv", "Anna Lindqvist", "A. Lindqvist", Form.INITIALS, ""),
        ("en", "Robert Hartley", "Hartely", Form.MISSPELT, "hartley"),
        ("en", "Robert Hartley", "Bob", Form.NICKNAME, "robert"),
        ("nl", "Wilhelmina Jansen", "Wimpie", Form.NICKNAME, "wilhelmina"),
        ("nl", "Wilhelmina Jansen", "Pimpie", Form.PART, ""),
        ("ja", "加藤 健一", "加", Form.SHORT, "加藤"),
        ("ja", "林 花子", "林", Form.FAMILY, ""),
        ("ja", "橋本かおり", "橋本か", Form.SHORT, "かおり"),
        ("ja", "アレクサンドラ", "アレク", Form.NICKNAME, "アレクサンドラ"),
    ],
)
def test_a_mention_tells_what_it_is_of_the_name(code: str, whole: str, other: str, form: Form, stands_for: str) -> None:
    ((texts, entity),) = entities(code, (whole, P), (other, P))
    assert texts == [whole, other]
    assert entity.mentions[1].form is form
    assert [one.name for one in entity.mentions[1].stands_for] == ([stands_for] if stands_for else [])


def test_a_form_of_each_kind_beside_one_name() -> None:
    ((_, entity),) = entities("en", ("Robert Hartley", P), ("Hartely", P), ("Bob", P), ("Hartley", P))
    told = [(mention.form, mention.distance) for mention in entity.mentions]
    assert told == [(Form.FULL, 0), (Form.MISSPELT, 1), (Form.NICKNAME, 0), (Form.FAMILY, 0)]


@pytest.mark.parametrize(
    ("code", "mentions", "n_people"),
    [
        ("sv", [("Anna Karin Lindqvist", P), ("AK", "INITIALS"), ("ALK", "INITIALS")], 1),
        ("sv", [("Anna Karin Lindqvist", P), ("QK", "INITIALS")], 2),
        ("sv", [("Karin", P), ("Lindqvist", P)], 1),  # the one patient, of whom no whole name is known
        ("sv", [("Ek", P), ("Lindqvist", P)], 2),
        ("nl", [("Wilhelmina Jansen", P), ("Wimpie", "RELATIVE")], 2),
        ("ja", [("エリザベス", P), ("エリー", P)], 2),
        ("sv", [("Ekby vårdcentral", "HOSPITAL"), ("Ekby vc", "HOSPITAL")], 1),
        ("sv", [("Ekby vårdcentral", "HOSPITAL"), ("Ekby vk", "HOSPITAL")], 2),
    ],
)
def test_who_is_one(code: str, mentions: list[tuple[str, str]], n_people: int) -> None:
    assert len(entities(code, *mentions)) == n_people
