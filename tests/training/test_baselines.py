"""The two lookup baselines on what can be counted by hand."""

from __future__ import annotations

from maskerad.core import Document, Span
from maskerad.corpora import AnnotatedDocument
from maskerad.training.baselines import learn_most_frequent, learn_unambiguous

from .notes import notes


def note(name: str, text: str, *spans: Span) -> AnnotatedDocument:
    return AnnotatedDocument(Document(name, text), spans)


TRAIN = [
    note("1", "Vera Lund och Lund", Span(0, 9, "PATIENT"), Span(14, 18, "CITY")),
    note("2", "Lund, Lund. Ask", Span(0, 4, "CITY"), Span(6, 10, "CLINICIAN"), Span(12, 15, "PATIENT")),
    note("3", "Ask", Span(0, 3, "CLINICIAN")),
]


def found(lookup_text: str, *, frequent: bool) -> list[tuple[int, int, str]]:
    lookup = learn_most_frequent(TRAIN) if frequent else learn_unambiguous(TRAIN)
    return [(span.start, span.end, span.label) for span in lookup.spans(lookup_text)]


def test_only_what_had_one_label_is_unambiguous() -> None:
    assert found("Vera Lund i Lund, lund. Ask", frequent=False) == [(0, 9, "PATIENT")]


def test_the_most_frequent_label_wins_and_ties_are_settled_by_name() -> None:
    text = "Vera Lund i Lund, lund. Ask"
    assert found(text, frequent=True) == [(0, 9, "PATIENT"), (12, 16, "CITY"), (24, 27, "CLINICIAN")]


def test_the_order_of_the_documents_is_nothing() -> None:
    corpus = notes(40)
    one, other = learn_most_frequent(corpus), learn_most_frequent(corpus[::-1])
    assert all(one.spans(item.document.text) == other.spans(item.document.text) for item in corpus)
