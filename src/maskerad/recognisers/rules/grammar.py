"""Token rules: patterns over token classes, compiled to regular expressions over the class string of a text.

One token is one character there, so a rule sees words, not letters, and runs at the speed of ``re``. The notation:

======================  ====================================================================
``<given & !common>``   one token that satisfies an expression over atoms
``'född'``              these words, whatever their case (several words are several tokens)
``@NAME``               a macro
``{ … }``               the piece to mark with the rule's label; ``{CITY: … }`` with another
``( … | … )``           alternatives;  ``(?= … )``, ``(?! … )``, ``(?<= … )``, ``(?<! … )`` look around
``?  *  +  *3  +3``     optional; up to six; one to six; up to three; one to three
``^  $  .``             beginning of a line, end of a line, any token but a line end
``<nl>  <gap>``         a line end; a blank of three or more, or a tab
======================  ====================================================================

Every repetition is bounded, so no text makes a rule run longer than linearly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial

from maskerad.core.errors import ConfigError
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.text.tokens import split_pieces

REPEAT_MAX = 6
MACRO_DEPTH_MAX = 12
NEWLINE = "\n"
GAP = "\t"

_ELEMENT = re.compile(
    r"""\s*(?:
      <(?P<expression>[^>]+)>
    | (?P<literal>'[^']*'|"[^"]*")
    | @(?P<macro>\w+)
    | \{(?:(?P<label>[A-Z_]+):)?
    | (?P<repeat>[*+?])(?P<bound>\d*)
    | (?P<sign>\(\?<?[=!]|[()|}^$.])
    )""",
    re.VERBOSE,
)
_BUILT_IN = {"nl": NEWLINE, "gap": GAP}
_EMPTY = "(?:)"
_ANY = "."


@dataclass(frozen=True)
class TokenRule:
    """One rule, compiled when it is first tried.

    Attributes:
        name: Unique within a pack; shown by ``maskerad explain``.
        source: As written.
        alphabet, macros: What the source refers to.
        firsts: Expressions that its first token may satisfy; line ends and gaps by their names.
        labels: Label of each marked piece.
        score: Prior confidence in [0, 1].
        evidence: For people: what the rule saw.
    """

    name: str
    source: str = field(repr=False)
    alphabet: Alphabet = field(repr=False)
    macros: Mapping[str, str] = field(repr=False)
    firsts: frozenset[str]
    labels: tuple[str, ...]
    score: float
    evidence: str

    def may_begin(self, character: str) -> bool:
        """Whether the rule may begin at a token of a class."""
        return any(_holds(self.alphabet, first, character) for first in self.firsts)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Over class strings; its N-th group marks the N-th piece."""
        parser = _Parser("", self.macros, self.alphabet.charset)
        try:
            return re.compile(parser.parse(self.source).source, re.MULTILINE)
        except re.error as error:  # a look-behind of no fixed length, the one thing the notation cannot tell
            raise ConfigError(f"rule {self.name!r}: {error}") from None

    def match_at(self, classes: str, token: int) -> Iterator[tuple[int, int, str]]:
        """First token, one past the last token, and label of every piece of a match that begins at ``token``."""
        match = self.pattern.match(classes, token)
        if match is not None:
            for number, label in enumerate(self.labels, 1):
                start, end = match.span(number)
                if end > start:
                    yield start, end, label


def _holds(alphabet: Alphabet, first: str, character: str) -> bool:
    if first == _ANY:
        return character != NEWLINE
    return character == _BUILT_IN[first] if first in _BUILT_IN else alphabet.holds(first, character)


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a pattern: its source, the expressions it may begin with, and whether it may match nothing."""

    source: str
    firsts: frozenset[str] = frozenset()
    is_nullable: bool = True


def read_rule(
    name: str, pattern: str, label: str, alphabet: Alphabet, macros: Mapping[str, str], score: float, evidence: str
) -> TokenRule:
    """Reads one rule.

    Raises:
        ConfigError: If the pattern cannot be read, marks nothing, may match nothing, or uses an unknown macro or atom.
    """
    parser = _Parser(label, macros, partial(_checked, alphabet))
    try:
        part = parser.parse(pattern)
    except ConfigError as error:
        raise ConfigError(f"rule {name!r}: {error}") from None
    if not parser.labels or part.is_nullable:
        raise ConfigError(f"rule {name!r} marks nothing: it needs a piece in {{ }} that is not optional")
    return TokenRule(name, pattern, alphabet, macros, part.firsts, tuple(parser.labels), score, evidence)


def _checked(alphabet: Alphabet, expression: str) -> str:
    """A stand-in of the right width for the set of an expression that the alphabet has."""
    alphabet.holds(expression, GAP)
    return "x"


@dataclass
class _Parser:
    """Recursive descent over the notation; macros are parsed where they stand."""

    label: str
    macros: Mapping[str, str]
    charset: Callable[[str], str]
    labels: list[str] = field(default_factory=list)
    _stack: list[re.Match[str]] = field(default_factory=list)
    _depth: int = 0

    def parse(self, pattern: str) -> _Part:
        outer, self._stack = self._stack, list(reversed(list(_elements(pattern))))
        part = self._alternatives()
        if self._stack:
            raise ConfigError("a closing bracket without an opening one")
        self._stack = outer
        return part

    def _alternatives(self) -> _Part:
        branches = [self._sequence()]
        while self._peek() == "|":
            self._stack.pop()
            branches.append(self._sequence())
        if len(branches) == 1:
            return branches[0]
        firsts = frozenset().union(*(branch.firsts for branch in branches))
        source = "|".join(branch.source for branch in branches)
        return _Part(f"(?:{source})", firsts, any(branch.is_nullable for branch in branches))

    def _sequence(self) -> _Part:
        sources: list[str] = []
        firsts: frozenset[str] = frozenset()
        is_nullable = True
        while self._stack and self._peek() not in ("|", ")", "}"):
            part = self._repeated(self._single(self._stack.pop()))
            sources.append(part.source)
            if is_nullable:
                firsts |= part.firsts
            is_nullable = is_nullable and part.is_nullable
        return _Part("".join(sources) or _EMPTY, firsts, is_nullable)

    def _peek(self) -> str:
        return self._stack[-1][0].strip() if self._stack else ""

    def _repeated(self, part: _Part) -> _Part:
        if not self._stack or not self._stack[-1]["repeat"]:
            return part
        element = self._stack.pop()
        sign, bound = element["repeat"], element["bound"] or str(REPEAT_MAX)
        count = "?" if sign == "?" else f"{{{0 if sign == '*' else 1},{bound}}}"
        return _Part(f"(?:{part.source}){count}", part.firsts, part.is_nullable or sign != "+")

    def _single(self, element: re.Match[str]) -> _Part:
        if element["expression"]:
            name = element["expression"].strip()
            return _Part(_BUILT_IN.get(name) or self.charset(name), frozenset([name]), False)
        if element["literal"]:
            return self._literal(element["literal"][1:-1])
        if element["macro"]:
            return self._macro(element["macro"])
        if element[0].strip().startswith("{"):
            self.labels.append(element["label"] or self.label)
            inner = self._closed_by("}")
            return _Part(f"({inner.source})", inner.firsts, inner.is_nullable)
        return self._signed(element["sign"])

    def _signed(self, sign: str) -> _Part:
        if sign in ("^", "$"):
            return _Part(sign)
        if sign == ".":
            return _Part(".", frozenset([_ANY]), False)
        inner = self._closed_by(")")
        if sign == "(":
            return _Part(f"(?:{inner.source})", inner.firsts, inner.is_nullable)
        return _Part(f"{sign}{inner.source})")

    def _closed_by(self, bracket: str) -> _Part:
        inner = self._alternatives()
        if self._peek() != bracket:
            raise ConfigError(f"missing {bracket}")
        self._stack.pop()
        return inner

    def _literal(self, literal: str) -> _Part:
        words = [quoted(word) for word in literal_words(literal)]
        if not words:
            raise ConfigError("an empty literal")
        return _Part(f"(?:{''.join(map(self.charset, words))})", frozenset(words[:1]), False)

    def _macro(self, name: str) -> _Part:
        if name not in self.macros:
            raise ConfigError(f"unknown macro @{name}")
        if self._depth >= MACRO_DEPTH_MAX:
            raise ConfigError("macros call one another in a circle")
        self._depth += 1
        part = self.parse(self.macros[name])
        self._depth -= 1
        return _Part(f"(?:{part.source})", part.firsts, part.is_nullable)


def _elements(pattern: str) -> Iterator[re.Match[str]]:
    position, text = 0, pattern.rstrip()
    while position < len(text):
        match = _ELEMENT.match(text, position)
        if match is None:
            raise ConfigError(f"cannot read the pattern from character {position}: {text[position : position + 20]!r}")
        position = match.end()
        yield match


def quoted(word: str) -> str:
    """A word in the quotes that it does not hold itself."""
    return f'"{word}"' if "'" in word else f"'{word}'"


def literal_words(literal: str) -> list[str]:
    """The tokens of a quoted literal, folded.

    Example:
        >>> literal_words("c/o")
        ['c', '/', 'o']
    """
    return [piece.lower() for piece in split_pieces(literal) if not piece.isspace()]


def expressions_of(pattern: str) -> Iterator[str]:
    """Every expression that a pattern uses, a quoted word being one."""
    for element in _elements(pattern):
        if element["expression"] and element["expression"].strip() not in _BUILT_IN:
            yield element["expression"].strip()
        elif element["literal"]:
            yield from map(quoted, literal_words(element["literal"][1:-1]))


def literals_of(pattern: str) -> Iterator[str]:
    """Every word that a pattern quotes, inside expressions too: the lexicon must know them before compiling."""
    for literal in re.findall(r"'[^']*'|\"[^\"]*\"", pattern):
        yield from literal_words(literal[1:-1])
