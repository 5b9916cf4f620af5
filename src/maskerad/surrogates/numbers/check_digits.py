"""Check digits, told by tables: one class a family of methods, none a country.

``[registers.NAME]`` of a pack says which method a number uses and with what weights. ``check_of`` builds it.

======================  =============================================================================================
``weighted``            sum of weight times value, modulo ``modulus``, looked up in ``table`` ("-": no such number).
                        ``weights`` are repeated; ``digit_sum`` adds the digits of each product (Luhn: US patent
                        2,950,048); ``alphabets`` give the value of a character by its place in them, in turn;
                        ``letters = "pair"`` makes a letter two digits (A is 01)
``remainder``           the whole number modulo ``modulus``, padded to ``width`` digits; ``complement`` takes it from
                        the modulus; ``zero_is_modulus`` writes a remainder of 0 as the modulus itself; ``replace``
                        puts digits for letters; ``suffix`` is appended first; ``from_2000`` is put before it for
                        people born since
``mod_97_10``           ISO/IEC 7064, as IBAN has it (ISO 13616): country moved to the end, letters A to Z as 10 to 35
``mod_11_10``           ISO/IEC 7064
======================  =============================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from maskerad.core.errors import ConfigError

Check = Callable[[str, int], str]
DIGITS = "0123456789"


def check_of(table: Mapping[str, object]) -> Check:
    """The method of a ``[…checks]`` table: from the other characters and the year of birth to the check characters.

    The answer is "" where no check character makes the number whole.

    Raises:
        ConfigError: If the method does not exist.

    Example:
        >>> luhn = check_of({"method": "weighted", "weights": [2, 1], "digit_sum": True, "table": "0987654321"})
        >>> luhn("811228987", 0)
        '4'
    """
    method = str(table.get("method", ""))
    if method not in _METHODS:
        raise ConfigError(f"check digit method {method!r}: known are {', '.join(_METHODS)}")
    return _METHODS[method](table)


def _strings(table: Mapping[str, object], name: str) -> tuple[str, ...]:
    value = table.get(name, ())
    return tuple(map(str, value)) if isinstance(value, list) else ()


def _integers(table: Mapping[str, object], name: str) -> tuple[int, ...]:
    return tuple(map(int, _strings(table, name)))


@dataclass(frozen=True, slots=True)
class _Weighted:
    """A weighted sum; ``steps`` holds, place by place in turn, what each character adds to it."""

    steps: tuple[Mapping[str, int], ...]
    modulus: int
    table: str
    has_pairs: bool = False

    def __call__(self, body: str, year: int) -> str:
        if self.has_pairs:
            body = _paired(body)
        steps, n_steps = self.steps, len(self.steps)
        try:
            total = sum([steps[place % n_steps][char] for place, char in enumerate(body)])
        except KeyError:
            return ""
        sign = self.table[total % self.modulus]
        return "" if sign == "-" else sign


def _paired(body: str) -> str:
    return "".join([char if char in DIGITS else f"{ord(char) - 64:02d}" for char in body])


def _weighted(table: Mapping[str, object]) -> Check:
    alphabets = _strings(table, "alphabets") or (DIGITS,)
    weights = _integers(table, "weights") or (1,)
    n_steps = max(len(alphabets), len(weights))
    added = _digit_sum if table.get("digit_sum") else int
    steps = tuple(
        {
            char: added(value * weights[place % len(weights)])
            for value, char in enumerate(alphabets[place % len(alphabets)])
        }
        | _aliases(table, alphabets[place % len(alphabets)], weights[place % len(weights)])
        for place in range(n_steps)
    )
    letters = str(table["table"])
    return _Weighted(steps, int(str(table.get("modulus", len(letters)))), letters, table.get("letters") == "pair")


def _aliases(table: Mapping[str, object], alphabet: str, weight: int) -> dict[str, int]:
    """Digits that count as letters, where ``digits_as`` lists the letters of 0 to 9."""
    letters = str(table.get("digits_as", ""))
    return {digit: alphabet.index(letter) * weight for digit, letter in zip(DIGITS, letters, strict=False)}


def _digit_sum(number: int) -> int:
    return sum(map(int, str(number)))


@dataclass(frozen=True, slots=True)
class _Remainder:
    """The remainder of the number as a whole."""

    modulus: int
    width: int
    is_complement: bool
    is_zero_modulus: bool
    suffix: str
    from_2000: str
    replace: Mapping[str, str] = field(default_factory=dict)
    table: str = ""

    def __call__(self, body: str, year: int) -> str:
        for old, new in self.replace.items():
            body = body.replace(old, new)
        if not body.isdecimal():
            return ""
        rest = int((self.from_2000 if year >= 2000 else "") + body + self.suffix) % self.modulus
        if self.is_complement:
            rest = self.modulus - rest
        elif self.is_zero_modulus and not rest:
            rest = self.modulus
        return self.table[rest] if self.table else f"{rest:0{self.width}d}"


def _remainder(table: Mapping[str, object]) -> Check:
    replace = table.get("replace", {})
    return _Remainder(
        int(str(table["modulus"])),
        int(str(table.get("width", 1))),
        bool(table.get("complement")),
        bool(table.get("zero_is_modulus")),
        str(table.get("suffix", "")),
        str(table.get("from_2000", "")),
        {str(old): str(new) for old, new in replace.items()} if isinstance(replace, dict) else {},
        str(table.get("table", "")),
    )


def _mod_97_10(table: Mapping[str, object]) -> Check:
    def check(body: str, year: int) -> str:
        moved = body[2:] + body[:2] + "00"
        digits = "".join([char if char in DIGITS else str(ord(char) - 55) for char in moved])
        return f"{98 - int(digits) % 97:02d}"

    return check


def _mod_11_10(table: Mapping[str, object]) -> Check:
    def check(body: str, year: int) -> str:
        product = 10
        for char in body:
            product = ((int(char) + product) % 10 or 10) * 2 % 11
        return str((11 - product) % 10)

    return check


_METHODS: Mapping[str, Callable[[Mapping[str, object]], Check]] = {
    "weighted": _weighted,
    "remainder": _remainder,
    "mod_97_10": _mod_97_10,
    "mod_11_10": _mod_11_10,
}
