"""Names that a line end or a tab parts: the places where one could, read once more with a blank instead.

``text.layout`` undoes line ends that only ran out of room, and knows them by the width of the page. Whatever else
parts a name (a table, a form, a line end where there was room) is met here: where a line ends and the next begins as a
name could go on, both lines are read as one, and names of people that reach over their break are taken.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span
from maskerad.recognisers.base import Evidence, Findings, Recogniser, first_evidence, run_chain
from maskerad.recognisers.breaks import LINE_TOKENS, Breaks, is_whole
from maskerad.recognisers.name_parts import join_name_parts
from maskerad.recognisers.resolve import resolve
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.grammar import NEWLINE
from maskerad.recognisers.rules.rulebook import RuleBook

_LONG_WORD, _BREAK = re.compile(r"[^\W\d_]{2,}"), re.compile(r"[\n\t]")  # initials are no words
NAMES = ("given_female", "given_male", "given_mostly", "family", "particle")
ORDINARY = ("common", "medical", "title_any")


@dataclass(frozen=True, slots=True)
class _Window:
    """Neighbouring lines read as one.

    Attributes:
        number: Of the document.
        text: The lines with a blank for each break.
        pieces: Where each line lies in the document.
        starts: Where each begins in ``text``.
    """

    number: int
    text: str = field(repr=False)
    pieces: Sequence[tuple[int, int]]
    starts: Sequence[int]

    def is_broken(self, span: Span) -> bool:
        """Whether the span reaches over a break."""
        return self._piece(span.end - 1) > self._piece(span.start)

    def original(self, span: Span) -> Span:
        """The span in offsets of the document."""
        first, last = self._piece(span.start), self._piece(span.end - 1)
        start = self.pieces[first][0] + span.start - self.starts[first]
        end = self.pieces[last][0] + span.end - self.starts[last]
        return replace(span, start=start, end=end)

    def _piece(self, at: int) -> int:
        return bisect_right(self.starts, at) - 1


class BrokenNames:
    """Reads lines together over which a name may reach.

    Args:
        rulebook: Knows what a name may end and begin with.
        chain: What reads them.
    """

    def __init__(self, rulebook: RuleBook, chain: Sequence[Recogniser]) -> None:
        self._analyser, self._chain = rulebook.analyser, chain
        self._people = people_labels()
        self._breaks = Breaks(rulebook.alphabet)
        bits = rulebook.lexicon.bits
        self._lexicon = rulebook.lexicon.words
        self._names, self._ordinary = (sum(bits.get(atom, 0) for atom in atoms) for atoms in (NAMES, ORDINARY))

    def recognise(self, evidence: Evidence) -> Findings:
        """Names of people that reach over a break, of which a part was not marked before."""
        spans: list[list[Span]] = [[] for _ in evidence.documents]
        pairs = enumerate(zip(evidence.documents, evidence.spans, strict=True))
        windows = [window for number, (document, marked) in pairs for window in self._windows(number, document, marked)]
        if windows:
            documents = [evidence.documents[window.number].document for window in windows]
            pairs_of = zip(documents, windows, strict=True)
            read = [self._analyser.analyse(replace(old, text=window.text)) for old, window in pairs_of]
            heard = run_chain(self._chain, first_evidence(read, evidence.known))
            for window, old, here in zip(windows, documents, heard.spans, strict=True):
                spans[window.number] += self._reaching(window, here, old.text)
        pairs_found = zip(evidence.documents, evidence.spans, spans, strict=True)
        return Findings([_new(analysed.document.text, marked, reaching) for analysed, marked, reaching in pairs_found])

    def _reaching(self, window: _Window, spans: Sequence[Span], text: str) -> Iterator[Span]:
        """Names over a break and what others left of them ("Praxis Dr. Heike⏎Vogt"), in offsets of the document."""
        possible = [span for span in spans if span.label in self._people or not window.is_broken(span)]
        taken = join_name_parts(resolve(possible, text=window.text), window.text)
        names = [span for span in taken if span.label in self._people]
        broken = [span for span in (*possible, *names) if span.label in self._people and window.is_broken(span)]
        going_on = [span for span in broken if self._may_go_on(_text_of(window.original(span), text))]
        return (window.original(name) for name in names if any(name.overlaps(span) for span in going_on))

    def _may_go_on(self, name: str) -> bool:
        """Whether a name is not whole before its first break, nor a line begins with everyday words behind its last."""
        behind = _BREAK.split(name)[-1]
        known = [self._lexicon.get(word, 0) for word in _LONG_WORD.findall(behind.lower())]
        is_ordinary = behind[:1].isupper() and all(mask & self._ordinary and not mask & self._names for mask in known)
        return not (known and is_ordinary) and not is_whole(name)

    def _windows(self, number: int, document: Analysed, marked: Sequence[Span]) -> Iterator[_Window]:
        """The lines around each break; those around breaks that follow one another are read together."""
        classes = document.classes
        names = resolve(span for span in marked if span.label in self._people)
        for run in self._breaks.runs(document, names):
            pieces = [(max(classes.rfind(NEWLINE, 0, run[0]) + 1, run[0] - LINE_TOKENS), run[0])]
            for cut, following in pairwise([*run, len(classes)]):
                end = classes.find(NEWLINE, cut + 1)
                pieces.append((cut + 1, min(following, end if end >= 0 else len(classes), cut + 1 + LINE_TOKENS)))
            yield _window(number, document, pieces)


def _text_of(span: Span, text: str) -> str:
    return text[span.start : span.end]


def _new(text: str, marked: Sequence[Span], reaching: Sequence[Span]) -> list[Span]:
    """Those of which a letter lies in no span that is marked already."""
    if not reaching:
        return []
    is_covered = bytearray(len(text))
    for span in marked:
        is_covered[span.start : span.end] = b"\1" * span.length
    return [
        span
        for span in reaching
        if any(text[at].isalpha() and not is_covered[at] for at in range(span.start, span.end))
    ]


def _window(number: int, document: Analysed, tokens: Sequence[tuple[int, int]]) -> _Window:
    pieces = [(document.starts[first], document.end(stop - 1)) for first, stop in tokens]
    texts = [document.document.text[start:end] for start, end in pieces]
    return _Window(number, " ".join(texts), pieces, list(accumulate((len(text) + 1 for text in texts[:-1]), initial=0)))
