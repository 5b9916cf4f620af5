"""The alphabet of token classes, and what expressions over atoms mean in it.

An expression is written ``given & !common | family & cap``: names of atoms, ``&``, ``|``, ``!`` and brackets; a
word in quotes is an atom of its own.

Two tokens are of one **class** when every expression that the rules of a pack use is true of both or of neither.
There are a few hundred classes whatever the size of the lists, so one character can stand for each, and an
expression becomes a small set of characters.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Protocol

from maskerad.core.errors import ConfigError
from maskerad.recognisers.rules.lexicon import FORM_ATOMS, FORMS, Lexicon

_ALL = (1 << FORMS) - 1
_FORM_BYTES = FORMS // 8
UNKNOWN = "unknown"  # a token that no list has
_FIRST_CODE = 0x10  # line ends and gaps stand below
_TOKEN = re.compile(r"""\s*(?:(?P<name>\w+)|(?P<quoted>'[^']*'|"[^"]*")|(?P<sign>[&|!()]))""")
_QUOTED = re.compile(r"""'[^']*'|"[^"]*\"""")


class Alphabet:
    """One character for every class of tokens.

    Args:
        rows: For each set of atoms that words of the lexicon have, the class character of each form.
        signatures: For each class, as bits of their numbers, which expressions are true of its tokens.
        numbers: Expression to its number.
    """

    def __init__(self, rows: dict[int, str], signatures: list[int], numbers: dict[str, int]) -> None:
        self.rows = rows
        self.signatures = signatures
        self.numbers = numbers
        self._charsets: dict[str, str] = {}
        self._by_character = {chr(_FIRST_CODE + n): signature for n, signature in enumerate(signatures)}

    @property
    def n_codes(self) -> int:
        """One more than the code point of any class, line ends and gaps among them."""
        return _FIRST_CODE + len(self.signatures)

    def character(self, mask: int, form: int) -> str:
        """The class of a token. A set of atoms that no list entry has counts as nothing known."""
        return self.rows.get(mask, self.rows[0])[form]

    def bits(self, expressions: Iterable[str]) -> int:
        """The bits of some expressions in the signatures of classes.

        Raises:
            ConfigError: If the alphabet was made without one of them.
        """
        bits = 0
        for expression in expressions:
            bits |= 1 << self._number(expression)
        return bits

    def signature(self, character: str) -> int:
        """Which expressions are true of a class; none of line ends and gaps."""
        return self._by_character.get(character, 0)

    def members(self, expression: str) -> frozenset[str]:
        """The characters of all classes that satisfy an expression of this alphabet.

        Raises:
            ConfigError: If the alphabet was made without it.
        """
        bit = 1 << self._number(expression)
        return frozenset(letter for letter, signature in self._by_character.items() if signature & bit)

    def charset(self, expression: str) -> str:
        """A regular-expression set of all classes that satisfy an expression of this alphabet.

        Raises:
            ConfigError: If the alphabet was made without it.
        """
        if expression not in self._charsets:
            self._charsets[expression] = _as_set(self.signatures, self._number(expression))
        return self._charsets[expression]

    def _number(self, expression: str) -> int:
        if expression not in self.numbers:
            raise ConfigError(f"the alphabet was made without the expression <{expression}>")
        return self.numbers[expression]


def make_alphabet(lexicon: Lexicon, aliases: Mapping[str, str], expressions: Iterable[str]) -> Alphabet:
    """Finds the classes.

    Args:
        lexicon: Complete: words added later count as unknown.
        aliases: Names of expressions, which may use one another; each may also be asked for by itself.
        expressions: All that rules use beside the aliases, as often as they use them.

    Raises:
        ConfigError: If an expression cannot be parsed or names an atom that no list, spelling or alias gives.
    """
    numbers = _numbered([*aliases, *expressions])
    rows, signatures = _Truths(lexicon, aliases).classified(numbers)
    return Alphabet(rows, signatures, numbers)


class _Truths:
    """Where expressions hold: 64 bits, one a form, for each mask of a lexicon, as one long integer.

    So ``&``, ``|`` and ``!`` are single operations whatever the number of masks.
    """

    def __init__(self, lexicon: Lexicon, aliases: Mapping[str, str]) -> None:
        self._lexicon = lexicon
        self._aliases = aliases
        self._masks = lexicon.masks()
        self._rows: dict[int, list[int]] = {bit: [] for bit in lexicon.bits.values()}
        for row, mask in enumerate(self._masks):
            for bit in bits_of(mask):
                self._rows[bit].append(row)
        self._everywhere = (1 << FORMS * len(self._masks)) - 1
        self._known: dict[str, int] = {}

    def classified(self, numbers: Mapping[str, int]) -> tuple[dict[int, str], list[int]]:
        """The class characters of each mask, and which expressions are true of each class."""
        constant = [0] * len(self._masks)
        bits: list[int] = []
        truths: list[Sequence[int]] = []
        for name, number in numbers.items():
            if _QUOTED.fullmatch(name):
                for row in self._rows[self._bit(literal_atom(name[1:-1]))]:
                    constant[row] |= 1 << number
            else:
                bits.append(1 << number)
                truths.append(self._by_row(self.evaluate(name)))
        known: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        parts: list[list[tuple[int, int]]] = []
        for row, truth in enumerate(zip(*truths, strict=True)):
            if truth not in known:
                known[truth] = _parts(zip(bits, truth, strict=True))
            parts.append([(forms, signature | constant[row]) for forms, signature in known[truth]])
        signatures = sorted({signature for row in parts for _, signature in row})
        letters = {signature: chr(_FIRST_CODE + code) for code, signature in enumerate(signatures)}
        return {mask: _spread(row, letters) for mask, row in zip(self._masks, parts, strict=True)}, signatures

    def _by_row(self, truth: int) -> Sequence[int]:
        """The forms of each mask for which an expression is true, taken out of one long integer."""
        return memoryview(truth.to_bytes(_FORM_BYTES * len(self._masks), sys.byteorder)).cast("Q")

    def evaluate(self, expression: str) -> int:
        """Where an expression holds."""
        if expression not in self._known:
            self._known[expression] = _Parser(expression, self).parse()
        return self._known[expression]

    def atom(self, name: str) -> int:
        """The same for one atom."""
        if name in self._aliases:
            return self.evaluate(self._aliases[name])
        if name in FORM_ATOMS:
            forms = sum(1 << form for form in FORM_ATOMS[name])
            return int.from_bytes(forms.to_bytes(_FORM_BYTES, sys.byteorder) * len(self._masks), sys.byteorder)
        if name == UNKNOWN:
            return self._at_rows([row for row, mask in enumerate(self._masks) if not mask])
        return self._at_rows(self._rows[self._bit(name)])

    def negated(self, truth: int) -> int:
        """Where something does not hold."""
        return self._everywhere ^ truth

    def _at_rows(self, rows: Iterable[int]) -> int:
        spread = bytearray(_FORM_BYTES * len(self._masks))
        for row in rows:
            spread[row * _FORM_BYTES : (row + 1) * _FORM_BYTES] = b"\xff" * _FORM_BYTES
        return int.from_bytes(spread, sys.byteorder)

    def _bit(self, atom: str) -> int:
        if atom not in self._lexicon.bits:
            raise ConfigError(f"unknown atom {atom!r} in a rule")
        return self._lexicon.bits[atom]


def _numbered(expressions: list[str]) -> dict[str, int]:
    """Numbers expressions by how often they are used, quoted words first.

    Classes are sorted by their signatures, so the classes of which a much-used expression (a high bit) is true stand
    together, and its set is written with few ranges.
    """
    uses = Counter(expressions)
    ordered = sorted(uses, key=lambda name: (_QUOTED.fullmatch(name) is None, uses[name], name))
    return {name: number for number, name in enumerate(ordered)}


def bits_of(mask: int) -> Iterator[int]:
    """The powers of two in a number, the least first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _spread(parts: list[tuple[int, int]], letters: Mapping[int, str]) -> str:
    """The class character of each form of a mask."""
    spread = [""] * FORMS
    for forms, signature in parts:
        letter = letters[signature]
        for form in range(FORMS):
            if forms >> form & 1:
                spread[form] = letter
    return "".join(spread)


def _parts(truths: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Splits the forms of one mask into parts that no expression tells apart: (forms, expressions true of them).

    On one mask the many expressions come down to a few distinct sets of forms; it is split by these.
    """
    alike: dict[int, int] = {}
    for bit, truth in truths:
        alike[truth] = alike.get(truth, 0) | bit
    alike.pop(0, None)
    parts = [(_ALL, alike.pop(_ALL, 0))]
    for truth, bits in alike.items():
        inside = [(forms & truth, known | bits) for forms, known in parts if forms & truth]
        outside = [(forms & ~truth, known) for forms, known in parts if forms & ~truth]
        parts = inside + outside
    return parts


class _Meaning(Protocol):
    """What the parts of an expression stand for."""

    def atom(self, name: str) -> int:
        """What an atom stands for."""

    def negated(self, truth: int) -> int:
        """The contrary."""


class _Names:
    """Nothing but the names of the atoms, as they are met."""

    def __init__(self) -> None:
        self.met: list[str] = []

    def atom(self, name: str) -> int:
        self.met.append(name)
        return 0

    def negated(self, truth: int) -> int:
        return truth


def atoms_of(expression: str) -> list[str]:
    """The atoms that an expression names, a quoted word as ``literal_atom`` has it.

    Raises:
        ConfigError: If it cannot be read.

    Example:
        >>> atoms_of("given & !(common | 'rose')")
        ['given', 'common', '=rose']
    """
    names = _Names()
    _Parser(expression, names).parse()
    return names.met


class _Parser:
    """Recursive descent: ``|`` binds loosest, then ``&``, then ``!``."""

    def __init__(self, expression: str, truths: _Meaning) -> None:
        self._expression = expression
        self._truths = truths
        self._tokens = self._split(expression)

    def _split(self, expression: str) -> list[str]:
        tokens, position = [], 0
        text = expression.rstrip()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise self._error()
            tokens.append(match[0].strip())
            position = match.end()
        return tokens

    def _error(self) -> ConfigError:
        return ConfigError(f"cannot read the expression <{self._expression}> of a rule")

    def parse(self) -> int:
        result = self._either()
        if self._tokens:
            raise self._error()
        return result

    def _either(self) -> int:
        left = self._both()
        while self._take("|"):
            left |= self._both()
        return left

    def _both(self) -> int:
        left = self._single()
        while self._take("&"):
            left &= self._single()
        return left

    def _single(self) -> int:
        if self._take("!"):
            return self._truths.negated(self._single())
        if self._take("("):
            inner = self._either()
            if not self._take(")"):
                raise self._error()
            return inner
        if not self._tokens or self._tokens[0] in "&|)":
            raise self._error()
        token = self._tokens.pop(0)
        return self._truths.atom(literal_atom(token[1:-1]) if token[0] in "'\"" else token)

    def _take(self, sign: str) -> bool:
        if self._tokens and self._tokens[0] == sign:
            self._tokens.pop(0)
            return True
        return False


def literal_atom(word: str) -> str:
    """Name of the atom that one written word or sign has to itself."""
    return "=" + word.lower()


def _as_set(signatures: list[int], number: int) -> str:
    """Writes the characters of the classes of which an expression is true as ranges."""
    codes = (_FIRST_CODE + code for code, signature in enumerate(signatures) if signature >> number & 1)
    runs = []
    for _, group in groupby(enumerate(codes), key=lambda pair: pair[1] - pair[0]):
        run = [code for _, code in group]
        runs.append(_escaped(run[0]) if len(run) == 1 else f"{_escaped(run[0])}-{_escaped(run[-1])}")
    return f"[{''.join(runs)}]" if runs else "(?!)"


def _escaped(code: int) -> str:
    character = chr(code)
    return character if code > 0x7F or character.isalnum() else f"\\x{code:02x}"
