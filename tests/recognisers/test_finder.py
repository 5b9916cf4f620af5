"""A finder beside the rules: nothing that rules marked on good grounds is lost, and no span reaches over a column."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Document, Source, Span
from maskerad.core.span import UNKNOWN_SOURCE
from maskerad.recognisers.base import Evidence, Findings, first_evidence
from maskerad.recognisers.crf.reading import Cutter
from maskerad.recognisers.finder.beliefs import Beliefs
from maskerad.recognisers.finder.model import surely, without_fillers
from maskerad.recognisers.finder.weighing import Weighed
from maskerad.recognisers.resolve import resolve
from maskerad.recognisers.rules.lexicon import Lexicon
from maskerad.recognisers.rules.rulebook import load_rulebook

TEXT = "Anna Lindqvist, Falu lasarett, tel 0911-555 83 eller Bo"
LABELS = ("CITY", "HOSPITAL", "PERSON")
SURE = Beliefs({"*": 0.5})


class Rules:
    """Mark what they are told to."""

    def __init__(self, *spans: Span) -> None:
        self._spans = spans

    def recognise(self, evidence: Evidence) -> Findings:
        return Findings([self._spans])


class Said:
    """What a finder says of one document."""

    def __init__(self, spans: list[Span], probability: float) -> None:
        self.spans, self._probability = spans, probability

    def probabilities(self, places: list[Span]) -> list[float]:
        return [self._probability for _ in places]


class Saying:
    """A finder that says what it is told to."""

    def __init__(self, beliefs: Beliefs, probability: float, *spans: Span) -> None:
        self.beliefs, self._said = beliefs, Said(list(spans), probability)

    def hear(self, evidence: Evidence) -> list[Said]:
        return [self._said]


def weighed(rules: list[Span], found: list[Span], beliefs: Beliefs = SURE, probability: float = 0.0) -> list[Span]:
    document = load_rulebook("sv").analyser.analyse(Document("d", TEXT))
    both = Weighed([Rules(*rules)], Saying(beliefs, probability, *found), [])
    return list(both.recognise(first_evidence([document])).spans[0])


places = st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 20)).map(lambda p: (p[0], min(len(TEXT), sum(p))))
labels = st.sampled_from(["PERSON", "PATIENT", "CITY", "DATE"])
spans = st.builds(lambda p, label, score: Span(*p, label, score), places, labels, st.floats(0, 1))


@given(st.lists(spans), st.lists(spans))
def test_without_doubts_rules_keep_every_character(rules: list[Span], found: list[Span]) -> None:
    disjoint = [span for span in resolve(found, text=TEXT) if span.label != "PATIENT"]
    before, after = resolve(rules, text=TEXT), resolve(weighed(rules, disjoint), text=TEXT)
    labels_after = {at: span.label for span in after for at in range(span.start, span.end)}
    for span in before:
        for at in range(span.start, span.end):
            assert TEXT[at].isspace() or at in labels_after


def heard(text: str, *chances: tuple[float, float, float], beliefs: Beliefs = SURE) -> list[tuple[str, str, float]]:
    """What is said of a text whose tokens have such chances of being a town, a house or a person."""
    document = load_rulebook("sv").analyser.analyse(Document("d", text))
    reading = Cutter().read(document)
    values = np.array(chances, np.float32)
    spans = surely(reading, np.arange(len(chances)), LABELS, values, beliefs)
    return [(text[span.start : span.end], span.label, round(span.score, 2)) for span in spans]


def test_a_place_counts_when_something_is_surely_there_whatever_it_is() -> None:
    either, hardly = (0.5, 0.4, 0.0), (0.1, 0.1, 0.1)
    assert heard("till Falun lasarett igår", hardly, either, either, hardly) == [("Falun lasarett", "CITY", 0.9)]
    assert heard("till Falun", hardly, hardly) == []


def test_labels_may_ask_for_more() -> None:
    town, person = (0.8, 0.0, 0.0), (0.0, 0.0, 0.8)
    careful = Beliefs({"*": 0.5, "PERSON": 0.9})
    assert heard("Falun", town, beliefs=careful) and not heard("Anna", person, beliefs=careful)


def test_what_is_plainly_two_things_is_parted() -> None:
    person, town = (0.1, 0.0, 0.8), (0.8, 0.0, 0.1)
    assert heard("Anna Falun", person, town) == [("Anna", "PERSON", 0.9), ("Falun", "CITY", 0.9)]


@pytest.mark.parametrize("gap", ["  ", "\t", "\u3000\u3000"])
def test_nothing_reaches_over_a_column(gap: str) -> None:
    town = (0.9, 0.0, 0.0)
    assert heard(f"Falun{gap}Umeå", town, town) == [("Falun", "CITY", 0.9), ("Umeå", "CITY", 0.9)]


def test_nothing_reaches_over_a_line_end() -> None:
    town = (0.9, 0.0, 0.0)
    assert len(heard("Falun\nUmeå", town, town, town)) == len(("Falun", "Umeå"))


def test_a_name_cut_short_is_carried_on_under_the_label_of_the_rules() -> None:
    (one,) = resolve(weighed([Span(5, 14, "CLINICIAN", 0.8)], [Span(0, 14, "PERSON", 0.9)]), text=TEXT)
    assert (one.start, one.end, one.label) == (0, 14, "CLINICIAN")


def test_what_rules_have_whole_stays_as_it_is() -> None:
    rules = [Span(16, 29, "HOSPITAL", 0.8)]
    assert weighed(rules, [Span(16, 20, "CITY", 0.99)]) == rules


def test_a_guess_falls_unless_it_is_known_on_better_grounds() -> None:
    doubting = Beliefs({}, {"PERSON": 0.1}, 0.8)
    guess, fact = Span(0, 4, "PERSON", 0.6), Span(5, 14, "PERSON", 0.9)
    assert weighed([guess, fact], [], doubting, 0.05) == [fact]
    assert weighed([guess, fact], [], doubting, 0.2) == [guess, fact]
    known = Span(0, 4, "PERSON", 0.6, Source("known.v1"))
    assert weighed([known], [], doubting, 0.05) == [known]
    same = Span(0, 4, "PATIENT", 0.9, UNKNOWN_SOURCE)
    assert weighed([guess, same], [], doubting, 0.05) == [guess, same]


def test_a_name_of_everyday_words_needs_more() -> None:
    lexicon = Lexicon()
    lexicon.add("common", ["bo"])
    careful = Beliefs({"*": 0.5}, ordinary=0.75)
    document = load_rulebook("sv").analyser.analyse(Document("d", TEXT))
    for score, is_believed in ((0.7, False), (0.8, True)):
        name = Span(53, 55, "PERSON", score)
        both = Weighed([], Saying(careful, 0.0, name), [], lexicon)
        assert bool(both.recognise(first_evidence([document])).spans[0]) is is_believed


def test_a_name_of_where_people_come_from_is_nobody() -> None:
    lexicon = Lexicon()
    lexicon.add("nationalities", ["bo"])
    document = load_rulebook("sv").analyser.analyse(Document("d", TEXT))
    for label, is_believed in (("ORGANIZATION", False), ("INITIALS", True)):
        name = Span(53, 55, label, 1.0)
        both = Weighed([], Saying(SURE, 0.0, name), [], lexicon)
        assert bool(both.recognise(first_evidence([document])).spans[0]) is is_believed


@pytest.mark.parametrize(("place", "is_believed"), [((0, 4), True), ((0, 2), False), ((2, 4), False), ((0, 14), True)])
def test_a_part_of_a_word_is_no_name(place: tuple[int, int], is_believed: bool) -> None:
    assert bool(weighed([], [Span(*place, "PERSON", 1.0)])) is is_believed


def test_the_dots_and_lines_of_a_form_are_nobody() -> None:
    text = "Firma .............. _______________ | MSB |"
    said = [Span(6, 20, "INITIALS"), Span(21, 36, "USERNAME"), Span(37, 44, "INITIALS"), Span(0, 20, "ORGANIZATION")]
    assert [text[span.start : span.end] for span in without_fillers(said, text)] == ["MSB", "Firma"]
