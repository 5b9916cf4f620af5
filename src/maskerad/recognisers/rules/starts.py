"""Where rules may begin: told by the class of a token and those of the two behind it; only there they are tried."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import compress, count
from operator import or_
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from maskerad.recognisers.compiled_twin import load_twin
from maskerad.recognisers.rules.alphabet import Alphabet, bits_of
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.grammar import LEAD, NEWLINE, TokenRule
from maskerad.recognisers.rules.patterns import TextRule

LEADS_MAX, THIRDS_MAX = 50_000, 2_000
SET_BITS = 64  # rules in one number of a compiled set
_SET_MAX = (1 << SET_BITS) - 1
_UNKNOWN = -1
_AFTER_END = (NEWLINE,) * LEAD  # texts end as lines do

Rules = Sequence[TokenRule | TextRule]
Numbers = tuple[int, ...]
OfThird = Callable[[str], Numbers]  # class of a third token to the numbers of rules
Matcher = Callable[[str, int], Any]  # matches a rule at a place of a text
Found = tuple[int, int, Any]  # token, number of the rule, its match


class Starts(Protocol):
    """The places of a group of rules."""

    def matches(
        self, document: Analysed, text: str, anchors: Sequence[int], matchers: list[Matcher]
    ) -> Iterable[Found]:
        """What each rule finds where it may begin, token by token.

        Args:
            document: Its classes tell where.
            text: What the rules read.
            anchors: Where in it each token begins.
            matchers: One a rule.
        """

    def line_matches(
        self, document: Analysed, text: str, anchors: Sequence[int], matchers: list[Matcher]
    ) -> Iterable[Found]:
        """The same for the first tokens of lines alone."""


def make_starts(rules: Rules, alphabet: Alphabet) -> Starts:
    """The compiled twin where there is one."""
    core = load_core()
    return CompiledStarts(rules, alphabet, core) if core else PureStarts(rules, alphabet)


def load_core() -> ModuleType | None:
    """``_starts.c``, if it was compiled for this Python."""
    return load_twin("maskerad.recognisers.rules._starts", Path(__file__).with_name("_starts.c"))


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
        self._by_told: dict[int, int] = {}  # most classes are alike in what tells these rules

    def __missing__(self, character: str) -> int:
        bits = self._signature(character) & self._told
        rules = self._by_told.get(bits)
        if rules is None:
            rules = self._by_told[bits] = reduce(or_, map(self._by_bit.__getitem__, bits_of(bits)), self._anyway)
        self[character] = rules = rules | self._by_sign.get(character, 0)
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


class PureStarts(dict[tuple[str, str], OfThird | None]):
    """Classes of two tokens to the rules that may begin with them, by the class of the third; filled as they are met.

    A text is walked once, token by token, and only the few rules are tried at a token that its lead allows. So the
    cost depends on the text, hardly on the number of rules, and short texts are as cheap as long ones. Most pairs of
    classes begin no rule, or the same rules as another pair, with which they share what is known of third tokens.
    """

    def __init__(self, rules: Rules, alphabet: Alphabet) -> None:
        super().__init__()
        self._first, self._second, self._third = (_Suiting(rules, place, alphabet) for place in range(LEAD))
        self._by_bits: dict[int, OfThird | None] = {0: None}

    def matches(
        self, document: Analysed, text: str, anchors: Sequence[int], matchers: list[Matcher]
    ) -> Iterator[Found]:
        """As ``Starts`` has it."""
        return _tried(self._places(document), text, anchors, matchers)

    def line_matches(
        self, document: Analysed, text: str, anchors: Sequence[int], matchers: list[Matcher]
    ) -> Iterator[Found]:
        """As ``Starts`` has it."""
        return _tried(self._line_places(document), text, anchors, matchers)

    def __missing__(self, pair: tuple[str, str]) -> OfThird | None:
        if len(self) >= LEADS_MAX:
            self.clear()
            self._by_bits = {0: None}
        bits = self._first[pair[0]] & self._second[pair[1]]
        if bits not in self._by_bits:
            self._by_bits[bits] = _Thirds(bits, self._third).__getitem__
        self[pair] = of_third = self._by_bits[bits]
        return of_third

    def _line_places(self, document: Analysed) -> Iterator[tuple[int, Numbers]]:
        """First tokens of lines where some rule may begin, with the numbers of those rules."""
        letters, classes, token = document.letters, document.classes, 0
        while token < len(letters):
            one, two, three = (*letters[token : token + LEAD], *_AFTER_END)[:LEAD]
            of_third = self[one, two]
            if of_third is not None and (numbers := of_third(three)):
                yield token, numbers
            token = classes.find(NEWLINE, token) + 1 or len(letters)

    def _places(self, document: Analysed) -> Iterator[tuple[int, Numbers]]:
        """The same for every token."""
        letters = [*document.letters, *_AFTER_END]
        thirds = list(map(self.__getitem__, zip(document.letters, letters[1:], strict=False)))
        for token, of_third, three in compress(zip(count(), thirds, letters[2:], strict=False), thirds):
            if of_third is not None and (numbers := of_third(three)):
                yield token, numbers


def _tried(
    places: Iterable[tuple[int, Numbers]], text: str, anchors: Sequence[int], matchers: list[Matcher]
) -> Iterator[Found]:
    for token, numbers in places:
        anchor = anchors[token]
        for number in numbers:
            match = matchers[number](text, anchor)
            if match is not None:
                yield token, number, match


class CompiledStarts:
    """The same with a row of bits for each class and place of a lead, which ``_starts.c`` joins token by token.

    The rows are filled in as classes are met; few classes have a row that no other has.
    """

    def __init__(self, rules: Rules, alphabet: Alphabet, core: ModuleType) -> None:
        self._core = core
        self._suiting = [_Suiting(rules, place, alphabet) for place in range(LEAD)]
        self._n_classes, self._n_words = alphabet.n_codes, -(-len(rules) // SET_BITS)
        self._rows = array("i", [_UNKNOWN]) * (LEAD * self._n_classes)
        self._sets = array("Q")
        self._row_of: dict[int, int] = {}
        self._known: set[str] = set()

    def matches(self, document: Analysed, text: str, anchors: Sequence[int], matchers: list[Matcher]) -> list[Found]:
        """As ``Starts`` has it."""
        self._learn(document.letters)
        matches: list[Found] = self._core.matches(document.classes, self._rows, self._sets, text, anchors, matchers)
        return matches

    def line_matches(
        self, document: Analysed, text: str, anchors: Sequence[int], matchers: list[Matcher]
    ) -> list[Found]:
        """As ``Starts`` has it."""
        self._learn(document.letters)
        matches: list[Found] = self._core.line_matches(
            document.classes, self._rows, self._sets, text, anchors, matchers
        )
        return matches

    def _learn(self, letters: Sequence[str]) -> None:
        """Rows for the classes that are met for the first time; that of a line end stands behind every text."""
        if self._known.issuperset(letters) and NEWLINE in self._known:
            return
        new = {NEWLINE, *letters} - self._known
        for character in new:
            for place, suiting in enumerate(self._suiting):
                self._rows[place * self._n_classes + ord(character)] = self._row(suiting[character])
        self._known |= new

    def _row(self, rules: int) -> int:
        if rules not in self._row_of:
            self._row_of[rules] = len(self._row_of)
            self._sets.extend(rules >> SET_BITS * word & _SET_MAX for word in range(self._n_words))
        return self._row_of[rules]
