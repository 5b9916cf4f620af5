"""The alphabet of token classes, and what expressions over atoms mean in it.

An expression is written ``given & !common | family & cap``: names of atoms, ``&``, ``|``, ``!`` and brackets; a
word in quotes is an atom of its own.

Two tokens are of one **class** when every expression that the rules of a pack use is true of both or of neither.
There are a few hundred classes whatever the size of the lists, so one character can stand for each, and an
expression becomes a small set of characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby

from maskerad.core.errors import ConfigError
from maskerad.recognisers.rules.lexicon import FORM_ATOMS, FORMS, Lexicon

_ALL = (1 << FORMS) - 1
_FIRST_CODE = 0x10  # line ends and gaps stand below
_TOKEN = re.compile(r"""\s*(?:(?P<name>\w+)|(?P<quoted>'[^']*'|"[^"]*")|(?P<sign>[&|!()]))""")


class Alphabet:
    """One character for every class of tokens.

    Args:
        lexicon: Complete: words added later count as unknown.
        aliases: Names of expressions, which may use one another; each may also be asked for by itself.
        expressions: All that rules use beside the aliases.

    Raises:
        ConfigError: If an expression cannot be parsed or names an atom that no list, spelling or alias gives.
    """

    def __init__(self, lexicon: Lexicon, aliases: Mapping[str, str], expressions: Iterable[str]) -> None:
        self._lexicon = lexicon
        self._aliases = aliases
        self._masks = lexicon.masks()
        self._truths: dict[str, list[int]] = {}
        names = dict.fromkeys([*aliases, *expressions])
        signatures = self._classify([self.evaluate(name) for name in names])
        self._charsets = {name: _as_set(signatures, number) for number, name in enumerate(names)}

    def _classify(self, truths: list[list[int]]) -> list[int]:
        """Numbers the classes; returns for each which expressions (as bits) are true of its tokens."""
        codes: dict[int, int] = {}
        self._characters: dict[int, str] = {}
        for row, mask in enumerate(self._masks):
            letters = [""] * FORMS
            for forms, signature in _parts([truth[row] for truth in truths]):
                letter = chr(_FIRST_CODE + codes.setdefault(signature, len(codes)))
                for form in range(FORMS):
                    if forms >> form & 1:
                        letters[form] = letter
            self._characters[mask] = "".join(letters)
        return list(codes)

    def character(self, mask: int, form: int) -> str:
        """The class of a token. A set of atoms that no list entry has counts as nothing known."""
        return self._characters.get(mask, self._characters[0])[form]

    def charset(self, expression: str) -> str:
        """A regular-expression set, e.g. ``[\\x10-\\x17]``, of all classes that satisfy an expression of this alphabet.

        Raises:
            ConfigError: If the alphabet was made without it.
        """
        if expression not in self._charsets:
            raise ConfigError(f"the alphabet was made without the expression <{expression}>")
        return self._charsets[expression]

    def evaluate(self, expression: str) -> list[int]:
        """For each mask of the lexicon, the forms (as 64 bits) under which an expression holds."""
        if expression not in self._truths:
            self._truths[expression] = _Parser(expression, self).parse()
        return self._truths[expression]

    def atom(self, name: str) -> list[int]:
        """The same for one atom."""
        if name in self._aliases:
            return self.evaluate(self._aliases[name])
        if name in FORM_ATOMS:
            return [sum(1 << form for form in FORM_ATOMS[name])] * len(self._masks)
        if name == "unknown":
            return [0 if mask else _ALL for mask in self._masks]
        if name not in self._lexicon.bits:
            raise ConfigError(f"unknown atom {name!r} in a rule")
        bit = self._lexicon.bits[name]
        return [_ALL if mask & bit else 0 for mask in self._masks]


def _parts(truths: list[int]) -> list[tuple[int, int]]:
    """Splits the forms of one mask into parts that no expression tells apart: (forms, expressions true of them)."""
    parts = [(_ALL, 0)]
    for number, truth in enumerate(truths):
        if not truth:
            continue
        bit = 1 << number
        if truth == _ALL:
            parts = [(forms, signature | bit) for forms, signature in parts]
        else:
            inside = [(forms & truth, signature | bit) for forms, signature in parts if forms & truth]
            outside = [(forms & ~truth, signature) for forms, signature in parts if forms & ~truth]
            parts = inside + outside
    return parts


class _Parser:
    """Recursive descent: ``|`` binds loosest, then ``&``, then ``!``."""

    def __init__(self, expression: str, alphabet: Alphabet) -> None:
        self._expression = expression
        self._alphabet = alphabet
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

    def parse(self) -> list[int]:
        result = self._either()
        if self._tokens:
            raise self._error()
        return result

    def _either(self) -> list[int]:
        left = self._both()
        while self._take("|"):
            left = [a | b for a, b in zip(left, self._both(), strict=True)]
        return left

    def _both(self) -> list[int]:
        left = self._single()
        while self._take("&"):
            left = [a & b for a, b in zip(left, self._single(), strict=True)]
        return left

    def _single(self) -> list[int]:
        if self._take("!"):
            return [_ALL & ~value for value in self._single()]
        if self._take("("):
            inner = self._either()
            if not self._take(")"):
                raise self._error()
            return inner
        if not self._tokens or self._tokens[0] in "&|)":
            raise self._error()
        token = self._tokens.pop(0)
        return self._alphabet.atom(literal_atom(token[1:-1]) if token[0] in "'\"" else token)

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
    return f"\\u{code:04x}"
