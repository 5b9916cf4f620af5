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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial, reduce
from typing import Self

from maskerad.core.errors import ConfigError
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.programs import Programs
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
SIGNS = {"nl": NEWLINE, "gap": GAP}


def place_names(written: str) -> list[str]:
    """What a key for one place names: line ends and gaps each by itself, the rest as one expression.

    Example:
        >>> place_names("num | '.' | gap")
        ['gap', "num | '.'"]
    """
    parts = [part.strip() for part in written.split("|")]
    signs, others = [part for part in parts if part in SIGNS], [part for part in parts if part not in SIGNS]
    return [*signs, " | ".join(others)] if signs and others else signs or [written]


_EMPTY = "(?:)"
_ANY = "."


@dataclass(frozen=True, slots=True)
class Place:
    """A set of classes, kept as the expressions of which one must be true.

    Attributes:
        bits: Of the expressions.
        signs: Line ends and gaps that belong to it.
        is_any: Whether every class belongs to it.
    """

    bits: int
    signs: str = ""
    is_any: bool = False

    @classmethod
    def of(cls, alphabet: Alphabet, expressions: Iterable[str]) -> Self:
        """From names: expressions, ``nl``, ``gap``, or a full stop for any token."""
        names = set(expressions)
        signs = "".join(SIGNS[name] for name in names & SIGNS.keys())
        return cls(alphabet.bits(names - SIGNS.keys() - {_ANY}), signs, _ANY in names)


ANYWHERE = Place(0, is_any=True)
DEFAULT_SCORE = 0.9
LEAD = 3  # how many tokens a rule is told by, before it is tried


@dataclass(frozen=True)
class TokenRule:
    """One rule, compiled when it is first tried.

    Attributes:
        name: Unique within a pack; shown by ``maskerad explain``.
        source: As written.
        alphabet, macros: What the source refers to.
        programs: Where its compiled expression is kept.
        lead: Which tokens may come first, second and third.
        begins_line: Whether it can only begin at the beginning of a line.
        labels: Label of each marked piece.
        score: Prior confidence in [0, 1].
        evidence: For people: what the rule saw.
    """

    name: str
    source: str = field(repr=False)
    alphabet: Alphabet = field(repr=False)
    macros: Mapping[str, str] = field(repr=False)
    programs: Programs = field(repr=False, compare=False)
    lead: tuple[Place, ...]
    begins_line: bool
    labels: tuple[str, ...]
    score: float
    evidence: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Over class strings; its N-th group marks the N-th piece."""
        try:
            return self.programs.pattern(f"token {self.name}", self._expression, re.MULTILINE)
        except re.error as error:  # a look-behind of no fixed length, the one thing the notation cannot tell
            raise ConfigError(f"rule {self.name!r}: {error}") from None

    def _expression(self) -> str:
        return _Parser("", self.macros, self.alphabet.charset).parse(self.source).source

    def marked(self, match: re.Match[str]) -> Iterator[tuple[int, int, str]]:
        """First token, one past the last token, and label of every piece of a match."""
        for number, label in enumerate(self.labels, 1):
            start, end = match.span(number)
            if end > start:
                yield start, end, label


_NO_LEAD = (frozenset[str](),) * LEAD
_EMPTY_LENGTHS = frozenset([0])


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a pattern.

    Attributes:
        source: As a regular expression.
        lead: Expressions that its first, second and third token may satisfy; line ends and gaps by their names.
        lengths: How many tokens it may match, ``LEAD`` standing for that many or more.
        n_told: Of how many tokens, at least, ``lead`` tells: what it looks ahead to is told, but not matched.
    """

    source: str
    lead: tuple[frozenset[str], ...] = _NO_LEAD
    lengths: frozenset[int] = _EMPTY_LENGTHS
    n_told: int = 0

    def then(self, other: _Part) -> _Part:
        """The two one after the other."""
        lead = list(self.lead)
        for length in self.lengths:
            for place in range(length, LEAD):
                lead[place] |= other.lead[place - length]
        lengths = frozenset(min(length + two, LEAD) for length in self.lengths for two in other.lengths)
        n_told = max(self.n_told, min(self.lengths) + other.n_told)
        return _Part(self.source + other.source, tuple(lead), lengths, n_told)

    def repeated(self, least: int, most: int) -> _Part:
        """So many times. More than ``LEAD`` times are alike in what they begin with."""
        times = [_Part("")]
        for _ in range(min(most, LEAD)):
            times.append(times[-1].then(self))
        count = "?" if (least, most) == (0, 1) else f"{{{least},{most}}}"
        return _any_of(times[least:], f"(?:{self.source}){count}")

    def wrapped(self, before: str, after: str) -> _Part:
        """The same between brackets."""
        return replace(self, source=before + self.source + after)

    def as_looked_at(self, sign: str) -> _Part:
        """The same looked ahead to; looked back at, or for its absence, it tells nothing of what begins here."""
        source = f"{sign}{self.source})"
        return replace(self, source=source, lengths=_EMPTY_LENGTHS) if sign == "(?=" else _Part(source)

    def places(self, alphabet: Alphabet) -> tuple[Place, ...]:
        """Which tokens may stand at each place; any, where nothing tells."""
        return tuple(
            Place.of(alphabet, names) if place < self.n_told else ANYWHERE for place, names in enumerate(self.lead)
        )


