"""Where a word that could be a name is one, and where a sentence has ended before it."""

from __future__ import annotations

import pytest

from maskerad.languages import load_pack
from maskerad.pipeline.look.slots import BEFORE_CHARS, Slots

SLOTS = Slots([load_pack("en")])


@pytest.mark.parametrize(
    ("text", "is_sure"),
    [
        ("seen by Dr. rose today", True),
        ("he asked the doctor. rose early", False),
        ("she has a sister. rose early", False),
        ("her mum. rose early", False),
        ("my sister rose came", True),
        ("my sister\nrose early", False),
        ("14:02 rose: ok thanks", True),
        ("Temp rose: 39", False),
    ],
)
def test_who_is_surely_somebody(text: str, is_sure: bool) -> None:
    assert SLOTS.tells_person(text, text.find("rose"), text.find("rose") + 4) == is_sure


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("Regards,\nRose", True), ("Rose\n", True), ("- Rose.", True), ("Rose water", False), ("a Rose\n", False)],
)
def test_who_is_likely_somebody(text: str, is_one: bool) -> None:
    assert SLOTS.is_named(text, text.find("Rose"), text.find("Rose") + 4) == is_one


@pytest.mark.parametrize(
    ("text", "is_signed"), [("Done.\n/ Rose", True), ("Slept well / Rose\n", True), ("and / or Rose went", False)]
)
def test_who_signs(text: str, is_signed: bool) -> None:
    assert SLOTS.is_signed(text, text.find("Rose"), text.find("Rose") + 4) == is_signed


def test_a_line_that_begins_too_far_before_is_not_looked_for() -> None:
    far = "Notes\nabc " + "- " * BEFORE_CHARS + "rose: ok"
    near = "Notes abc " + "- " * BEFORE_CHARS + "\nrose: ok"
    slots = Slots([load_pack("en")])
    assert [slots.is_speaker(text, text.index("rose"), text.index("rose") + 4) for text in (far, near)] == [False, True]


@pytest.mark.parametrize(
    ("text", "lies_there"),
    [
        ("rose bed 4: slept", True),
        ("07:10 rose (bay 2) up", True),
        ("rose garden", False),
        ("her rose bed 4 is dry", False),
        ("rose bedding", False),
    ],
)
def test_who_lies_in_a_bed(text: str, lies_there: bool) -> None:
    assert SLOTS.is_abed(text, text.find("rose"), text.find("rose") + 4) == lies_there
