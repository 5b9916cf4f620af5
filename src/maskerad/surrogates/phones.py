"""Telephone numbers nobody has: from the ranges kept for fiction, in the layout of the original.

Ranges, and who keeps them, stand in ``[phones.CC]`` of each pack: ``country_code``, ``trunk`` (the digit before a
national number), ``national`` (a pattern of whole national numbers), ``mobile_starts``, and the ranges ``mobile``
and ``landline`` as "PREFIX:FIRST-LAST". Where no range is kept, they are numbers that the plan gives to nobody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import bare_digits, half_width, in_class_of, in_width_of

SHORT_DIGITS = 7  # fewer are an extension, or a number without its area code

_DIGIT = re.compile(r"\d")
_AFTER_NUMBER = re.compile(r"(?<=[0-9])[^0-9+]*?(?:[^\W\d_]|/ ?-)")
_ABROAD = re.compile(r"\(?(?:\+|00) ?")
_TRUNK_IN_BRACKETS = re.compile(r" ?\(0\) ?")


@dataclass(frozen=True, slots=True)
class PhonePlan:
    """One country's numbers.

    Attributes:
        country_code: Digits after the plus sign.
        trunk: What stands before a national number and falls away abroad.
        national: Whole national numbers, with the trunk.
        mobile_starts: How mobile numbers begin.
        mobile, landline: Ranges of (prefix, first, last, number of digits after the prefix).
    """

    country_code: str
    trunk: str
    national: re.Pattern[str]
    mobile_starts: tuple[str, ...]
    mobile: tuple[tuple[str, int, int, int], ...] = field(repr=False)
    landline: tuple[tuple[str, int, int, int], ...] = field(repr=False)

    def ranges(self, national: str) -> tuple[tuple[str, int, int, int], ...]:
        """Ranges of the same kind as a national number; those of its own area where there are some."""
        kind = self.mobile if self.mobile and national.startswith(self.mobile_starts) else self.landline
        for size in (4, 3):
            near = tuple(one for one in kind if one[0][:size] == national[:size])
            if near:
                return near
        return kind


@lru_cache(maxsize=32)
def phone_plans(pack: LanguagePack) -> tuple[PhonePlan, ...]:
    """The countries of a language, in the order of its pack."""
    tables = (table for table in pack.table("phones").values() if isinstance(table, dict))
    return tuple(_plan(table) for table in tables)


def _plan(table: Mapping[str, object]) -> PhonePlan:
    def listed(name: str) -> tuple[str, ...]:
        value = table.get(name, ())
        return tuple(map(str, value)) if isinstance(value, list) else ()

    return PhonePlan(
        str(table["country_code"]),
        str(table.get("trunk", "")),
        re.compile(str(table["national"])),
        listed("mobile_starts"),
        tuple(map(_range, listed("mobile"))),
        tuple(map(_range, listed("landline"))),
    )


def _range(text: str) -> tuple[str, int, int, int]:
    prefix, _, span = text.partition(":")
    first, _, last = span.partition("-")
    return prefix, int(first), int(last), len(first)


@dataclass(frozen=True, slots=True)
class _Written:
    """A number taken apart.

    Attributes:
        head: What is kept before the number: "+46 ", "0031 ".
        body: The number with its layout.
        tail: An extension, with the words before it.
        digits: National number with its trunk, or all digits when no plan fits.
        plan: Its country, None when unknown.
        is_abroad: Whether it is written without its trunk.
    """

    head: str
    body: str
    tail: str
    digits: str
    plan: PhonePlan | None
    is_abroad: bool


def phone(request: Request) -> str:
    """A number of the same kind in the same layout.

    Raises:
        SurrogateError: If there is no digit, or every number of the range is taken.
    """
    if not any(map(str.isdecimal, request.text)):
        raise request.refusal("no digit in the telephone number")
    written = _written(request.text, request.pack)
    tail = _changed(written.tail, request)
    if written.plan is None:
        return in_width_of(written.head + _unplanned(written, request) + tail, request.text)
    new = _new_numbers(request.record).get(written.digits)
    if new is None:
        raise request.refusal("every number kept for fiction is taken")
    if written.is_abroad:
        new = new.removeprefix(written.plan.trunk)
    elif (
        written.plan.trunk and written.digits.startswith(written.plan.trunk) and not new.startswith(written.plan.trunk)
    ):
        new = written.plan.trunk + new
    return in_width_of(written.head + laid_out(new, written.body) + tail, request.text)


def _written(text: str, pack: LanguagePack) -> _Written:
    plain = half_width(text)  # of the same length
    ends = (match.start() for match in _AFTER_NUMBER.finditer(plain))
    cut = next((end for end in ends if _n_digits(plain[:end]) >= SHORT_DIGITS - 1), len(text))
    abroad = _ABROAD.match(plain)
    if abroad:
        return _abroad(text, abroad.end(), cut, pack)
    digits = bare_digits(plain[:cut])
    plan = next((plan for plan in phone_plans(pack) if plan.national.fullmatch(digits)), None)
    return _Written("", text[:cut], text[cut:], digits, plan if len(digits) >= SHORT_DIGITS else None, False)


def _abroad(text: str, at: int, cut: int, pack: LanguagePack) -> _Written:
    plain = half_width(text)
    for plan in phone_plans(pack):
        start = at + len(plan.country_code)
        if plain.startswith(plan.country_code, at):
            bracket = _TRUNK_IN_BRACKETS.match(plain, start)
            start = bracket.end() if bracket else start
            digits = bare_digits(plain[start:cut])
            digits = digits if plan.trunk == "1" else plan.trunk + digits.removeprefix(plan.trunk or "x")
            if plan.national.fullmatch(digits):
                return _Written(text[:start], text[start:cut], text[cut:], digits, plan, True)
    places = [match.end() for match in _DIGIT.finditer(plain, at, cut)]
    end = places[min(2, len(places)) - 1] if places else at
    return _Written(text[:end], text[end:cut], text[cut:], bare_digits(plain[end:cut]), None, True)


def _n_digits(text: str) -> int:
    return len(_DIGIT.findall(text))


def _unplanned(written: _Written, request: Request) -> str:
    """Digits by key; the number of an unknown country begins with 0, as none does behind its country code."""
    new = _changed(written.body, request)
    first = _DIGIT.search(new)
    return new[: first.start()] + "0" + new[first.end() :] if written.is_abroad and first else new


def _changed(text: str, request: Request) -> str:
    """Digits by key, none of them all the same as before."""
    if not _DIGIT.search(text):
        return text
    numbers = bare_digits(text)
    for attempt in range(20):
        new = in_class_of(numbers, request.record.keyed, request.record.scope, "PHONE", numbers, str(attempt))
        if new != numbers:
            return laid_out(new, text)
    raise request.refusal("no other digits were found")


def _new_numbers(record: RecordContext) -> Mapping[str, str]:
    """New national numbers for all numbers of the record that a plan knows."""
    return record.once("phones", lambda: _make_numbers(record))


def _make_numbers(record: RecordContext) -> Mapping[str, str]:
    plans: dict[str, PhonePlan] = {}
    for original in record.originals:
        if original.label == "PHONE":
            written = _written(original.text, original.pack)
            if written.plan is not None:
                plans[written.digits] = written.plan

    def propose(digits: str, attempt: int) -> str:
        found = _from_ranges(record, digits, plans[digits].ranges(digits), attempt)
        return found if found != digits else ""

    return record.distinct("PHONE", plans, propose)


def _from_ranges(record: RecordContext, digits: str, ranges: Sequence[tuple[str, int, int, int]], attempt: int) -> str:
    """Number ``attempt`` of a keyed order over all numbers of some ranges."""
    sizes = [last - first + 1 for _, first, last, _ in ranges]
    if not sizes or attempt >= sum(sizes):
        return ""
    index = record.keyed.choice(record.scope, "PHONE", digits, sum(sizes), attempt)
    for (prefix, first, _, n_digits), size in zip(ranges, sizes, strict=True):
        if index < size:
            return f"{prefix}{first + index:0{n_digits}d}"
        index -= size
    return ""


def laid_out(digits: str, layout: str) -> str:
    """Digits in place of those of ``layout``; surplus digits join its last group, missing ones end it early.

    Example:
        >>> laid_out("0701740605", "0652-72 56"), laid_out("08465", "(031) 39 00")
        ('0701-74 0605', '(084) 65')
    """
    places = [match.start() for match in _DIGIT.finditer(layout)]
    if len(digits) < len(places):
        layout = layout[: places[len(digits)]].rstrip(" -./")
        places = places[: len(digits)]
    parts = list(layout)
    for place, digit in zip(places, digits, strict=False):
        parts[place] = digit
    if len(digits) > len(places) and places:
        parts.insert(places[-1] + 1, digits[len(places) :])
    return "".join(parts)
