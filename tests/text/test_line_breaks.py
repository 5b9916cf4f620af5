"""Mentions broken over lines: read as one line, replaced with their breaks kept."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.text.test_linear_time import LIMIT, growth

from maskerad.text.line_breaks import broken_like, one_line


@pytest.mark.parametrize(
    ("mention", "line"),
    [
        ("Heike\nSchneider", "Heike Schneider"),
        ("Giulia\tFerrari", "Giulia Ferrari"),
        ("Heike \r\n >> \tSchneider", "Heike Schneider"),
        ("Haapala-\nFrisk", "Haapala-Frisk"),
        ("Lind-\n> qvist", "Lindqvist"),
        ("山田\n太郎", "山田太郎"),
        ("Jan\nvan\nder Wal", "Jan van der Wal"),
        ("Anna Berg", "Anna Berg"),
    ],
)
def test_a_mention_on_one_line(mention: str, line: str) -> None:
    assert one_line(mention) == line


@pytest.mark.parametrize(
    ("new", "old", "broken"),
    [
        ("Ulla Vogt", "Heike\nSchneider", "Ulla\nVogt"),
        ("Ulla Vogt", "Giulia\tFerrari", "Ulla\tVogt"),
        ("Ulla van der Vogt", "Jan van\r\n> der Wal", "Ulla van\r\n> der Vogt"),
        ("Ulla", "Heike\n> Schneider", "\n> Ulla"),
        ("[PATIENT]", "Jan\nvan\nder Wal", "\n\n[PATIENT]"),
        ("鈴木一郎", "山\n田太郎", "鈴\n木一郎"),
        ("林茂", "長谷川\n久美子", "林\n茂"),
        ("Ek", "Berg", "Ek"),
    ],
)
def test_a_surrogate_is_broken_where_the_mention_was(new: str, old: str, broken: str) -> None:
    assert broken_like(new, old) == broken


@given(st.text("ab \n>林-", max_size=20), st.text("xy 森", max_size=20))
def test_no_line_and_no_letter_is_lost(old: str, new: str) -> None:
    broken = broken_like(new, old)
    assert broken.count("\n") == old.count("\n")
    assert "".join(re.findall(r"\n[ >]*", old)).count(">") == broken.count(">")
    assert re.sub(r"[\s>]", "", broken) == re.sub(r"\s", "", new)


@pytest.mark.parametrize("unit", ["Anna\n", "Anna\t", "-\n", "a-\n", "林\n", "\n> "])
def test_time_is_linear(unit: str) -> None:
    assert growth(lambda text: broken_like("Karin " * (len(text) // 6), text), unit) < LIMIT
