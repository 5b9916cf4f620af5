"""Words before what is replaced agree with it in the released text; places in it and the way back stay right."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest

from maskerad.core import Document, Record, Released, Span, SpanSet
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.vault.entry import entry_of

DAYS = [
    f"Vista {'l' if day in (8, 11) else 'i'}{chr(39) if day in (8, 11) else 'l '}⟦{day} maggio⟧."
    for day in range(2, 28)
]
WRONG = re.compile(r"\b(?:il (?:8|11) |l'(?!8 |11 )\d)")


def released(marked: str, key: int) -> tuple[Document, Released]:
    """A document with a date at every mark, and what is released of it."""
    parts = re.split("[⟦⟧]", marked)
    text, spans = "", []
    for number, part in enumerate(parts):
        if number % 2:
            spans.append(Span(len(text), len(text) + len(part), "DATE"))
        text += part
    document = Document("d", text, date=date(2024, 5, 28))
    (one,) = Deidentifier(replace(settings_for("it"), models=()), bytes([key]) * 32).replace(
        Record("r", (document,)), [SpanSet.of(spans)]
    )
    assert isinstance(one, Released)
    return document, one


@pytest.mark.parametrize("key", range(3))
def test_articles_agree_with_the_days_that_are_told_now(key: int) -> None:
    document, one = released(" ".join(DAYS), key)
    assert not WRONG.search(document.text)
    assert one.text != document.text
    assert not WRONG.search(one.text)


def test_places_of_spans_and_the_way_back_know_of_the_words_that_changed() -> None:
    document, one = released(" ".join(DAYS), 1)
    assert len(one.offsets.pieces) > len(one.spans)
    for old, new in zip(one.spans, one.new_spans, strict=True):
        assert (one.offsets.to_new(old.start), one.offsets.to_new(old.end)) == (new.start, new.end)
        assert re.fullmatch(r"\d+ \w+", one.text[new.start : new.end])
        assert one.offsets.to_old(new.start) == old.start
    assert entry_of("r", document, one).original(one.text).text == document.text
