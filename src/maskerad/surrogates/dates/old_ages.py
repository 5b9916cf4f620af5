"""Ages above 89, told as 90 or over in words that fit the mention.

The limit of 89 years is that of the HIPAA Privacy Rule, 45 CFR 164.514(b)(2)(i)(C).
"""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.surrogates.dates.age_reading import AFTER_NUMBER, Age, AgeWords, written_age
from maskerad.surrogates.shape import capitalised_as, half_width

LAST_TOLD = 89


def over_89(text: str, ages: Sequence[Age], words: AgeWords) -> str:
    """A mention with an age above 89 told as 90 or over: "mindestens 90-jährige", "90 ans ou plus", "90+ yo".

    What is told besides it in smaller units goes.

    Args:
        text: The mention.
        ages: In it; one of them above 89.
        words: Of its language.
    """
    age = next(age for age in ages if is_over(age))
    before, old, after = text[: age.start], text[age.start : age.end], text[age.end :]
    match = AFTER_NUMBER.match(text, age.end)
    unit = match.group() if match and match.group() != "." else ""
    rest = after[len(unit) :] if len(ages) == 1 else ""
    number = written_age(LAST_TOLD + 1, old, age.unit, words)
    if has_plus(after):
        return before + number + after
    if age.is_decade:
        return before + number + _decade_word(unit, words)
    if age.unit in words.over_units:
        return before + words.over_units[age.unit] + rest
    is_letter = len(age.unit) <= 1 and age.unit.isascii() and not _is_told(before, rest)
    if half_width(old).isdecimal() and (is_letter or age.unit in words.over_plus):
        return f"{before}{number}+{unit}{rest}"
    return before + capitalised_as(words.over_before, old) + number.lower() + unit + words.over_behind + rest


def is_over(age: Age) -> bool:
    """Whether an age is above 89 years."""
    return age.value > LAST_TOLD and not age.is_small


def is_open(age: Age, text: str) -> bool:
    """Whether a mention tells an age above 89 as "90+" already."""
    return is_over(age) and has_plus(text[age.end :])


def has_plus(after: str) -> bool:
    """Whether a plus stands behind a number."""
    return after[:1] in ("+", "＋")


def _decade_word(unit: str, words: AgeWords) -> str:
    """The beginning of a unit that says it is a decade: 代 of 代前半, which would tell more."""
    beginnings = (unit[: len(word)] for word in words.decades if unit.casefold().startswith(word))
    return max(beginnings, key=len, default=unit)


def _is_told(before: str, behind: str) -> bool:
    """Whether words say beside a bare number what it is: "anni 93", "93. Lebensjahr"."""
    return before[-2:-1].isalpha() or behind[1:].strip()[:1].isalpha()
