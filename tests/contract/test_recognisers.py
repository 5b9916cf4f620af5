"""Every registered recogniser keeps the same promises over the fictional notes of every language."""

from __future__ import annotations

from functools import cache

import pytest

from maskerad.core import Document, Identifier, Record, load_scheme
from maskerad.languages import language_codes
from maskerad.recognisers import DEFAULT_CHAIN, make_chain, recogniser_names
from maskerad.recognisers.base import Evidence, Findings, first_evidence, run_chain
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.web.bundled_records import demo_records

NAMES = recogniser_names()
KNOWN = (Identifier("PATIENT", "phone", "0700 00 00 00"),)


@cache
def records() -> dict[str, Record]:
    return {record.documents[0].language: record for record in demo_records()}


@cache
def evidence(name: str, code: str) -> Evidence:
    """What the default chain leaves to a recogniser: what stands before it there, or all of it."""
    before = DEFAULT_CHAIN[: DEFAULT_CHAIN.index(name)] if name in DEFAULT_CHAIN else DEFAULT_CHAIN
    book = load_rulebook(code)
    documents = (*records()[code].documents, Document("known", KNOWN[0].value, code))
    analysed = [book.analyser.analyse(document) for document in documents]
    return run_chain(make_chain(before, book), first_evidence(analysed, KNOWN))


def found(name: str, code: str) -> Findings:
    """What a recogniser says of the notes of a language."""
    return make_chain([name], load_rulebook(code))[0].recognise(evidence(name, code))


def test_there_are_notes_of_every_language() -> None:
    assert set(records()) == set(language_codes())


@pytest.mark.parametrize("name", NAMES)
def test_every_recogniser_has_something_to_say(name: str) -> None:
    said = [found(name, code) for code in language_codes()]
    if name == "rules.learning.v1":  # in the place of others, where names stand in their two parts
        assert not any(any(one.spans) for one in said)
    elif name == "rules.common_words.v1":  # marks nothing
        assert all(any(one.common) and not any(one.spans) for one in said)
    else:
        assert any(any(one.spans) for one in said)


@pytest.mark.parametrize("code", language_codes())
@pytest.mark.parametrize("name", NAMES)
def test_spans_lie_in_their_text_and_say_whose_they_are(name: str, code: str) -> None:
    spans_of = found(name, code).spans
    for analysed, spans in zip(evidence(name, code).documents, spans_of, strict=True):
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
    before = [list(spans) for spans in evidence(name, code).spans]
    first, second = (found(name, code) for _ in range(2))
    assert [list(spans) for spans in first.spans] == [list(spans) for spans in second.spans]
    assert [list(spans) for spans in evidence(name, code).spans] == before
