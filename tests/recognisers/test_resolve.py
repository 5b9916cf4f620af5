from maskerad.core import Source, Span
from maskerad.recognisers.resolve import resolve


def places(spans: object) -> list[tuple[int, int, str]]:
    return [(span.start, span.end, span.label) for span in spans]


def test_loser_inside_which_the_winner_lies_is_cut_in_two() -> None:
    found = resolve([Span(0, 20, "HOSPITAL", 0.5), Span(5, 9, "CITY", 0.9)])
    assert places(found) == [(0, 5, "HOSPITAL"), (5, 9, "CITY"), (9, 20, "HOSPITAL")]


def test_touching_spans_of_one_label_stay_apart() -> None:
    assert len(resolve([Span(0, 4, "CITY"), Span(4, 8, "CITY")])) == 2


def test_union_keeps_the_source_of_its_best_part() -> None:
    weak, strong = Span(0, 8, "CITY", 0.4, Source("a")), Span(4, 12, "CITY", 0.8, Source("b"))
    (union,) = resolve([weak, strong])
    assert (union.start, union.end, union.score, union.source) == (0, 12, 0.8, Source("b"))


def test_crumb_goes_to_the_neighbour_that_cut_it_off() -> None:
    text = "Lind, Anna (Lund)"
    spans = [Span(0, 10, "PATIENT", 0.5), Span(0, 4, "FAMILY_NAME", 0.9), Span(6, 10, "GIVEN_NAME", 0.9)]
    assert places(resolve(spans, text=text)) == [(0, 5, "FAMILY_NAME"), (6, 10, "GIVEN_NAME")]


def test_leading_crumb_goes_to_the_right() -> None:
    assert places(resolve([Span(0, 6, "CITY", 0.5), Span(2, 6, "PATIENT", 0.9)], text="((Lund")) == [(0, 6, "PATIENT")]


def test_own_rank_decides() -> None:
    spans = [Span(0, 8, "CITY", 0.9), Span(0, 8, "PATIENT", 0.1)]
    assert places(resolve(spans, rank=lambda span: (span.label == "PATIENT",))) == [(0, 8, "PATIENT")]


def test_hundred_thousand_nested_candidates_are_one_sweep() -> None:
    n = 100_000
    spans = [Span(i, 2 * n - i, f"L{i}", i / n) for i in range(n)]
    assert len(resolve(spans)) == 2 * n - 1
