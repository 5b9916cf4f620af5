"""Public holidays of a country, by the ``holidays`` library (an extra of its own: ``maskerad[holidays]``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache
from types import ModuleType

from maskerad.core.errors import ConfigError
from maskerad.core.extras import HOLIDAYS, require
from maskerad.surrogates.shift import DateShift, parse_shift

CACHE_MAX_YEARS = 1024


def check_country(country: str) -> str:
    """The code of a country whose holidays are known.

    Raises:
        ConfigError: If they are not, or the library is not installed.
    """
    if country not in _library().list_supported_countries():
        raise ConfigError(f"public holidays of {country!r}: write a code of two letters, such as SE or NL")
    return country


def shift_for(text: str, country: str = "") -> DateShift:
    """A choice of how dates move, as written, with the country whose public holidays count.

    Raises:
        ConfigError: If either is not known.
    """
    shift = parse_shift(text)
    return replace(shift, country=check_country(country)) if country else shift


def with_fewest_changed(days: Iterable[date], shifts_days: Sequence[int], country: str) -> int:
    """The first of some shifts with which the fewest days become or cease to be public holidays.

    Args:
        days: Days of one record.
        shifts_days: In order of preference.
        country: Code of two letters.
    """
    known = [(day, is_public_holiday(day, country)) for day in sorted(days)]
    return min(shifts_days, key=lambda shift: sum(_differs(day, shift, was, country) for day, was in known))


def _differs(day: date, shift_days: int, was: bool, country: str) -> bool:
    try:
        return is_public_holiday(day + timedelta(days=shift_days), country) != was
    except OverflowError:
        return True


def is_public_holiday(day: date, country: str) -> bool:
    """Whether a day is one."""
    return day in _days(country, day.year)


@lru_cache(maxsize=CACHE_MAX_YEARS)
def _days(country: str, year: int) -> frozenset[date]:
    return frozenset(_library().country_holidays(country, years=year))


def _library() -> ModuleType:
    require(HOLIDAYS, "public holidays")
    import holidays

    return holidays
