"""Tag codes: round trips, the repair rule against seqeval, what cannot be coded."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seqeval.metrics.sequence_labeling import get_entities

from maskerad.core import Span
from maskerad.core.errors import FormatError
from maskerad.text.codes import (
    Code,
    all_tags,
    decode,
    encode,
    may_follow,
    read_chunks,
    repair,
    split_tokens,
    write_tags,
)

LABELS = ("CITY", "B-12", "PERSON")
CODES = pytest.mark.parametrize("code", list(Code))


@st.composite
def tokens_and_spans(draw: st.DrawFn, *, overlapping: bool = False) -> tuple[list[tuple[int, int]], list[Span]]:
    """Tokens with gaps, and spans whose borders lie anywhere inside or between tokens."""
    steps = draw(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 5)), max_size=12))
    tokens, at = [], 0
    for gap, length in steps:
        tokens.append((at + gap, at + gap + length))
        at += gap + length
    points = draw(st.lists(st.integers(0, at), max_size=8))
    pairs = pairwise(points if overlapping else sorted(set(points)))
    spans = [Span(min(p), max(p), draw(st.sampled_from(LABELS))) for p in pairs if p[0] != p[1]]
    return tokens, spans


@CODES
@given(case=tokens_and_spans())
def test_what_is_encoded_whole_decodes_to_itself(code: Code, case: tuple[list[tuple[int, int]], list[Span]]) -> None:
    tokens, spans = case
    encoded = encode(tokens, spans, code)
    odd = {*encoded.unencodable, *encoded.trimmed, *encoded.merged}
    decoded = set(decode(encoded.tokens, encoded.tags))
    if not encoded.merged:
        assert {span for span in spans if span not in odd} <= decoded
        assert len(decoded) == len(spans) - len(encoded.unencodable)
    assert repair(encoded.tags, code) == encoded.tags


@CODES
@given(case=tokens_and_spans(overlapping=True))
def test_every_token_character_of_a_coded_span_is_tagged(
    code: Code, case: tuple[list[tuple[int, int]], list[Span]]
) -> None:
    tokens, spans = case
    encoded = encode(tokens, spans, code)
    coded = list(spans)
    for span in encoded.unencodable:
        coded.remove(span)
    wanted = {i for span in coded for i in range(span.start, span.end)}
    in_tokens = {i for start, end in tokens for i in range(start, end)}
    tagged = {i for s in decode(encoded.tokens, encoded.tags) for i in range(s.start, s.end)}
    assert tagged & in_tokens == wanted & in_tokens


@given(case=tokens_and_spans(overlapping=True))
def test_splitting_covers_the_same_characters(case: tuple[list[tuple[int, int]], list[Span]]) -> None:
    tokens, spans = case
    pieces = split_tokens(tokens, spans)
    assert [i for s, e in pieces for i in range(s, e)] == [i for s, e in tokens for i in range(s, e)]
    borders = {b for span in spans for b in (span.start, span.end)}
    assert not any(start < border < end for start, end in pieces for border in borders)


@given(st.lists(st.sampled_from(["O", *(f"{p}-{x}" for p in "BIES" for x in ("CITY", "PERSON"))]), max_size=12))
def test_repair_rule_agrees_with_seqeval(tags: list[str]) -> None:
    ours = [(label, first, stop - 1) for first, stop, label in read_chunks(tags)]
    assert ours == get_entities(tags)


@CODES
@given(st.lists(st.sampled_from(all_tags(LABELS, Code.BIOES)), max_size=12))
def test_repaired_sequences_are_valid_and_read_the_same(code: Code, tags: list[str]) -> None:
    repaired = repair(tags, code)
    assert all(may_follow(left, right, code) for left, right in pairwise(["O", *repaired, "O"]))
    if code is not Code.IO:
        assert read_chunks(repaired) == read_chunks(tags)


@pytest.mark.parametrize("code", [Code.BIO, Code.BIOES])
@given(st.data())
def test_valid_sequences_need_no_repair(code: Code, data: st.DataObject) -> None:
    """``may_follow`` allows exactly the sequences that the code itself writes."""
    tags = data.draw(st.lists(st.sampled_from(all_tags(("CITY", "PERSON"), code)), max_size=6))
    is_valid = all(may_follow(left, right, code) for left, right in pairwise(["O", *tags, "O"]))
    assert is_valid == (repair(tags, code) == tags)


def test_overlapping_and_blank_spans_are_reported() -> None:
    tokens = [(0, 4), (5, 9)]
    inner, blank = Span(2, 4, "CITY"), Span(4, 5, "DATE")
    encoded = encode(tokens, [blank, inner, Span(0, 4, "PERSON")])
    assert set(encoded.unencodable) == {inner, blank}
    assert encoded.tags == ["B-PERSON", "I-PERSON", "O"]


def test_borders_in_blanks_are_reported() -> None:
    span = Span(0, 5, "CITY")
    assert encode([(0, 4), (5, 9)], [span]).trimmed == (span,)


def test_neighbours_run_together_in_io_only() -> None:
    tokens, spans = [(0, 1), (1, 2)], [Span(0, 1, "ZIP"), Span(1, 2, "ZIP")]
    assert encode(tokens, spans, Code.IO).merged == (spans[1],)
    assert encode(tokens, spans, Code.BIO).merged == ()


def test_bilou_is_read() -> None:
    tags = ["U-CITY", "B-PERSON", "I-PERSON", "L-PERSON"]
    assert repair(tags, Code.BIOES) == ["S-CITY", "B-PERSON", "I-PERSON", "E-PERSON"]


@pytest.mark.parametrize("tag", ["", "B", "B-", "Z-CITY", "canary", "-CITY", "o"])
def test_malformed_tags_are_refused_without_showing_them(tag: str) -> None:
    with pytest.raises(FormatError) as caught:
        repair(["O", tag])
    assert "canary" not in str(caught.value)
    assert "tag 2" in str(caught.value)


def test_tag_and_token_counts_must_agree() -> None:
    with pytest.raises(FormatError, match="2 tags for 1 tokens"):
        decode([(0, 1)], ["O", "O"])


def test_write_tags_leaves_the_rest_outside() -> None:
    assert write_tags([], 2, Code.BIOES) == ["O", "O"]
