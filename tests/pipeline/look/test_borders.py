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


def parts(text: str, code: str = "sv", label: str = "PATIENT", others: tuple[str, ...] = ()) -> list[str]:
    """What one mention of people comes to, where further documents of the record have other names."""
    pack = load_pack(code)
    documents = [Document("d", text, code), *(Document(f"o{n}", other, code) for n, other in enumerate(others))]
    spans = [SpanSet.of([Span(0, len(document.text), label)]) for document in documents]
    parted = Borders(text, pack, people_names(documents, spans, [pack] * len(documents))).parted(spans[0])
    return [text[span.start : span.end] for span in parted]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Anna Lindqvist\n\nKarl Berg", ["Anna Lindqvist", "Karl Berg"]),
        ("Anna Lindqvist, Karl Berg", ["Anna Lindqvist", "Karl Berg"]),
        ("Lindqvist, Anna", ["Lindqvist, Anna"]),
        ("Anna, Karl", ["Anna", "Karl"]),
        ("Anna\nLindqvist", ["Anna\nLindqvist"]),
        ("Anna Lindqvist\tK", ["Anna Lindqvist\tK"]),
    ],
)
def test_a_mention_of_two_people_is_parted_and_one_of_one_is_not(text: str, pieces: list[str]) -> None:
    assert parts(text) == pieces
