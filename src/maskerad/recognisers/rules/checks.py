"""Validity of identifiers, by python-stdnum and phonenumbers, and of dates by the calendar.

Each check takes the marked text. The libraries are imported when a check is first used, not before.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from functools import partial

_NOT_ALNUM = re.compile(r"[\W_]+")


def _is_valid(module: str, text: str) -> bool:
    return bool(importlib.import_module(f"stdnum.{module}").is_valid(_NOT_ALNUM.sub("", text)))


def _is_phone(region: str, text: str) -> bool:
    phonenumbers = importlib.import_module("phonenumbers")
    try:
        number = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return False
    return bool(phonenumbers.is_possible_number(number))


def is_day_and_month(text: str) -> bool:
    """Whether the first two numbers can be a day and a month, in either order.

    Example:
        >>> is_day_and_month("31/12"), is_day_and_month("45/60"), is_day_and_month("130/80")
        (True, False, False)
    """
    numbers = [int(number) for number in re.findall(r"\d+", text)[:2]]
    return len(numbers) == 2 and 1 <= min(numbers) <= 12 and max(numbers) <= 31


def is_compact_date(text: str) -> bool:
    """Whether six or eight digits are a year, month and day, or a day, month and year.

    Example:
        >>> is_compact_date("20120311"), is_compact_date("240206"), is_compact_date("998877")
        (True, True, False)
    """
    digits = re.sub(r"\D", "", text)
    year = 4 if len(digits) == 8 else 2
    forward = (digits[year : year + 2], digits[year + 2 : year + 4], digits[:year])
    backward = (digits[2:4], digits[:2], digits[4:])
    return any(_is_date(month, day, full) for month, day, full in (forward, backward))


def _is_date(month: str, day: str, year: str) -> bool:
    is_year = len(year) == 2 or year[:2] in ("18", "19", "20")
    return is_year and month.isdecimal() and day.isdecimal() and 1 <= int(month) <= 12 and 1 <= int(day) <= 31


_NUMBERS = {
    "personnummer": "se.personnummer",
    "orgnr": "se.orgnr",
    "bsn": "nl.bsn",
    "nhs": "gb.nhs",
    "ssn": "us.ssn",
    "sin": "ca.sin",
    "nir": "fr.nir",
    "siret": "fr.siret",
    "dni": "es.dni",
    "nie": "es.nie",
    "codicefiscale": "it.codicefiscale",
    "partita_iva": "it.iva",
    "idnr": "de.idnr",
    "ahv": "ch.ssn",
    "svnr": "at.vnr",
    "mynumber": "jp.in_",
    "iban": "iban",
    "luhn": "luhn",
    "bic": "bic",
    "card": "luhn",
}
_REGIONS = ("SE", "NL", "BE", "JP", "GB", "US", "DE", "AT", "CH", "FR", "ES", "IT")

CHECKS: Mapping[str, Callable[[str], bool]] = (
    {name: partial(_is_valid, module) for name, module in _NUMBERS.items()}
    | {f"phone_{region.lower()}": partial(_is_phone, region) for region in _REGIONS}
    | {"day_and_month": is_day_and_month, "compact_date": is_compact_date}
)
