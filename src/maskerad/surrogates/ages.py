"""Ages moved by at most two years, the same for every age of a record; above 89 the form "90 or over".

The limit of 89 years is that of the HIPAA Privacy Rule, 45 CFR 164.514(b)(2)(i)(C).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import capitalised_as, half_width, in_width_of
from maskerad.text.folding import fold

LAST_TOLD = 89
OLDEST = 130
STEPS = (-2, -1, 1, 2)
DECADE = 10


@dataclass(frozen=True, slots=True)
class AgeWords:
    """How a language writes ages, from ``[ages]`` and ``[numbers]`` of its pack.

    Attributes:
        cardinals: The numbers from 0 to 99 in words.
        values: The same, folded, to the number.
        number: Finds a number in digits or words.
        small_units: Folded units of less than a year.
        decades: Folded words after a round number that stands for ten years ("70ish", 40代).
        over, over_attributive: The forms for ages above 89.
    """

    cardinals: tuple[str, ...]
    values: Mapping[str, int]
    number: re.Pattern[str] = field(repr=False)
    small_units: frozenset[str]
    decades: frozenset[str]
    over: str
    over_attributive: str


@lru_cache(maxsize=32)
def age_words(pack: LanguagePack) -> AgeWords:
    """The words of a pack, worked out once."""
    ages = pack.table("ages")
    cardinals = pack.strings("cardinals", "numbers")
    units = sorted(pack.strings("units", "ages"), key=len, reverse=True)
    words = "|".join(re.escape(word) for word in sorted(cardinals, key=len, reverse=True))
    after = "|".join(map(re.escape, units)) or r"(?!)"
    spelt = rf"|(?<![^\W\d_])(?:{words})(?![^\W\d_])|(?<![^\W\d_])(?:{words})(?=(?:{after})\b)" if words else ""
    over = str(ages.get("over_89", ""))
    return AgeWords(
        cardinals=cardinals,
        values={fold(word): number for number, word in enumerate(cardinals)},
        number=re.compile(rf"\d+{spelt}", re.IGNORECASE),
        small_units=frozenset(fold(unit).strip(".") for unit in pack.strings("small_units", "ages")),
        decades=frozenset(map(fold, pack.strings("decades", "ages"))),
        over=over,
        over_attributive=str(ages.get("over_89_attributive", over)),
    )


def age_step(record: RecordContext) -> int:
    """By how many years the ages of a record move: -2, -1, 1 or 2."""
    return STEPS[record.keyed.number(len(STEPS), "age", record.scope)]


def age_surrogate(request: Request) -> str:
    """The mention with its age moved.

    Raises:
        SurrogateError: If no age can be read in it.
    """
    words, text = age_words(request.pack), half_width(request.text)
    found = list(words.number.finditer(text))
    values = [_value(match.group(), words) for match in found]
    if not found or max(values) > OLDEST:
        raise request.refusal("the age cannot be read")
    units = [_unit(text, match.end()) for match in found]
    is_small = [unit in words.small_units for unit in units]
    if any(value > LAST_TOLD and not small for value, small in zip(values, is_small, strict=True)):
        return _over(text, words)
    step = age_step(request.record)
    parts: list[str] = []
    at = 0
    for match, value, unit, small in zip(found, values, units, is_small, strict=True):
        new = value if small and not all(is_small) else moved_age(value, _step(step, value, unit, small, words))
        parts += (request.text[at : match.start()], _written(new, request.text[match.start() : match.end()], words))
        at = match.end()
    return "".join([*parts, request.text[at:]])


def moved_age(age: int, step: int) -> int:
    """An age moved by ``step``, or the other way where it would be negative, 0, or above 89.

    Example:
        >>> moved_age(77, -2), moved_age(1, -2), moved_age(88, 2)
        (75, 3, 86)
    """
    moved = age + step
    if moved < 1:
        return age + abs(step)
    return age - abs(step) if age <= LAST_TOLD < moved else moved


def _value(number: str, words: AgeWords) -> int:
    return min(int(number[:4]), OLDEST + 1) if number.isdecimal() else words.values.get(fold(number), OLDEST + 1)


def _unit(text: str, at: int) -> str:
    """The folded word after a number, with at most one mark or blank between."""
    match = re.compile(r"[ \u3000-]?((?:[^\W\d_]|\b\.)+)").match(text, at)
    return fold(match.group(1)).strip(".") if match else ""


def _step(step: int, value: int, unit: str, is_small: bool, words: AgeWords) -> int:
    """One unit for ages in months or days, ten years for decades."""
    sign = 1 if step > 0 else -1
    if is_small:
        return sign
    is_decade = value % DECADE == 0 and any(unit.startswith(decade) for decade in words.decades)
    return sign * DECADE if is_decade else step


def _written(age: int, old: str, words: AgeWords) -> str:
    if half_width(old).isdecimal() or age >= len(words.cardinals):
        return in_width_of(str(age), old)
    return capitalised_as(words.cardinals[age], old)


def _over(text: str, words: AgeWords) -> str:
    """The form for ages above 89 that fits the mention."""
    digits = re.search(r"\d+", text)
    rest = text.replace(digits.group(), "").strip() if digits else text
    if not rest or (rest.isascii() and len(rest) == 1):
        return "90+"
    return words.over_attributive if "-" in rest else words.over
