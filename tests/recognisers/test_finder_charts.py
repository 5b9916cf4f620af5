"""Charts: guesses that rest on a capital fall there, and people are found there as everywhere."""

from __future__ import annotations

import pytest

import maskerad
from maskerad.core.span import Source, Span
from maskerad.recognisers.finder.charts import Charts
from maskerad.recognisers.rules.rulebook import load_rulebook

CHART = "0605 VE 8 cm OP, Synto 1 -> 6 ml/hr. BP 151/96, labetalol 200, LA 70%"
PROSE = "She was seen at home by Synto and her friend from the club, who brought the tablets that we had asked for"


def span(text: str, inner: str, label: str, score: float) -> Span:
    start = text.index(inner)
    return Span(start, start + len(inner), label, score, Source("rules", "a_rule"))


@pytest.fixture(scope="module")
def charts() -> Charts:
    return Charts.of(load_rulebook("en"))


@pytest.mark.parametrize(("text", "falls"), [(CHART, True), (PROSE, False)])
def test_a_guess_falls_in_a_chart_where_the_finder_doubts_it(charts: Charts, text: str, falls: bool) -> None:
    assert charts.may_fall(text, span(text, "Synto", "PERSON", 0.4), 0.5) is falls


@pytest.mark.parametrize(
    ("score", "probability"),
    [(0.4, 0.95), (0.95, 0.1)],
    ids=["the finder sees it", "the rule has good grounds"],
)
def test_what_one_of_both_is_sure_of_stands_in_a_chart(charts: Charts, score: float, probability: float) -> None:
    assert not charts.may_fall(CHART, span(CHART, "Synto", "PERSON", score), probability)


def test_a_name_in_small_letters_stands_as_finders_hardly_know_them(charts: Charts) -> None:
    text = CHART.replace("Synto", "synto")
    assert not charts.may_fall(text, span(text, "synto", "PERSON", 0.4), 0.2)


def test_who_writes_in_a_chat_stands(charts: Charts) -> None:
    text = "Djibril 07h58 : QTc 462, FC 41, K 2,9, PA 88/50"
    assert not charts.may_fall(text, span(text, "Djibril", "PERSON", 0.5), 0.3)


def test_a_day_stands_where_a_score_would_fall(charts: Charts) -> None:
    text = "COVID neg {}; MRSA nil, BP 120/80, HR 72"
    assert charts.may_fall(text.format("2/3"), span(text.format("2/3"), "2/3", "DATE", 0.7), 0.4)
    assert not charts.may_fall(text.format("3/2"), span(text.format("3/2"), "3/2", "DATE", 0.7), 0.4)


@pytest.mark.parametrize(
    ("inner", "probability", "falls"),
    [("3/10", 0.95, True), ("3/10", 0.98, False), ("13/10", 0.95, False), ("10/24", 0.95, False), ("9/24", 0.8, True)],
)
def test_what_may_be_a_score_must_surely_be_a_day(charts: Charts, inner: str, probability: float, falls: bool) -> None:
    text = f"GCS 14, Tinetti {inner}, 10MWT 0.38 m/s, FAC 3, BP 120/80"
    assert charts.may_fall(text, span(text, inner, "DATE", 0.7), probability) is falls


def test_a_number_without_a_unit_must_surely_be_an_age(charts: Charts) -> None:
    text = "Caries D2 at 17d, {} BW, PA UL4, LR6 RCT"
    assert charts.may_fall(text.format("25"), span(text.format("25"), "25", "AGE", 0.7), 0.7)
    assert not charts.may_fall(text.format("25 yrs"), span(text.format("25 yrs"), "25 yrs", "AGE", 0.7), 0.7)


@pytest.mark.parametrize(
    ("before", "inner", "stands"),
    [("CT", "Lund-Mackay", False), ("CT", "Anna-Maria", True), ("HR 72 Dr", "Lund-Mackay", True)],
)
def test_a_pair_of_surnames_in_a_chart_needs_a_person_beside(
    charts: Charts, before: str, inner: str, stands: bool
) -> None:
    text = f"{before} {inner} 16, Keros II, CRP <5, Hb 96"
    assert charts.stands(text, span(text, inner, "PERSON", 1.0)) is stands


@pytest.mark.parametrize(
    ("inner", "label", "stands"),
    [
        ("Synto", "PERSON", False),
        ("Helen", "PERSON", True),
        ("Harbour Hospital", "HOSPITAL", True),
        ("OP", "CITY", False),
    ],
)
def test_the_finder_alone_needs_a_listed_name_in_a_chart(charts: Charts, inner: str, label: str, stands: bool) -> None:
    text = CHART.replace("Synto", inner)
    assert charts.stands(text, span(text, inner, label, 0.9)) is stands
    assert charts.stands(text, span(text, inner, label, 0.99))


def test_a_genus_is_nobody_and_a_person_in_small_letters_is(charts: Charts) -> None:
    for text, inner, stands in (("grew E. faecium", "E. faecium", False), ("gave to J. helen", "J. helen", True)):
        assert charts.stands(text, span(text, inner, "PERSON", 1.0)) is stands


@pytest.mark.parametrize(
    ("code", "note", "stays", "goes"),
    [
        ("nl", "Propofol 2% 12 ml/u, Rocu gestopt 06.15. Actrapid 2 E/u. Moeder Anja de Wit gebeld.", "Rocu", "Anja"),
        ("de", "Levo I.  C.alb: Anidula S, Fluco S 0,25\nTel. mit Tochter Brigitte Kranz.", "C.alb", "Brigitte"),
        (
            "sv",
            "FK djup, van Herick 4/4. Propofol Marsh Cpt 4,5. Ringt dotter Maja Ek.",
            "Propofol Marsh Cpt 4,5",
            "Maja",
        ),
    ],
)
def test_a_chart_as_installed(code: str, note: str, stays: str, goes: str) -> None:
    released = maskerad.load(code, key=bytes(32)).deidentify(note).text
    assert stays in released
    assert goes not in released
