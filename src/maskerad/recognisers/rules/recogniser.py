"""Runs the compiled rules of a language over a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.grammar import TokenRule
from maskerad.recognisers.rules.patterns import TextRule
from maskerad.recognisers.rules.rulebook import RuleBook

PATTERNS, GRAMMAR = "rules.patterns.v1", "rules.grammar.v1"


class _Starts(dict[str, tuple[int, ...]]):
    """Class character to the numbers of the rules that may begin there; filled as characters are met.

    A text is walked once, token by token, and only the few rules that can begin at a token are tried there. So the
    cost depends on the text, hardly on the number of rules, and short texts are as cheap as long ones.
    """

    def __init__(self, rules: Sequence[TokenRule | TextRule]) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, character: str) -> tuple[int, ...]:
        numbers = tuple(number for number, rule in enumerate(self._rules) if rule.may_begin(character))
        self[character] = numbers
        return numbers

    def places(self, classes: str) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each token where some rule may begin, with the numbers of those rules."""
        return ((token, numbers) for token, numbers in enumerate(map(self.__getitem__, classes)) if numbers)


class Patterns:
    """Text rules: dates, ages, numbers, addresses."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._rules = [(rule, Source(PATTERNS, rule.name, rule.evidence)) for rule in rulebook.text_rules]
        self._starts = _Starts(rulebook.text_rules)

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every rule; those of one rule do not overlap."""
        return Findings([list(self._spans(document)) for document in evidence.documents])

    def _spans(self, document: Analysed) -> Iterator[Span]:
        text, starts, rules = document.document.text, document.starts, self._rules
        done = [0] * len(rules)
        for token, numbers in self._starts.places(document.classes):
            anchor = starts[token]
            for number in numbers:
                if anchor < done[number]:
                    continue
                rule, source = rules[number]
                found = rule.match_at(text, anchor, done[number])
                if found is not None:
                    start, done[number], score = found
                    yield Span(start, done[number], rule.label, score, source)


class Grammar:
    """Token rules: names beside cues, institutions, places, occupations."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._rules = [(rule, Source(GRAMMAR, rule.name, rule.evidence)) for rule in rulebook.token_rules]
        self._starts = _Starts(rulebook.token_rules)

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every rule; they may overlap."""
        return Findings([list(self._spans(document)) for document in evidence.documents])

    def _spans(self, document: Analysed) -> Iterator[Span]:
        classes, rules = document.classes, self._rules
        for token, numbers in self._starts.places(classes):
            for number in numbers:
                rule, source = rules[number]
                for first, stop, label in rule.match_at(classes, token):
                    yield document.span(first, stop, label, rule.score, source)