def _any_of(parts: Sequence[_Part], source: str) -> _Part:
    """One of several pieces, written as ``source``."""
    lead = tuple(frozenset[str]().union(*names) for names in zip(*(part.lead for part in parts), strict=True))
    lengths = frozenset[int]().union(*(part.lengths for part in parts))
    return _Part(source, lead, lengths, min(part.n_told for part in parts))


def read_token_rule(
    name: str,
    entry: Mapping[str, object],
    alphabet: Alphabet,
    macros: Mapping[str, str],
    programs: Programs,
) -> TokenRule:
    """Reads one ``[[token]]`` table of a rule file.

    Raises:
        ConfigError: If a key is missing, or the pattern cannot be read, marks nothing, may match nothing, or uses an
            unknown macro or atom.
    """
    missing = [key for key in ("pattern", "label") if key not in entry]
    if missing:
        raise ConfigError(f"rule {name!r}: missing {' and '.join(missing)}")
    pattern, score = str(entry["pattern"]), entry.get("score", DEFAULT_SCORE)
    if not isinstance(score, int | float):
        raise ConfigError(f"rule {name!r}: score must be a number")
    parser = _Parser(str(entry["label"]), macros, partial(_checked, alphabet))
    try:
        part = parser.parse(pattern)
    except ConfigError as error:
        raise ConfigError(f"rule {name!r}: {error.args[0]}") from None
    if not parser.labels or 0 in part.lengths:
        raise ConfigError(f"rule {name!r} marks nothing: it needs a piece in {{ }} that is not optional")
    return TokenRule(
        name,
        pattern,
        alphabet,
        macros,
        programs,
        part.places(alphabet),
        pattern.lstrip().startswith("^"),
        tuple(parser.labels),
        float(score),
        str(entry.get("evidence", "")),
    )


def _checked(alphabet: Alphabet, expression: str) -> str:
    """A stand-in of the right width for the set of an expression that the alphabet has."""
    alphabet.bits([expression])
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
        return _any_of(branches, f"(?:{'|'.join(branch.source for branch in branches)})")

    def _sequence(self) -> _Part:
        sequence = _Part(_EMPTY if not self._stack or self._peek() in ("|", ")", "}") else "")
        while self._stack and self._peek() not in ("|", ")", "}"):
            sequence = sequence.then(self._repeated(self._single(self._stack.pop())))
        return sequence

    def _peek(self) -> str:
        return self._stack[-1][0].strip() if self._stack else ""

    def _repeated(self, part: _Part) -> _Part:
        if not self._stack or not self._stack[-1]["repeat"]:
            return part
        element = self._stack.pop()
        sign, bound = element["repeat"], int(element["bound"] or REPEAT_MAX)
        return part.repeated(1 if sign == "+" else 0, 1 if sign == "?" else bound)

    def _single(self, element: re.Match[str]) -> _Part:
        if element["expression"]:
            name = element["expression"].strip()
            return _token(SIGNS.get(name) or self.charset(name), name)
        if element["literal"]:
            return self._literal(element["literal"][1:-1])
        if element["macro"]:
            return self._macro(element["macro"])
        if element[0].strip().startswith("{"):
            self.labels.append(element["label"] or self.label)
            return self._closed_by("}").wrapped("(", ")")
        return self._signed(element["sign"])

    def _signed(self, sign: str) -> _Part:
        if sign == "^":
            return _Part(sign)
        if sign == "$":
            return replace(_token(sign, "nl"), lengths=_EMPTY_LENGTHS)  # texts end as lines do
        if sign == ".":
            return _token(".", _ANY)
        inner = self._closed_by(")")
        if sign == "(":
            return inner.wrapped("(?:", ")")
        return inner.as_looked_at(sign)

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
        return reduce(_Part.then, (_token(self.charset(word), word) for word in words)).wrapped("(?:", ")")

    def _macro(self, name: str) -> _Part:
        if name not in self.macros:
            raise ConfigError(f"unknown macro @{name}")
        if self._depth >= MACRO_DEPTH_MAX:
            raise ConfigError("macros call one another in a circle")
        self._depth += 1
        part = self.parse(self.macros[name])
        self._depth -= 1
        return part.wrapped("(?:", ")")


def _token(source: str, name: str) -> _Part:
    return _Part(source, (frozenset([name]), *_NO_LEAD[1:]), frozenset([1]), 1)


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
        if element["expression"] and element["expression"].strip() not in SIGNS:
            yield element["expression"].strip()
        elif element["literal"]:
            yield from map(quoted, literal_words(element["literal"][1:-1]))


def literals_of(pattern: str) -> Iterator[str]:
    """Every word that a pattern quotes, inside expressions too: the lexicon must know them before compiling."""
    for literal in re.findall(r"'[^']*'|\"[^\"]*\"", pattern):
        yield from literal_words(literal[1:-1])
