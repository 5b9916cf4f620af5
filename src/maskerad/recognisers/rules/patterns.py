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

from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.checks import CHECKS
from maskerad.recognisers.rules.grammar import ANYWHERE, DEFAULT_SCORE, Place, place_names
from maskerad.recognisers.rules.portable import for_re
from maskerad.recognisers.rules.programs import Programs

Check = Callable[[str], bool]

PLACES = ("at", "next", "then")  # keys of the tokens that a rule is told by


@dataclass(frozen=True)
class TextRule:
    """One rule, compiled when it is first tried.

    Attributes:
        name: Unique within a pack.
        label: Label of what it marks: group ``x`` of the pattern, or all of it.
        lead: Which tokens it may begin at, and which may come next and then, blanks left out: ``at``, ``next`` and
            ``then`` of the rule file; any where it does not say.
        source: Matched from the beginning of such a token.
        programs: Where the compiled pattern is kept.
        before_source: Matched backwards from that token; what it finds is marked too.
        is_case_bound: Whether the patterns tell capitals from small letters.
        score: Prior confidence in [0, 1].
        check: Says whether the marked text is valid; a failed check lowers the score to ``score_failed``
            (0 drops it): a mistyped number still identifies.
    """

    name: str
    label: str
    lead: tuple[Place, ...] = field(repr=False)
    source: str = field(repr=False)
    programs: Programs = field(repr=False, compare=False)
    before_source: str = field(repr=False)
    is_case_bound: bool
    score: float
    evidence: str = ""
    check: Check | None = None
    score_failed: float = 0.0

    @cached_property
    def pattern(self) -> re.Pattern[str] | regex.Pattern[str]:
        """The compiled pattern."""
        return self._compiled()

    @cached_property
    def before(self) -> regex.Pattern[str] | None:
        """The compiled pattern of what stands before."""
        return (
            self._compiled_further(f"before {self.name}", f"(?r){self.before_source}") if self.before_source else None
        )

    @cached_property
    def group(self) -> str | int:
        """The group that is marked."""
        return "x" if "x" in self.pattern.groupindex else 0

    def _compiled(self) -> re.Pattern[str] | regex.Pattern[str]:
        """By ``re`` where it can, which takes half as long a call; by ``regex`` what only that understands."""
        name = f"text {self.name}"
        if not self.programs.has_further(name):
            try:
                flags = re.VERBOSE | (0 if self.is_case_bound else re.IGNORECASE)
                return self.programs.pattern(name, lambda: for_re(self.source), flags)
            except re.error:
                pass
        return self._compiled_further(name, self.source)

    def _compiled_further(self, name: str, source: str) -> regex.Pattern[str]:
        try:
            flags = regex.VERBOSE | regex.V0 | (0 if self.is_case_bound else regex.IGNORECASE)
            return self.programs.further(name, source, flags)
        except regex.error as error:
            raise ConfigError(f"rule {self.name!r}: {error}") from None

    def marked(self, text: str, match: regex.Match[str], anchor: int, done: int) -> tuple[int, int, float] | None:
        """Start, end and score of what a match at ``anchor`` marks; it may reach back as far as ``done``."""
        start, end = match.span(self.group)
        if start < 0:  # the group stands in another alternative
            start, end = match.span()
        if self.before is not None:
            back = self.before.match(text, done, anchor)
            if back is None:
                return None
            start = back.start()
        score = self._score(text[start:end]) if start < end else 0
        return (start, end, score) if score > 0 else None

    def _score(self, text: str) -> float:
        return self.score if self.check is None or self.check(text) else self.score_failed


# Escapes, sets, openings of groups and counted repetitions are passed over; a bare * or + is what is looked for.
_REPEATS = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?|\{\d*,?\d*\}[?+]?|\?[?+]?|(?P<sign>[*+])(?P<how>[?+]?)", re.DOTALL
)
REPEAT_MAX_CHARS = 200


def bounded(pattern: str) -> str:
    r"""The pattern with an end to every repetition that has none: no text makes it run longer than linearly.

    Example:
        >>> print(bounded(r"\s* [a-z*]+ \+ x{2,}"))
        \s{0,200} [a-z*]{1,200} \+ x{2,200}
    """
    return _REPEATS.sub(_with_end, pattern)


def _with_end(match: re.Match[str]) -> str:
    if match["sign"]:
        return f"{{{0 if match['sign'] == '*' else 1},{REPEAT_MAX_CHARS}}}{match['how']}"
    return re.sub(r"^\{(\d+),\}", rf"{{\1,{REPEAT_MAX_CHARS}}}", match[0])


_WORDS = re.compile(r"\{\{(\w+)\}\}")


def read_text_rule(
    name: str,
    entry: dict[str, object],
    alphabet: Alphabet,
    words: Mapping[str, Sequence[str]],
    programs: Programs,
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
        lead = tuple(Place.of(alphabet, place_names(str(entry[key]))) if key in entry else ANYWHERE for key in PLACES)
        source = bounded(_WORDS.sub(partial(_any_of, words), str(entry["pattern"])))
    except ConfigError as error:
        raise ConfigError(f"rule {name!r}: {error.args[0]}") from None
    check = str(entry.get("check", ""))
    if check and check not in CHECKS:
        raise UnknownNameError(f"check of rule {name!r}", check, CHECKS)
    return TextRule(
        name,
        str(entry["label"]),
        lead,
        source,
        programs,
        bounded(str(entry.get("before", ""))),
        bool(entry.get("case", False)),
        _number(entry, "score", DEFAULT_SCORE),
        str(entry.get("evidence", "")),
        CHECKS.get(check),
        _number(entry, "score_failed", 0.0),
    )


def _any_of(words: Mapping[str, Sequence[str]], match: re.Match[str]) -> str:
    """An alternation of the listed words, longest first; one that never matches when there are none."""
    if match[1] not in words:
        raise UnknownNameError("word list", f"{{{{{match[1]}}}}}", (f"{{{{{name}}}}}" for name in words))
    known = sorted({word.lower() for word in words[match[1]]}, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(_escaped(word) for word in known)})" if known else "(?!)"


def _escaped(word: str) -> str:
    """A word as a piece of a pattern; a blank in it is any blank."""
    return r"\s".join(regex.escape(part, special_only=True) for part in word.split(" "))


def _number(entry: dict[str, object], key: str, default: float) -> float:
    value = entry.get(key, default)
    if not isinstance(value, int | float):
        raise ConfigError(f"{key} must be a number")
    return float(value)
