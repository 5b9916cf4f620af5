"""Ages moved by at most two years, the same for every age of a record; above 89 the form "90 or over".

The limit of 89 years is that of the HIPAA Privacy Rule, 45 CFR 164.514(b)(2)(i)(C).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.record_dates import record_dates
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import capitalised_as, half_width, in_width_of
from maskerad.text.folding import fold

LAST_TOLD = 89
OLDEST = 130
STEPS = (-2, -1, 1, 2)
DECADE = 10
YOUNG_DECADE = 20  # does not go down: nobody of age becomes a child
CACHE_MAX_AGES = 20_000


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


class Age(NamedTuple):
    """One age in a mention.

    Attributes:
        start, end: Place of its number.
        value: The number.
        unit: The folded word after it.
        is_small: Whether that is a unit of less than a year.
        is_decade: Whether it stands for ten years ("70ish", 40代).
    """

    start: int
    end: int
    value: int
    unit: str
    is_small: bool
    is_decade: bool

    @property
    def is_exact(self) -> bool:
        """Whether it is an age in years."""
        return not self.is_small and not self.is_decade


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
    """By how many years the ages of a record move: -2, -1, 1 or 2, one that fits all of them if there is one."""

    def work() -> int:
        first = record.keyed.number(len(STEPS), "age", record.scope)
        steps = [STEPS[(first + at) % len(STEPS)] for at in range(len(STEPS))]
        ages = [age for age in told_ages(record) if 1 <= age <= LAST_TOLD]
        return next((step for step in steps if all(1 <= age + step <= LAST_TOLD for age in ages)), steps[0])

    return record.once("age step", work)


def told_ages(record: RecordContext) -> frozenset[int]:
    """Ages in years that the record tells, decades left out."""
    return record.base.once("ages", lambda: frozenset(age.value for age in _ages(record) if age.is_exact))


def small_ages(record: RecordContext) -> frozenset[int]:
    """Ages of less than a year that the record tells, in whatever unit."""
    return record.base.once("small ages", lambda: frozenset(age.value for age in _ages(record) if age.is_small))


def small_sign(record: RecordContext) -> int:
    """Which way ages of less than a year move, by one unit: 1 or -1, never to 0.

    0 where the record tells an infant's day of birth: all that it tells lies close to that, and age and day must agree.
    """
    if record_dates(record.context_of("DATE")).facts.has_infant():
        return 0
    return 1 if age_step(record) > 0 or min(small_ages(record), default=2) < 2 else -1


def _ages(record: RecordContext) -> Iterator[Age]:
    for original in record.base.originals:
        if original.label == "AGE":
            yield from read_ages(original.text, original.pack)


def age_surrogate(request: Request) -> str:
    """The mention with its age moved.

    Raises:
        SurrogateError: If no age can be read in it.
    """
    words, text, record = age_words(request.pack), request.text, request.record
    ages = read_ages(text, request.pack)
    if not ages or max(age.value for age in ages) > OLDEST:
        raise request.refusal("the age cannot be read")
    if any(age.value > LAST_TOLD and not age.is_small for age in ages):
        return _over(half_width(text), words)
    are_all_small = all(age.is_small for age in ages)
    parts: list[str] = []
    at = 0
    for age in ages:
        old = text[age.start : age.end]
        new = age.value if age.is_small and not are_all_small else _moved(age, record)
        parts += (text[at : age.start], _written(new, old, words))
        at = age.end
    return "".join([*parts, text[at:]])


def age_stays(request: Request) -> bool:
    """Whether a mention is right to stay as it is.

    A decade may hold the old age and the new one; an infant's age stays beside its day of birth.
    """
    ages = read_ages(request.text, request.pack)
    return bool(ages) and all(age.is_decade or age.is_small for age in ages)


@lru_cache(maxsize=CACHE_MAX_AGES)
def read_ages(text: str, pack: LanguagePack) -> tuple[Age, ...]:
    """The ages in a mention; one beyond 130 is none."""
    words, plain = age_words(pack), half_width(text)
    found = []
    for match in words.number.finditer(plain):
        value, unit = _value(match.group(), words), _unit(plain, match.end())
        is_decade = value % DECADE == 0 and any(unit.startswith(decade) for decade in words.decades)
        found.append(Age(match.start(), match.end(), value, unit, unit in words.small_units, is_decade))
    return tuple(found)


def _moved(age: Age, record: RecordContext) -> int:
    if age.is_small:
        return age.value + small_sign(record)
    if age.is_decade:
        return _moved_decade(age.value, record)
    return moved_age(age.value, age_step(record))


def _moved_decade(decade: int, record: RecordContext) -> int:
    """The decade of the new age where the record tells one of this decade, else the next or the one before."""
    step = age_step(record)
    exact = [age for age in told_ages(record) if age - age % DECADE == decade]
    if exact:
        new = moved_age(min(exact), step)
        return new - new % DECADE
    return decade + DECADE if step > 0 or decade <= YOUNG_DECADE else decade - DECADE


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
