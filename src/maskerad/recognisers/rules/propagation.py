"""Names found once beside a good cue are found everywhere in their record.

A note says "dottern Pernilla" once and "Pernilla" ten times; a letter says "Fadumo Cali Jimcale" and the label on a
tube "JIMCALE". Where ``modules.Learning`` asks for two annotations of anything, this asks for one of good standing,
and it folds case, so it needs the word to be capitalised and to be no ordinary word where it stands alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from maskerad.core.schemes import people_labels
from maskerad.core.span import Source, Span
from maskerad.languages.everyday import EverydayWords
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.classes import cjk_case
from maskerad.recognisers.rules.lexicon import KANJI
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.morphemes import is_run

SOURCE = Source("rules.propagation.v1", "name_of_this_record", "the same name beside a cue elsewhere in the record")
TRUSTED_SCORE = 0.8
MIN_CHARS = 3
MIN_KANJI = 2
JOIN_MAX = 4


class Propagation:
    """Marks further occurrences of the names of a record."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._people = people_labels()
        self._endings = tuple(end for end in rulebook.pack.strings("genitive", "names") if end.isalpha())
        find = rulebook.alphabet.charset
        self._ordinary = re.compile(find("not_propagated"))
        self._everyday = re.compile(find("common_word"))
        self._capitalised = re.compile(find("propagated"))
        self._words_here = EverydayWords([rulebook.pack])

    def recognise(self, evidence: Evidence) -> Findings:
        """Spans of single tokens, labelled as the trusted mention was."""
        names: dict[str, str] = {}
        inflected: dict[str, str] = {}
        for document, spans in zip(evidence.documents, evidence.spans, strict=True):
            for word, label, is_ordinary in self._words(document, spans):
                if names.setdefault(word, label) != label:
                    names[word] = "PERSON"
                if not is_ordinary:
                    inflected.update((word + ending, word) for ending in self._endings)
        if not names:
            return Findings([[] for _ in evidence.documents])
        return Findings([list(self._spans(document, names, inflected)) for document in evidence.documents])

    def _words(self, document: Analysed, spans: Sequence[Span]) -> Iterator[tuple[str, str, bool]]:
        """Words to look for, with their labels and whether they are ordinary words besides."""
        for span in spans:
            if span.label in self._people and span.score >= TRUSTED_SCORE:
                first, stop = bisect_left(document.starts, span.start), bisect_left(document.starts, span.end)
                for token in range(first, stop):
                    word = document.texts[token]
                    if _is_telling(word):
                        yield word.lower(), span.label, self._ordinary.match(document.classes, token) is not None
                whole = document.document.text[span.start : span.end]
                if is_run(whole) and whole.isalpha() and _is_telling(whole):
                    yield whole, span.label, True

    def _spans(self, document: Analysed, names: dict[str, str], inflected: dict[str, str]) -> Iterator[Span]:
        """Marks names and their genitives; a genitive may be an ordinary word ("Schäfers") where the name is none."""
        for match in self._capitalised.finditer(document.classes):
            token = match.start()
            word = document.texts[token].lower()
            label = names.get(word)
            if word in inflected:
                yield document.span(token, token + 1, names[inflected[word]], 0.7, SOURCE)
            elif label is not None and not self._is_word(document, token):
                yield document.span(token, token + 1, label, 0.7, SOURCE)
        runs = {name[0] for name in names if is_run(name)}
        if runs:
            yield from self._runs(document, names, runs)

    def _is_word(self, document: Analysed, token: int) -> bool:
        """Whether a token is the everyday word that a name of the record is too."""
        if self._ordinary.match(document.classes, token):
            return True
        if not self._everyday.match(document.classes, token):
            return False
        return self._words_here.stands_as_thing(document.document.text, document.starts[token], document.end(token))

    def _runs(self, document: Analysed, names: dict[str, str], firsts: set[str]) -> Iterator[Span]:
        """Japanese names that were cut into other morphemes here than where they were found."""
        texts, starts = document.texts, document.starts
        for token in [token for token, text in enumerate(texts) if text[0] in firsts]:
            word, stop = texts[token], token + 1
            while stop < len(texts) and stop - token < JOIN_MAX and starts[stop] == document.end(stop - 1):
                word += texts[stop]
                stop += 1
                if word in names:
                    yield document.span(token, stop, names[word], 0.7, SOURCE)


def _is_telling(word: str) -> bool:
    """Long enough, and written as a name is, to be looked for elsewhere."""
    if is_run(word):
        return len(word) >= (MIN_KANJI if cjk_case(word) == KANJI else MIN_CHARS)
    return len(word) >= MIN_CHARS and word[0].isupper()
