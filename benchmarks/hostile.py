"""Input made to be slow: the time must grow no faster than the text. Prints the exponent of the growth.

One series repeats a unit. The other never does: each name, address or number in it is another one, as in a register,
so that whatever compares everybody with everybody shows. No run meets an item of a run before it: what is remembered of
an earlier run would make the small text, which is timed several times, look faster than a part of the large one.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial
from itertools import accumulate, count, takewhile

from benchmarks.bounds import Missed
from benchmarks.data import LANGUAGES
from maskerad.core import Document, Record
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier

EXPONENT_MAX = 1.15
SMALL, LARGE = 25_000, 400_000
FIRSTS = (100_000, 200_000, 300_000)  # items that small texts begin with, behind all of the large one
UNITS = {
    "digits": "1234567890",
    "dots": ".",
    "spaces": " ",
    "letters": "a",
    "capitals": "A",
    "ampersands": "&",
    "&amp;": "&amp;",
    "&#": "&#",
    "<": "<",
    "slashes": "/",
    "equals": "=",
    "a@": "a@",
    "a.": "a.",
    "Dr.": "Dr. ",
    "Anna": "Anna ",
    "1/2": "1/2/",
    "12-": "12-",
    "1 ": "1 ",
    "+46": "+46 ",
    "(0": "(0",
    "quotes": "'",
    "hyphens": "Anna-",
    "initials": "A. ",
    "zero-width": "a\u200b",
    "combining": "e\u0301",
    "kanji": "山",
    "no blanks": "Anna,",
    "lines": "Berg\nAnna, ",
    "tabs": "Anna\t",
    "quoted mail": "> Anna\n",
    "single letters": "a b ",
}
_CONSONANTS, _VOWELS = "bdfgklmnprstv", "aeiou"


def _word(number: int) -> str:
    """A word that no other number below a million has: its digits as syllables, scattered."""
    number, word = number * 7919 % 999_983 + 5_000, ""
    while number:
        number, consonant = divmod(number, len(_CONSONANTS))
        number, vowel = divmod(number, len(_VOWELS))
        word += _CONSONANTS[consonant] + _VOWELS[vowel]
    return word


def _name(number: int) -> str:
    return _word(number).capitalize()


ITEMS: dict[str, Callable[[int], str]] = {
    "unlike mail addresses": lambda n: f"{_word(n)}{n}@{_word(n + 1)}.org\n",
    "unlike family names": lambda n: f"Anna {_name(n)}, ",
    "unlike names": lambda n: f"{_name(n)} {_name(n + 500_000)}. ",
    "unlike doctors": lambda n: f"Dr. {_name(n)}, ",
    "unlike initials": lambda n: f"{chr(65 + n % 26)}.{chr(65 + n // 26 % 26)}. {_name(n)}, ",
    "unlike numbers": lambda n: f"{n * 7919 % 10**10:010d} ",
    "unlike dates": lambda n: f"{n % 28 + 1:02d}.{n // 28 % 12 + 1:02d}.{1900 + n // 336 % 120} ",
    "unlike telephones": lambda n: f"tel. 08-{n * 7919 % 10**7:07d}, ",
    "unlike pages": lambda n: f"https://{_word(n)}.org/{_word(n + 1)} ",
    "unlike streets": lambda n: f"{_name(n)}gatan {n % 99 + 1}, ",
    "unlike hospitals": lambda n: f"{_name(n)} Hospital, ",
    "unlike users": lambda n: f"@{_word(n)}{n} ",
}


def main() -> Missed:
    """Prints, per language, the slowest series and every exponent above the bound."""
    print(f"Growth of process time between {SMALL:,} and {LARGE:,} characters of one series; 1 is linear.\n")
    missed = Missed()
    for language in LANGUAGES:
        engine = Deidentifier(settings_for(language), bytes(32))
        rows = {name: _growth(engine, text) for name, text in SERIES.items()}
        worst = max(rows, key=lambda name: rows[name][0])
        slow = max(rows, key=lambda name: rows[name][1])
        steep = [f"{name} {exponent:.2f}" for name, (exponent, _) in rows.items() if exponent > EXPONENT_MAX]
        line = f"{language}: greatest exponent {rows[worst][0]:.2f} ({worst})"
        line += f", slowest {rows[slow][1]:.2f} s per million characters ({slow})"
        missed += [f"{language}: {one}, at most {EXPONENT_MAX}" for one in steep]
        print(line + (f"; above {EXPONENT_MAX}: {', '.join(steep)}" if steep else ""), flush=True)
    return missed


def _repeated(unit: str, size: int, _first: int) -> str:
    return (unit * (size // len(unit) + 1))[:size]


def _unlike(item: Callable[[int], str], size: int, first: int) -> str:
    ends = accumulate(map(len, map(item, count(first))))
    n_items = sum(1 for _ in takewhile(lambda end: end <= size, ends))
    return "".join(map(item, range(first, first + n_items)))


# A text of a size, from a number of an item on, by name.
SERIES: dict[str, Callable[[int, int], str]] = {
    **{name: partial(_repeated, unit) for name, unit in UNITS.items()},
    **{name: partial(_unlike, item) for name, item in ITEMS.items()},
}


def _growth(engine: Deidentifier, text: Callable[[int, int], str]) -> tuple[float, float]:
    small = min(_seconds(engine, text(SMALL, first)) for first in FIRSTS)
    large = _seconds(engine, text(LARGE, 0))
    return math.log(large / small) / math.log(LARGE / SMALL), large / LARGE * 1e6


def _seconds(engine: Deidentifier, text: str) -> float:
    start = time.process_time()
    engine.release(Record("h", (Document("h", text),)))
    return time.process_time() - start
