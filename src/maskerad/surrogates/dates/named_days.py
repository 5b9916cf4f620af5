"""Holidays moved: the day takes the name of another holiday near its new place, or is told by its month.

A holiday that stayed beside dates that moved would give away by how much they did.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from maskerad.surrogates.dates.completion import day_of
from maskerad.surrogates.dates.feasts import feast_day, is_over, years_behind
from maskerad.surrogates.dates.moving import EARLY_DAYS, MIDDLE_DAYS, told_in_its_year, written_on
from maskerad.surrogates.dates.record_dates import LABELS, RecordDates
from maskerad.surrogates.dates.writing import Pieces, elided
from maskerad.surrogates.dates.written.holiday_rules import Holiday
from maskerad.surrogates.dates.written.partial import Grain, Part, Reading
from maskerad.surrogates.dates.written.words import DateWords, date_words, holidays_in
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import capitalised_as

NEAR_DAYS, NEAR_PERIOD_DAYS = 14, 28  # a name for a few days is less exact
NEAR_BOUND_DAYS = 63  # where an article stands before it, which only another such name fits
APART_DAYS = 7
EXACT_DAYS = 31
TELLING_CHARS = 8  # of the end of a date: of the text before a mention little more is known
WATCHED_DAYS = 60  # dates so near to a holiday keep their order with it

Feast = tuple[date, tuple[str, ...]]  # its day, and its names
Moved = tuple[date, Holiday]  # a new day, and the holiday of it


def named_day(reading: Reading, request: Request, dates: RecordDates) -> Pieces:
    """The new pieces of a holiday.

    Raises:
        SurrogateError: If the language has no way to tell a day by its month, or the calendar ends.
    """
    words = date_words(request.pack)
    name = next(part for part in reading.parts if part.role == "H")
    holiday = words.holidays[reading.slot]
    try:
        old = _day_before(holiday, request, dates) or day_of(reading, words)
        day = _other_day(holiday, old, request, dates)
        new = day[0] if day else dates.moved(old)
    except (ValueError, OverflowError):
        raise request.refusal("no such day in the calendar") from None
    if day:
        text = day[1].names[0]
    elif _is_of_another_year(new, request, dates):
        raise request.refusal("the year that is told behind it would be another one")
    else:
        has_day = _has_day(holiday, request, dates)
        text = _weekday(new, words) if has_day else _told_by_month(reading, new, request, dates)
    if not text:
        raise request.refusal("this holiday has no other name")
    is_told = not day and not name.text.isupper() and not _begins_a_sentence(request)
    cased = text if is_told else _in_case(text, name, holiday.names[name.form])
    pieces: Pieces = {(name.start, name.end): cased}
    for part in reading.parts:
        if part.role in "Yy":
            pieces[part.start, part.end] = str(new.year) if part.role == "Y" else f"{new.year % 100:02d}"
    return pieces


def _begins_a_sentence(request: Request) -> bool:
    """Whether a mention has its capital from its place: "Valborg" elsewhere becomes "den 20 februari"."""
    before = request.original.before.rstrip(" \t")
    return not before or before[-1] in ".!?:\n"


def _is_of_another_year(new: date, request: Request, dates: RecordDates) -> bool:
    """Whether a moved day is of another year than the words behind the mention tell: "Christmas last year"."""
    years = years_behind(request.original)
    return years is not None and new.year != dates.moved(written_on(request, dates)).year + years


def _other_day(holiday: Holiday, old: date, request: Request, dates: RecordDates) -> Moved | None:
    """The holiday nearest to the new day that fits the words around, and keeps its order; with its day."""
    chosen = request.record.once("feasts", lambda: _chosen(request.record, dates))
    choice = chosen.get((old, holiday.names))
    return choice if choice and choice in _fitting(holiday, old, request, dates) else None


def _chosen(record: RecordContext, dates: RecordDates) -> Mapping[Feast, Moved]:
    """Feasts of the record to those that stand for them: two never become one, and a later one becomes a later one."""
    chosen: dict[Feast, Moved] = {}
    before, latest = date.min, date.min  # the old and the new day of the last feast that has another
    for feast, request in sorted(_told(record, dates).items(), key=lambda item: item[0]):
        old, names = feast
        holiday = next(feast for feast in date_words(request.pack).holidays if feast.names == names)
        later = (pair for pair in _fitting(holiday, old, request, dates) if pair[0] > latest or old == before)
        choice = next(later, None)
        if choice:
            chosen[feast] = choice
            before, latest = old, choice[0]
    return chosen


def _told(record: RecordContext, dates: RecordDates) -> Mapping[Feast, Request]:
    """The feasts of a record with their days, each with one of its mentions."""
    feasts: dict[Feast, Request] = {}
    for original in sorted(record.originals, key=lambda mention: (mention.text, mention.before, mention.after)):
        dated = dates.facts.dated(original) if original.label in LABELS else None
        for reading, day in dated.told if dated else ():
            if reading.grain is Grain.HOLIDAY and day:
                names = date_words(original.pack).holidays[reading.slot].names
                feasts.setdefault((day, names), Request(original, record))
    return feasts


def _fitting(holiday: Holiday, old: date, request: Request, dates: RecordDates) -> Iterator[Moved]:
    """Holidays that may stand for one, the nearest first, with their days."""
    new, reference = dates.moved(old), dates.moved(written_on(request, dates))
    has_day, tells_year = _has_day(holiday, request, dates), _tells_year(request, dates)
    for day, other in _in_order(_near(request, holiday, old, dates), old, dates):
        if day == new if has_day else tells_year or feast_day(other, request.original, reference) == day:
            yield day, other


def _near(request: Request, holiday: Holiday, old: date, dates: RecordDates) -> list[tuple[date, Holiday]]:
    """Holidays not far from the new day that fit the words around, the nearest first; none of the same feast."""
    new = dates.moved(old)
    reach = timedelta(days=_reach_days(holiday, abs((old - written_on(request, dates)).days)))
    first, last = new - reach, new + reach
    order = dates.facts.order(request.pack)
    near = [
        (day, other)
        for year in range(first.year, last.year + 1)
        for day, other in holidays_in(request.pack, year)
        if first <= day <= last
        and other.can_replace(holiday)
        and abs((day - old).days) >= APART_DAYS
        and other.order in ("", order)
    ]
    return sorted(near, key=lambda pair: (abs((pair[0] - new).days), pair[1].names[0]))


def _reach_days(holiday: Holiday, distance_days: int) -> int:
    """How far from its new day a holiday may be told: not at all near its document ("yesterday, on Christmas Day")."""
    if holiday.is_period:
        return NEAR_BOUND_DAYS if " " in holiday.kind else NEAR_PERIOD_DAYS
    return 0 if distance_days <= EXACT_DAYS else NEAR_DAYS


def _in_order(holidays: list[tuple[date, Holiday]], old: date, dates: RecordDates) -> Iterator[tuple[date, Holiday]]:
    """Holidays that stand to the dates of the record as the old one did."""
    days = (day for grain, day in dates.facts.told if grain is not Grain.HOLIDAY)
    watched = [(day, dates.moved(day)) for day in days if abs((day - old).days) <= WATCHED_DAYS]
    for day, holiday in holidays:
        if all(_sign(day, new) * _sign(old, other) >= 0 for other, new in watched):
            yield day, holiday


def _sign(day: date, other: date) -> int:
    return (day > other) - (day < other)


def _has_day(holiday: Holiday, request: Request, dates: RecordDates) -> bool:
    """Whether the mention tells the day besides, or another right before it: "24/12 (Heiligabend)"."""
    dated = dates.facts.dated(request.original)
    is_inside = dated is not None and any(
        reading.grain is Grain.DAY and reading.month for reading in dated.readings.dates
    )
    return is_inside or _day_before(holiday, request, dates) is not None


def _day_before(holiday: Holiday, request: Request, dates: RecordDates) -> date | None:
    """The day of a holiday, where it stands as a date right before it, with a comma or a bracket between."""
    by_end = request.record.once("ends of days", lambda: _ends_of_days(request.record, dates))
    before = request.original.before.rstrip(" \u3000,(（")
    ends = (before[at:] for at in range(len(before)))
    return next((day for end in ends for day in by_end.get(end, ()) if holiday.day_in(day.year) == day), None)


def _ends_of_days(record: RecordContext, dates: RecordDates) -> Mapping[str, set[date]]:
    """The texts of days that a record tells with their month, and the ends of long ones, to these days."""
    by_end: dict[str, set[date]] = {}
    for original in record.originals:
        dated = dates.facts.dated(original) if original.label in LABELS else None
        for reading, day in dated.told if dated else ():
            if day and reading.grain is Grain.DAY and reading.month:
                by_end.setdefault(original.text[-TELLING_CHARS:], set()).add(day)
    return by_end


def _tells_year(request: Request, dates: RecordDates) -> bool:
    dated = dates.facts.dated(request.original)
    return dated is not None and all(reading.year for reading in dated.readings.dates)


def _weekday(day: date, words: DateWords) -> str:
    return words.weekdays.forms[day.weekday()][0]


def _told_by_month(reading: Reading, day: date, request: Request, dates: RecordDates) -> str:
    """ "slutet av augusti" for a few days, "23 augusti" for one."""
    words = date_words(request.pack)
    holiday = words.holidays[reading.slot]
    if holiday.is_period and words.part_phrases and not _tells_year(request, dates) and not is_over(request.original):
        day = told_in_its_year(Reading((), Grain.PART), day, dates.moved(written_on(request, dates)), words)
    slot = (day.day > EARLY_DAYS) + (day.day > MIDDLE_DAYS)
    phrase = words.part_phrases[slot] if holiday.is_period and words.part_phrases else words.day_phrase
    phrase = words.kind_phrases.get(holiday.kind, phrase)
    if words.writes_both and dates.facts.order(request.pack) == "day-month":
        phrase = phrase.replace("{month} {day}", "{day} {month}")
    before, name = phrase[: phrase.index("{")], phrase[phrase.index("{") :]
    first = words.bare_first if day.day == 1 else ""
    name = name.format(day=f"{day.day}{first}", month=words.months.like(day.month, 1, 0))
    return elided(before, name.split(" ")[0], words) + name


def _in_case(text: str, name: Part, usual: str) -> str:
    """As its language writes it, but for what differs in how the old name was written."""
    if name.text == usual or (name.text[:1] == usual[:1] and not name.text.isupper()):
        return text
    return capitalised_as(text, name.text)
