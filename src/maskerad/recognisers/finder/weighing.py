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
from maskerad.recognisers.finder.model import Finder, Heard
from maskerad.recognisers.known_index import KNOWN
from maskerad.recognisers.resolve import resolve
from maskerad.recognisers.rules.lexicon import Lexicon

PERSON = "PERSON"
_COLUMN = re.compile(r"[ \u00a0\u3000]{2}|[\t\r\n]")  # what stands on both sides of it is hardly one thing
_NAMES = frozenset({PERSON, "CITY", "ORGANIZATION"})
_ORDINARY = ("common", "medical", "eponyms", "nationalities")
_WORD = re.compile(r"[^\W\d_]+")
_UNTOLD = frozenset({PERSON, "GIVEN_NAME", "FAMILY_NAME"})  # labels that do not tell whose name it is


@dataclass(frozen=True, slots=True)
class Weighed:
    """Rules, a finder between them, and the rules that spread what both found.

    Attributes:
        before: Rules that the finder is weighed against.
        finder: The trained one.
        after: Rules that spread or join what was found.
        lexicon: Knows which words are everyday words.
    """

    before: Sequence[Recogniser]
    finder: Finder
    after: Sequence[Recogniser]
    lexicon: Lexicon = field(default_factory=Lexicon, repr=False)

    def recognise(self, evidence: Evidence) -> Findings:
        """What was believed of every document; candidates may overlap."""
        ruled = run_chain(self.before, evidence)
        heard = self.finder.hear(ruled)
        beliefs = self.finder.beliefs
        kept = _without_doubted(ruled, heard, beliefs)
        texts = [document.document.text for document in ruled.documents]
        found = [
            added(self._sure(one.spans, text), rules, text, beliefs)
            for one, rules, text in zip(heard, kept, texts, strict=True)
        ]
        both = replace(ruled, spans=[[*rules, *new] for rules, new in zip(kept, found, strict=True)])
        spread = run_chain(self.after, both)
        return Findings(spread.spans, spread.common)

    def _sure(self, spans: Iterable[Span], text: str) -> list[Span]:
        """Spans but for names that may be everyday words, of medicine or of where people come from."""
        least = self.finder.beliefs.ordinary
        return [s for s in spans if s.score >= least or s.label not in _NAMES or not self._is_ordinary(text, s)]

    def _is_ordinary(self, text: str, span: Span) -> bool:
        words = _WORD.findall(text, span.start, span.end)
        known, bits = self.lexicon.words, self.lexicon.bits
        mask = sum(bits[name] for name in _ORDINARY if name in bits)
        return all(known.get(word.lower(), 0) & mask for word in words)


def added(found: Iterable[Span], rules: Iterable[Span], text: str, beliefs: Beliefs) -> list[Span]:
    """What a finder adds to the rules.

    Args:
        found: Its spans in order, each with its probability.
        rules: Candidates of the rules.
        text: Where they lie.
        beliefs: From when on it is believed.

    Example:
        >>> sure = Beliefs({"*": 0.5}, {"*": 0.5})
        >>> found = [Span(0, 14, "PERSON", 0.9), Span(20, 24, "CITY", 0.3)]
        >>> added(found, [Span(5, 14, "PATIENT", 0.8)], "Anna Lindqvist från Umeå", sure)[0].label
        'PATIENT'
    """
    marked = list(resolve(rules, text=text))
    return [span for one in found if (span := _believed(one, _touched(one, marked), text, beliefs)) is not None]


def _believed(one: Span, marked: Sequence[Span], text: str, beliefs: Beliefs) -> Span | None:
    """The span under the label that it counts with; None where it does not count, or rules have all of it."""
    if _COLUMN.search(text, one.start, one.end):
        return None
    if not marked:
        return one if beliefs.is_believed_alone(one.label, one.score) else None
    if not beliefs.is_believed_beside(one.label, one.score) or not _goes_beyond(one, marked, text):
        return None
    alike = [span for span in marked if _class(span.label) == _class(one.label)]
    told = max(alike or marked, key=lambda span: (span.label not in _UNTOLD, span.score, -span.start))
    weaker = min(one.score, *(span.score for span in marked)) / 2  # rules keep what they have
    return replace(one, label=told.label if alike else one.label, score=weaker)


def _goes_beyond(one: Span, marked: Sequence[Span], text: str) -> bool:
    """Whether a letter or digit of a span is not marked yet."""
    at = one.start
    for span in (*marked, None):
        if any(map(str.isalnum, text[at : span.start if span else one.end])):
            return True
        at = max(at, span.end) if span else at
    return False


def _touched(one: Span, marked: Sequence[Span]) -> list[Span]:
    """Those of disjoint spans in order that share a character with one."""
    at = bisect_right(marked, one.start, key=lambda span: span.end)
    found = []
    while at < len(marked) and marked[at].start < one.end:
        found.append(marked[at])
        at += 1
    return found


def _without_doubted(ruled: Evidence, heard: Sequence[Heard], beliefs: Beliefs) -> list[list[Span]]:
    """Candidates of the rules without guesses at whose places the finder sees nobody.

    A guess stays where the same words stand in the record on better grounds.
    """
    guesses = [[s for s in spans if _is_guess(s, beliefs)] for spans in ruled.spans]
    doubted = [
        {s for s, p in zip(mine, one.probabilities(mine), strict=True) if beliefs.is_doubted(_class(s.label), p)}
        for mine, one in zip(guesses, heard, strict=True)
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


def _is_guess(span: Span, beliefs: Beliefs) -> bool:
    return span.source.recogniser != KNOWN and beliefs.may_be_doubted(_class(span.label), span.score)


def _class(label: str) -> str:
    """A label as the finder has it: it does not tell people apart."""
    return PERSON if label in people_labels() else label
