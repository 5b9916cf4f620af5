"""Where the words of a text stand is found alike whether few of them are asked for or many."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from maskerad.text.distinct_words import FEW, distinct_words, places_of

TEXTS = st.text(alphabet="aAbé ²\u0301_1.-@", max_size=60)


@given(TEXTS, st.integers(0, FEW + 2))
def test_places_are_those_of_whole_runs_of_letters(text: str, n_absent: int) -> None:
    found = distinct_words(text)
    words = {word for forms in found.forms.values() for word in sorted(forms)[:1]}
    asked = words | {"z" * (at + 1) for at in range(n_absent)}

    assert list(places_of(asked, text)) == [m.start() for m in re.finditer(r"[^\W\d_]+", text) if m[0] in words]


def test_words_are_told_by_their_folded_form() -> None:
    words = distinct_words("Éva eva EVA-Lotta")

    assert words.of({"eva", "anna"}) == {"Éva", "eva", "EVA"}
    assert words.of({"lott"}) == set()
