"""Text rules of the shared pack: numbers and dates, and what looks like them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.recognisers.rules.patterns import bounded

PATTERNS = ["rules.patterns.v1", "rules.grammar.v1", "rules.joining.v1"]


@pytest.mark.parametrize(
    ("text", "marked", "label"),
    [
        ("seen 2012-03-11 again", "2012-03-11", "DATE"),
        ("stay 20120311-20120318 on", "20120311-20120318", "DATE"),
        ("since 2016/2017 he", "2016/2017", "DATE"),
        ("on 12 November 2018,", "12 November 2018", "DATE"),
        ("mail a.b+c@ward.example.org.", "a.b+c@ward.example.org", "EMAIL"),
        ("see https://x.example/a?b=1).", "https://x.example/a?b=1", "URL"),
        ("from 192.0.2.17 today", "192.0.2.17", "IP"),
        ("call tel. 0652-72 56 now", "0652-72 56", "PHONE"),
        ("call +46 70 174 06 18 now", "+46 70 174 06 18", "PHONE"),
        ("MRN: 00482915.", "00482915", "ID"),
        ("iban NL91ABNA0417164300 ok", "NL91ABNA0417164300", "ID"),
        ("iban NL91ABNA0417164301 typo", "NL91ABNA0417164301", "ID"),
    ],
)
def test_found_to_the_letter(find, text: str, marked: str, label: str):
    assert (marked, label) in find(PATTERNS, text)[0]


@pytest.mark.parametrize(
    "text", ["BP 130/80", "dose 2000 mg", "GCS 15", "L4/L5", "version 1.2.3", "37,5", "ratio 45/60", "5-10 ml"]
)
def test_left_alone(find, text: str):
    assert find(PATTERNS, text)[0] == []


def test_a_valid_number_scores_higher_than_one_with_a_wrong_check_digit(spans_of):
    (valid,), (wrong,) = (
        [span.score for span in spans_of(["rules.patterns.v1"], text)[0] if span.source.rule == "iban"]
        for text in ("NL91ABNA0417164300", "NL91ABNA0417164301")
    )
    assert valid > wrong > 0


def test_a_cue_of_two_words_is_found(find):
    assert ("4711-0815", "ID") in find(PATTERNS, "case file 4711-0815 closed")[0]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"\s*", r"\s{0,200}"),
        (r"a+?", r"a{1,200}?"),
        (r"a*+", r"a{0,200}+"),
        (r"[*+]", r"[*+]"),
        (r"[]*]+", r"[]*]{1,200}"),
        (r"\*\+", r"\*\+"),
        (r"(?:a)?+", r"(?:a)?+"),
        (r"a{2,}", r"a{2,200}"),
        (r"a{2,4}+", r"a{2,4}+"),
        (r"(?P<x>a*)", r"(?P<x>a{0,200})"),
    ],
)
def test_every_repetition_has_an_end(pattern: str, expected: str):
    assert bounded(pattern) == expected


@given(st.text("ab 12", max_size=30))
def test_an_end_changes_nothing_on_short_texts(text: str):
    pattern = r"(?:a+|b*)\s*\d+[ab]*"
    assert [m.span() for m in re.finditer(pattern, text)] == [m.span() for m in re.finditer(bounded(pattern), text)]
