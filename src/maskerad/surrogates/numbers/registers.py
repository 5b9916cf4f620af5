"""Registers of numbers, as packs describe them: form, check digits, birth date, and the range that nobody is given.

``[registers.NAME]`` holds ``form`` (a pattern of the number without its separators, in named groups that cover it),
``layout`` (a pattern of it as written, where the form alone would fit anything), ``new`` (a template for each group,
see ``_choices``), ``checks`` (methods of ``check_digits``; the last one is the check of the whole number), ``source``,
and what is done with the groups ``year``, ``month`` and ``day`` of a birth date: ``day_added`` and ``month_added`` are
numbers that may have been added to them, ``month_moved`` is added in the surrogate, ``month_letters`` stand for 1 to
12, ``has_other_months`` says that months beyond 12 mark unknown ones. ``is_failing``: there is no free range, and the
surrogate fails the check.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from maskerad.core.errors import ConfigError
from maskerad.languages import LanguagePack
from maskerad.surrogates.numbers.check_digits import DIGITS, Check, check_of
from maskerad.surrogates.shape import alphabet_of, mixed_index

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CONSONANTS = "BCDFGLMNPRSTVZ"
BIRTH_GROUPS = ("year", "month", "day")
MID_YEAR, MID_MONTH = 6, 15  # stand for a month or day that a number does not tell
FILE = "numbers.toml"
LONG_CHARS = 15  # the shortest international account number (Norway); payment cards are longer
EVERYWHERE = (
    *("iban_at", "iban_be", "iban_ch", "iban_de", "iban_es", "iban_fr", "iban_gb", "iban_it", "iban_nl", "iban_se"),
    *("iban_other", "card"),
)
ANY = frozenset("nac*=sh")  # tokens of a template that narrow nothing down
_RANGE = re.compile(r"(.)-(.)")
_TOKEN = re.compile(r"\[([^\]]+)\]|(.)")


@dataclass(frozen=True, slots=True)
class CheckGroup:
    """One group of check characters and what it is worked out from."""

    group: str
    over: tuple[str, ...]
    method: Check

    def value(self, groups: Mapping[str, str], year: int) -> str:
        """The check characters that belong to the other groups; "" when there are none."""
        return self.method("".join([groups[name] for name in self.over]), year)


@dataclass(frozen=True, slots=True)
class Register:
    """One register.

    Attributes:
        name: Name of its table.
        form: Pattern of a number without separators.
        layout: Pattern of a number as written, None when the form tells enough.
        new: Group to its templates, of which the one that ends in the parity of the original is taken.
        checks: Groups of check characters, in the order in which they are worked out.
        day_added, month_added: What may have been added to a day or month of birth.
        month_moved: What is added to the month of a surrogate.
        month_letters: Letters of the months; "" when they are numbers.
        has_other_months: Whether months beyond 12 are in use.
        name_code: Kind of the letters that stand for a name; "" when there are none.
        is_failing: Whether a surrogate fails the check, there being no free range.
    """

    name: str
    form: re.Pattern[str]
    layout: re.Pattern[str] | None
    new: Mapping[str, tuple[str, ...]] = field(repr=False)
    checks: tuple[CheckGroup, ...] = field(repr=False)
    day_added: tuple[int, ...] = ()
    month_added: tuple[int, ...] = ()
    month_moved: int = 0
    month_letters: str = ""
    has_other_months: bool = False
    name_code: str = ""
    is_failing: bool = False

    @property
    def is_dated(self) -> bool:
        """Whether its numbers tell a birth date."""
        return "year" in self.form.groupindex

    @property
    def names_country(self) -> bool:
        """Whether its form begins with the letters of one country, which no other code of that length does."""
        return re.match(r"\(\?P<country>[A-Z]{2}\)", self.form.pattern) is not None

    @property
    def has_range(self) -> bool:
        """Whether some numbers are given to nobody."""
        return bool(self.month_moved) or any(
            token not in ANY for templates in self.new.values() for template in templates for token in _tokens(template)
        )

    @property
    def has_free(self) -> bool:
        """Whether its surrogates are nobody's: of such a range, or with a check that no number in use fails."""
        return self.has_range or self.is_failing

    def read(self, compact: str, latest: date) -> Numbered | None:
        """A number taken apart, None when it is none of this register.

        Args:
            compact: Without separators, in capitals.
            latest: No birth date of two-digit year lies behind this day.
        """
        match = self.form.fullmatch(compact)
        if match is None:
            return None
        groups = {name: text for name, text in match.groupdict().items() if text is not None}
        born = self._born(groups, latest) if self.is_dated else None
        if self.is_dated and born is None:
            return None
        is_valid = self.is_valid(groups, born)
        if not is_valid and born is not None and len(groups["year"]) == 2 and born.year >= 2000:
            earlier = _years_earlier(born)
            if self.is_valid(groups, earlier):
                return Numbered(self, groups, earlier, is_valid=True)
        return Numbered(self, groups, born, is_valid)

    def is_valid(self, groups: Mapping[str, str], born: date | None) -> bool:
        """Whether the check characters that are written are right; a register without any takes all for right."""
        parts = _parts(groups)
        year = born.year if born else 0
        return all(check.value(parts, year) == parts[check.group] for check in self.checks if check.group in parts)

    def _born(self, groups: Mapping[str, str], latest: date) -> date | None:
        """The birth date in a number; None when it is no day of the calendar."""
        month, _ = self._month(groups["month"])
        day = _without(int(groups["day"]), self.day_added, 31)[0] if "day" in groups else MID_MONTH
        year = int(groups["year"])
        if len(groups["year"]) == 2:
            year += 2000 if 2000 + year <= latest.year else 1900
        try:
            return date(year, month, day)
        except ValueError:
            return None

    def _month(self, text: str) -> tuple[int, int]:
        """A month, and what was added to it."""
        if self.month_letters:
            return self.month_letters.index(text) + 1, 0
        month, added = _without(int(text), self.month_added, 12)
        return (MID_YEAR, 0) if self.has_other_months and not 1 <= month <= 12 else (month, added)

    def birth_groups(self, old: Mapping[str, str], born: date) -> dict[str, str]:
        """A birth date in the groups of a number, with what was added to those of the old one."""
        month, added = self._month(old["month"])
        new = {"year": f"{born.year:04d}"[-len(old["year"]) :]}
        if self.month_letters:
            new["month"] = self.month_letters[born.month - 1]
        elif self.has_other_months and f"{month:02d}" != old["month"]:
            new["month"] = old["month"]
        else:
            new["month"] = f"{born.month + added + self.month_moved:02d}"
        if "day" in old:
            new["day"] = f"{born.day + _without(int(old['day']), self.day_added, 31)[1]:02d}"
        return new


