"""Where the mentions of people end, by what stands in them."""

from __future__ import annotations

import pytest

from maskerad.core import Document, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.pipeline.look.borders import Borders
from maskerad.pipeline.look.people_names import people_names


@pytest.mark.parametrize(
    ("text", "start", "signs"),
    [
        ("HC/nb", 0, ["HC", "nb"]),
        ("HC/nb/kl", 0, ["HC", "nb", "kl"]),
        ("HC", 0, ["HC"]),
        ("H/C", 0, ["H/C"]),
        ("Lind/nb", 4, ["nb"]),  # the slash is where the mention begins
    ],
)
def test_who_dictated_and_who_wrote_sign_apart_wherever_the_slash_stands(
    text: str, start: int, signs: list[str]
) -> None:
    documents, pack = [Document("d", text, "sv")], load_pack("sv")
    found = SpanSet.of([Span(start, len(text), "INITIALS")])
    parted = Borders(text, pack, people_names(documents, [found], [pack])).parted(found)
    assert [text[span.start : span.end] for span in parted] == signs
