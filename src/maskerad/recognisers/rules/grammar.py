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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from maskerad.core.errors import ConfigError
from maskerad.recognisers.rules.alphabet import Alphabet, literal_atom
from maskerad.text.tokens import split_pieces

REPEAT_MAX = 6
NEWLINE = "\n"
GAP = "\t"

_ELEMENT = re.compile(
    r"""\s*(?:
      <(?P<expression>[^>]+)>
    | (?P<literal>'[^']*'|"[^"]*")
    | @(?P<macro>\w+)
    | (?P<open>\{)(?:(?P<label>[A-Z_]+):)?
    | (?P<close>\})
    | (?P<repeat>[*+?])(?P<bound>\d*)
    | (?P<group>\(\?<?[=!]|\(|\)|\|)
    | (?P<anchor>[\^$.])
    )""",
    re.VERBOSE,
)
_BUILT_IN = {"nl": NEWLINE, "gap": GAP}


@dataclass(frozen=True, slots=True)
class TokenRule:
    """One compiled rule.

    Attributes:
        name: Unique within a pack; shown by ``maskerad explain``.
        pattern: Over class strings; group ``mN`` marks the N-th piece.
        labels: Label of each piece.
        score: Prior confidence in [0, 1].
        evidence: For people: what the rule saw.
    """

    name: str
    pattern: re.Pattern[str]
    labels: tuple[str, ...]
    score: float
    evidence: str

    def matches(self, classes: str) -> Iterator[tuple[int, int, str]]:
        """First token, one past the last token, and label of every marked piece."""
        labels = self.labels
        for match in self.pattern.finditer(classes):
            for number, label in enumerate(labels, 1):
                start, end = match.span(number)
                if end > start:
                    yield start, end, label


def compile_rule(
    name: str, pattern: str, label: str, alphabet: Alphabet, macros: Mapping[str, str], score: float, evidence: str
) -> TokenRule:
    """Compiles one rule.

    Raises:
        ConfigError: If the pattern cannot be read, marks nothing, or uses an unknown macro or atom.
    """
    labels: list[str] = []
    try:
        source = "".join(_translated(pattern, label, labels, alphabet, macros, depth=0))
        compiled = re.compile(source, re.MULTILINE)
    except (ConfigError, re.error) as error:
        raise ConfigError(f"rule {name!r}: {error}") from None
    if not labels:
        raise ConfigError(f"rule {name!r} marks nothing: it needs a piece in {{ }}")
    return TokenRule(name, compiled, tuple(labels), score, evidence)


def _translated(
    pattern: str, label: str, labels: list[str], alphabet: Alphabet, macros: Mapping[str, str], depth: int
) -> Iterator[str]:
    if depth > 8:
        raise ConfigError("macros call one another in a circle")
    position, text = 0, pattern.rstrip()
    while position < len(text):
        match = _ELEMENT.match(text, position)
        if match is None:
            raise ConfigError(f"cannot read the pattern from character {position}: {text[position : position + 20]!r}")
        position = match.end()
        if match["macro"]:
            if match["macro"] not in macros:
                raise ConfigError(f"unknown macro @{match['macro']}")
            inner = _translated(macros[match["macro"]], label, labels, alphabet, macros, depth + 1)
            yield f"(?:{''.join(inner)})"
        elif match["open"]:
            labels.append(match["label"] or label)
            yield "("
        else:
            yield _element(match, alphabet)


def _element(match: re.Match[str], alphabet: Alphabet) -> str:
    if match["expression"]:
        name = match["expression"].strip()
        return _BUILT_IN.get(name) or alphabet.charset(name)
    if match["literal"]:
        words = literal_words(match["literal"][1:-1])
        sets = [alphabet.charset(f'"{word}"' if "'" in word else f"'{word}'") for word in words]
        return f"(?:{''.join(sets)})"
    if match["repeat"]:
        return _repeat(match["repeat"], match["bound"])
    if match["close"]:
        return ")"
    if match["anchor"]:
        return match["anchor"]
    return "(?:" if match["group"] == "(" else match["group"]


def _repeat(sign: str, bound: str) -> str:
    if sign == "?":
        return "?"
    return f"{{{0 if sign == '*' else 1},{bound or REPEAT_MAX}}}"


def literal_words(literal: str) -> list[str]:
    """The tokens of a quoted literal, folded.

    Example:
        >>> literal_words("c/o")
        ['c', '/', 'o']
    """
    return [piece.lower() for piece in split_pieces(literal) if not piece.isspace()]


def literals_of(pattern: str) -> Iterator[str]:
    """Every word that a pattern quotes, inside expressions too: the lexicon must know them before compiling."""
    for quoted in re.findall(r"'[^']*'|\"[^\"]*\"", pattern):
        yield from literal_words(quoted[1:-1])


def literal_name(word: str) -> str:
    """Name of a quoted word's atom."""
    return literal_atom(word)
