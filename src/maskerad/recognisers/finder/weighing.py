"""A finder beside the rules: it adds what it is sure of, carries on what rules cut short, and doubts their guesses.

Rules keep their word wherever they have spoken: their labels, and every character they marked on good grounds. What
is left to the finder is decided by probabilities that were chosen on records which neither had learnt from.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span
from maskerad.recognisers.base import Evidence, Findings, Recogniser, run_chain
from maskerad.recognisers.finder.beliefs import Beliefs
from maskerad.recognisers.finder.charts import GUESS_MAX, Charts
from maskerad.recognisers.finder.forms import has_form
from maskerad.recognisers.finder.model import Finder, Heard
from maskerad.recognisers.known_index import KNOWN
from maskerad.recognisers.resolve import resolve
from maskerad.recognisers.rules.lexicon import Lexicon

PERSON = "PERSON"
_NAMES = frozenset({PERSON, "CITY", "ORGANIZATION", "HOSPITAL"})
_PEOPLES = ("nationalities",)
_ORDINARY = ("common", "medical", "eponyms", *_PEOPLES)
_NAME_LISTS = ("given_female", "given_male", "given_usual", "family")
SMALL_MIN, SMALL_MAX = 3, 5  # words in small letters: from so many on one is a listed name, and more are a sentence
_DIGIT = re.compile(r"\d")  # of a ward: "Ward 4"
_WORD = re.compile(r"[^\W\d_]+")
_OTHER_SMALL = re.compile("[\u03ac-\u03ce\u0430-\u045f]")  # small Greek and Cyrillic letters
_WITHIN_WORD = re.compile(r"[0-9A-Za-zÀ-ɏ]{2}")
_UNTOLD = frozenset({PERSON, "GIVEN_NAME", "FAMILY_NAME"})  # labels that do not tell whose name it is


@dataclass(frozen=True, slots=True)
class Weighed:
    """Rules, a finder between them, and the rules that spread what both found.

    Attributes:
        before: Rules that the finder is weighed against.
        finder: The trained one.
        after: Rules that spread or join what was found.
        lexicon: Knows which words are everyday words.
        charts: Knows where little is believed.
    """

    before: Sequence[Recogniser]
    finder: Finder
    after: Sequence[Recogniser]
    lexicon: Lexicon = field(default_factory=Lexicon, repr=False)
    charts: Charts = field(default_factory=lambda: Charts(Lexicon()), repr=False)

    def recognise(self, evidence: Evidence) -> Findings:
        """What was believed of every document; candidates may overlap."""
        ruled = run_chain(self.before, evidence)
        heard = self.finder.hear(ruled)
        beliefs = self.finder.beliefs
        kept = _without_doubted(ruled, heard, beliefs, self.charts)
        texts = [document.document.text for document in ruled.documents]
        additions = [
            added(self._sure(answer.spans, text, rules), rules, text)
            for answer, rules, text in zip(heard, kept, texts, strict=True)
        ]
        both = replace(ruled, spans=[[*rules, *new] for rules, new in zip(kept, additions, strict=True)])
        spread = run_chain(self.after, both)
        return Findings(spread.spans, spread.common)

    def _sure(self, spans: Iterable[Span], text: str, rules: Sequence[Span]) -> list[Span]:
        """Spans without values of a chart, and without names that are peoples, everyday words or some of medicine."""
        least = self.finder.beliefs.ordinary
        return [
            span
            for span in spans
            if has_form(text, span) and (self.charts.stands(text, span) or any(map(span.overlaps, rules)))
            if span.label not in _NAMES
            or not (
                self._is_made_of(_PEOPLES if span.score >= least else _ORDINARY, text, span)
                or _is_part_of_word(text, span)
                or self._is_sentence(text, span)
            )
        ]

    def _is_sentence(self, text: str, span: Span) -> bool:
        """Whether words in small letters are rather those of another language than a name."""
        inner = text[span.start : span.end]
        words = _WORD.findall(inner)
        if not inner.islower() or (len(words) < SMALL_MIN and not _OTHER_SMALL.search(inner)):
            return False
        known, bits = self.lexicon.words, self.lexicon.bits
        mask = sum(bits[name] for name in _NAME_LISTS if name in bits)
        return len(words) > SMALL_MAX or not any(known.get(word, 0) & mask for word in words)

    def _is_made_of(self, lists: Iterable[str], text: str, span: Span) -> bool:
        """Whether a name has no digit, and each word of it is in one of some lists."""
        inner, known, bits = text[span.start : span.end], self.lexicon.words, self.lexicon.bits
        mask = sum(bits[name] for name in lists if name in bits)
        return not _DIGIT.search(inner) and all(known.get(word.lower(), 0) & mask for word in _WORD.findall(inner))


def _is_part_of_word(text: str, span: Span) -> bool:
    """Whether a letter or digit of a script that parts its words goes on beside a span: "CHA" of "CHA2DS2-VASc"."""
    return any(_WITHIN_WORD.match(text, edge - 1) for edge in (span.start, span.end) if edge)


def added(spans: Iterable[Span], rules: Iterable[Span], text: str) -> list[Span]:
    """What a finder adds to the rules: what goes beyond them.

    Args:
        found: Its spans in order.
        rules: Candidates of the rules.
        text: Where they lie.

    Example:
        >>> added([Span(0, 14, "PERSON", 0.9)], [Span(5, 14, "PATIENT", 0.8)], "Anna Lindqvist från Umeå")[0].label
        'PATIENT'
    """
    marked = list(resolve(rules, text=text))
    pairs = ((span, _touched(span, marked)) for span in spans)
    return [_joined(span, beside) for span, beside in pairs if _goes_beyond(span, beside, text)]


def _joined(guess: Span, marked: Sequence[Span]) -> Span:
    """A span under the label of what it carries on, if that is alike."""
    if not marked:
        return guess
    alike = [span for span in marked if _class(span.label) == _class(guess.label)]
    ruled = max(alike or marked, key=lambda span: (span.label not in _UNTOLD, span.score, -span.start))
    weaker = min(guess.score, *(span.score for span in marked)) / 2  # rules keep what they have
    return replace(guess, label=ruled.label if alike else guess.label, score=weaker)


def _goes_beyond(guess: Span, marked: Sequence[Span], text: str) -> bool:
    """Whether a letter or digit of a span is not marked yet."""
    at = guess.start
    for span in (*marked, None):
        if any(map(str.isalnum, text[at : span.start if span else guess.end])):
            return True
        at = max(at, span.end) if span else at
    return False


def _touched(guess: Span, marked: Sequence[Span]) -> list[Span]:
    """Those of disjoint spans in order that share a character with one."""
    at = bisect_right(marked, guess.start, key=lambda span: span.end)
    spans = []
    while at < len(marked) and marked[at].start < guess.end:
        spans.append(marked[at])
        at += 1
    return spans


def _without_doubted(ruled: Evidence, heard: Sequence[Heard], beliefs: Beliefs, charts: Charts) -> list[list[Span]]:
    """Candidates of the rules without guesses at whose places the finder sees nobody.

    A guess stays where the same words stand in the record on better grounds.
    """
    most = max(beliefs.guess, GUESS_MAX) if beliefs.doubted else beliefs.guess
    guesses = [[s for s in spans if _is_guess(s, most)] for spans in ruled.spans]
    doubted = [
        {
            s
            for s, p in zip(mine, answer.probabilities(mine), strict=True)
            if _is_doubted(s, p, beliefs) or charts.may_fall(document.document.text, s, p)
        }
        for document, mine, answer in zip(ruled.documents, guesses, heard, strict=True)
    ]
    if not any(doubted):
        return list(map(list, ruled.spans))
    believed = set(_words(ruled, [[s for s in spans if s not in fall] for spans, fall in _pairs(ruled, doubted)]))
    return [
        [s for s in spans if s not in fall or document.document.text[s.start : s.end].lower() in believed]
        for document, (spans, fall) in zip(ruled.documents, _pairs(ruled, doubted), strict=True)
    ]


def _pairs(ruled: Evidence, doubted: Sequence[set[Span]]) -> Iterator[tuple[Sequence[Span], set[Span]]]:
    return zip(ruled.spans, doubted, strict=True)


def _words(ruled: Evidence, spans: Sequence[Sequence[Span]]) -> Iterator[str]:
    for document, mine in zip(ruled.documents, spans, strict=True):
        yield from (document.document.text[span.start : span.end].lower() for span in mine)


def _is_guess(span: Span, most: float) -> bool:
    return span.source.recogniser != KNOWN and span.score <= most


def _is_doubted(span: Span, probability: float, beliefs: Beliefs) -> bool:
    return span.score <= beliefs.guess and beliefs.is_doubted(_class(span.label), probability)


def _class(label: str) -> str:
    """A label as the finder has it: it does not tell people apart."""
    return PERSON if label in people_labels() else label
