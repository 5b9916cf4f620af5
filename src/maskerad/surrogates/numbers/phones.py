"""Telephone numbers nobody has: from the ranges kept for fiction, in the layout of the original.

``[phones] countries`` of a pack names the countries whose numbers stand in its language without a country code;
``[phones.CC]`` of any country tells its plan (``phone_plans``), with who keeps its ranges. Where nobody keeps one, the
numbers are of an area or a beginning that the country's plan has no use for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.numbers.mistyped import in_order, mistyped_of
from maskerad.surrogates.numbers.phone_plans import Numbers, PhonePlan, abroad_plan, country_digits, home_plans
from maskerad.surrogates.places.area_codes import moved_code
from maskerad.surrogates.places.whereabouts import country_of
from maskerad.surrogates.request import Original, RecordContext, Request
from maskerad.surrogates.shape import bare_digits, half_width, in_class_of, in_width_of

GROUP_MAX = 3  # digits in a group of a number that is written in short ones
AREA_DIGITS = 3  # stand for the area of a number that is written without blanks
LAST_GROUP = 4  # digits in the last group of most layouts with hyphens
SHORT_DIGITS = 7  # fewer are an extension, or a number without its area code

_BETWEEN_NUMBERS = re.compile(r"[^\S\n]*[,;/、；\n][^\S\n]*|[^\S\n]+[-\u2013][^\S\n]+|[^\S\n]+[^\W\d_]{1,5}[^\S\n]+")
_DIGIT = re.compile(r"\d")
_GROUP = re.compile(r"[0-9]+")
_AFTER_NUMBER = re.compile(r"(?<=[0-9])[^0-9+]*?(?:[^\W\d_]|/ ?-)")
_ABROAD = re.compile(r"\(?(?:\+|00) ?")
_TRUNK_IN_BRACKETS = re.compile(r" ?\(0\) ?")


@dataclass(frozen=True, slots=True, repr=False)
class _Written:
    """A number taken apart.

    Attributes:
        head: What is kept before the number: "+46 ", "0031 ".
        body: The number with its layout.
        tail: An extension, with the words before it.
        digits: National number with its trunk, or all digits when no plan fits.
        plan: Its country, None when unknown.
        is_abroad: Whether it is written without its trunk.
        area: Its first group of digits, which shows the area in a full national number.
    """

    head: str
    body: str
    tail: str
    digits: str
    plan: PhonePlan | None
    is_abroad: bool
    area: str = ""


class _Sought(NamedTuple):
    """What a new number is to be like.

    Attributes:
        plan: Its country.
        digits: The old national number, with the area code that it moves to.
        area: The first group of its layout, likewise.
        code: The area code of the new town; "" where the record tells none.
    """

    plan: PhonePlan
    digits: str
    area: str
    code: str


class _New(NamedTuple):
    """A new national number and its area code, "" where none is known."""

    digits: str
    code: str


def phone(request: Request) -> str:
    """A number of the same kind in the same layout.

    Raises:
        SurrogateError: If there is no digit, or every number of the range is taken.
    """
    if not any(map(str.isdecimal, request.text)):
        raise request.refusal("no digit in the telephone number")
    parts = _numbers_in(request.text)
    return "".join([_changed_number(part, request) if at % 2 == 0 else part for at, part in enumerate(parts)])


def _numbers_in(text: str) -> list[str]:
    """The numbers of a mention and what stands between them, in turn: a landline and a mobile number after one cue.

    Example:
        >>> _numbers_in("031-390 06 01 / 070-174 06 05"), _numbers_in("0221/4710 981")
        (['031-390 06 01', ' / ', '070-174 06 05'], ['0221/4710 981'])
    """
    parts, at = list[str](), 0
    signs = list(_BETWEEN_NUMBERS.finditer(text))
    for place, sign in enumerate(signs):
        stop = signs[place + 1].start() if place + 1 < len(signs) else len(text)
        if min(_n_digits(text[at : sign.start()]), _n_digits(text[sign.end() : stop])) >= SHORT_DIGITS:
            parts += (text[at : sign.start()], sign.group())
            at = sign.end()
    return [*parts, text[at:]]


def _changed_number(text: str, request: Request) -> str:
    written = _written(text, request.pack, country_of(request.record, request.pack))
    tail = _changed(written.tail, request)
    if written.plan is None:
        return in_width_of(written.head + _unplanned(written, request) + tail, text)
    new = _new_numbers(request.record).get(written.digits)
    if new is None:
        raise request.refusal("every number kept for fiction is taken")
    return in_width_of(written.head + _in_layout(new, written, written.plan) + tail, text)


def _in_layout(number: _New, written: _Written, plan: PhonePlan) -> str:
    """A national number in the layout of a mention: its area where the old one stands, its trunk where that has one."""
    new, area = number
    if written.is_abroad:
        new, area = new.removeprefix(plan.trunk), area.removeprefix(plan.trunk)
    elif plan.trunk and written.digits.startswith(plan.trunk) and not new.startswith(plan.trunk):
        new = plan.trunk + new
    group = _GROUP.search(half_width(written.body))
    if not area or not written.area or group is None:
        return laid_out(new, written.body)
    rest = written.body[group.end() :]
    return written.body[: group.start()] + area + laid_out(new.removeprefix(area), rest)


def _written(text: str, pack: LanguagePack, country: str) -> _Written:
    plain = half_width(text)  # of the same length
    ends = (match.start() for match in _AFTER_NUMBER.finditer(plain))
    cut = next((end for end in ends if _n_digits(plain[:end]) >= SHORT_DIGITS - 1), len(text))
    abroad = _ABROAD.match(plain)
    if abroad:
        return _abroad(text, abroad.end(), cut, pack)
    digits = bare_digits(plain[:cut])
    plans = sorted(home_plans(pack), key=lambda plan: plan.country != country)
    plan = next((plan for plan in plans if plan.national.fullmatch(digits)), None)
    area = _area(plain[:cut])
    return _Written("", text[:cut], text[cut:], digits, plan if len(digits) >= SHORT_DIGITS else None, False, area)


def _area(number: str) -> str:
    """The first of several groups of digits, which shows the area."""
    groups = _GROUP.findall(number)
    return groups[0] if len(groups) > 1 else ""


def _abroad(text: str, at: int, cut: int, pack: LanguagePack) -> _Written:
    """A number behind a country code; of a country without a plan, its digits are those behind the code."""
    plain = half_width(text)
    code = country_digits(bare_digits(plain[at:cut]))
    places = [match.end() for match in _DIGIT.finditer(plain, at, cut)]
    end = places[min(len(code), len(places)) - 1] if places and code else at
    plan = abroad_plan(pack, code)
    if plan is not None:
        bracket = _TRUNK_IN_BRACKETS.match(plain, end)
        start = bracket.end() if bracket else end
        digits = bare_digits(plain[start:cut])
        digits = digits if plan.trunk == "1" else plan.trunk + digits.removeprefix(plan.trunk or "x")
        if plan.national.fullmatch(digits):
            area = _area(plain[start:cut])
            area = plan.trunk + area if area else ""
            return _Written(text[:start], text[start:cut], text[cut:], digits, plan, True, area)
    return _Written(text[:end], text[end:cut], text[cut:], bare_digits(plain[end:cut]), None, True)


def _n_digits(text: str) -> int:
    return len(_DIGIT.findall(text))


def _unplanned(written: _Written, request: Request) -> str:
    """Digits by key; behind the code of a country without a plan they begin with 00, as no number does (E.164)."""
    new = _changed(written.body, request)
    if not written.is_abroad:
        return new
    parts = list(new)
    for match in list(_DIGIT.finditer(new))[:2]:
        parts[match.start()] = "0"
    return "".join(parts)


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


def _new_numbers(record: RecordContext) -> Mapping[str, _New]:
    """New national numbers for all numbers of the record that a plan knows."""
    return record.once("phones", lambda: _make_numbers(record))


def _make_numbers(record: RecordContext) -> Mapping[str, _New]:
    sought: dict[str, _Sought] = {}
    counts: dict[str, int] = {}
    for original in record.originals:
        for text in _numbers_in(original.text)[::2] if original.label == "PHONE" else ():
            written = _written(text, original.pack, country_of(record, original.pack))
            if written.plan is not None:
                wanted = _sought(original, record, written, written.plan)
                sought[written.digits] = max(
                    wanted, sought.get(written.digits, wanted), key=lambda wanted: (wanted.area, wanted.code)
                )
                counts[written.digits] = counts.get(written.digits, 0) + 1

    walks: dict[str, _Walk] = {}

    def propose(digits: str, attempt: int) -> str | None:
        if digits not in walks:
            walks[digits] = _walk(record, digits, sought[digits])
        found = walks[digits].number(attempt)
        return "" if found in sought else found

    wrong = mistyped_of(in_order({digits: (False, count) for digits, count in counts.items()}))
    new = dict(record.distinct("PHONE", [digits for digits in sought if digits not in wrong], propose))
    used = {*sought, *new.values()}
    for digits, right in sorted(wrong.items()):
        near = _near(new.get(right, ""), sought[digits], used)
        if near and record.is_free(near):
            new[digits] = near
            used.add(near)
    rest = [digits for digits in sought if digits not in new]
    new |= dict(record.distinct("PHONE", rest, lambda digits, attempt: _unused(propose(digits, attempt), used)))
    return {digits: _with_code(number, sought[digits]) for digits, number in new.items()}


def _sought(original: Original, record: RecordContext, written: _Written, plan: PhonePlan) -> _Sought:
    """What a number is to be like: of the area code of the new town, if the record tells its town."""
    digits, area = written.digits, written.area
    lead = "" if plan.has_trunk_in_code else digits[: len(digits) - len(digits.removeprefix(plan.trunk))]
    if plan.mobile and any(digits.startswith(start) and _may_begin(area, start) for start in plan.mobile_starts):
        return _Sought(plan, digits, area, "")
    old, code = moved_code(original, record, digits.removeprefix(lead), area, plan.country)
    if not code:
        return _Sought(plan, digits, area, "")
    n_code = len(old) if old and digits.removeprefix(lead).startswith(old) else len(area)
    moved = lead + code + digits[len(lead) + n_code :]
    return _Sought(plan, _as_long(moved, digits, plan), code if area else "", code)


def _as_long(moved: str, digits: str, plan: PhonePlan) -> str:
    """A number with another area code, as long as the old one: in many countries all numbers are of one length."""
    fitted = (moved + digits)[: len(digits)]
    return fitted if plan.national.fullmatch(fitted) else moved


def _may_begin(area: str, start: str) -> bool:
    """Whether the first of several groups may hold a beginning: "06-0144-8813" is of Osaka, no mobile 060."""
    return not area or len(area) >= len(start)


def _with_code(number: str, sought: _Sought) -> _New:
    code = sought.code if sought.code and number.startswith(sought.code) else sought.plan.area_of(number)
    return _New(number, code)


def _unused(number: str | None, used: set[str]) -> str | None:
    return "" if number in used else number


def _near(number: str, sought: _Sought, used: set[str]) -> str:
    """The first number that differs from one in its last digit alone and is of the same range, or ""."""
    plan, _, area, code = sought
    others = (number[:-1] + digit for digit in "0123456789") if number else ()
    return next((number for number in others if number not in used and plan.is_nobodys(number, area, code)), "")


@dataclass(frozen=True, slots=True)
class _Walk:
    """The way of one old number through ranges: each with the place in it where the way begins, and its step."""

    ranges: Sequence[tuple[Numbers, int, int]]

    def number(self, attempt: int) -> str | None:
        """Number ``attempt`` on the way; None behind its end."""
        for numbers, start, step in self.ranges:
            if attempt < numbers.n_numbers:
                return numbers.number((start + attempt * step) % numbers.n_numbers)
            attempt -= numbers.n_numbers
        return None


def _walk(record: RecordContext, digits: str, sought: _Sought) -> _Walk:
    """A keyed order over the ranges of a plan, the nearest ones first.

    Of the ranges of a tier, the numbers of one area of the record all take the same first.
    """
    keyed, scope = record.keyed, record.scope
    ranges: list[Numbers] = []
    for tier in sought.plan.tiers(sought.digits, sought.area, sought.code):
        first = keyed.number(len(tier), "area", scope, sought.area or sought.digits[:AREA_DIGITS])
        ranges += (*tier[first:], *tier[:first])
    return _Walk([(range_, *keyed.walk(scope, "PHONE", digits, range_.n_numbers)) for range_ in ranges])


def laid_out(digits: str, layout: str) -> str:
    """Digits in place of those of ``layout``; surplus digits widen its groups, missing ones end it early.

    A last group of four stays one: in "-1234-5678" the exchange alone grows or shrinks.

    Example:
        >>> laid_out("0701740605", "0652-72 56"), laid_out("46500443", "-72 56"), laid_out("08465", "(031) 39 00")
        ('0701-74 0605', '-465 004 43', '(084) 65')
        >>> laid_out("01234567", "-89-0123"), laid_out("012345", "-6789-0123")
        ('-0123-4567', '-01-2345')
    """
    groups = list(_GROUP.finditer(half_width(layout)))
    if len(groups) > 1 and len(groups[-1][0]) == LAST_GROUP < len(digits):
        end = groups[-2].end()
        return (
            _filled(digits[:-LAST_GROUP], layout[:end])
            + layout[end : groups[-1].start()]
            + (digits[-LAST_GROUP:] + layout[groups[-1].end() :])
        )
    return _filled(digits, layout)


def _filled(digits: str, layout: str) -> str:
    places = [match.start() for match in _DIGIT.finditer(layout)]
    if len(digits) > len(places) and places:
        layout = _widened(layout, len(digits) - len(places))
        places = [match.start() for match in _DIGIT.finditer(layout)]
    if len(digits) < len(places):
        layout = layout[: places[len(digits)]].rstrip(" -./")
        places = places[: len(digits)]
    parts = list(layout)
    for place, digit in zip(places, digits, strict=False):
        parts[place] = digit
    return "".join(parts)


def _widened(layout: str, n_more: int) -> str:
    """A layout with room for more digits: in more and even groups where it has short ones, else in its last group."""
    groups = list(_GROUP.finditer(half_width(layout)))
    sizes = [len(group[0]) for group in groups]
    if len(groups) == 1 or max(sizes) > GROUP_MAX:
        end = groups[-1].end()
        return layout[:end] + "0" * n_more + layout[end:]
    n_digits = sum(sizes) + n_more
    n_groups = max(len(groups), -(-n_digits // GROUP_MAX))
    between = [layout[left.end() : right.start()] for left, right in pairwise(groups)]
    between += between[-1:] * (n_groups - len(groups))
    wider = ["0" * (n_digits // n_groups + (at < n_digits % n_groups)) for at in range(n_groups)]
    new = "".join(chain.from_iterable(zip(wider, [*between, ""], strict=True)))
    return layout[: groups[0].start()] + new + layout[groups[-1].end() :]
