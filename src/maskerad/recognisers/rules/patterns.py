"""Text rules: regular expressions over letters, each tried only where its first token can begin.

A rule names the tokens it may begin at (``at = "num2 & day"``); those places are found in the class string at the
speed of ``re``, and only there is its pattern matched. Patterns are bounded in length, so the cost is linear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import regex

from maskerad.core.errors import ConfigError
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.checks import CHECKS

Check = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class TextRule:
    """One compiled rule.

    Attributes:
        name: Unique within a pack.
        label: Label of what it marks: group ``x`` of the pattern, or all of it.
        at: Set of class characters that it may begin at.
        pattern: Matched from the beginning of such a token.
        before: Matched backwards from that token; what it finds is marked too.
        score: Prior confidence in [0, 1].
        check: Says whether the marked text is valid; a failed check lowers the score to ``score_failed``
            (0 drops it): a mistyped number still identifies.
    """

    name: str
    label: str
    at: str
    pattern: regex.Pattern[str]
    score: float
    evidence: str = ""
    before: regex.Pattern[str] | None = None
    has_group: bool = False
    check: Check | None = None
    score_failed: float = 0.0

    def matches(self, analysed: Analysed, anchors: list[int]) -> Iterator[tuple[int, int, float]]:
        """Start, end and score of each match at the given offsets, left to right, never overlapping."""
        text, match_at, done = analysed.document.text, self.pattern.match, 0
        for anchor in anchors:
            found = match_at(text, anchor) if anchor >= done else None
            if found is None:
                continue
            start, end = found.span("x" if self.has_group else 0)
            if self.before is not None:
                start = self._start_before(text, done, anchor)
            score = self._score(text[start:end]) if start < end else 0
            if score > 0:
                done = end
                yield start, end, score

    def _start_before(self, text: str, done: int, anchor: int) -> int:
        """Where a match that reaches back begins; the anchor's own end when nothing stands before it."""
        assert self.before is not None
        found = self.before.match(text, done, anchor)
        return found.start() if found is not None else len(text)

    def _score(self, text: str) -> float:
        return self.score if self.check is None or self.check(text) else self.score_failed


def compile_text_rule(name: str, entry: dict[str, object], alphabet: Alphabet) -> TextRule:
    """Compiles one ``[[text]]`` table of a rule file.

    Raises:
        ConfigError: If a key is missing, the pattern cannot be compiled or the check is unknown.
    """
    try:
        flags = regex.VERBOSE | regex.V0 | (0 if entry.get("case", False) else regex.IGNORECASE)
        pattern = regex.compile(str(entry["pattern"]), flags)
        before = regex.compile(f"(?r){entry['before']}", flags) if "before" in entry else None
        at, label = alphabet.charset(str(entry["at"])), str(entry["label"])
    except (KeyError, regex.error, ConfigError) as error:
        raise ConfigError(f"rule {name!r}: {error}") from None
    check = str(entry.get("check", ""))
    if check and check not in CHECKS:
        raise ConfigError(f"rule {name!r}: unknown check {check!r}; known: {', '.join(sorted(CHECKS))}")
    return TextRule(
        name,
        label,
        at,
        pattern,
        _number(entry, "score", 0.9),
        str(entry.get("evidence", "")),
        before,
        "x" in pattern.groupindex,
        CHECKS.get(check),
        _number(entry, "score_failed", 0.0),
    )


def _number(entry: dict[str, object], key: str, default: float) -> float:
    value = entry.get(key, default)
    if not isinstance(value, int | float):
        raise ConfigError(f"{key} must be a number")
    return float(value)
