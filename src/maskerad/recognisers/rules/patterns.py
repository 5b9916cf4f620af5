"""Text rules: regular expressions over letters, each tried only where its first token can begin.

A rule names the tokens it may begin at (``at = "num2 & day"``); those places are found in the class string at the
speed of ``re``, and only there is its pattern matched. Patterns are bounded in length, so the cost is linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

import regex

from maskerad.core.errors import ConfigError
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.checks import CHECKS
from maskerad.recognisers.rules.grammar import GAP

Check = Callable[[str], bool]


@dataclass(frozen=True)
class TextRule:
    """One rule, compiled when it is first tried.

    Attributes:
        name: Unique within a pack.
        label: Label of what it marks: group ``x`` of the pattern, or all of it.
        alphabet: Of the pack.
        at: Expression that the token it begins at satisfies.
        source: Matched from the beginning of such a token.
        before_source: Matched backwards from that token; what it finds is marked too.
        flags: Of both patterns.
        score: Prior confidence in [0, 1].
        check: Says whether the marked text is valid; a failed check lowers the score to ``score_failed``
            (0 drops it): a mistyped number still identifies.
    """

    name: str
    label: str
    alphabet: Alphabet = field(repr=False)
    at: str
    source: str = field(repr=False)
    before_source: str = field(repr=False)
    flags: int
    score: float
    evidence: str = ""
    check: Check | None = None
    score_failed: float = 0.0

    @cached_property
    def pattern(self) -> regex.Pattern[str]:
        """The compiled pattern."""
        return self._compiled(self.source)

    @cached_property
    def before(self) -> regex.Pattern[str] | None:
        """The compiled pattern of what stands before."""
        return self._compiled(f"(?r){self.before_source}") if self.before_source else None

    @cached_property
    def group(self) -> str | int:
        """The group that is marked."""
        return "x" if "x" in self.pattern.groupindex else 0

    def _compiled(self, source: str) -> regex.Pattern[str]:
        try:
            return regex.compile(source, self.flags)
        except regex.error as error:
            raise ConfigError(f"rule {self.name!r}: {error}") from None

    def may_begin(self, character: str) -> bool:
        """Whether the rule may begin at a token of a class."""
        return self.alphabet.holds(self.at, character)

    def match_at(self, text: str, anchor: int, done: int) -> tuple[int, int, float] | None:
        """Start, end and score of the match at an offset, which may reach back as far as ``done``."""
        found = self.pattern.match(text, anchor)
        if found is None:
            return None
        start, end = found.span(self.group)
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


def read_text_rule(
    name: str, entry: dict[str, object], alphabet: Alphabet, words: Mapping[str, Sequence[str]]
) -> TextRule:
    """Reads one ``[[text]]`` table of a rule file.

    ``{{month}}`` in a pattern stands for any of the words that ``pack.toml`` lists under that name.

    Raises:
        ConfigError: If a key is missing, or a word list, an expression or the check is unknown.
    """
    missing = [key for key in ("pattern", "at", "label") if key not in entry]
    if missing:
        raise ConfigError(f"rule {name!r}: missing {' and '.join(missing)}")
    try:
        alphabet.holds(str(entry["at"]), GAP)
        source = _WORDS.sub(partial(_any_of, words), str(entry["pattern"]))
    except ConfigError as error:
        raise ConfigError(f"rule {name!r}: {error}") from None
    check = str(entry.get("check", ""))
    if check and check not in CHECKS:
        raise ConfigError(f"rule {name!r}: unknown check {check!r}; known: {', '.join(sorted(CHECKS))}")
    return TextRule(
        name,
        str(entry["label"]),
        alphabet,
        str(entry["at"]),
        source,
        str(entry.get("before", "")),
        regex.VERBOSE | regex.V0 | (0 if entry.get("case", False) else regex.IGNORECASE),
        _number(entry, "score", 0.9),
        str(entry.get("evidence", "")),
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
