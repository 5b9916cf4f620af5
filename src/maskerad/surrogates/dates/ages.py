"""Ages moved by at most two years, the same for every adult of a record; above 89 "90 or over" is told (``old_ages``).

Who is not of age keeps the age: a year more or less is another development, another class, another law. No age comes
to lie on the other side of 18 or 65. Limits ("over 65") are nobody's age and stay.
"""

from __future__ import annotations

import re
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.dates.age_reading import DECADE, OLDEST, Age, age_words, read_ages, written_age
from maskerad.surrogates.dates.births import ages_of_births
from maskerad.surrogates.dates.old_ages import LAST_TOLD, has_plus, is_open, is_over, over_89
from maskerad.surrogates.dates.told_ages import ToldAges
from maskerad.surrogates.request import Original, RecordContext, Request

STEPS = (-2, -1, 1, 2)
OF_AGE, PENSIONED = 18, 65
STAGES = (range(OF_AGE, PENSIONED), range(PENSIONED, LAST_TOLD + 1))  # of an adult; an age stays within its own
HIGHEST_LIMIT, LIMIT_CHARS = 90, 24
_WEEKS_AND_DAYS = re.compile(r"\d{1,2} ?\+ ?\d")  # of a pregnancy


class AgeStep:
    """By how many years the ages of the adults of a record move: what fits all that it tells.

    Attributes:
        years: -2, -1, 1 or 2; 0 where each of them would take somebody over 18, 65 or 89.
    """

    def __init__(self, record: RecordContext) -> None:
        first = record.keyed.number(len(STEPS), "age", record.scope)
        steps = [STEPS[(first + at) % len(STEPS)] for at in range(len(STEPS))]
        lives = [frozenset([age]) for age in record.view(ToldAges).years] + list(ages_of_births(record))
        self.years = next((step for step in steps if all(_fits(ages, step) for ages in lives)), 0)


def _fits(ages: frozenset[int], step: int) -> bool:
    """Whether the ages of one person, at all documents, are those of the same stage of life after a step."""
    return max(ages) < OF_AGE or min(ages) > LAST_TOLD or all(moved_age(age, step) == age + step for age in ages)


def age_step(record: RecordContext) -> int:
    """By how many years the ages of the adults of a record move."""
    return record.view(AgeStep).years


def moved_age(age: int, step: int) -> int:
    """An age moved by ``step``; itself where that is another stage of life.

    Example:
        >>> moved_age(77, -2), moved_age(9, -2), moved_age(64, 1), moved_age(88, 2)
        (75, 9, 64, 88)
    """
    return next((age + step for stage in STAGES if age in stage and age + step in stage), age)


def age_surrogate(request: Request) -> str:
    """The mention with its age moved.

    Raises:
        SurrogateError: If no age can be read in it.
    """
    words, text, record = age_words(request.pack), request.text, request.record
    ages = read_ages(text, request.pack)
    if not ages or max(age.value for age in ages) > OLDEST:
        raise request.refusal("the age cannot be read")
    if _is_limit(request.original) or _WEEKS_AND_DAYS.fullmatch(text):
        return text
    if any(map(is_over, ages)):
        return over_89(text, ages, words)
    parts: list[str] = []
    at = 0
    for age in ages:
        old = text[age.start : age.end]
        parts += (text[at : age.start], written_age(_moved(age, record), old, age.unit, words))
        at = age.end
    return "".join([*parts, text[at:]])


def age_stays(request: Request) -> bool:
    """Whether a mention is right to stay as it is: what is nobody's age, or a minor's; "90+" says no more."""
    ages, original = read_ages(request.text, request.pack), request.original
    if not ages or _is_limit(original) or _WEEKS_AND_DAYS.fullmatch(original.text):
        return bool(ages)
    return all(is_open(age, request.text) or _moved(age, request.record) == age.value for age in ages)


def _moved(age: Age, record: RecordContext) -> int:
    if age.is_small:
        return age.value
    if age.is_decade:
        return _moved_decade(age.value, record)
    return moved_age(age.value, age_step(record))


def _moved_decade(decade: int, record: RecordContext) -> int:
    """The decade of the new age where the record tells one of this decade, else itself: it holds both."""
    step = age_step(record)
    years = (age for age in record.view(ToldAges).years if age - age % DECADE == decade)
    decades = {new - new % DECADE for new in (moved_age(age, step) for age in years)}
    return decade if not decades or decade in decades else min(decades)


def _is_limit(original: Original) -> bool:
    """Whether the words around say that it is a limit, which holds for everybody: "over 65", "65+", "< 50 ans"."""
    ages = read_ages(original.text, original.pack)
    if not ages or any(age.value > HIGHEST_LIMIT for age in ages):
        return False
    before, behind = _limits(original.pack)
    rest = original.text[ages[-1].end :] + original.after[:LIMIT_CHARS]
    ahead = original.before[-LIMIT_CHARS:] + original.text[: ages[0].start]
    return before.search(ahead) is not None or behind.search(rest) is not None or has_plus(rest)


@lru_cache(maxsize=32)
def _limits(pack: LanguagePack) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns of what stands before a limit, and of what stands behind it."""
    before, behind = (
        "|".join(map(re.escape, sorted(pack.strings(name, "ages"), key=len, reverse=True))) or "(?!)"
        for name in ("limits_before", "limits_behind")
    )
    return (
        re.compile(rf"(?:[<>≤≥]|(?<![^\W\d_])(?:{before}))\s*$", re.IGNORECASE),
        re.compile(rf"^[ -]?[^\W\d_]{{0,12}}[ .]{{0,2}}(?:{behind})", re.IGNORECASE),
    )
