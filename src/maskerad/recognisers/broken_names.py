"""Names that a line end or a tab parts: the places where one could, read once more with a blank instead.

``text.layout`` undoes line ends that only ran out of room, and knows them by the width of the page. Whatever else
parts a name (a table, a form, a line end where there was room) is met here: where a line ends and the next begins as a
name could go on, both lines are read as one, and names of people that reach over their seam are taken.
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
from maskerad.recognisers.name_parts import join_name_parts
from maskerad.recognisers.resolve import resolve
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.grammar import GAP, NEWLINE
from maskerad.recognisers.rules.rulebook import RuleBook

_FULL_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_a-z][^\W\d_]+")

_END = re.compile(f"[{NEWLINE}{GAP}]")
LINE_TOKENS = 10  # of the lines on both sides of a seam, so many tokens are read


@dataclass(frozen=True, slots=True)
class _Window:
    """Neighbouring lines read as one.

    Attributes:
        number: Of the document.
        text: The lines with a blank for each seam.
        pieces: Where each line lies in the document.
        starts: Where each begins in ``text``.
    """

    number: int
    text: str = field(repr=False)
    pieces: Sequence[tuple[int, int]]
    starts: Sequence[int]

    def original(self, span: Span) -> Span | None:
        """The span in offsets of the document, if it reaches over a seam."""
        first, last = bisect_right(self.starts, span.start) - 1, bisect_right(self.starts, span.end - 1) - 1
        if first == last:
            return None
        start = self.pieces[first][0] + span.start - self.starts[first]
        end = self.pieces[last][0] + span.end - self.starts[last]
        return replace(span, start=start, end=end)


class BrokenNames:
    """Reads lines together over which a name may reach.

    Args:
        rulebook: Knows what a name may end and begin with.
        chain: What reads them.
    """

    def __init__(self, rulebook: RuleBook, chain: Sequence[Recogniser]) -> None:
        self._analyser, self._chain = rulebook.analyser, chain
        self._people = people_labels()
        members = rulebook.alphabet.members
        self._abbreviated = members("initial") | members("title_any")
        self._name, self._word, self._particle = map(members, ("broken_name", "broken_word", "broken_particle"))

    def recognise(self, evidence: Evidence) -> Findings:
        """Names of people that reach over a seam, of which a part was not marked before."""
        spans: list[list[Span]] = [[] for _ in evidence.documents]
        pairs = enumerate(zip(evidence.documents, evidence.spans, strict=True))
        windows = [one for number, (document, marked) in pairs for one in self._windows(number, document, marked)]
        if windows:
            documents = [evidence.documents[one.number].document for one in windows]
            pairs_of = zip(documents, windows, strict=True)
            read = [self._analyser.analyse(replace(old, text=one.text)) for old, one in pairs_of]
            found = run_chain(self._chain, first_evidence(read, evidence.known))
            for window, old, here in zip(windows, documents, found.spans, strict=True):
                spans[window.number] += self._reaching(window, here, old.text)
        pairs_found = zip(evidence.documents, evidence.spans, spans, strict=True)
        return Findings([_new(one.document.text, marked, reaching) for one, marked, reaching in pairs_found])

    def _reaching(self, window: _Window, spans: Sequence[Span], text: str) -> Iterator[Span]:
        """Names over a seam, in offsets of the document, that are not whole before it."""
        for span in join_name_parts(resolve(spans, text=window.text), window.text):
            original = window.original(span) if span.label in self._people else None
            if original is not None and not _is_whole(text[original.start : original.end]):
                yield original

    def _windows(self, number: int, document: Analysed, marked: Sequence[Span]) -> Iterator[_Window]:
        """The lines around each seam; those around seams that follow one another are read together."""
        classes = document.classes
        seams = [seam for seam in _line_ends(document) if self._is_seam(document, seam)]
        if seams:
            seams = self._open_seams(document, seams, [span for span in marked if span.label in self._people])
        pieces: list[tuple[int, int]] = []
        for seam, following in pairwise([*seams, len(classes)]):
            if not pieces:
                pieces = [(max(classes.rfind(NEWLINE, 0, seam) + 1, seam - LINE_TOKENS), seam)]
            end = classes.find(NEWLINE, seam + 1)
            stop = min(following, end if end >= 0 else len(classes), seam + 1 + LINE_TOKENS)
            pieces.append((seam + 1, stop))
            if stop < following or stop == len(classes):
                yield _window(number, document, pieces)
                pieces = []

    def _open_seams(self, document: Analysed, seams: Sequence[int], names: Sequence[Span]) -> list[int]:
        """Those that lie neither after a whole name nor between two names."""
        text = document.document.text
        starts, ends = {span.start for span in names}, {span.end for span in names}
        whole = {span.end for span in names if _is_whole(text[span.start : span.end])}
        after = ((seam, document.end(seam - 1)) for seam in seams)
        return [
            seam
            for seam, end in after
            if end not in whole and not (end in ends and document.starts[seam + 1] in starts)
        ]

    def _is_seam(self, document: Analysed, at: int) -> bool:
        """Whether a name may go on after a line end: not after a sentence, nor in a label ("Name:") or the next row."""
        letters, texts = document.letters, document.texts
        before, after = letters[at - 1], letters[at + 1]
        if after not in self._word and after not in self._name:
            return False
        if at > 1 and texts[at - 1] in (".", ","):
            before = letters[at - 2]
            if texts[at - 1] == "." and before not in self._abbreviated:
                return False
        if before in self._name or (before in self._word if after in self._name else before in self._particle):
            is_row = "|" in _line_before(document, at) and "|" in _line_after(document, at)
            return not is_row and texts[at + 2 : at + 3] not in ([":"], ["："])
        return False


def _line_ends(document: Analysed) -> Iterator[int]:
    """Tokens that are a line end or a tab, with a token before and after; no other gaps."""
    classes = document.classes
    for match in _END.finditer(classes, 1, max(1, len(classes) - 1)):
        if match[0] == NEWLINE or "\t" in document.texts[match.start()]:
            yield match.start()


def _line_before(document: Analysed, seam: int) -> list[str]:
    """The last tokens of the line that ends at a seam."""
    first = max(document.classes.rfind(NEWLINE, 0, seam) + 1, seam - LINE_TOKENS)
    return list(document.texts[first:seam])


def _line_after(document: Analysed, seam: int) -> list[str]:
    """The first tokens of the line that begins behind it."""
    end = document.classes.find(NEWLINE, seam + 1)
    stop = min(end if end >= 0 else len(document.classes), seam + 1 + LINE_TOKENS)
    return list(document.texts[seam + 1 : stop])


def _is_whole(name: str) -> bool:
    """Whether a name is one before its first seam: two words with capitals, of more than a letter."""
    first = re.split(r"[\n\t]", name, maxsplit=1)[0]
    return len(_FULL_WORD.findall(first)) > 1


def _new(text: str, marked: Sequence[Span], reaching: Sequence[Span]) -> list[Span]:
    """Those of which a letter lies in no span that is marked already."""
    if not reaching:
        return []
    is_covered = bytearray(len(text))
    for span in marked:
        is_covered[span.start : span.end] = b"\1" * span.length
    return [
        one for one in reaching if any(text[at].isalpha() and not is_covered[at] for at in range(one.start, one.end))
    ]


def _window(number: int, document: Analysed, tokens: Sequence[tuple[int, int]]) -> _Window:
    pieces = [(document.starts[first], document.end(stop - 1)) for first, stop in tokens]
    texts = [document.document.text[start:end] for start, end in pieces]
    return _Window(number, " ".join(texts), pieces, list(accumulate((len(text) + 1 for text in texts[:-1]), initial=0)))
