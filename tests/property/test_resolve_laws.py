"""What must hold for any set of candidate spans."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Span
from maskerad.recognisers.resolve import resolve

TEXT = "Anna Lind, f. 12/3 i Lund; tfn 070-12 34 (hem), " * 3


@st.composite
def candidates(draw: st.DrawFn) -> list[Span]:
    def one() -> Span:
        start = draw(st.integers(0, len(TEXT) - 2))
        end = draw(st.integers(start + 1, min(len(TEXT), start + 30)))
        score = draw(st.sampled_from([0.3, 0.5, 0.9]))
        return Span(start, end, draw(st.sampled_from(["PATIENT", "CITY", "DATE"])), score)

    return [one() for _ in range(draw(st.integers(0, 12)))]


def covered(spans: object) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


@given(candidates())
def test_covers_exactly_what_any_candidate_covered(spans: list[Span]) -> None:
    assert covered(resolve(spans)) == covered(spans)
    with_text = covered(resolve(spans, text=TEXT))
    assert with_text <= covered(spans)
    assert all(TEXT[at].isspace() for at in covered(spans) - with_text)


@given(candidates())
def test_with_text_no_span_begins_or_ends_with_a_blank(spans: list[Span]) -> None:
    for span in resolve(spans, text=TEXT):
        found = TEXT[span.start : span.end]
        assert found == found.strip()


@given(candidates(), st.randoms(use_true_random=False))
def test_order_of_candidates_does_not_matter(spans: list[Span], random: object) -> None:
    shuffled = list(spans)
    random.shuffle(shuffled)
    assert resolve(shuffled) == resolve(spans)


@given(candidates())
def test_resolving_again_changes_nothing(spans: list[Span]) -> None:
    once = resolve(spans, text=TEXT)
    assert covered(resolve(once)) == covered(once)
    assert all(left.end <= right.start for left, right in pairwise(once))


@given(candidates())
def test_every_character_goes_to_the_best_label_there(spans: list[Span]) -> None:
    """Against brute force: unions of each label first, then the best union at every character."""
    unions = []
    for label in {span.label for span in spans}:
        same = [span for span in spans if span.label == label]
        places = sorted(covered(same))
        groups: list[list[int]] = []
        for at in places:
            joined = groups and any(s.start <= groups[-1][-1] and at < s.end for s in same)
            if joined:
                groups[-1].append(at)
            else:
                groups.append([at])
        for group in groups:
            inside = [span for span in same if span.start in group]
            unions.append((max(s.score for s in inside), len(group), -group[0], label, set(group)))
    for span in resolve(spans):
        for at in range(span.start, span.end):
            best = max(union[:2] for union in unions if at in union[4])
            assert any(union[:2] == best and union[3] == span.label for union in unions if at in union[4])


@given(candidates())
def test_with_text_no_piece_is_bare_punctuation_beside_another(spans: list[Span]) -> None:
    found = resolve(spans, text=TEXT)
    for left, right in pairwise(found):
        if left.end == right.start:
            assert all(any(c.isalnum() for c in TEXT[s.start : s.end]) for s in (left, right))
