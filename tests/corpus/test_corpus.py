"""The project's own records: marks parse, repeats are marked or listed, and nothing stands twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts import corpus

from maskerad.corpora import read_documents
from maskerad.training.hygiene import near_duplicates

LANGUAGES = corpus.languages()
DOCUMENTS_MIN = 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_labels_edges_and_repeats(language: str) -> None:
    items = corpus.documents(language)
    assert len(items) >= DOCUMENTS_MIN
    assert list(corpus.problems(language, items)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_a_template(language: str) -> None:
    items = corpus.documents(language)
    assert corpus.repeated_grams(items) < 0.03
    assert near_duplicates(items) == []
    of_people = [item for item in items if not item.document.record.startswith(corpus.FREE)]
    assert sum(corpus.genre_of(item) == "nursing and ward notes" for item in of_people) >= len(of_people) / 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_records_of_nobody_have_no_mark(language: str) -> None:
    free = [item for item in corpus.documents(language) if item.document.record.startswith(corpus.FREE)]
    assert len(free) >= 12
    assert [item.document.id for item in free if item.spans] == []


@pytest.mark.corpora
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_taken_from_the_development_records(language: str, corpora: Path) -> None:
    ours = corpus.documents(language)
    theirs = [
        item for part in ("dev", "dev2") for item in read_documents(corpora / "hand" / language / f"{part}.jsonl")
    ]
    assert near_duplicates([*ours, *theirs]) == near_duplicates(theirs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_second_readings_are_of_the_same_texts(language: str) -> None:
    texts = {item.document.id: item.document.text.strip() for item in corpus.documents(language)}
    second = list(read_documents(corpus.ROOT / "second_reading" / language, format_name="marked"))
    assert len(second) >= 10
    differing = [item.document.id for item in second if texts[item.document.id] != item.document.text.strip()]
    assert differing == []


def test_the_data_card_holds_today_s_counts() -> None:
    card = corpus.CARD.read_text(encoding="utf-8")
    assert corpus.card_with(corpus.tables(), card) == card
