"""The last digits of a known number, where something tells that they are."""

from __future__ import annotations

import pytest

from maskerad.languages import load_pack
from maskerad.pipeline.look.tails import Tails

TAILS = Tails([("313.555.0188", "PHONE"), ("12345", "ID"), ("1999-04-06", "DATE")], [load_pack("en")])


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("a number ending in 188", "188"),
        ("it ends in 0188", "0188"),
        ("mobile …0188", "0188"),
        ("mobile …188", None),
        ("ends in 55", None),
        ("ends in 345", None),
        ("ends in 406", None),
        ("given 0188 today", None),
    ],
)
def test_what_a_number_ends_in(text: str, digits: str | None) -> None:
    assert [text[start:end] for start, end, _ in TAILS.find(text)] == ([digits] if digits else [])


def test_without_words_that_say_so_only_marked_digits_are_told() -> None:
    tails = Tails([("313.555.0188", "PHONE")], [])
    assert [hit[:2] for hit in tails.find("a number ending in 0188, mobile …0188")] == [(33, 37)]
