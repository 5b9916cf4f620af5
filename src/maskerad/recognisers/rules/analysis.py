"""A document cut into tokens with their classes: what every rule reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress

from maskerad.core.document import Document
from maskerad.core.span import Source, Span
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.classes import Classes
from maskerad.recognisers.rules.lexicon import LOWER, Lexicon, Phrase, case_of
from maskerad.text.tokens import piece_starts, split_pieces


@dataclass(frozen=True, slots=True)
class Analysed:
    """One document as tokens. The three sequences have one item a token; blanks are left out.

    Attributes:
        document: As received (or its normalised view).
        texts: The tokens.
        starts: Their offsets, in code points.
        classes: Their class characters, as one string.
    """

    document: Document
    texts: list[str] = field(repr=False)
    starts: list[int] = field(repr=False)
    classes: str = field(repr=False)

    def end(self, token: int) -> int:
        """One past the last code point of a token."""
        return self.starts[token] + len(self.texts[token])

    def span(self, first: int, stop: int, label: str, score: float, source: Source) -> Span:
        """The span from token ``first`` up to, not including, token ``stop``."""
        return Span(self.starts[first], self.end(stop - 1), label, score, source)


class Analyser:
    """Cuts documents of one language into classified tokens."""

    def __init__(self, lexicon: Lexicon, alphabet: Alphabet, classes: Classes) -> None:
        self._lexicon = lexicon
        self._alphabet = alphabet
        self._classes = classes

    def analyse(self, document: Document) -> Analysed:
        """Tokens, offsets and classes of a document, phrases of the lexicon joined into one token."""
        texts, starts, classes = self._classified(document.text)
        firsts = self._classes.starters
        candidates = [index for index, text in enumerate(texts) if text in firsts] if firsts else []
        if candidates:
            texts, starts, classes = self._joined(document.text, texts, starts, classes, candidates)
        return Analysed(document, texts, starts, classes)

    def _classified(self, text: str) -> tuple[list[str], list[int], str]:
        pieces = split_pieces(text)
        classes = list(map(self._classes.__getitem__, pieces))
        starts = piece_starts(pieces)
        return list(compress(pieces, classes)), list(compress(starts, classes)), "".join(classes)

    def _joined(
        self, text: str, texts: list[str], starts: list[int], classes: str, candidates: list[int]
    ) -> tuple[list[str], list[int], str]:
        new_texts: list[str] = []
        new_starts: list[int] = []
        new_classes: list[str] = []
        done = 0
        for index in candidates:
            phrase = self._phrase_at(texts, index) if index >= done else None
            if phrase is None:
                continue
            stop = index + 1 + len(phrase.rest)
            new_texts += texts[done:index]
            new_starts += starts[done:index]
            new_classes.append(classes[done:index])
            new_texts.append(text[starts[index] : starts[stop - 1] + len(texts[stop - 1])])
            new_starts.append(starts[index])
            new_classes.append(self._alphabet.character(phrase.mask, case_of(texts[index])))
            done = stop
        new_texts += texts[done:]
        new_starts += starts[done:]
        new_classes.append(classes[done:])
        return new_texts, new_starts, "".join(new_classes)

    def _phrase_at(self, texts: list[str], index: int) -> Phrase | None:
        for phrase in self._lexicon.phrases[texts[index].lower()]:
            stop = index + 1 + len(phrase.rest)
            if tuple(map(str.lower, texts[index + 1 : stop])) == phrase.rest and (
                phrase.is_cue or case_of(texts[index]) != LOWER
            ):
                return phrase
        return None
