"""Dates and ages of the development records: moved, in their form, with their intervals, weekdays and order; cost."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from itertools import combinations
from typing import NamedTuple

from benchmarks.bounds import Missed
from benchmarks.data import LANGUAGES, records
from maskerad.core.errors import SurrogateError
from maskerad.languages import load_pack
from maskerad.pipeline.columns.births import stands_as_birth
from maskerad.surrogates import Keyed, Original, RecordContext, surrogate_for
from maskerad.surrogates.dates.births import births_of
from maskerad.surrogates.dates.completion import completed, day_of
from maskerad.surrogates.dates.record_dates import RecordDates
from maskerad.surrogates.dates.written.grammar import read_date
from maskerad.surrogates.dates.written.partial import Grain, Reading
from maskerad.surrogates.dates.written.words import date_words
from maskerad.surrogates.shape import half_width, parted

KEY = Keyed(bytes(range(32)))
ROUNDS = 3
TARGET_FORM = 0.97

Told = dict[int, tuple[Reading, date]]  # by place in the list of dates


class Moved(NamedTuple):
    """A gold date and its surrogate, "" where it got a placeholder."""

    old: Original
    new: str


def form_of(text: str, code: str) -> str:
    """The written form: digits as 9, names as which form of what, punctuation and other words as they are.

    Numbers of one and two digits are alike unless a 0 stands first; an ordinal ending is one whatever it is, and so is
    an article that is elided before a vowel.
    """
    words = date_words(load_pack(code))
    written = read_date(text, words)
    named: list[tuple[int, int, str]] = []
    if written is not None:
        for field in [*(f for form in written.forms for f in form), *written.beside]:
            if not field.text.isdecimal():
                named.append((field.start, field.end, f"<{field.role}>" if field.role != "o" else ""))
    mask, at = [], 0
    for start, end, name in sorted(named):
        mask += (half_width(text[at:start]), name)
        at = end
    plain = "".join([*mask, half_width(text[at:])]).replace(":<", "<").casefold()
    for full, short in sorted(words.elisions, key=lambda pair: -len(pair[1])):
        plain = plain.replace(short + "<", full + "<")
    return re.sub(r"\d{1,2}(?!\d)", "9", re.sub(r"\d{4,}", lambda m: "#" * len(m[0]), plain))


def moved_dates(code: str, salt: str = "") -> Iterator[tuple[RecordContext, list[Moved]]]:
    """Every record of a language with its gold dates."""
    pack = load_pack(code)
    for record, spans in records(f"hand/{code}/dev.jsonl"):
        originals = tuple(
            Original(
                parted(document.text[span.start : span.end])[1],
                span.label,
                pack,
                written=document.date,
                is_birth=stands_as_birth(document.text, span, pack),
            )
            for document, marks in zip(record.documents, spans, strict=True)
            for span in marks
        )
        context = RecordContext(record.id + salt, KEY, originals)
        yield context, [Moved(one, _surrogate(one, context)) for one in originals if one.label == "DATE"]


def _surrogate(original: Original, context: RecordContext) -> str:
    try:
        return surrogate_for(original, context)
    except SurrogateError:
        return ""


def _days(moved: list[Moved], facts: RecordDates, index: int) -> Told:
    """The single dates among them that can be read, completed, by their place in the list."""
    found = {}
    for at, one in enumerate(moved):
        text, words = (one.old.text, one.new)[index], date_words(one.old.pack)
        written = one.old.written or facts.facts.reference
        if index:
            written = facts.moved(written)
        dated = facts.facts.dated(Original(text, "DATE", one.old.pack)) if text else None
        if dated is None or len(dated.told) != 1 or one.old.is_birth:
            continue
        try:
            whole = completed(dated.readings.dates[0], written, words)
            found[at] = whole, day_of(whole, words)
        except ValueError:
            continue
    return found


def count(code: str) -> Counter[str]:
    """What is printed, counted over a language."""
    counts: Counter[str] = Counter()
    for context, moved in moved_dates(code):
        births = births_of(context)
        for one in moved:
            counts["dates"] += 1
            counts["placeholders"] += not one.new
            counts["moved"] += bool(one.new)
            counts["same form"] += bool(one.new) and form_of(one.old.text, code) == form_of(one.new, code)
        facts = RecordDates(context)
        old, new = _days(moved, facts, 0), _days(moved, facts, 1)
        both = [at for at in old if at in new]
        _count_intervals(both, moved, old, new, births, counts)
    return counts


def _count_intervals(
    both: list[int], moved: list[Moved], old: Told, new: Told, births: frozenset[date], counts: Counter[str]
) -> None:
    full = [at for at in both if old[at][0].grain is Grain.DAY and re.search(r"\d{4}", half_width(moved[at].old.text))]
    full = [at for at in full if old[at][1] not in births]
    for one, other in combinations(full, 2):
        counts["intervals"] += 1
        counts["intervals kept"] += old[one][1] - old[other][1] == new[one][1] - new[other][1]
    for one, other in combinations(both, 2):
        if Grain.YEAR in (old[one][0].grain, old[other][0].grain) or {old[one][1], old[other][1]} & births:
            continue
        if old[one][1] < old[other][1] and not _overlap(old[one], old[other]):
            counts["pairs in order"] += 1
            counts["order kept"] += new[one][1] <= new[other][1]
    for at in both:
        weekday = old[at][0].weekday
        if weekday >= 0 and old[at][0].grain is Grain.DAY:
            counts["weekdays"] += 1
            agrees = old[at][1].weekday() == weekday
            counts["weekdays that agree"] += not agrees or new[at][1].weekday() == weekday


def _overlap(one: tuple[Reading, date], other: tuple[Reading, date]) -> bool:
    """Whether one of two is told as a month that holds the other: neither is before the other then."""
    is_month = Grain.MONTH in (one[0].grain, other[0].grain)
    return is_month and (one[1].year, one[1].month) == (other[1].year, other[1].month)


def cost_us() -> float:
    """Process time of one date, in microseconds, over records whose dates have been read before."""
    n = 0
    start = 0.0
    for salt in map(str, range(ROUNDS + 1)):
        contexts: dict[str, list[tuple[RecordContext, list[Moved]]]] = defaultdict(list)
        for code in LANGUAGES:
            contexts[code] += [
                (RecordContext(context.scope + salt, KEY, context.originals), moved)
                for context, moved in moved_dates(code)
            ]
        start -= time.process_time() if salt != "0" else 0.0
        for pairs in contexts.values():
            for context, moved in pairs:
                for one in moved:
                    _surrogate(one.old, context)
                    n += salt != "0"
        start += time.process_time() if salt != "0" else 0.0
    return 1e6 * start / n


def main() -> Missed:
    """Prints one line a language, then the cost."""
    print("lang  dates  moved  placeholder  form kept  intervals kept   order kept     weekday agrees")
    for code in LANGUAGES:
        c = count(code)
        print(
            f"{code:4} {c['dates']:6} {c['moved']:6} {c['placeholders']:12} {c['same form'] / c['dates']:10.3f}"
            f" {c['intervals kept']:7}/{c['intervals']:<7} {c['order kept']:6}/{c['pairs in order']:<6}"
            f" {c['weekdays that agree']:6}/{c['weekdays']:<6}"
        )
    print(f"reading and moving a date: {cost_us():.1f} µs of process time, most texts read before")
    return []  # nothing is promised
