"""Every registered recogniser keeps the same promises over the fictional notes of every language."""

from __future__ import annotations

from functools import cache

import pytest

from maskerad.core import Identifier, Record, load_scheme
from maskerad.languages import language_codes
from maskerad.recognisers import DEFAULT_CHAIN, make_chain, recogniser_names
from maskerad.recognisers.base import Evidence, first_evidence, run_chain
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.web.bundled_records import demo_records

NAMES = recogniser_names()
KNOWN = (Identifier("PATIENT", "phone", "0700 00 00 00"),)


@cache
def records() -> dict[str, Record]:
    return {record.documents[0].language: record for record in demo_records()}


@cache
def evidence(code: str) -> Evidence:
    """What the default chain leaves to a recogniser that comes behind it."""
    book = load_rulebook(code)
    analysed = [book.analyser.analyse(document) for document in records()[code].documents]
    return run_chain(make_chain(DEFAULT_CHAIN, book), first_evidence(analysed, KNOWN))


def test_the_notes_are_there_and_hold_something() -> None:
    assert set(records()) == set(language_codes())
    assert all(any(evidence(code).spans) for code in records())


@pytest.mark.parametrize("code", language_codes())
@pytest.mark.parametrize("name", NAMES)
def test_spans_lie_in_their_text_and_say_whose_they_are(name: str, code: str) -> None:
    (recogniser,) = make_chain([name], load_rulebook(code))
    found = recogniser.recognise(evidence(code)).spans
    assert len(found) == len(evidence(code).documents)
    for analysed, spans in zip(evidence(code).documents, found, strict=True):
        text = analysed.document.text
        for span in spans:
            assert span.end <= len(text)
            assert text[span.start : span.end] == text[span.start : span.end].strip() != ""
            assert span.label in load_scheme("core").labels
            assert 0 < span.score <= 1
            assert span.source.recogniser == name and span.source.rule


@pytest.mark.parametrize("code", language_codes())
@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_the_same_twice_and_the_evidence_stays(name: str, code: str) -> None:
    before = [list(spans) for spans in evidence(code).spans]
    first, second = (make_chain([name], load_rulebook(code))[0].recognise(evidence(code)) for _ in range(2))
    assert [list(spans) for spans in first.spans] == [list(spans) for spans in second.spans]
    assert [list(spans) for spans in evidence(code).spans] == before
