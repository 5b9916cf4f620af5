"""Ordinary words of a language: wordfreq's order, simplemma's dictionary, without words that are only names."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

import wordfreq
from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

SIZE = defaultdict(lambda: 45_000, de=80_000, ja=20_000)
FUNCTION_WORD_ZIPF = 6.0
"""A dictionary word this frequent is common even when it is also a name (sv ``per``, nl ``de``)."""
SIBLING_ZIPF = 3.0
"""A name is also a common word when inflected forms of the same lemma together reach this (en ``mark``: ``marked``)."""
SIBLING_GAP = 2.0
"""And when they are not rarer than the name itself by more than this."""


@lru_cache(maxsize=12)
def frequencies(code: str) -> dict[str, float]:
    """wordfreq's large list: word (case-folded) → share of running words, falling."""
    return dict(wordfreq.get_frequency_dict(code, "large"))


@lru_cache(maxsize=4)
def dictionary(code: str) -> dict[str, str]:
    """simplemma's table: form → lemma, with its capitals."""
    return dict(DefaultDictionaryFactory().get_dictionary(code))


def zipf(frequency: float) -> float:
    """Frequency on Zipf's scale: base-10 logarithm per thousand million words; 0 for an unseen word."""
    return math.log10(frequency) + 9.0 if frequency else 0.0


def common_words(code: str, names: Iterable[str]) -> list[str]:
    """The most frequent ordinary words, lower case.

    Args:
        code: Language, any but ``ja``.
        names: Names of people and places; such a word stays only on the evidence of its inflected forms.
    """
    known = ordinary_forms(code)
    named = {part for name in names for part in name.lower().split()}
    support = _sibling_support(code, known, named)
    words = (
        w
        for w, f in frequencies(code).items()
        if w in known and (w not in named or _is_word_too(w, zipf(f), support[known[w]]))
    )
    return [
        w for w, _ in zip((w for w in words if w.isalpha() or "-" in w or "'" in w), range(SIZE[code]), strict=False)
    ]


@lru_cache(maxsize=4)
def ordinary_forms(code: str) -> dict[str, str]:
    """Lower-cased dictionary forms with their lemma; capitalised entries count in German alone, where nouns are."""
    forms = {form: lemma for form, lemma in dictionary(code).items() if form.islower() and _is_lower(lemma, code)}
    if code == "de":
        nouns = (
            (form.lower(), lemma.lower())
            for form, lemma in dictionary(code).items()
            if form[:1].isupper() and form[1:].islower()
        )
        forms = {**dict(nouns), **forms}
    return forms


def _is_lower(lemma: str, code: str) -> bool:
    return code == "de" or lemma.islower()


def _sibling_support(code: str, known: dict[str, str], named: set[str]) -> dict[str, float]:
    """Lemma → summed frequency of its forms that are no names (German: nor a name with a genitive s)."""
    support: dict[str, float] = defaultdict(float)
    for word, frequency in frequencies(code).items():
        if word in known and word not in named and word.removesuffix("s") not in named:
            support[known[word]] += frequency
    return support


def _is_word_too(word: str, own_zipf: float, siblings: float) -> bool:
    enough = zipf(siblings) >= SIBLING_ZIPF and zipf(siblings) >= own_zipf - SIBLING_GAP
    return len(word) > 1 and (enough or own_zipf >= FUNCTION_WORD_ZIPF)
