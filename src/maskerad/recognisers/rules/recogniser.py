"""Runs the compiled rules of a language over a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.grammar import TokenRule
from maskerad.recognisers.rules.patterns import TextRule
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.recognisers.rules.starts import Found, Matcher, make_starts

PATTERNS, GRAMMAR = "rules.patterns.v1", "rules.grammar.v1"


class _Matchers(list[Matcher]):
    """The ``match`` of each rule's pattern, by number, compiled when first called.

    Plain bound functions in a list: the loops below call them some hundred thousand times a megabyte.
    """

    def __init__(self, rules: Sequence[TokenRule | TextRule]) -> None:
        super().__init__(partial(self._first, number, rule) for number, rule in enumerate(rules))

    def _first(self, number: int, rule: TokenRule | TextRule, text: str, place: int) -> Any:
        self[number] = rule.pattern.match
        return self[number](text, place)


# Start, end and label of candidates, with the best score and its source: many rules mark the same.
Best = dict[tuple[int, int, str], tuple[float, Source]]


class Patterns:
    """Text rules: dates, ages, numbers, addresses."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._rules = [(rule, Source(PATTERNS, rule.name, rule.evidence)) for rule in rulebook.text_rules]
        self._starts = make_starts(rulebook.text_rules, rulebook.alphabet)
        self._match = _Matchers(rulebook.text_rules)

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every rule; those of one rule do not overlap."""
        return Findings([self._spans(document) for document in evidence.documents])

    def _spans(self, document: Analysed) -> list[Span]:
        text, starts = document.document.text, document.starts
        done = [0] * len(self._match)
        best: Best = {}
        for token, number, match in self._starts.matches(document, text, starts, self._match):
            anchor = starts[token]
            if anchor < done[number]:
                continue
            rule, source = self._rules[number]
            marked = rule.marked(text, match, anchor, done[number])
            if marked is not None:
                start, done[number], score = marked
                _offer(best, (start, done[number], rule.label), score, source)
        return [Span(start, end, label, *grade) for (start, end, label), grade in best.items()]


class Grammar:
    """Token rules: names beside cues, institutions, places, occupations."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._anywhere = _Group([rule for rule in rulebook.token_rules if not rule.begins_line], rulebook.alphabet)
        self._at_lines = _Group([rule for rule in rulebook.token_rules if rule.begins_line], rulebook.alphabet)

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every rule; they may overlap."""
        return Findings([self._spans(document) for document in evidence.documents])

    def _spans(self, document: Analysed) -> list[Span]:
        best: Best = {}
        anywhere, at_lines, places = self._anywhere, self._at_lines, range(len(document.classes))
        anywhere.offer(best, anywhere.starts.matches(document, document.classes, places, anywhere.match))
        at_lines.offer(best, at_lines.starts.line_matches(document, document.classes, places, at_lines.match))
        return [document.span(first, stop, label, *grade) for (first, stop, label), grade in best.items()]


class _Group:
    """Token rules that are tried at the same kind of places."""

    def __init__(self, rules: Sequence[TokenRule], alphabet: Alphabet) -> None:
        self._rules = [(rule, Source(GRAMMAR, rule.name, rule.evidence)) for rule in rules]
        self.match = _Matchers(rules)
        self.starts = make_starts(rules, alphabet)

    def offer(self, best: Best, matches: Iterable[Found]) -> None:
        """Adds what the rules mark."""
        for _, number, match in matches:
            rule, source = self._rules[number]
            for piece in rule.marked(match):
                _offer(best, piece, rule.score, source)


def _offer(best: Best, place: tuple[int, int, str], score: float, source: Source) -> None:
    """Keeps a candidate unless another rule marks the same place alike and is surer of it."""
    known = best.get(place)
    if known is None or (-score, source) < (-known[0], known[1]):
        best[place] = score, source
