"""A document cut into tokens with their classes: what every rule reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, compress, count
from typing import Protocol

from maskerad.core.document import Document
from maskerad.core.span import Source, Span
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.classes import Classes
from maskerad.recognisers.rules.lexicon import LOWER, Lexicon, Phrase, case_of
from maskerad.text.morphemes import Morpheme, is_run, split_scripts
from maskerad.text.tokens import piece_starts, split_pieces

PAIRS_MAX, RUNS_MAX = (
    10_000,
    10_000,
)  # that are remembered: pairs that may begin a phrase, and runs of Chinese characters and kana


@dataclass(frozen=True, slots=True)
class Analysed:
    """One document as tokens. All sequences but the first have one item a token; blanks are left out.

    Attributes:
        document: As received (or its normalised view).
        pieces: What it was cut into before anything was joined, blanks among them; together they are the text.
        texts: The tokens.
        starts: Their offsets, in code points.
        letters: Their class characters.
        classes: The same as one string, which the rules read.
    """

    document: Document
    pieces: list[str] = field(repr=False)
    texts: list[str] = field(repr=False)
    starts: list[int] = field(repr=False)
    letters: list[str] = field(repr=False)
    classes: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "classes", "".join(self.letters))

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
        self._alphabet = alphabet
        self._classes = classes
        self._phrases = _Phrases(lexicon)

    def analyse(self, document: Document) -> Analysed:
        """Tokens, offsets and classes of a document, phrases of the lexicon joined into one token."""
        pieces = split_pieces(document.text)
        letters = list(map(self._classes.__getitem__, pieces))
        starts = list(compress(piece_starts(pieces), letters))
        texts = list(compress(pieces, letters))
        letters = list(filter(None, letters))
        is_kept = bytearray(b"\1") * len(texts)
        for at, phrase in self._found(texts):
            stop = at + 2 + len(phrase.rest)
            letters[at] = self._alphabet.character(phrase.mask, _case(texts[at:stop]))
            texts[at] = document.text[starts[at] : starts[stop - 1] + len(texts[stop - 1])]
            is_kept[at + 1 : stop] = bytes(stop - at - 1)
        if 0 in is_kept:  # taken out all at once: one by one, each would move all that follow
            texts, starts, letters = (
                list(compress(texts, is_kept)),
                list(compress(starts, is_kept)),
                list(compress(letters, is_kept)),
            )
        return Analysed(document, pieces, texts, starts, letters)

    def _found(self, texts: list[str]) -> Iterator[tuple[int, Phrase]]:
        """First token and phrase of each place where one stands; they do not overlap."""
        firsts, seconds = self._classes.first_words, self._classes.second_words
        done = 0
        for at in list(compress(count(), map(firsts.__contains__, texts[:-1]))):
            if at >= done and texts[at + 1] in seconds:
                for phrase in self._phrases[texts[at], texts[at + 1]]:
                    if _stands(phrase, texts, at):
                        done = at + 2 + len(phrase.rest)
                        yield at, phrase
                        break


class _Phrases(dict[tuple[str, str], tuple[Phrase, ...]]):
    """Two words as written to the phrases that begin so, the longest first; filled as pairs are met.

    A phrase that is no cue needs a capital.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__()
        self._lexicon = lexicon

    def __missing__(self, pair: tuple[str, str]) -> tuple[Phrase, ...]:
        if len(self) >= PAIRS_MAX:
            self.clear()
        entries = self._lexicon.phrases.get((pair[0].lower(), pair[1].lower()), {}).values()
        is_lower = case_of(pair[0]) == LOWER
        allowed = [phrase for phrase in entries if phrase.is_cue or not is_lower]
        self[pair] = phrases = tuple(sorted(allowed, key=lambda phrase: -len(phrase.rest)))
        return phrases


def _stands(phrase: Phrase, texts: list[str], at: int) -> bool:
    """Whether a phrase whose first two words are there goes on as it should."""
    if not phrase.rest:
        return True
    following = texts[at + 2 : at + 2 + len(phrase.rest)]
    return tuple(map(str.lower, following)) == phrase.rest


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
        self._runs: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def analyse(self, document: Document) -> Analysed:
        """Tokens, offsets and classes of a document."""
        texts: list[str] = []
        starts: list[int] = []
        letters: list[str] = []
        start = 0
        pieces = split_scripts(document.text)
        for piece in pieces:
            if is_run(piece):
                words, classes = self._words(piece)
                texts += words
                letters += classes
                starts += accumulate(map(len, words[:-1]), initial=start)
            elif letter := self._classes[piece]:
                texts.append(piece)
                letters.append(letter)
                starts.append(start)
            start += len(piece)
        return Analysed(document, pieces, texts, starts, letters)

    def _words(self, run: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        known = self._runs.get(run)
        if known is None:
            if len(self._runs) >= RUNS_MAX:
                self._runs.clear()
            known = self._runs[run] = self._joined(self._split(run))
        return known

    def _joined(self, morphemes: tuple[Morpheme, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
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
        return tuple(words), tuple(classes)

    def _longest(self, morphemes: tuple[Morpheme, ...], index: int) -> int:
        """How many morphemes from ``index`` on make the longest entry of a list; 1 when none does."""
        for length in range(min(JOIN_MAX_MORPHEMES, len(morphemes) - index), 1, -1):
            if self._classes.is_joint("".join(m.surface for m in morphemes[index : index + length])):
                return length
        return 1
