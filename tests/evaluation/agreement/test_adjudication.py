"""Union of annotations, and the checks of an annotation against itself."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.evaluation.drawing import span_lists

from maskerad.core import Document, Span
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation.agreement.adjudication import Vote, adjudicate
from maskerad.evaluation.agreement.consistency import Question, check_consistency
from maskerad.evaluation.characters import union

VOTES = st.lists(st.tuples(st.sampled_from("ABC"), span_lists(20)), max_size=3).map(
    lambda lists: [Vote(name, span) for name, spans in lists for span in spans]
)


@given(VOTES, st.randoms())
def test_union_covers_all_and_no_more_whatever_the_order(votes: list[Vote], shuffle: random.Random) -> None:
    decided = adjudicate(votes)
    assert list(union(one.span for one in decided)) == list(union(vote.span for vote in votes))
    assert all(left.span.end <= right.span.start for left, right in pairwise(decided))
    shuffled = list(votes)
    shuffle.shuffle(shuffled)
    assert adjudicate(shuffled) == decided


def test_most_annotators_decide_and_conflicts_are_said() -> None:
    votes = [Vote("A", Span(0, 4, "CITY")), Vote("B", Span(0, 4, "HOSPITAL")), Vote("C", Span(0, 6, "HOSPITAL"))]
    (one,) = adjudicate(votes)
    assert (one.span.start, one.span.end, one.span.label) == (0, 6, "HOSPITAL")
    assert one.is_conflict
    assert not one.is_same_ends
    assert one.labels == ("HOSPITAL", "CITY")
    assert one.annotators == ("A", "B", "C")


def test_odd_strings_are_found_with_their_places() -> None:
    texts = {"1": "Ask Berg kom. Ask Berg gick.", "2": "Ask   Berg i Borgholm", "3": "Borgholm, Borgholmsvägen"}
    spans = {
        "1": (Span(0, 8, "PATIENT"),),
        "2": (Span(0, 10, "CLINICIAN"), Span(13, 21, "CITY")),
        "3": (),
    }
    found = check_consistency([AnnotatedDocument(Document(i, text), spans[i]) for i, text in texts.items()])
    by_question = {(one.question, one.labels): [(p.document, p.start) for p in one.places] for one in found}
    assert by_question == {
        (Question.LABELS, ("CLINICIAN", "PATIENT")): [("1", 0), ("2", 0)],
        (Question.UNMARKED, ("", "CLINICIAN", "PATIENT")): [("1", 0), ("2", 0), ("1", 14)],
        (Question.UNMARKED, ("", "CITY")): [("2", 13), ("3", 0)],
    }
    assert "Borgholm" not in repr(found)
