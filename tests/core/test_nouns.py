"""The nouns are frozen and slotted, show no text, and are refused where they are wrong."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields, is_dataclass
from datetime import date

import pytest

import maskerad.core
from maskerad.core import (
    Detected,
    Document,
    Doubt,
    Entity,
    Form,
    FoundSpan,
    Identifier,
    LabelScheme,
    Mention,
    OffsetMap,
    Quarantined,
    Record,
    Released,
    SchemeMap,
    Source,
    Span,
    SpanSet,
    StandsFor,
    load_scheme,
    record_of,
)
from maskerad.core.errors import BoundsError, InputError, OverlapError

CANARY = "Anna Lindqvist"
SPAN = Span(0, 14, "PATIENT", 0.5, Source("rules.names", "title"), "PATIENT-1")
DOCUMENT = Document("d1", CANARY, "sv", "p1", date(2024, 3, 10), {"name": CANARY})
SPANS = SpanSet((SPAN,))
EXAMPLES = (
    SPAN,
    SPAN.source,
    SPANS,
    DOCUMENT,
    Identifier("PATIENT", "name", CANARY),
    Record("p1", (DOCUMENT,), (Identifier("PATIENT", "name", CANARY),)),
    StandsFor(CANARY, CANARY, Form.NICKNAME),
    Entity("PATIENT-1", "PATIENT", (Mention("d1", SPAN),), key=CANARY, given=(CANARY,), family=(CANARY,)),
    FoundSpan(SPAN, CANARY),
    Detected(CANARY, SPANS),
    OffsetMap(((0, 14, 0, 5),), 14),
    Doubt("gender", 0, 14, ("PATIENT-1",)),
    Released("d1", CANARY, SPANS, SPANS, OffsetMap(), {"name": CANARY}),
    Quarantined("d1", "verify", "E501", "why"),
    load_scheme("core"),
    SchemeMap(load_scheme("core"), load_scheme("conll")),
)


def test_every_noun_has_an_example() -> None:
    nouns = {one for name in maskerad.core.__all__ if is_dataclass(one := getattr(maskerad.core, name))}
    assert nouns == {type(one) for one in EXAMPLES} and LabelScheme in nouns


@pytest.mark.parametrize("noun", EXAMPLES, ids=lambda noun: type(noun).__name__)
def test_nouns_are_frozen_slotted_and_silent(noun: object) -> None:
    for one in fields(noun):
        with pytest.raises(FrozenInstanceError):
            setattr(noun, one.name, None)
    assert not hasattr(noun, "__dict__")
    assert CANARY not in repr(noun)
    assert pickle.loads(pickle.dumps(noun)) == noun  # noqa: S301 (workers receive them so)


def test_a_found_span_tells_what_its_span_does() -> None:
    found = FoundSpan(SPAN, CANARY)
    told = (found.start, found.end, found.label, found.score, found.source, found.entity)
    assert told == (0, 14, "PATIENT", 0.5, Source("rules.names", "title"), "PATIENT-1")


def test_what_was_detected_is_a_sequence() -> None:
    detected = Detected("Anna in Lund", SpanSet((Span(0, 4, "PATIENT"), Span(8, 12, "CITY"))))
    assert [one.text for one in detected] == ["Anna", "Lund"] and len(detected) == 2
    assert detected[1].text == detected[-1].text == "Lund"
    assert [one.text for one in detected[:1]] == ["Anna"]


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (2, 2), (3, 2)])
def test_a_span_holds_something(start: int, end: int) -> None:
    with pytest.raises(BoundsError):
        Span(start, end, "CITY")


def test_a_span_of_which_nobody_tells_a_score_is_sure() -> None:
    assert Span(0, 4, "PATIENT").score == 1.0


def test_spans_move_are_relabelled_and_overlap() -> None:
    assert SPAN.moved(3) == Span(3, 17, "PATIENT", 0.5, SPAN.source, "PATIENT-1")
    assert SPAN.relabelled("PERSON") == Span(0, 14, "PERSON", 0.5, SPAN.source, "PATIENT-1")
    assert SPAN.relabelled("PATIENT") is SPAN and SPAN.length == 14
    two = Span(4, 6, "CITY")
    assert [two.overlaps(Span(*at, "CITY")) for at in ((0, 4), (0, 5), (4, 6), (5, 9), (6, 9))] == [
        False,
        True,
        True,
        True,
        False,
    ]


def test_sets_of_spans_are_disjoint_and_sorted() -> None:
    touching = SpanSet.of([Span(4, 6, "DATE"), Span(0, 4, "CITY")])
    assert [span.start for span in touching] == [0, 4] and touching.covered_chars == 6 and len(touching) == 2
    assert touching[0].end == 4 and touching[1:] == (Span(4, 6, "DATE"),)
    with pytest.raises(OverlapError):
        SpanSet.of([Span(0, 5, "CITY"), Span(4, 6, "DATE")])
    with pytest.raises(OverlapError):
        SpanSet((Span(4, 6, "DATE"), Span(0, 4, "CITY")))


def test_a_span_ends_in_its_document() -> None:
    assert DOCUMENT.check(SPAN) is SPAN
    with pytest.raises(BoundsError, match="14 characters"):
        DOCUMENT.check(Span(0, 15, "PATIENT"))


def test_documents_of_a_record_are_documents_with_ids_of_their_own() -> None:
    assert record_of(DOCUMENT) == Record("p1", (DOCUMENT,)) and record_of(Document("d2", "")).id == "d2"
    with pytest.raises(InputError, match=r"seen twice: d1$"):
        Record("p1", (DOCUMENT, DOCUMENT, Document("d2", "")))
    with pytest.raises(InputError, match="not str"):
        Record("p1", (DOCUMENT, CANARY))


def test_one_document_is_quarantined_unless_more_are_told() -> None:
    assert Quarantined("d1", "read", "E103", "why").n_documents == 1


def test_a_record_shows_no_id_of_a_document() -> None:
    """Names of files name people."""
    assert "Lindqvist" not in repr(Record("p1", (Document("Lindqvist_Anna", "kom"),)))


def test_spans_stand_in_the_order_of_their_text() -> None:
    spans = [Span(5, 9, "CITY"), Span(0, 4, "PATIENT"), Span(0, 2, "RELATIVE")]
    assert sorted(spans) == [spans[2], spans[1], spans[0]]