def _years_earlier(day: date) -> date:
    """The same day of a century earlier, which 29 February need not have."""
    return day.replace(year=day.year - 100, day=min(day.day, 28) if day.month == 2 else day.day)


def _without(number: int, added: Sequence[int], most: int) -> tuple[int, int]:
    """A number that is at most ``most`` once one of ``added`` is taken away, and what was taken."""
    for one in (0, *added):
        if 1 <= number - one <= most:
            return number - one, one
    return number, 0


@dataclass(frozen=True, slots=True)
class Numbered:
    """A number of a register, taken apart. Its text stays out of ``repr``.

    Attributes:
        register: Its register.
        groups: The groups of its form that are written.
        born: The birth date in it, None when the register tells none.
        is_valid: Whether its check characters are right.
    """

    register: Register
    groups: Mapping[str, str] = field(repr=False)
    born: date | None = field(repr=False)
    is_valid: bool

    @property
    def n_century_digits(self) -> int:
        """How many digits the year has before its last two; a century stands at the beginning of a number."""
        return max(len(self.groups.get("year", "")) - 2, 0)

    @property
    def is_checked(self) -> bool:
        """Whether the register has check characters, and they are written."""
        return any(check.group in self.groups for check in self.register.checks)

    @property
    def is_issued(self) -> bool:
        """Whether the register may have given it to somebody: right, and not of a range that nobody is given."""
        register = self.register
        return self.is_valid and (register.is_failing or not register.has_range or not self._is_free())

    def _is_free(self) -> bool:
        new = self.register.new
        return all(
            any(_fits(self.groups[name], template) for template in templates)
            for name, templates in new.items()
            if self.groups.get(name)
        )

    def choices(self) -> dict[str, tuple[str, ...]]:
        """For each place of each group that is chosen by key, the characters it may have."""
        fixed = {*BIRTH_GROUPS, *(check.group for check in self.register.checks)}
        return {
            name: _choices(self.register.new.get(name, ("*" * len(text),)), text)
            for name, text in self.groups.items()
            if name not in fixed
        }

    def own_index(self) -> tuple[int, int]:
        """Its number among all that share what their surrogates keep (sex, letters that stay), and how many there are.

        Where there are no more of them than free numbers, no two need have one surrogate.
        """
        chosen = self.choices()
        text = "".join(self.groups[name] for name in chosen)
        places = [place for name in chosen for place in _own_places(self.register.new.get(name), self.groups[name])]
        return mixed_index(text, places)

    def completed(self, groups: Mapping[str, str], born: date | None) -> str:
        """A number of new groups with its check characters, right where the old ones were; "" when it has none."""
        new = {**groups, **(self.register.birth_groups(self.groups, born) if born else {})}
        year = born.year if born else 0
        is_wrong = self.register.is_failing or not self.is_valid
        for check in self.register.checks:
            if check.group in self.groups:
                digits = check.value(_parts(new), year)
                if not digits:
                    return ""
                new[check.group] = digits
        if is_wrong and self.is_checked:
            last = self.register.checks[-1].group
            new[last] = _other(new[last])
        return "".join(new[name] for name in self.groups)


