"""The words a language writes dates with: months, weekdays, eras, ordinals and what may stand between.

Read from ``[months]``, ``[weekdays]``, ``[dates]`` and ``[eras]`` of a pack; the keys are listed in
``maskerad.surrogates``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.text.folding import fold

MonthForm = tuple[int, int]  # month 1..12, and which form: 0 in full, 1 the first short one, 2 the next …


@dataclass(frozen=True, slots=True)
class Era:
    """A Japanese era: its names, in full first, and its first day."""

    names: tuple[str, ...]
    start: date


@dataclass(frozen=True, slots=True)
class DateWords:
    """Words by their folded form.

    Attributes:
        months: To the month and which of its forms it is.
        month_forms: Twelve rows of forms, in full first.
        weekdays: Full and short names.
        fillers: Words that may stand in a date and say nothing of the calendar ("den", "slutet", "hösten").
        weeks: Words before the number of a week.
        ordinals: Endings of a day that is written as an ordinal.
        ordinal_default, ordinal_of: The ending to write, by day.
        order: "day-month" or "month-day".
        glued: Orders in which six digits are tried: "ymd", "dmy", "mdy".
        short_year_first: Marks between which a year of two digits comes first.
        eras: Latest first; none outside Japanese.
    """

    months: Mapping[str, MonthForm]
    month_forms: tuple[tuple[str, ...], ...]
    weekdays: frozenset[str]
    fillers: frozenset[str]
    weeks: frozenset[str]
    ordinals: frozenset[str]
    ordinal_default: str
    ordinal_of: Mapping[str, str]
    order: str
    glued: tuple[str, ...]
    short_year_first: tuple[str, ...]
    eras: tuple[Era, ...]
    filler_run: re.Pattern[str] = field(repr=False)

    def month_like(self, month: int, form: int) -> str:
        """The name of a month in a given form, or in the nearest one that it has."""
        forms = self.month_forms[month - 1]
        return forms[form] if form < len(forms) else forms[min(1, len(forms) - 1)]

    def ordinal(self, day: int) -> str:
        """Ending of a day as an ordinal."""
        return self.ordinal_of.get(str(day), self.ordinal_default)

    def is_filler(self, word: str) -> bool:
        """Whether a word, or an unbroken run of Japanese words, says nothing of the calendar."""
        folded = fold(word)
        return folded in self.fillers or self.filler_run.fullmatch(folded) is not None


@lru_cache(maxsize=32)
def date_words(pack: LanguagePack) -> DateWords:
    """The words of a pack, worked out once."""
    dates = pack.table("dates")
    forms = _forms(pack, "months")
    months: dict[str, MonthForm] = {}
    for month, names in enumerate(forms, start=1):
        for form, name in enumerate(names):
            months.setdefault(fold(name), (month, form))
    fillers = {fold(word) for word in pack.strings("words", "dates")}
    own = dates.get("ordinal_of", {})
    return DateWords(
        months=months,
        month_forms=forms,
        weekdays=frozenset(fold(name) for names in _forms(pack, "weekdays") for name in names),
        fillers=frozenset(fillers),
        weeks=frozenset(map(fold, pack.strings("week", "dates"))),
        ordinals=frozenset(map(fold, pack.strings("ordinal", "dates"))),
        ordinal_default=str(dates.get("ordinal_default", "")),
        ordinal_of={str(day): str(ending) for day, ending in own.items()} if isinstance(own, dict) else {},
        order=str(dates.get("order", "day-month")),
        glued=pack.strings("glued", "dates") or ("ymd",),
        short_year_first=pack.strings("short_year_first", "dates"),
        eras=_eras(pack),
        filler_run=_run_of(word for word in fillers if not word.isascii() and not word[0].isascii()),
    )


def _forms(pack: LanguagePack, table: str) -> tuple[tuple[str, ...], ...]:
    """Rows of names: in full, then short forms."""
    short = pack.table(table).get("short", [])
    rows = short if isinstance(short, list) else []
    full = pack.strings("full", table)
    return tuple((name, *(str(form) for form in (rows[at] if at < len(rows) else ()))) for at, name in enumerate(full))


def _eras(pack: LanguagePack) -> tuple[Era, ...]:
    found = []
    for entry in pack.table("eras").values():
        if isinstance(entry, dict) and isinstance(entry.get("start"), date):
            found.append(Era(tuple(map(str, entry.get("names", ()))), entry["start"]))
    return tuple(sorted(found, key=lambda era: era.start, reverse=True))


def _run_of(words: object) -> re.Pattern[str]:
    """A run of words that are written without blanks; possessive, so that no input makes it go back."""
    listed = sorted(words, key=len, reverse=True)  # type: ignore[call-overload]
    return re.compile(f"(?:{'|'.join(map(re.escape, listed))})++" if listed else r"(?!)")
