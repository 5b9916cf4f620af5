"""The letters of a word tell names from ordinary words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core.errors import FormatError
from maskerad.text.name_likelihood import MAX_LETTERS, NameLikelihood, parse_model, trigrams


def test_trigrams_are_marked_at_both_ends() -> None:
    assert trigrams("Åsa") == ["^ås", "åsa", "sa$"]
    assert trigrams("Li") == ["^li", "li$"]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("Lindskoogh", "avvikande"),
        ("Hallqvistén", "behandling"),
        ("Abdirahmani", "verpleegkundige"),
        ("Kowalczykowska", "gesundheitlich"),
        ("Jovanovicki", "hospitalisation"),
        ("McGillivraye", "appointments"),
        ("Mehmedovich", "enfermedades"),
        ("Dijksterhuizen", "nevralgiche"),
    ],
)
def test_an_unlisted_name_scores_above_a_word(name: str, word: str) -> None:
    model = NameLikelihood.load()
    assert model.score(name) > model.score(word)


def test_ordinary_words_of_a_note_are_not_namelike() -> None:
    words = "behandling undersökning verpleegkundige onderzoek treatment examination behandelt traitement tratamiento"
    model = NameLikelihood.load()
    assert [word for word in words.split() if model.is_namelike(word)] == []


def test_case_does_not_matter() -> None:
    model = NameLikelihood.load()
    assert model.score("LINDSKOOGH") == model.score("lindskoogh") == model.score("Lindskoogh")


@given(st.text(max_size=200))
def test_scores_are_bounded_by_the_table(word: str) -> None:
    model = NameLikelihood.load()
    assert min(model.log_odds.values()) <= model.score(word) <= max(model.log_odds.values())


def test_long_words_are_judged_by_their_first_letters() -> None:
    model = NameLikelihood.load()
    assert model.score("ab" * MAX_LETTERS) == model.score("ab" * MAX_LETTERS * 1000)


def test_an_empty_word_says_nothing() -> None:
    assert NameLikelihood({"^a$": 3.0}).score("") == 0.0


def test_a_model_is_read_with_its_threshold() -> None:
    model = parse_model("# threshold: 0.50\n^ab\t1.00\nab$\t0.50\n")
    assert model.score("ab") == 0.75
    assert model.is_namelike("ab")
    assert not model.is_namelike("xy")


@pytest.mark.parametrize("line", ["^ab", "^ab\tmuch", "^ab\t1\t2", "# threshold: high"])
def test_a_broken_model_names_the_line(line: str) -> None:
    with pytest.raises(FormatError, match="line 2"):
        parse_model(f"^aa\t0.10\n{line}\n")


def test_the_table_is_not_shown() -> None:
    assert "log_odds" not in repr(NameLikelihood.load())
