"""Text rules: regular expressions over letters, each tried only where its first token can begin.

A rule names the tokens it may begin at (``at = "num2 & day"``); those places are found in the class string at the
speed of ``re``, and only there is its pattern matched. Patterns are bounded in length, so the cost is linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import regex

from maskerad.core.errors import ConfigError
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.checks import CHECKS
from maskerad.recognisers.rules.grammar import GAP

Check = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class TextRule:
    """One compiled rule.

    Attributes:
        name: Unique within a pack.
        label: Label of what it marks: group ``x`` of the pattern, or all of it.
        alphabet: Of the pack.
        at: Expression that the token it begins at satisfies.
        pattern: Matched from the beginning of such a token.
        before: Matched backwards from that token; what it finds is marked too.
        score: Prior confidence in [0, 1].
        check: Says whether the marked text is valid; a failed check lowers the score to ``score_failed``
            (0 drops it): a mistyped number still identifies.
    """

    name: str
    label: str
    alphabet: Alphabet
    at: str
    pattern: regex.Pattern[str]
    score: float
    evidence: str = ""
    before: regex.Pattern[str] | None = None
    has_group: bool = False
    check: Check | None = None
    score_failed: float = 0.0

    def may_begin(self, character: str) -> bool:
        """Whether the rule may begin at a token of a class."""
        return self.alphabet.holds(self.at, character)

    def match_at(self, text: str, anchor: int, done: int) -> tuple[int, int, float] | None:
        """Start, end and score of the match at an offset, which may reach back as far as ``done``."""
        found = self.pattern.match(text, anchor)
        if found is None:
            return None
        start, end = found.span("x" if self.has_group else 0)
        if self.before is not None:
            back = self.before.match(text, done, anchor)
            if back is None:
                return None
            start = back.start()
        score = self._score(text[start:end]) if start < end else 0
        return (start, end, score) if score > 0 else None

    def _score(self, text: str) -> float:
        return self.score if self.check is None or self.check(text) else self.score_failed


_WORDS = re.compile(r"\{\{(\w+)\}\}")


def compile_text_rule(
    name: str, entry: dict[str, object], alphabet: Alphabet, words: Mapping[str, Sequence[str]]
) -> TextRule:
    """Compiles one ``[[text]]`` table of a rule file.

    ``{{month}}`` in a pattern stands for any of the words that ``pack.toml`` lists under that name.

    Raises:
        ConfigError: If a key is missing, the pattern cannot be compiled or the check is unknown.
    """
    try:
        flags = regex.VERBOSE | regex.V0 | (0 if entry.get("case", False) else regex.IGNORECASE)
        pattern = regex.compile(_WORDS.sub(partial(_any_of, words), str(entry["pattern"])), flags)
        before = regex.compile(f"(?r){entry['before']}", flags) if "before" in entry else None
        at, label = str(entry["at"]), str(entry["label"])
        alphabet.holds(at, GAP)
    except (KeyError, regex.error, ConfigError) as error:
        raise ConfigError(f"rule {name!r}: {error}") from None
    check = str(entry.get("check", ""))
    if check and check not in CHECKS:
        raise ConfigError(f"rule {name!r}: unknown check {check!r}; known: {', '.join(sorted(CHECKS))}")
    return TextRule(
        name,
        label,
        alphabet,
        at,
        pattern,
        _number(entry, "score", 0.9),
        str(entry.get("evidence", "")),
        before,
        "x" in pattern.groupindex,
        CHECKS.get(check),
        _number(entry, "score_failed", 0.0),
    )


def _any_of(words: Mapping[str, Sequence[str]], match: re.Match[str]) -> str:
    """An alternation of the listed words, longest first; one that never matches when there are none."""
    if match[1] not in words:
        raise ConfigError(f"unknown word list {{{{{match[1]}}}}}")
    known = sorted({word.lower() for word in words[match[1]]}, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(_escaped(word) for word in known)})" if known else "(?!)"


def _escaped(word: str) -> str:
    return regex.escape(word, special_only=True).replace(" ", r"\s")


def _number(entry: dict[str, object], key: str, default: float) -> float:
    value = entry.get(key, default)
    if not isinstance(value, int | float):
        raise ConfigError(f"{key} must be a number")
    return float(value)
