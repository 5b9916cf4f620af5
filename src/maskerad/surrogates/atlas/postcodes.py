"""Forms of postcodes, by country."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Postcodes whose letters tell their country, without blanks; forms of the Universal Postal Union.
_TELLING = {
    "GB": re.compile("[A-Z]{1,2}[0-9][A-Z0-9]?[0-9][A-Z]{2}"),
    "IE": re.compile("[A-Z][0-9][0-9W][A-Z0-9]{4}"),
    "CA": re.compile("([A-Z][0-9]){3}"),
    "NL": re.compile("[0-9]{4}[A-Z]{2}"),
}


def n_letters(postcode: str) -> int:
    """How many letters a postcode begins with; they name its area and are never cut."""
    return len(postcode) - len(postcode.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def has_form(compact: str, country: str) -> bool:
    """Whether a postcode without its blanks has the form of a country's: AB1 2CD, K1A 0B1, 1234 AB, 12345."""
    if country in ("GB", "IE"):
        return compact[:1].isalpha() and compact[-1:].isalpha() and not compact.isalpha()
    if country == "CA":
        return compact[:1].isalpha() and compact[-1:].isdecimal()
    if country == "NL":
        return compact[:4].isdecimal() and (len(compact) != 4) and not compact[4:].isdecimal()
    if not compact.isdecimal():
        return False
    return len(compact) == {"BE": 4, "AT": 4, "CH": 4, "AU": 4, "NZ": 4, "JP": 7}.get(country, 5) or (
        country == "US" and len(compact) == 9
    )


def country_of_form(postcode: str, countries: Iterable[str]) -> str:
    """The country among some that a postcode with letters is of; "" for one of digits, which many countries have.

    Example:
        >>> country_of_form("TD6 9BS", ("GB", "US", "CA", "IE")), country_of_form("02176", ("GB", "US"))
        ('GB', '')
    """
    compact = "".join(postcode.split()).upper()
    candidates = (country for country in countries if country in _TELLING and _TELLING[country].fullmatch(compact))
    return next(candidates, "")
