"""Words of Japanese text, by SudachiPy: a text without blanks is cut by a morphological analyser.

Only runs of Chinese characters and kana are given to it; digits, Latin letters and signs are cut as in any other
language, so an offset never falls inside a number or a code. Runs come again and again ("を認めた"), so each is
analysed once and kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from maskerad.core.extras import JAPANESE, require

_SCRIPT = r"\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
_PIECE = re.compile(rf"[{_SCRIPT}]+|[^\W\d_{_SCRIPT}]+|\d+|\r\n|[\n\r]|[^\S\r\n]+|.", re.DOTALL)
_IS_RUN = re.compile(f"[{_SCRIPT}]")

# SudachiPy refuses more than 49,149 bytes; a kanji is three.
RUN_MAX_CHARS = 4_000
CACHE_MAX_RUNS = 10_000


class Morpheme(NamedTuple):
    """A word and its part of speech: surname, forename, person, place, noun, particle, suffix or other."""

    surface: str
    part_of_speech: str


def split_scripts(text: str) -> list[str]:
    """Cuts a text into runs of one script; their concatenation is the text.

    Example:
        >>> split_scripts("南Nsへ11/9 申送")
        ['南', 'Ns', 'へ', '11', '/', '9', ' ', '申送']
    """
    return _PIECE.findall(text)


def is_run(piece: str) -> bool:
    """Whether a piece is Chinese characters or kana."""
    return _IS_RUN.match(piece) is not None


def _kind(part_of_speech: tuple[str, ...]) -> str:
    """The few kinds that rules ask for, from the UniDic tag set that SudachiPy follows."""
    main, sub, third, fourth = part_of_speech[:4]
    if third == "人名":
        return {"姓": "surname", "名": "forename"}.get(fourth, "person")
    if third == "地名":
        return "place"
    if main in ("助詞", "助動詞"):
        return "particle"
    if main == "接尾辞":
        return "suffix"
    return "noun" if main == "名詞" and sub != "数詞" else "other"


@cache
def make_morpheme_splitter() -> Callable[[str], tuple[Morpheme, ...]]:
    """A function from a run to its morphemes, whose surfaces concatenate to the run.

    One a process: its dictionary takes a hundred megabytes, and what rules have cut a model need not cut again. The
    analyser does not pickle.

    Raises:
        ExtraError: If SudachiPy is not installed.
    """
    require(JAPANESE, "Japanese")
    from sudachipy import Dictionary, SplitMode

    tokeniser = Dictionary().tokenizer(mode=SplitMode.C)
    kinds: dict[int, str] = {}

    def split(run: str) -> tuple[Morpheme, ...]:
        morphemes = []
        for start in range(0, len(run), RUN_MAX_CHARS):
            for token in tokeniser.tokenize(run[start : start + RUN_MAX_CHARS]):
                number = token.part_of_speech_id()
                if number not in kinds:
                    kinds[number] = _kind(token.part_of_speech())
                morphemes.append(Morpheme(token.surface(), kinds[number]))
        return tuple(morphemes)

    return lru_cache(maxsize=CACHE_MAX_RUNS)(split)
