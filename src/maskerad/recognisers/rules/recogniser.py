"""Runs the compiled rules of a language over a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import compress, count
from operator import and_
from typing import Any

from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.grammar import LEAD, NEWLINE, TokenRule
from maskerad.recognisers.rules.patterns import TextRule
from maskerad.recognisers.rules.rulebook import RuleBook

PATTERNS, GRAMMAR = "rules.patterns.v1", "rules.grammar.v1"


COMBINATIONS_MAX = 100_000

Rules = Sequence[TokenRule | TextRule]


class _Holding(dict[str, int]):
    """Class of a token to the rules that it suits at one place of their lead, as bits of their numbers."""

    def __init__(self, rules: Rules, place: int, alphabet: Alphabet) -> None:
        super().__init__()
        self._places = [rule.lead[place] for rule in rules]
        self._signature = alphabet.signature

    def __missing__(self, character: str) -> int:
        signature = self._signature(character)
        bits = sum(1 << number for number, place in enumerate(self._places) if place.holds(character, signature))
        self[character] = bits
        return bits


class _Numbers(dict[int, tuple[int, ...]]):
    """Bits to the numbers of the rules they stand for; filled as combinations are met."""

    def __missing__(self, bits: int) -> tuple[int, ...]:
        if len(self) >= COMBINATIONS_MAX:
            self.clear()
        self[bits] = numbers = tuple(number for number in range(bits.bit_length()) if bits >> number & 1)
        return numbers


class _Starts:
    """Which rules may begin where.

    A text is walked once, token by token, and only the few rules are tried at a token that its class and the next
    two allow. So the cost depends on the text, hardly on the number of rules, and short texts are as cheap as long
    ones.
    """

    def __init__(self, rules: Rules, alphabet: Alphabet) -> None:
        self._holding = [_Holding(rules, place, alphabet).__getitem__ for place in range(LEAD)]
        self._numbers = _Numbers()

    def line_places(self, document: Analysed) -> Iterator[tuple[int, tuple[int, ...]]]:
        """First tokens of lines where some rule may begin, with the numbers of those rules."""
        first, second, third = self._holding
        classes, token = document.classes, 0
        while token < len(classes):
            one, two, three = list(classes[token : token + LEAD].ljust(LEAD, NEWLINE))
            numbers = self._numbers[first(one) & second(two) & third(three)]
            if numbers:
                yield token, numbers
            token = classes.find(NEWLINE, token) + 1 or len(classes)

    def places(self, document: Analysed) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The same for every token."""
        first, second, third = self._holding
        letters = document.letters
        two = map(and_, map(first, letters), map(second, [*letters[1:], NEWLINE]))
        three = map(and_, two, map(third, [*letters[2:], NEWLINE, NEWLINE]))
        found = list(map(self._numbers.__getitem__, three))
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
        for token, numbers in self._starts.places(document):
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
        yield from self._anywhere.spans(document, self._anywhere.starts.places(document))
        yield from self._at_lines.spans(document, self._at_lines.starts.line_places(document))


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
