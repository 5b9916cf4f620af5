"""Many phrases at once, against looking for each at each token."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from maskerad.text.phrases import MAX_TOKENS, PhraseIndex
from maskerad.text.tokens import tokenise_finely

WORDS = st.sampled_from(["a", "b", "1", "-", "山"])
PHRASES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


def slow(phrases: list[str], text: str) -> list[tuple[int, int, str]]:
    offsets = tokenise_finely(text)
    words = [text[start:end] for start, end in offsets]
    cut = {phrase: phrase.split() for phrase in phrases}
    found, at = [], 0
    while at < len(words):
        here = [p for p in phrases if words[at : at + len(cut[p])] == cut[p]]
        if not here:
            at += 1
            continue
        best = max(here, key=lambda p: len(cut[p]))
        found.append((offsets[at][0], offsets[at + len(cut[best]) - 1][1], best))
        at += len(cut[best])
    return found


@given(st.lists(PHRASES, unique=True, max_size=6), st.lists(WORDS, max_size=12).map(" ".join))
def test_finds_what_looking_everywhere_finds(phrases: list[str], text: str) -> None:
    index = PhraseIndex({phrase: phrase for phrase in phrases})
    assert list(index.find(text)) == slow(phrases, text)


def test_no_part_of_a_word_is_found_but_a_part_of_a_japanese_line_is() -> None:
    index = PhraseIndex({"Ann": 1, "山田": 2})
    assert list(index.find("Anna Ann 山田さん")) == [(5, 8, 1), (9, 11, 2)]


def test_empty_and_overlong_phrases_are_passed_over() -> None:
    index = PhraseIndex({"": 1, " \n": 2, "a " * (MAX_TOKENS + 1): 3})
    assert list(index.find("a " * 100)) == []
