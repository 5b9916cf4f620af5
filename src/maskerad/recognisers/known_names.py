"""The names of known people in a text: words, joined and split words, misspellings, initials, and runs of them."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from maskerad.core.span import Source, Span
from maskerad.recognisers.known_index import INITIALS_MAX, KNOWN, NAME_MIN_CHARS, NOBODY, KnownIndex, People
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.folding import fold

JOIN_MAX_WORDS = 3
INITIALS_WINDOW_CHARS = 24
BESIDE_HITS = 3  # hits on either side that may be parts of one name: a word, and names that it splits
# What may stand between the parts of one name.
_GLUE = re.compile(r"[^\S\r\n]{0,3}|[-‐‑]|,[^\S\r\n]?")


@dataclass(frozen=True, slots=True)
class _Hit:
    """A piece of text that names somebody known."""

    start: int
    end: int
    people: People
    rule: str
    words: frozenset[str] = field(repr=False)

    def joined(self, other: _Hit) -> _Hit:
        """Both and what is between, as a name of those whom both name."""
        people, words = self.people & other.people, self.words | other.words
        return replace(self, end=max(self.end, other.end), people=people, words=words)


class KnownNames:
    """Looks for the names of known people."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._genitives = tuple(rulebook.pack.strings("genitive", "names"))
        self._ordinary = re.compile(rulebook.alphabet.charset("common_word"))

    def spans(self, document: Analysed, index: KnownIndex) -> Iterator[Span]:
        """A span for every name, its parts taken together."""
        if not index.people:
            return
        text = document.document.text
        for hit in _runs(self._hits(document, index), text):
            start, end = _with_initials(hit, index, text)
            yield Span(start, end, index.role(hit.people), 0.97, Source(KNOWN, hit.rule, "a known name"))
        yield from _initials(text, index)

    def _hits(self, document: Analysed, index: KnownIndex) -> list[_Hit]:
        """What is surely a name, and what is one beside such: ordinary words and misspellings in lower case."""
        text = document.document.text
        tokens = [token for token, word in enumerate(document.texts) if word[0].isalpha()]
        folded = [fold(document.texts[token]) for token in tokens]
        sure: list[_Hit] = []
        doubtful: list[_Hit] = []
        for place, token in enumerate(tokens):
            hit = self._word(document, token, folded[place], index)
            if hit is not None:
                (sure if self._is_sure(document, token, hit) else doubtful).append(hit)
            stop = place + JOIN_MAX_WORDS
            sure += _split_words(document, tokens[place:stop], folded[place:stop], index)
        return sure + list(_confirmed(doubtful, sure, text))

    def _word(self, document: Analysed, token: int, word: str, index: KnownIndex) -> _Hit | None:
        place = document.starts[token], document.end(token)
        for form in self._stems(word):
            people = index.words.get(form, NOBODY) | index.joined.get(form, NOBODY)
            if people:
                return _Hit(*place, people, "name", frozenset({form}))
        people = NOBODY if self._ordinary.match(document.classes, token) else index.misspelt(word)
        return _Hit(*place, people, "misspelt_name", frozenset({word})) if people else None

    def _is_sure(self, document: Analysed, token: int, hit: _Hit) -> bool:
        """An ordinary word in lower case ("ask", "berg") and a misspelling in lower case need a name beside them."""
        if document.texts[token][0].isupper():
            return True
        return hit.rule == "name" and not self._ordinary.match(document.classes, token)

    def _stems(self, word: str) -> Iterator[str]:
        yield word
        for ending in self._genitives:
            if word.endswith(ending) and len(word) - len(ending) >= NAME_MIN_CHARS:
                yield word[: -len(ending)]


def _split_words(document: Analysed, tokens: Sequence[int], folded: Sequence[str], index: KnownIndex) -> Iterator[_Hit]:
    """Names that the first two or three words make together: "Anna Karin" for "Annakarin"."""
    for count in range(2, min(JOIN_MAX_WORDS, len(tokens)) + 1):
        first, stop = tokens[0], tokens[count - 1] + 1
        people = index.joined.get("".join(folded[:count]), NOBODY)
        if people and stop - first <= 2 * count:
            place = document.starts[first], document.end(stop - 1)
            yield _Hit(*place, people, "split_name", frozenset(folded[:count]))


