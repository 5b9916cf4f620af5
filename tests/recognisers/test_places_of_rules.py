"""A rule is told by the tokens beside it: line ends and gaps may stand among what a place names."""

from __future__ import annotations

import pytest

import maskerad
from maskerad.recognisers.rules.grammar import place_names


@pytest.mark.parametrize(
    ("written", "names"),
    [("num", ["num"]), ("nl", ["nl"]), ("nl | gap", ["nl", "gap"]), ("(a | b) & c | nl", ["nl", "(a | b) & c"])],
)
def test_line_ends_and_gaps_are_named_by_themselves(written: str, names: list[str]) -> None:
    assert place_names(written) == names


@pytest.mark.parametrize(
    ("text", "initials"),
    [
        ("Seen in clinic.\nJB/kt   copy to GP\n", ["JB", "kt"]),
        ("Seen 12/03/2021 kt\nnext visit open", ["kt"]),
        ("Slept well. kt rn\n", ["kt"]),
        ("Slept well. so well rn\n", []),
    ],
)
def test_letters_of_staff_are_found_by_what_stands_beside_them(text: str, initials: list[str]) -> None:
    found = maskerad.load("en", key=bytes(32), model=None).detect(text)
    assert [text[span.start : span.end] for span in found.spans if span.label == "INITIALS"] == initials
