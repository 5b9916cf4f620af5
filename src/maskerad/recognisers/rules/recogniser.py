"""Runs the compiled rules of a language over a document."""

from __future__ import annotations

from collections.abc import Iterator

from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.rulebook import RuleBook

PATTERNS, GRAMMAR = "rules.patterns.v1", "rules.grammar.v1"


class Patterns:
    """Text rules: dates, ages, numbers, addresses."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._groups = [
            (place, [(rule, Source(PATTERNS, rule.name, rule.evidence)) for rule in rules])
            for place, rules in rulebook.text_rules
        ]

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every rule."""
        return Findings([list(self._spans(document)) for document in evidence.documents])

    def _spans(self, document: Analysed) -> Iterator[Span]:
        starts = document.starts
        for place, rules in self._groups:
            anchors = [starts[match.start()] for match in place.finditer(document.classes)]
            if not anchors:
                continue
            for rule, source in rules:
                for start, end, score in rule.matches(document, anchors):
                    yield Span(start, end, rule.label, score, source)


class Grammar:
    """Token rules: names beside cues, institutions, places, occupations."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._rules = [(rule, Source(GRAMMAR, rule.name, rule.evidence)) for rule in rulebook.token_rules]

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every rule."""
        return Findings([list(self._spans(document)) for document in evidence.documents])

    def _spans(self, document: Analysed) -> Iterator[Span]:
        for rule, source in self._rules:
            for first, stop, label in rule.matches(document.classes):
                yield document.span(first, stop, label, rule.score, source)
