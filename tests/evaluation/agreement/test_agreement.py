"""Agreement of annotators: kappa against textbook values, F1 at its ends, what is undefined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Document, Span
from maskerad.core.errors import InputError
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation.agreement.agreement import Agreement, Annotator, agree
from maskerad.evaluation.agreement.kappa import cohen_kappa

TEXT = "Dr Bo Ek ringde Ida Al i Umeå."
BO, IDA, TOWN = Span(3, 8, "CLINICIAN"), Span(16, 22, "PATIENT"), Span(25, 29, "CITY")


def annotator(name: str, *spans: Span, document: str = "a") -> Annotator:
    return Annotator(name, [AnnotatedDocument(Document(document, TEXT), spans)])


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        # Cohen (1960): two raters, three classes.
        (((88, 10, 2), (14, 40, 6), (18, 10, 12)), 0.492),
        # Fleiss, Levin and Paik (2003), table 18.1.
        (((75, 1, 4), (5, 4, 1), (0, 0, 10)), 0.676),
        (((45, 15), (25, 15)), 0.130),
        (((25, 35), (5, 35)), 0.259),
        (((10, 0), (0, 10)), 1.0),
        (((0, 10), (10, 0)), -1.0),
    ],
)
def test_kappa_of_the_textbooks(table: tuple[tuple[int, ...], ...], kappa: float) -> None:
    cells = {(str(i), str(j)): n for i, row in enumerate(table) for j, n in enumerate(row)}
    found = cohen_kappa(cells)
    assert found is not None
    assert round(found, 3) == kappa


def test_kappa_is_undefined_without_items_and_without_choice() -> None:
    assert cohen_kappa({}) is None
    assert cohen_kappa({("", ""): 100}) is None


@given(st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from("xyz")), min_size=1, max_size=30))
def test_kappa_by_its_definition(items: list[tuple[str, str]]) -> None:
    n = len(items)
    observed = sum(a == b for a, b in items) / n
    chance = sum(sum(a == c for a, _ in items) * sum(b == c for _, b in items) for c in "xyz") / n**2
    table = {pair: items.count(pair) for pair in items}
    if chance == 1:
        assert cohen_kappa(table) is None
    else:
        assert cohen_kappa(table) == pytest.approx((observed - chance) / (1 - chance))


def test_identical_annotators_agree_wholly() -> None:
    found = agree([annotator("A", BO, IDA, TOWN), annotator("B", BO, IDA, TOWN)])
    assert found.f1 == 1.0
    assert found.mean_kappa == 1.0
    assert found.pairs[0].kappa_marked == 1.0
    assert set(found.exact) == {"CLINICIAN", "PATIENT", "CITY"}


def test_disjoint_annotators_do_not_agree() -> None:
    found = agree([annotator("A", BO), annotator("B", IDA)])
    assert found.f1 == 0.0
    assert found.pairs[0].kappa is not None
    assert found.pairs[0].kappa < 0.0
    assert found.pairs[0].blind.tp == 0


def test_nothing_against_nothing_is_undefined() -> None:
    found = agree([annotator("A"), annotator("B")])
    assert (found.f1, found.mean_kappa, found.pairs[0].kappa_marked) == (None, None, None)


def test_f1_does_not_depend_on_the_order_of_the_annotators() -> None:
    one, two = annotator("A", BO, IDA), annotator("B", Span(3, 8, "PATIENT"), IDA, TOWN)
    there, back = agree([one, two]), agree([two, one])
    assert there.f1 == back.f1 == pytest.approx(2 * 1 / (2 + 3))
    assert there.pairs[0].kappa == back.pairs[0].kappa
    assert there.pairs[0].blind.score.f1 == pytest.approx(2 * 2 / (2 + 3))


def three() -> Agreement:
    return agree([annotator("A", BO), annotator("B", BO, IDA), annotator("C", BO, document="b")])


def test_annotators_meet_on_shared_documents_only() -> None:
    found = three()
    assert [(pair.left, pair.right) for pair in found.pairs] == [("A", "B")]
    assert found.n_alone == {"A": 0, "B": 0, "C": 1}
    with pytest.raises(InputError, match="no two of the annotators share a document"):
        agree([annotator("A"), annotator("B", document="b")])


def test_annotators_have_names_of_their_own() -> None:
    with pytest.raises(InputError, match="different names"):
        agree([annotator("A"), annotator("A")])
    with pytest.raises(InputError, match="different names"):
        agree([annotator("A")])


def test_annotations_in_two_schemes_are_compared_in_one() -> None:
    conll = Annotator("B", [AnnotatedDocument(Document("a", TEXT), (Span(3, 8, "PER"),))], "conll")
    found = agree([annotator("A", BO), conll], "conll")
    assert found.f1 == 1.0
