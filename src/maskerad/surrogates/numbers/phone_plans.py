"""Telephone plans of countries: which numbers there are, and which of them nobody has.

``[phones.CC]``: ``country_code``; ``trunk`` (what stands before a national number and falls away abroad);
``national`` (a pattern of whole national numbers); ``mobile_starts``; ranges ``mobile`` and ``landline`` as
"AREA|REST:FIRST-LAST" (see ``Range``); ``area`` and ``after``, ``written_area`` and ``after_written``, ``after_code``,
``local`` and ``areas`` (see ``PhonePlan``); ``kept_by`` (who keeps the ranges, and the document).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from maskerad.core.errors import ConfigError
from maskerad.languages import LanguagePack

FILE = "numbers.toml"
# Recommendation ITU-T E.164, list of assigned country codes: all others have three digits.
_COUNTRY = re.compile(r"[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Numbers:
    """Consecutive numbers: what they begin with, and the first and last of what follows."""

    start: str
    first: int
    last: int
    n_digits: int

    @property
    def n_numbers(self) -> int:
        """How many there are."""
        return self.last - self.first + 1

    def number(self, index: int) -> str:
        """One of them, with its trunk."""
        return f"{self.start}{self.first + index:0{self.n_digits}d}"

    def __contains__(self, number: str) -> bool:
        end = number[len(self.start) :]
        return number.startswith(self.start) and len(end) == self.n_digits and self.first <= int(end or 0) <= self.last


@dataclass(frozen=True, slots=True)
class Range:
    """A range as written: "031|39006:00-99", or without what follows the colon when digits fill a number's length.

    Attributes:
        area: Beginning of the numbers that go to it; "" for those of any area that has no range of its own.
        start: What its numbers begin with.
        first, last: First and last of what follows; "" when digits fill the length.
    """

    area: str
    start: str
    first: str
    last: str

    def numbers(self, n_digits: int) -> Numbers:
        """Its numbers; those that fill a length have at least two digits of their own."""
        if self.first:
            return Numbers(self.start, int(self.first), int(self.last), len(self.first))
        n_free = max(n_digits - len(self.start), 2)
        return Numbers(self.start, 0, 10**n_free - 1, n_free)


def _range(text: str) -> Range:
    place, _, span = text.partition(":")
    area, bar, rest = place.partition("|")
    first, _, last = span.partition("-")
    return Range(area if bar else "", area + rest, first, last)


@dataclass(frozen=True, slots=True)
class PhonePlan:
    """One country's numbers.

    Attributes:
        country: ISO 3166-1 code.
        country_code: Digits after the plus sign.
        trunk: What stands before a national number and falls away abroad.
        national: Whole national numbers, with the trunk.
        mobile_starts: How mobile numbers begin.
        mobile, landline: Ranges that are nobody's.
        area: Area codes, behind which numbers that go on with ``after`` are nobody's; None when there is no such rule.
        written_area: Area codes that the layout must show, behind which ``after_written`` is nobody's.
        after_code: What is nobody's behind any area code of a town; "" where there is no such rule.
        local: Numbers without their area, for which ``after`` alone is nobody's.
        areas: Area codes of its ranges, where they differ in length from those of other areas.
    """

    country: str
    country_code: str
    trunk: str
    national: re.Pattern[str]
    mobile_starts: tuple[str, ...]
    mobile: tuple[Range, ...] = field(repr=False)
    landline: tuple[Range, ...] = field(repr=False)
    area: re.Pattern[str] | None
    after: str
    written_area: re.Pattern[str] | None
    after_written: str
    after_code: str
    local: re.Pattern[str] | None
    areas: tuple[str, ...]

    @property
    def has_trunk_in_code(self) -> bool:
        """Whether area codes are written with the trunk before them, as they are wherever it is a 0."""
        return self.trunk == "0"

    def area_of(self, number: str) -> str:
        """The area code of a number that nobody has; "" when the plan does not list it."""
        return next((area for area in self.areas if number.startswith(area)), "")

    def tiers(self, number: str, area: str = "", code: str = "") -> list[list[Numbers]]:
        """Ranges for a national number, the nearest first: its own area, its kind, then the other kind.

        Args:
            number: With its trunk.
            area: The first group of digits of its layout.
            code: The area code of the town that it is of, where that is known.
        """
        n_digits = len(number)
        if self.local is not None and self.local.fullmatch(number):
            return [[Range("", self.after, "", "").numbers(n_digits)]]
        is_mobile = bool(self.mobile) and number.startswith(self.mobile_starts)
        kind, other = (self.mobile, self.landline) if is_mobile else (self.landline, self.mobile)
        near = [range_ for range_ in kind if range_.area and number.startswith(range_.area)]
        anywhere = [range_ for range_ in kind if not range_.area] or list(kind)
        own = [] if is_mobile else self._own_area(number, area, code)
        tiers = (near, own, anywhere, other)
        return [[range_.numbers(n_digits) for range_ in tier] for tier in tiers if tier]

    def _own_area(self, number: str, area: str, code: str) -> list[Range]:
        if code and self.after_code:
            return [Range("", code + self.after_code, "", "")]
        if self.written_area is not None and self.written_area.fullmatch(area) and number.startswith(area):
            return [Range("", area + self.after_written, "", "")]
        match = self.area.match(number) if self.area else None
        return [Range("", match.group() + self.after, "", "")] if match else []

    def is_nobodys(self, number: str, area: str = "", code: str = "") -> bool:
        """Whether a national number is of a range that nobody has."""
        return any(number in numbers for tier in self.tiers(number, area, code) for numbers in tier)


@lru_cache(maxsize=32)
def home_plans(pack: LanguagePack) -> tuple[PhonePlan, ...]:
    """The countries whose numbers stand in a language without a country code, in the order of its pack.

    Raises:
        ConfigError: If a country has no plan.
    """
    return tuple(plan_of(pack, country) for country in pack.strings("countries", "phones"))


@lru_cache(maxsize=1024)
def abroad_plan(pack: LanguagePack, country_code: str) -> PhonePlan | None:
    """The plan of the country with a code, None when it is not known here."""
    tables = pack.late_table(FILE, "phones").items()
    named = {str(table["country_code"]): country for country, table in tables if isinstance(table, dict)}
    return plan_of(pack, named[country_code]) if country_code in named else None


def country_digits(digits: str) -> str:
    """The country code at the beginning of an international number.

    Example:
        >>> country_digits("46701740605"), country_digits("358401234567")
        ('46', '358')
    """
    match = _COUNTRY.match(digits)
    return match.group() if match else ""


@lru_cache(maxsize=256)
def plan_of(pack: LanguagePack, country: str) -> PhonePlan:
    """The plan of one country (ISO 3166-1 code).

    Raises:
        ConfigError: If it has none.
    """
    table = pack.late_table(FILE, "phones").get(country)
    if not isinstance(table, dict):
        raise ConfigError(f"language pack {pack.code}: [phones] names {country!r}; there is no [phones.{country}]")
    return PhonePlan(
        country,
        str(table["country_code"]),
        str(table.get("trunk", "")),
        re.compile(str(table["national"])),
        _listed(table, "mobile_starts"),
        tuple(map(_range, _listed(table, "mobile"))),
        tuple(map(_range, _listed(table, "landline"))),
        _pattern(table, "area"),
        str(table.get("after", "")),
        _pattern(table, "written_area"),
        str(table.get("after_written", "")),
        str(table.get("after_code", "")),
        _pattern(table, "local"),
        _listed(table, "areas"),
    )


def _listed(table: Mapping[str, object], name: str) -> tuple[str, ...]:
    value = table.get(name, ())
    return tuple(map(str, value)) if isinstance(value, list) else ()


def _pattern(table: Mapping[str, object], name: str) -> re.Pattern[str] | None:
    return re.compile(str(table[name])) if name in table else None
