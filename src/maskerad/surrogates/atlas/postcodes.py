"""Forms of postcodes, by country."""

from __future__ import annotations


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
