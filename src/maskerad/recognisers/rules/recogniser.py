"""Runs the compiled rules of a language over a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import compress, count
from typing import Any

from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.grammar import NEWLINE, TokenRule
from maskerad.recognisers.rules.patterns import TextRule
from maskerad.recognisers.rules.rulebook import RuleBook

PATTERNS, GRAMMAR = "rules.patterns.v1", "rules.grammar.v1"


PAIRS_MAX = 100_000

Pair = tuple[str, str]


class _Starts(dict[Pair, tuple[int, ...]]):
    """Classes of a token and the next to the numbers of the rules that may begin there; filled as pairs are met.

    A text is walked once, token by token, and only the few rules that can begin at a token are tried there. So the
    cost depends on the text, hardly on the number of rules, and short texts are as cheap as long ones.
    """

    def __init__(self, rules: Sequence[TokenRule | TextRule], alphabet: Alphabet) -> None:
        super().__init__()
        self._rules = rules
        self._signature = alphabet.signature
        self._firsts: dict[str, list[tuple[int, TokenRule | TextRule]]] = {}

    def __missing__(self, pair: Pair) -> tuple[int, ...]:
        if len(self) >= PAIRS_MAX:
            self.clear()
        first, second = pair
        signature = self._signature(second)
        found = tuple(number for number, rule in self._beginning(first) if rule.follow.holds(second, signature))
        self[pair] = found
        return found

    def _beginning(self, character: str) -> list[tuple[int, TokenRule | TextRule]]:
        if character not in self._firsts:
            signature = self._signature(character)
            self._firsts[character] = [
                (number, rule) for number, rule in enumerate(self._rules) if rule.begin.holds(character, signature)
            ]
        return self._firsts[character]

    def line_places(self, classes: str) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The same for first tokens of lines alone."""
        token = 0
        while token < len(classes):
            numbers = self[classes[token], classes[token + 1 : token + 2] or NEWLINE]
            if numbers:
                yield token, numbers
            token = classes.find(NEWLINE, token) + 1 or len(classes)

    def places(self, classes: str) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each token where some rule may begin, with the numbers of those rules."""
        found = list(map(self.__getitem__, zip(classes, classes[1:] + NEWLINE, strict=False)))
        return zip(compress(count(), found), filter(None, found), strict=True)


class _Matchers(list[Callable[[str, int], Any]]):
    """The ``match`` of each rule's pattern, by number, compiled when first called.

    Plain bound functions in a list: the loops below call them some hundred thousand times a megabyte.
    """

    def __init__(self, rules: Sequence[TokenRule | TextRule]) -> None:
        super().__init__(partial(self._first, number, rule) for number, rule in enumerate(rules))

    def _first(self, number: int, rule: TokenRule | TextRule, text: str, place: int) -> Any:
        self[number] = rule.pattern.match
        return self[number](text, place)


class Patterns:
    """Text rules: dates, ages, numbers, addresses."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._rules = [(rule, Source(PATTERNS, rule.name, rule.evidence)) for rule in rulebook.text_rules]
        self._starts = _Starts(rulebook.text_rules, rulebook.alphabet)
        self._match = _Matchers(rulebook.text_rules)

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every rule; those of one rule do not overlap."""
        return Findings([list(self._spans(document)) for document in evidence.documents])

    def _spans(self, document: Analysed) -> Iterator[Span]:
        text, starts, match = document.document.text, document.starts, self._match
        done = [0] * len(match)
        for token, numbers in self._starts.places(document.classes):
            anchor = starts[token]
            for number in numbers:
                found = match[number](text, anchor) if anchor >= done[number] else None
                if found is None:
                    continue
                rule, source = self._rules[number]
                marked = rule.marked(text, found, anchor, done[number])
                if marked is not None:
                    start, done[number], score = marked
                    yield Span(start, done[number], rule.label, score, source)


class Grammar:
    """Token rules: names beside cues, institutions, places, occupations."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._anywhere = _Group([rule for rule in rulebook.token_rules if not rule.begins_line], rulebook.alphabet)
        self._at_lines = _Group([rule for rule in rulebook.token_rules if rule.begins_line], rulebook.alphabet)

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every rule; they may overlap."""
        return Findings([list(self._spans(document)) for document in evidence.documents])

    def _spans(self, document: Analysed) -> Iterator[Span]:
        classes = document.classes
        yield from self._anywhere.spans(document, self._anywhere.starts.places(classes))
        yield from self._at_lines.spans(document, self._at_lines.starts.line_places(classes))


class _Group:
    """Token rules that are tried at the same kind of places."""

    def __init__(self, rules: Sequence[TokenRule], alphabet: Alphabet) -> None:
        self._rules = [(rule, Source(GRAMMAR, rule.name, rule.evidence)) for rule in rules]
        self._match = _Matchers(rules)
        self.starts = _Starts(rules, alphabet)

    def spans(self, document: Analysed, places: Iterator[tuple[int, tuple[int, ...]]]) -> Iterator[Span]:
        """What the rules mark at the given places."""
        classes, match = document.classes, self._match
        for token, numbers in places:
            for number in numbers:
                found = match[number](classes, token)
                if found is None:
                    continue
                rule, source = self._rules[number]
                for first, stop, label in rule.marked(found):
                    yield document.span(first, stop, label, rule.score, source)
