"""What messages are made of: numbers of things, near names, characters that can be seen."""

from __future__ import annotations

import json

import pytest

from maskerad.core.counted import counted
from maskerad.core.errors import ExtraError, UnknownNameError, did_you_mean
from maskerad.core.extras import MODULES, require
from maskerad.core.shown import shown, shown_json


@pytest.mark.parametrize(
    ("number", "thing", "said"),
    [(0, "day", "0 days"), (1, "entry", "1 entry"), (2, "row of a table", "2 rows of a table"), (-1, "day", "-1 days")],
)
def test_things_are_counted(number: int, thing: str, said: str) -> None:
    assert counted(number, thing) == said


def test_a_near_name_is_offered_whatever_its_case() -> None:
    assert did_you_mean("SCROE", ["Score", "label"]) == "; did you mean 'Score'?"
    assert did_you_mean("zebra", ["Score", "label"]) == ""
    assert str(UnknownNameError("label", "CITTY", ["DATE", "CITY"])).endswith(
        "unknown label 'CITTY'; did you mean 'CITY'?; known: CITY, DATE"
    )


@pytest.mark.parametrize("unseen", ["\x1b", "\u202e", "\u2028", "\u2029", "\ud800", "\ue000", "\U000e0001", "\x00"])
def test_what_cannot_be_seen_is_written_as_its_escape(unseen: str) -> None:
    assert shown(f"å b{unseen}\n") == f"å b{unseen.encode('unicode_escape').decode()}\n"
    written = shown_json(f'"å b{unseen}"')
    assert written.isprintable() and json.loads(written) == f"å b{unseen}"


def test_a_text_that_can_be_seen_stays() -> None:
    assert shown("Åsa\u00a0Ek, 3\u2009mg 名") == "Åsa\u00a0Ek, 3\u2009mg 名" and shown_json("名") == "名"


def test_a_part_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "vault", ("json", "nosuchmodule"))
    monkeypatch.setitem(MODULES, "crf", ("json",))
    require("crf", "this")
    with pytest.raises(ExtraError, match=r"this needs the optional part 'vault': pip install 'maskerad\[vault\]'"):
        require("vault", "this")
