"""Splits keep records and near-duplicates on one side, whatever the order of the corpus."""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Document
from maskerad.core.errors import ConfigError, InputError
from maskerad.corpora import AnnotatedDocument
from maskerad.training.hygiene import near_duplicates, refuse_shared
from maskerad.training.splits import folds, split_corpus

WORDS = [f"w{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}" for n in range(500)]


def note(name: str, seed: int, record: str = "", n_words: int = 60) -> AnnotatedDocument:
    text = " ".join(random.Random(seed).choices(WORDS, k=n_words))
    return AnnotatedDocument(Document(name, text, record=record))


def copy_of(item: AnnotatedDocument, name: str) -> AnnotatedDocument:
    return AnnotatedDocument(Document(name, item.document.text + " 1234"))


@given(st.integers(2, 12), st.integers(1, 3), st.integers(0, 99), st.randoms())
def test_parts_share_no_record_and_hold_everything(
    n_records: int, n_each: int, seed: int, mixer: random.Random
) -> None:
    corpus = [note(f"{r}-{d}", 100 * r + d, f"r{r}") for r in range(n_records) for d in range(n_each)]
    mixer.shuffle(corpus)
    split = split_corpus(corpus, {"train": 0.8, "dev": 0.2}, seed)
    records = {name: {item.document.record for item in items} for name, items in split.parts.items()}
    assert all(records.values())
    assert not records["train"] & records["dev"]
    assert sum(map(len, split.parts.values())) == len(corpus)


def test_the_order_of_the_corpus_does_not_matter() -> None:
    corpus = [note(str(n), n) for n in range(20)]
    assert split_corpus(corpus, {"a": 1, "b": 1}).signature == split_corpus(corpus[::-1], {"a": 1, "b": 1}).signature
    assert split_corpus(corpus, {"a": 1, "b": 1}).signature != split_corpus(corpus, {"a": 1, "b": 1}, 2).signature


def test_folds_test_every_document_once() -> None:
    corpus = [note(str(n), n) for n in range(10)]
    tested = [item.document.id for fold in folds(corpus, 5) for item in fold.parts["test"]]
    assert sorted(tested) == sorted(str(n) for n in range(10))


def test_a_copy_stays_with_its_original() -> None:
    corpus = [note(str(n), n) for n in range(10)]
    corpus += [copy_of(item, f"copy-{item.document.id}") for item in corpus]
    made = list(folds(corpus, 4))
    assert len(made) == 4
    for fold in made:
        test = {item.document.id for item in fold.parts["test"]}
        assert all((f"copy-{n}" in test) == (str(n) in test) for n in range(10))
        assert len(fold.duplicates) == 10


def test_near_duplicates_are_found_and_others_are_not() -> None:
    first, other = note("a", 1), note("b", 2)
    found = near_duplicates([first, other, copy_of(first, "c")])
    assert [(pair.left, pair.right) for pair in found] == [("a", "c")]
    assert found[0].similarity > 0.9


def test_parts_with_a_near_duplicate_are_refused_by_id_and_without_text() -> None:
    train = [note("a", 1)]
    with pytest.raises(InputError, match=r"'a' ~ 'c'") as caught:
        refuse_shared({"train": train, "dev": [copy_of(train[0], "c")]})
    assert train[0].document.text[:20] not in str(caught.value)


def changed(text: str, every: int) -> str:
    words = text.split()
    words[::every] = [f"ny{number}" for number in range(len(words[::every]))]
    return " ".join(words)


LONG = note("a", 1, n_words=200).document.text
LIKE = {
    "one word in twenty changed": changed(LONG, 20),
    "its first half": " ".join(LONG.split()[:100]),
    "another appended": LONG + " " + note("b", 2, n_words=200).document.text,
    "other numbers and capitals": LONG.upper() + " 2024",
}


@pytest.mark.parametrize("text", LIKE.values(), ids=LIKE)
def test_what_was_made_of_a_text_is_its_near_duplicate(text: str) -> None:
    others = [note(str(n), n + 5, n_words=200) for n in range(20)]
    corpus = [AnnotatedDocument(Document("a", LONG)), *others]
    with pytest.raises(InputError, match=r"'a' ~ 'c'"):
        refuse_shared({"train": corpus, "dev": [AnnotatedDocument(Document("c", text))]})


def test_accents_written_in_another_way_make_no_other_text() -> None:
    words = [f"{word}é{number}ö" for number, word in enumerate(LONG.split()[:60])]
    text = " ".join(words)
    for other in (unicodedata.normalize("NFD", text), text.replace("é", "e").replace("ö", "o")):
        assert len(near_duplicates([AnnotatedDocument(Document(i, t)) for i, t in (("a", text), ("b", other))])) == 1


@given(st.integers(0, 10_000))
def test_texts_of_the_same_words_are_no_near_duplicates(seed: int) -> None:
    assert not near_duplicates([note("a", seed, n_words=150), note("b", seed + 1, n_words=150)])


def test_a_record_in_two_parts_is_refused() -> None:
    with pytest.raises(InputError, match="record 'r' stands in both"):
        refuse_shared({"train": [note("a", 1, "r")], "dev": [note("b", 2, "r")]})


def test_the_same_file_twice_is_refused_even_if_one_word_changed() -> None:
    train = [note(str(n), n) for n in range(3)]
    with pytest.raises(InputError, match="document '0' stands in both"):
        refuse_shared({"train": train, "dev": train})
    edited = [AnnotatedDocument(Document(i.document.id, i.document.text + " nytt")) for i in train]
    with pytest.raises(InputError, match="near-duplicate"):
        refuse_shared({"train": train, "dev": edited})


def test_thousands_of_copies_are_checked_in_time() -> None:
    item = note("a", 1)
    copies = [copy_of(item, str(n)) for n in range(2000)]
    assert len(near_duplicates(copies)) < 5 * len(copies)


@pytest.mark.parametrize(("n_records", "n_parts"), [(0, 2), (1, 2), (2, 3)])
def test_too_small_a_corpus_is_refused(n_records: int, n_parts: int) -> None:
    corpus = [note(str(n), n) for n in range(n_records)]
    with pytest.raises(InputError, match="cannot be split"):
        folds(corpus, n_parts)


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(ConfigError):
        folds([note("a", 1)], 1)
    with pytest.raises(ConfigError):
        split_corpus([note("a", 1)], {"train": 0})
