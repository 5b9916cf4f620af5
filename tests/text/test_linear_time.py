"""Hostile text costs no more than its length."""

from collections.abc import Callable
from time import process_time

import pytest

from maskerad.languages.section_cues import load_section_cues
from maskerad.pipeline.verification.disguises import readings
from maskerad.text.language_id import LanguageIdentifier
from maskerad.text.sections import SectionSplitter
from maskerad.text.sentences import split_sentences
from maskerad.text.views import normalise

FACTOR = 16
LIMIT = 64  # between 16 (linear) and 256 (quadratic), far from both: machines are noisy

VIEW_UNITS = [
    "&",
    "&amp;",
    "&eacute;",
    "<",
    "<b>",
    "<a ",
    '<a x="',
    "<a x='\"",
    "<a x=1 ",
    "\u200b",
    "\u00ad\n",
    "ab-\n",
    "a\n",
    "aaaa bbbb cccc dddd eeee ffff gggg\n",
    "> ",
    "> a\n",
    "\n ",
    "\t",
    "a\t",
    "%41",
    "%",
    "\\u0041",
    "\\u",
    "\u202ea",
    "\u202e",
    "a\u0336",
]
MARK_UNITS = ["e\u0301", "\u0301\u0323", "a\u0301\u0323\u0301\u0323", "ｶﾞ", "а", "аn", "Ａ", "㍻"]
LINE_UNITS = [
    ":",
    "a:",
    "  a:",
    "a\n",
    "A: x\nB: y\n",
    "<a> x\n",
    "10:00 a: b\n",
    "【",
    "■",
    "(",
    "[",
    "mvh\n",
    "1. ",
    " ",
]
SENTENCE_UNITS = [".", ". ", ".A ", "! ", '."', "1. ", "A. ", "a.b.", "。", "\n", " ", "a"]


def growth(work: Callable[[str], object], unit: str, n_chars: int = 5_000) -> float:
    """How many times longer the work takes on sixteen times the text: about 16 when linear, 256 when quadratic."""
    short, long = (unit * (n // len(unit) + 1) for n in (n_chars, FACTOR * n_chars))
    return max(_best(work, long), 1e-9) / max(_best(work, short), 1e-3)


def _best(work: Callable[[str], object], text: str) -> float:
    times = []
    for _ in range(3):
        start = process_time()
        work(text)
        times.append(process_time() - start)
    return min(times)


@pytest.mark.parametrize("unit", VIEW_UNITS + MARK_UNITS)
def test_views(unit: str) -> None:
    assert growth(normalise, unit) < LIMIT


@pytest.mark.parametrize("head", ["<a ", "<a x=", '<a x="', "ab-", "a\u0301", "аа"])
@pytest.mark.parametrize("unit", [" ", "y", "x=1 ", "\u0301"])
def test_views_of_one_long_piece(head: str, unit: str) -> None:
    assert growth(lambda text: normalise(head + text), unit) < LIMIT


@pytest.mark.parametrize(
    "unit",
    ["a ", "a.", "a  ", "a_", "a", "a\n", "a-\n", "\n> ", "Sm9y", "Sm9y ", "=", "aA-", "0-", "%41%2", "\\n", "林\n"],
)
def test_readings_for_known_names(unit: str) -> None:
    assert growth(lambda text: list(readings(text)), unit) < LIMIT


@pytest.mark.parametrize("unit", SENTENCE_UNITS)
def test_sentences(unit: str) -> None:
    assert growth(lambda text: list(split_sentences(text, {"dr"})), unit) < LIMIT


@pytest.mark.parametrize("unit", LINE_UNITS)
def test_sections(unit: str) -> None:
    splitter = SectionSplitter([load_section_cues("sv"), load_section_cues("ja")])
    assert growth(splitter.split, unit) < LIMIT


@pytest.mark.parametrize("unit", ["a", " ", "\n", "a\u0301\u0323", "abcdefgh \n", "林", "."])
def test_languages(unit: str) -> None:
    identifier = LanguageIdentifier(["sv", "en", "ja"])
    identifier.identify("en rad på svenska")
    assert growth(identifier.identify_lines, unit) < LIMIT


@pytest.mark.parametrize("unit", ["&eacute;", "\u200ba", "ab-\nc"])
def test_the_way_back(unit: str) -> None:
    def walk(text: str) -> None:
        view = normalise(text)
        for start in range(0, len(view.text), 3):
            view.to_original(start, start + 1)

    assert growth(walk, unit) < LIMIT
