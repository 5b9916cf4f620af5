"""The alphabet of token classes, and what expressions over atoms mean in it.

An expression is written ``given & !common | family & cap``: names of atoms, ``&``, ``|``, ``!`` and brackets; a
word in quotes is an atom of its own. It compiles to a set of class characters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby

from maskerad.core.errors import ConfigError
from maskerad.recognisers.rules.lexicon import BASE, FORM_ATOMS, FORMS, WORDS_MAX, Lexicon

_ALL = (1 << FORMS) - 1
_TOKEN = re.compile(r"""\s*(?:(?P<name>\w+)|(?P<quoted>'[^']*'|"[^"]*")|(?P<sign>[&|!()]))""")


class Alphabet:
    """One character for every (set of list atoms, form) that the lexicon allows.

    Args:
        lexicon: Complete: words added later have no character.
        aliases: Names of expressions, which may use one another.

    Raises:
        ConfigError: If the lists overlap in more ways than there are characters.
    """

    def __init__(self, lexicon: Lexicon, aliases: Mapping[str, str]) -> None:
        self._lexicon = lexicon
        self._aliases = aliases
        self._masks = lexicon.masks()
        self._sets: dict[str, list[int]] = {}
        self._charsets: dict[str, str] = {}
        if len(self._masks) > WORDS_MAX:
            raise ConfigError(f"{len(self._masks)} kinds of words in one pack; at most {WORDS_MAX} fit")
        self.characters = {mask: BASE + FORMS * word for word, mask in enumerate(self._masks)}

    def character(self, mask: int, form: int) -> str:
        """The class of a token. A set of atoms that no list entry has counts as nothing known."""
        return chr(self.characters.get(mask, BASE) + form)

    def charset(self, expression: str) -> str:
        """A regular-expression set, e.g. ``[\\u0140-\\u0147]``, of all classes that satisfy the expression.

        Raises:
            ConfigError: If it cannot be parsed or names an atom that no list, spelling or alias gives.
        """
        found = self._charsets.get(expression)
        if found is None:
            found = self._charsets[expression] = _as_set(self._evaluate(expression))
        return found

    def _evaluate(self, expression: str) -> list[int]:
        """For each mask of the lexicon, the forms (as 64 bits) under which the expression holds."""
        if expression not in self._sets:
            self._sets[expression] = _Parser(expression, self).parse()
        return self._sets[expression]

    def atom(self, name: str) -> list[int]:
        """The same for one atom."""
        if name in self._aliases:
            return self._evaluate(self._aliases[name])
        if name in FORM_ATOMS:
            return [sum(1 << form for form in FORM_ATOMS[name])] * len(self._masks)
        if name == "unknown":
            return [0 if mask else _ALL for mask in self._masks]
        if name not in self._lexicon.bits:
            raise ConfigError(f"unknown atom {name!r} in a rule")
        bit = self._lexicon.bits[name]
        return [_ALL if mask & bit else 0 for mask in self._masks]


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


def _as_set(values: list[int]) -> str:
    """Writes the accepted characters as ranges."""
    codes = (BASE + FORMS * word + form for word, forms in enumerate(values) for form in _bits(forms))
    runs = []
    for _, group in groupby(enumerate(codes), key=lambda pair: pair[1] - pair[0]):
        run = [code for _, code in group]
        runs.append(chr(run[0]) if len(run) == 1 else f"{chr(run[0])}-{chr(run[-1])}")
    return f"[{''.join(runs)}]" if runs else "(?!)"


_BITS_OF = {_ALL: tuple(range(FORMS)), 0: ()}


def _bits(forms: int) -> tuple[int, ...]:
    if forms not in _BITS_OF:
        _BITS_OF[forms] = tuple(form for form in range(FORMS) if forms >> form & 1)
    return _BITS_OF[forms]
