"""Ages moved by at most two years, the same for every age of a record; above 89 "90 or over" is told (``old_ages``)."""

from __future__ import annotations

from collections.abc import Iterator

from maskerad.surrogates.age_reading import DECADE, OLDEST, Age, age_words, read_ages, written_age
from maskerad.surrogates.old_ages import LAST_TOLD, is_open, is_over, over_89
from maskerad.surrogates.record_dates import record_dates
from maskerad.surrogates.request import RecordContext, Request

STEPS = (-2, -1, 1, 2)
YOUNG_DECADE = 20  # does not go down: nobody of age becomes a child


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
    if record_dates(record.context_of("DATE")).facts.has_infant:
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
    if any(map(is_over, ages)):
        return over_89(text, ages, words)
    are_all_small = all(age.is_small for age in ages)
    parts: list[str] = []
    at = 0
    for age in ages:
        old = text[age.start : age.end]
        new = age.value if age.is_small and not are_all_small else _moved(age, record)
        parts += (text[at : age.start], written_age(new, old, age.unit, words))
        at = age.end
    return "".join([*parts, text[at:]])


def age_stays(request: Request) -> bool:
    """Whether a mention is right to stay as it is.

    A decade may hold the old age and the new one; an infant's age stays beside its day of birth; "90+" says no more.
    """
    ages = read_ages(request.text, request.pack)
    return bool(ages) and all(age.is_decade or age.is_small or is_open(age, request.text) for age in ages)


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
