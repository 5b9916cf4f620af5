"""Random documents with gold and predicted spans. Nothing in them is of a real person."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from maskerad.core import Span
from maskerad.evaluation import Pair

LABELS = ("PATIENT", "CITY", "DATE", "HOSPITAL")
ALPHABET = "ab1 .,-é山"


def texts(max_size: int = 30) -> st.SearchStrategy[str]:
    """Short texts of letters, digits, marks and blanks."""
    return st.text(ALPHABET, min_size=1, max_size=max_size)


@st.composite
def span_lists(draw: st.DrawFn, length: int, max_size: int = 6) -> list[Span]:
    """Spans inside a text of that length; they may overlap, nest and repeat."""
    offsets = st.integers(0, length - 1)
    made = draw(st.lists(st.tuples(offsets, offsets, st.sampled_from(LABELS)), max_size=max_size))
    return [Span(min(a, b), max(a, b) + 1, label) for a, b, label in made]


@st.composite
def pairs(draw: st.DrawFn, document: str = "d") -> Pair:
    """A document with any gold and any predicted spans."""
    text = draw(texts())
    gold, predicted = draw(span_lists(len(text))), draw(span_lists(len(text)))
    return Pair(document, "", text, gold, predicted)


def token_spans(draws: random.Random, n_tokens: int) -> list[tuple[int, int, str]]:
    """Disjoint labelled runs of tokens."""
    runs: list[tuple[int, int, str]] = []
    at = 0
    while at < n_tokens:
        size = draws.randint(1, 3)
        if draws.random() < 0.4 and at + size <= n_tokens:
            runs.append((at, at + size, draws.choice(LABELS)))
        at += size
    return runs


def iob2(runs: list[tuple[int, int, str]], n_tokens: int) -> list[str]:
    """The runs as IOB2 tags."""
    tags = ["O"] * n_tokens
    for start, end, label in runs:
        tags[start:end] = [f"B-{label}", *[f"I-{label}"] * (end - start - 1)]
    return tags


def characters(runs: list[tuple[int, int, str]]) -> list[Span]:
    """The runs as spans of a text in which token ``i`` stands at ``3 * i`` and is two characters long."""
    return [Span(3 * start, 3 * end - 1, label) for start, end, label in runs]


def text_of(n_tokens: int) -> str:
    """The text that belongs to it."""
    return " ".join(["ab"] * n_tokens)
