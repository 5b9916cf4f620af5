"""Verification masks what a record's people are called, and not words that stand for something else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maskerad.core import Document, Record, Released, Span, SpanSet
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier

OTHER = [
    ("fr", "Le patient M. ⟦Petit⟧ va bien.\n⟦Petit⟧ ok.\nPetit frère Tao absent.", "Petit frère"),
    ("fr", "Dr ⟦Marie Wagner⟧ a vu le patient.\nMODE DE VIE\nMarié, deux enfants.", "Marié, deux"),
    ("sv", "Vaktmästare ⟦Frans Ek⟧ ringde.\nFrån: kuratorn.", "Från: kuratorn"),
    ("sv", "Granne ⟦Hanna Tysk⟧ ringde. Samtal med son. Han märkte inget.", "Han märkte"),
    ("en", "Mr ⟦Parkinson⟧ was seen. Not Parkinson's. He is well.", "Not Parkinson's."),
    ("ja", "担当は⟦チャン⟧さん。赤ちゃんは元気。", "赤ちゃん"),
]

SOMEBODY = [
    ("de", "Herr ⟦Jürgen Schäfer⟧ kam. Schäfers Tochter blieb.", "Schäfer"),
    ("fr", "Le patient M. ⟦Petit⟧ va bien. Mme Petit frère absente.", "Mme Petit"),
    ("fr", "Dr ⟦Marie Wagner⟧ a vu le patient. Avis : Marie, deux fois.", "Marie"),
    ("sv", "Vaktmästare ⟦Frans Ek⟧ ringde. Enligt Frans var allt bra.", "Frans"),
    ("sv", "Granne ⟦Hanna Tysk⟧ ringde. Hanna märkte inget.", "Hanna"),
    ("en", "Mr ⟦Parkinson⟧ was seen. Parkinson's wife rang.", "Parkinson"),
    ("ja", "担当は⟦チャン⟧さん。チャンは元気。", "チャン"),
]


def released(language: str, marked: str) -> str:
    """The text that leaves; the marks are what was found in it."""
    text, spans = "", []
    for number, part in enumerate(marked.replace("⟧", "⟦").split("⟦")):
        if number % 2:
            spans.append(Span(len(text), len(text) + len(part), "OTHER_PERSON"))
        text += part
    engine = Deidentifier(replace(settings_for(language), models=()), bytes(32))
    (one,) = engine.replace(Record("r", (Document("d", text),)), [SpanSet.of(spans)])
    assert isinstance(one, Released)
    return one.text


@pytest.mark.parametrize(("language", "marked", "kept"), OTHER)
def test_a_word_that_is_no_name_there_stays(language: str, marked: str, kept: str) -> None:
    assert kept in released(language, marked)


@pytest.mark.parametrize(("language", "marked", "name"), SOMEBODY)
def test_a_name_that_was_missed_does_not(language: str, marked: str, name: str) -> None:
    assert name not in released(language, marked)
