"""Sentences: where they end and where they do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.text.sentences import split_sentences

ABBREVIATIONS = {"dr", "ca", "kl", "tel", "frau"}
MONTHS = {"märz", "mars"}


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text, ABBREVIATIONS, MONTHS)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mår bra. Går hem.", ["Mår bra.", "Går hem."]),
        ("Dr. Lindqvist kom. Ca. 3 gick.", ["Dr. Lindqvist kom.", "Ca. 3 gick."]),
        ("Träffat A. B. Lindqvist i dag. Klart.", ["Träffat A. B. Lindqvist i dag.", "Klart."]),
        ("Jfr t.ex. Björk och z.B. Vogel.", ["Jfr t.ex. Björk och z.B. Vogel."]),
        ("Am 3. März war er da. Gut.", ["Am 3. März war er da.", "Gut."]),
        ("VAS 3. Patienten somnade.", ["VAS 3.", "Patienten somnade."]),
        ("1. Provtagning\n2. Remiss", ["1. Provtagning", "2. Remiss"]),
        ("Hb 12.5 och kl 8.30 idag", ["Hb 12.5 och kl 8.30 idag"]),
        ('"Hej." Sa hon. (Nej.) Ja!', ['"Hej."', "Sa hon.", "(Nej.)", "Ja!"]),
        ("ok? ja! men alltså... Nej", ["ok?", "ja!", "men alltså...", "Nej"]),
        ("患者は林。元気！次回は?はい。", ["患者は林。", "元気！", "次回は?", "はい。"]),
        ("en rad\r\n\r\nen till  \n", ["en rad", "en till"]),
        ("", []),
        (" \n\t", []),
    ],
)
def test_where_sentences_end(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text("aA1.!?。 \n\r\"')(-", max_size=80))
def test_every_character_that_is_not_blank_lies_in_one_sentence(text: str) -> None:
    spans = list(split_sentences(text, ABBREVIATIONS))
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    inside = [i for start, end in spans for i in range(start, end)]
    assert len(inside) == len(set(inside))
    assert all(char.isspace() for i, char in enumerate(text) if i not in set(inside))


@given(st.text("aA1.!? \n", max_size=80))
def test_sentences_begin_and_end_with_something(text: str) -> None:
    assert all(text[s:e] == text[s:e].strip() for s, e in split_sentences(text))
