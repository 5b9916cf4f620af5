"""Runs the compiled rules of a language over a document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import compress, count
from typing import Any

from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.alphabet import Alphabet, bits_of
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.grammar import LEAD, NEWLINE, TokenRule
from maskerad.recognisers.rules.patterns import TextRule
from maskerad.recognisers.rules.rulebook import RuleBook

PATTERNS, GRAMMAR = "rules.patterns.v1", "rules.grammar.v1"


LEADS_MAX, THIRDS_MAX = 50_000, 2_000

Rules = Sequence[TokenRule | TextRule]
Numbers = tuple[int, ...]
OfThird = Callable[[str], Numbers]  # class of a third token to the numbers of rules


class _Suiting(dict[str, int]):
    """Class of a token to the rules that it suits at one place of their lead, as bits of their numbers."""

    def __init__(self, rules: Rules, place: int, alphabet: Alphabet) -> None:
        super().__init__()
        self._signature = alphabet.signature
        self._anyway = 0
        self._by_sign: defaultdict[str, int] = defaultdict(int)
        self._by_bit: defaultdict[int, int] = defaultdict(int)
        for number, rule in enumerate(rules):
            lead = rule.lead[place]
            self._anyway |= lead.is_any << number
            for sign in lead.signs:
                self._by_sign[sign] |= 1 << number
            for bit in bits_of(lead.bits):
                self._by_bit[bit] |= 1 << number
        self._told = sum(self._by_bit)

    def __missing__(self, character: str) -> int:
        rules = self._anyway | self._by_sign.get(character, 0)
        for bit in bits_of(self._signature(character) & self._told):
            rules |= self._by_bit[bit]
        self[character] = rules
        return rules


class _Thirds(dict[str, Numbers]):
    """Class of a third token to the numbers of the rules that may begin with it, the first two being known."""

    def __init__(self, bits: int, suiting: _Suiting) -> None:
        super().__init__()
        self._bits, self._suiting = bits, suiting

    def __missing__(self, character: str) -> Numbers:
        if len(self) >= THIRDS_MAX:
            self.clear()
        bits = self._bits & self._suiting[character]
        self[character] = numbers = tuple(bit.bit_length() - 1 for bit in bits_of(bits))
        return numbers


class _Starts(dict[tuple[str, str], OfThird | None]):
    """Classes of two tokens to the rules that may begin with them, by the class of the third; filled as they are met.

    A text is walked once, token by token, and only the few rules are tried at a token that its lead allows. So the
    cost depends on the text, hardly on the number of rules, and short texts are as cheap as long ones. Most pairs of
    classes begin no rule, or the same rules as another pair, with which they share what is known of third tokens.
    """

    def __init__(self, rules: Rules, alphabet: Alphabet) -> None:
        super().__init__()
        self._first, self._second, self._third = (_Suiting(rules, place, alphabet) for place in range(LEAD))
        self._by_bits: dict[int, OfThird | None] = {0: None}

    def __missing__(self, pair: tuple[str, str]) -> OfThird | None:
        if len(self) >= LEADS_MAX:
            self.clear()
            self._by_bits = {0: None}
        bits = self._first[pair[0]] & self._second[pair[1]]
        if bits not in self._by_bits:
            self._by_bits[bits] = _Thirds(bits, self._third).__getitem__
        self[pair] = of_third = self._by_bits[bits]
        return of_third

    def line_places(self, document: Analysed) -> Iterator[tuple[int, Numbers]]:
        """First tokens of lines where some rule may begin, with the numbers of those rules."""
        letters, classes, token = document.letters, document.classes, 0
        while token < len(letters):
            one, two, three = (*letters[token : token + LEAD], *_AFTER_END)[:LEAD]
            of_third = self[one, two]
            if of_third is not None and (numbers := of_third(three)):
                yield token, numbers
            token = classes.find(NEWLINE, token) + 1 or len(letters)

    def places(self, document: Analysed) -> Iterator[tuple[int, Numbers]]:
        """The same for every token."""
        letters = [*document.letters, *_AFTER_END]
        found = list(map(self.__getitem__, zip(document.letters, letters[1:], strict=False)))
        for token, of_third, three in compress(zip(count(), found, letters[2:], strict=False), found):
            if of_third is not None and (numbers := of_third(three)):
                yield token, numbers


_AFTER_END = (NEWLINE,) * LEAD  # texts end as lines do


class _Matchers(list[Callable[[str, int], Any]]):
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
        self._starts = _Starts(rulebook.text_rules, rulebook.alphabet)
        self._match = _Matchers(rulebook.text_rules)

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every rule; those of one rule do not overlap."""
        return Findings([self._spans(document) for document in evidence.documents])

    def _spans(self, document: Analysed) -> list[Span]:
        text, starts, match = document.document.text, document.starts, self._match
        done = [0] * len(match)
        best: Best = {}
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
                    _offer(best, (start, done[number], rule.label), score, source)
        return [Span(start, end, label, *found) for (start, end, label), found in best.items()]


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
        self._anywhere.find(document, self._anywhere.starts.places(document), best)
        self._at_lines.find(document, self._at_lines.starts.line_places(document), best)
        return [document.span(first, stop, label, *found) for (first, stop, label), found in best.items()]


class _Group:
    """Token rules that are tried at the same kind of places."""

    def __init__(self, rules: Sequence[TokenRule], alphabet: Alphabet) -> None:
        self._rules = [(rule, Source(GRAMMAR, rule.name, rule.evidence)) for rule in rules]
        self._match = _Matchers(rules)
        self.starts = _Starts(rules, alphabet)

    def find(self, document: Analysed, places: Iterator[tuple[int, Numbers]], best: Best) -> None:
        """Adds what the rules mark at the given places."""
        classes, match = document.classes, self._match
        for token, numbers in places:
            for number in numbers:
                found = match[number](classes, token)
                if found is None:
                    continue
                rule, source = self._rules[number]
                for piece in rule.marked(found):
                    _offer(best, piece, rule.score, source)


def _offer(best: Best, place: tuple[int, int, str], score: float, source: Source) -> None:
    """Keeps a candidate unless another rule marks the same place alike and is surer of it."""
    known = best.get(place)
    if known is None or (-score, source) < (-known[0], known[1]):
        best[place] = score, source