def _confirmed(doubtful: Sequence[_Hit], sure: Sequence[_Hit], text: str) -> Iterator[_Hit]:
    """What stands beside a sure part of the same name, and ordinary words in a line that has a name in lower case."""
    if not doubtful or not sure:
        return
    ends = [match.start() for match in re.finditer(r"[\r\n]", text)]
    lines = {bisect(ends, hit.start) for hit in sure if text[hit.start].islower()}
    parts = [*doubtful, *sure]
    in_order = sorted(range(len(parts)), key=lambda number: _place(parts[number]))
    for at, number in enumerate(in_order):
        if number >= len(doubtful):
            continue
        hit = parts[number]
        left = (parts[place] for place in in_order[max(0, at - BESIDE_HITS) : at] if place >= len(doubtful))
        right = (parts[place] for place in in_order[at + 1 : at + 1 + BESIDE_HITS] if place >= len(doubtful))
        is_part = any(_belong(neighbour, hit, text) for neighbour in left) or any(
            _belong(hit, neighbour, text) for neighbour in right
        )
        if is_part or (hit.rule == "name" and bisect(ends, hit.start) in lines):
            yield hit


def _runs(hits: Iterable[_Hit], text: str) -> Iterator[_Hit]:
    """Hits with those that belong to them, each stretch of text once."""
    run: _Hit | None = None
    for hit in sorted(hits, key=_place):
        if run is not None and hit.end <= run.end and run.people & hit.people:
            run = replace(run, people=run.people & hit.people)
        elif run is not None and _belong(run, hit, text):
            run = run.joined(hit)
        else:
            if run is not None:
                yield run
            run = hit
    if run is not None:
        yield run


def _place(hit: _Hit) -> tuple[int, int]:
    return hit.start, -hit.end


def _belong(left: _Hit, right: _Hit, text: str) -> bool:
    """Whether two hits are parts of the name of one person."""
    if not left.people & right.people:
        return False
    if right.start < left.end:
        return True
    return not left.words & right.words and _GLUE.fullmatch(text, left.end, right.start) is not None


def _with_initials(hit: _Hit, index: KnownIndex, text: str) -> tuple[int, int]:
    """Where a name stands with the initials of its other words before or behind it ("A.-K. Lindqvist")."""
    for person in sorted(hit.people):
        letters = "".join(word[0] for word in index.people[person].words if word not in hit.words)
        if 1 <= len(letters) <= INITIALS_MAX:
            before = _beside_patterns(letters)[0].search(text[max(0, hit.start - INITIALS_WINDOW_CHARS) : hit.start])
            behind = _beside_patterns(letters)[1].match(text, hit.end, hit.end + INITIALS_WINDOW_CHARS)
            if before is not None or behind is not None:
                return hit.start - len(before[0]) if before else hit.start, behind.end() if behind else hit.end
    return hit.start, hit.end


@lru_cache(maxsize=1024)
def _beside_patterns(letters: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns for some initials, or the first of them, before a name and behind it."""
    forms = "|".join(_written(some) for some in dict.fromkeys((letters, letters[0])))
    return re.compile(rf"(?<!\w)(?:{forms})(?:\.? |\.|-)\Z"), re.compile(rf" (?:{forms})(?:\.(?!\w)|(?![\w.-]))")


def _written(letters: str) -> str:
    """A pattern of capitals with full stops, hyphens and blanks between them, or nothing."""
    return r"(?:\.? ?-?|\. ?)".join(map(re.escape, letters.upper()))


@lru_cache(maxsize=1024)
def _alone_pattern(letters: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){_written(letters)}(?:\.|(?![\w-]))")


def _initials(text: str, index: KnownIndex) -> Iterator[Span]:
    """Two to four capitals that are the initials of one known person.

    Two need a full stop or a hyphen ("BE" is also an abbreviation), and so do the first and the last of more.
    """
    for person in index.people:
        letters = "".join(word[0] for word in person.words)
        if not 2 <= len(letters) <= INITIALS_MAX:
            continue
        for some in dict.fromkeys((letters, letters[0] + letters[-1])):
            for match in _alone_pattern(some).finditer(text):
                if len(some) > 2 or "." in match[0] or "-" in match[0]:
                    source = Source(KNOWN, "initials", f"initials of a known {person.role}")
                    yield Span(*match.span(), "INITIALS", 0.9, source)
