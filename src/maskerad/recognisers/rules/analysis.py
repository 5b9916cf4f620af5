"""A document cut into tokens with their classes: what every rule reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import compress, pairwise
from typing import Protocol

from maskerad.core.document import Document
from maskerad.core.span import Source, Span
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.classes import CACHE_MAX, Classes
from maskerad.recognisers.rules.lexicon import LOWER, Lexicon, Phrase, case_of
from maskerad.text.morphemes import Morpheme, is_run, split_scripts
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


class DocumentAnalyser(Protocol):
    """Cuts documents of one language into classified tokens."""

    def analyse(self, document: Document) -> Analysed:
        """Tokens, offsets and classes of a document."""


class Analyser:
    """For languages that put blanks between words."""

    def __init__(self, lexicon: Lexicon, alphabet: Alphabet, classes: Classes) -> None:
        self._lexicon = lexicon
        self._alphabet = alphabet
        self._classes = classes
        self._sorted: dict[tuple[str, str], list[Phrase]] = {}

    def analyse(self, document: Document) -> Analysed:
        """Tokens, offsets and classes of a document, phrases of the lexicon joined into one token."""
        texts, starts, classes = self._classified(document.text)
        firsts, seconds = self._classes.first_words, self._classes.second_words
        pairs = enumerate(pairwise(texts))
        candidates = [index for index, (first, second) in pairs if first in firsts and second in seconds]
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
            stop = index + 2 + len(phrase.rest)
            new_texts += texts[done:index]
            new_starts += starts[done:index]
            new_classes.append(classes[done:index])
            new_texts.append(text[starts[index] : starts[stop - 1] + len(texts[stop - 1])])
            new_starts.append(starts[index])
            new_classes.append(self._alphabet.character(phrase.mask, _case(texts[index:stop])))
            done = stop
        new_texts += texts[done:]
        new_starts += starts[done:]
        new_classes.append(classes[done:])
        return new_texts, new_starts, "".join(new_classes)

    def _phrase_at(self, texts: list[str], index: int) -> Phrase | None:
        """The longest phrase that begins at a token; one that is no cue needs a capital."""
        for phrase in self._phrases_from((texts[index].lower(), texts[index + 1].lower())):
            stop = index + 2 + len(phrase.rest)
            if tuple(map(str.lower, texts[index + 2 : stop])) == phrase.rest and (
                phrase.is_cue or case_of(texts[index]) != LOWER
            ):
                return phrase
        return None

    def _phrases_from(self, first_two: tuple[str, str]) -> list[Phrase]:
        """Phrases by their first two words, the longest first; sorted when first asked for."""
        known = self._sorted.get(first_two)
        if known is None:
            phrases = self._lexicon.phrases.get(first_two, {}).values()
            known = sorted(phrases, key=lambda phrase: -len(phrase.rest))
            if known:
                self._sorted[first_two] = known
        return known


def _case(words: list[str]) -> int:
    """The case of a phrase: that of its first word of more than one letter."""
    return case_of(next((word for word in words if len(word) > 1 and word.isalpha()), words[0]))


JOIN_MAX_MORPHEMES = 6


class MorphemeAnalyser:
    """For Japanese: runs of Chinese characters and kana are cut into morphemes.

    Neighbouring morphemes that together stand in a list ("横浜" + "市") become one token, the longest first.
    """

    def __init__(self, classes: Classes, split: Callable[[str], tuple[Morpheme, ...]]) -> None:
        self._classes = classes
        self._split = split
        self._runs: dict[str, tuple[tuple[str, ...], str]] = {}

    def analyse(self, document: Document) -> Analysed:
        """Tokens, offsets and classes of a document."""
        texts: list[str] = []
        starts: list[int] = []
        classes: list[str] = []
        start = 0
        for piece in split_scripts(document.text):
            words, letters = self._words(piece) if is_run(piece) else ((piece,), self._classes[piece])
            classes.append(letters)
            for word in words:
                if letters:
                    texts.append(word)
                    starts.append(start)
                start += len(word)
        return Analysed(document, texts, starts, "".join(classes))

    def _words(self, run: str) -> tuple[tuple[str, ...], str]:
        known = self._runs.get(run)
        if known is None:
            if len(self._runs) >= CACHE_MAX:
                self._runs.clear()
            known = self._runs[run] = self._joined(self._split(run))
        return known

    def _joined(self, morphemes: tuple[Morpheme, ...]) -> tuple[tuple[str, ...], str]:
        words: list[str] = []
        classes: list[str] = []
        index = 0
        while index < len(morphemes):
            count = self._longest(morphemes, index)
            word = "".join(morpheme.surface for morpheme in morphemes[index : index + count])
            kind = morphemes[index].part_of_speech if count == 1 else "noun"
            words.append(word)
            classes.append(self._classes.of_morpheme(word, kind))
            index += count
        return tuple(words), "".join(classes)

    def _longest(self, morphemes: tuple[Morpheme, ...], index: int) -> int:
        """How many morphemes from ``index`` on make the longest entry of a list; 1 when none does."""
        for count in range(min(JOIN_MAX_MORPHEMES, len(morphemes) - index), 1, -1):
            if self._classes.is_joint("".join(m.surface for m in morphemes[index : index + count])):
                return count
        return 1