def _parts(groups: Mapping[str, str]) -> dict[str, str]:
    """The groups, and ``yy``, the year in two digits."""
    return {**groups, "yy": groups.get("year", "")[-2:]}


def _other(check: str) -> str:
    """Wrong check characters: the next of their class."""
    alphabet = alphabet_of(check[-1])
    return check[:-1] + alphabet[(alphabet.index(check[-1]) + 1) % len(alphabet)]


@lru_cache(maxsize=4096)
def _tokens(template: str) -> tuple[str, ...]:
    return tuple(_RANGE.sub(_spelt_out, chosen) or char for chosen, char in _TOKEN.findall(template))


def _spelt_out(span: re.Match[str]) -> str:
    first, last = span.groups()
    return "".join(map(chr, range(ord(first), ord(last) + 1)))


@lru_cache(maxsize=8192)
def _own_places(templates: tuple[str, ...] | None, old: str) -> tuple[str, ...]:
    """The characters that each place of a group has in the numbers whose surrogates keep what this one's keeps.

    Example:
        >>> _own_places(("9[89]s",), "123")
        ('0123456789', '0123456789', '13579')
    """
    if templates is None:
        return tuple(_own_class(char) for char in old)
    tokens = _tokens(_of_parity(templates, old))
    places = [
        _place(token, char) if token in "=shc" and char in _place(token, char) else _own_class(char)
        for token, char in zip(tokens, old, strict=False)
    ]
    if len(templates) > 1 and old.isdecimal():
        places[-1] = DIGITS[int(old[-1]) % 2 :: 2]
    return tuple(places)


def _own_class(char: str) -> str:
    alphabet = alphabet_of(char)
    return alphabet if char in alphabet else char


@lru_cache(maxsize=8192)
def _choices(templates: tuple[str, ...], old: str) -> tuple[str, ...]:
    """The characters that each place of a group may have, by its template.

    Example:
        >>> _choices(("9[89]s",), "123")
        ('9', '89', '13579')
    """
    return tuple(_place(token, char) for token, char in zip(_tokens(_of_parity(templates, old)), old, strict=False))


def _of_parity(templates: Sequence[str], old: str) -> str:
    if len(templates) == 1 or not old.isdecimal():
        return templates[0]
    return next((template for template in templates if int(template[-1]) % 2 == int(old[-1]) % 2), templates[0])


def _place(token: str, old: str) -> str:
    match token:
        case "n":
            return DIGITS
        case "a":
            return CAPITALS
        case "c":
            return CONSONANTS
        case "*":
            return alphabet_of(old) or old
        case "=":
            return old
        case "s":
            return DIGITS[int(old) % 2 :: 2]
        case "h":
            return DIGITS[:5] if old < "5" else DIGITS[5:]
        case _:
            return token


def _fits(text: str, template: str) -> bool:
    """Whether a group is of its template's range."""
    return all(char in _place(token, char) for token, char in zip(_tokens(template), text, strict=False))


@lru_cache(maxsize=32)
def registers(pack: LanguagePack) -> tuple[Register, ...]:
    """The registers of a language, in the order in which a number is tried against them, then those of every language.

    Raises:
        ConfigError: If the pack names one that does not exist, or one that is not in form.
    """
    return (*own_registers(pack), *(_register(pack, name) for name in EVERYWHERE))


@lru_cache(maxsize=32)
def own_registers(pack: LanguagePack) -> tuple[Register, ...]:
    """The registers that a language names."""
    return tuple(_register(pack, name) for name in pack.strings("registers", "ids"))


def _register(pack: LanguagePack, name: str) -> Register:
    table = pack.late_table(FILE, "registers").get(name)
    if not isinstance(table, dict) or "form" not in table:
        raise ConfigError(f"language pack {pack.code}: [ids] registers names {name!r}; there is no [registers.{name}]")
    form = re.compile(str(table["form"]))
    layout = table.get("layout")
    templates = table.get("new", {})
    return Register(
        name,
        form,
        re.compile(str(layout)) if layout else None,
        {group: tuple(value) if isinstance(value, list) else (str(value),) for group, value in templates.items()},
        tuple(_check_group(check, form) for check in table.get("checks", ())),
        tuple(table.get("day_added", ())),
        tuple(table.get("month_added", ())),
        int(table.get("month_moved", 0)),
        str(table.get("month_letters", "")),
        bool(table.get("has_other_months")),
        str(table.get("name_code", "")),
        bool(table.get("is_failing")),
    )


def _check_group(table: Mapping[str, object], form: re.Pattern[str]) -> CheckGroup:
    group = str(table.get("group", "check"))
    over = table.get("over")
    names = tuple(map(str, over)) if isinstance(over, list) else tuple(n for n in form.groupindex if n != group)
    return CheckGroup(group, names, check_of(table))
