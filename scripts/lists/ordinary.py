"""Ordinary words of a language: wordfreq's order, simplemma's dictionary, without words that are only names."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache

import wordfreq
from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

SIZE = defaultdict(lambda: 45_000, de=80_000, ja=20_000)
SIBLING_ZIPF = 3.0
"""A name is also a common word when inflected forms of the same lemma together reach this (en ``mark``: ``marked``)."""
UNRELATED = {
    "sv": ("en", "fr", "es", "it", "nl"),
    "nl": ("en", "fr", "es", "it", "sv"),
    "en": ("de", "es", "it", "nl", "sv"),
    "de": ("en", "fr", "es", "it", "sv"),
    "fr": ("de", "es", "it", "nl", "sv"),
    "es": ("en", "de", "fr", "nl", "sv"),
    "it": ("en", "de", "fr", "nl", "sv"),
}
"""Languages that share names with a language and few words."""
NATIVE_GAP = 1.8
"""A word that is this much rarer elsewhere (mean of the zipf values) is a word of the language."""
LIKELY = (2.2, 5.5)
SURE = (1.0, 6.0)
"""For likely and for sure names: by how much the siblings may be rarer than the name itself; and from which zipf value
a dictionary word is common whatever else it is (sv ``per``, nl ``de``, fr ``sens``)."""


@lru_cache(maxsize=12)
def frequencies(code: str) -> dict[str, float]:
    """Wordfreq's large list: word (case-folded) → share of running words, falling."""
    return dict(wordfreq.get_frequency_dict(code, "large"))


@lru_cache(maxsize=4)
def dictionary(code: str) -> dict[str, str]:
    """Simplemma's table: form → lemma, with its capitals."""
    return dict(DefaultDictionaryFactory().get_dictionary(code))


def zipf(frequency: float) -> float:
    """Frequency on Zipf's scale: base-10 logarithm per thousand million words; 0 for an unseen word."""
    return math.log10(frequency) + 9.0 if frequency else 0.0


def common_words(code: str, sure_names: set[str], likely_names: set[str]) -> list[str]:
    """The most frequent ordinary words, lower case.

    Args:
        code: Language, any but ``ja``.
        sure_names: Given names and large towns, lower case: such a word stays on the evidence of its inflected forms.
        likely_names: Family names and villages, lower case: such a word stays on that evidence too, or when it is far
            more frequent in this language than in others (names travel, words do not).
    """
    known = ordinary_forms(code)
    support = _sibling_support(code, known, sure_names)
    elsewhere = [frequencies(other) for other in UNRELATED[code]]
    words = []
    for word, frequency in frequencies(code).items():
        if word not in known or not word.replace("-", "").replace("'", "").isalpha():
            continue
        is_named = word in sure_names or word in likely_names
        gap, enough = SURE if word in sure_names else LIKELY
        if (
            is_named
            and not _is_word_too(word, zipf(frequency), support(word), gap, enough)
            and (word in sure_names or not _is_native(word, zipf(frequency), elsewhere))
        ):
            continue
        words.append(word)
        if len(words) == SIZE[code]:
            break
    return words


def _is_native(word: str, own_zipf: float, elsewhere: list[dict[str, float]]) -> bool:
    others = [zipf(other.get(word, 0.0)) for other in elsewhere]
    return len(word) > 2 and own_zipf - sum(others) / len(others) >= NATIVE_GAP


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


def _sibling_support(code: str, known: dict[str, str], named: set[str]) -> Callable[[str], float]:
    """For a word: the summed frequency of the other forms of its lemma that are not in ``named``.

    Where a genitive s is added to names (German, Swedish), forms that differ by an s do not count.
    """
    forms: dict[str, dict[str, float]] = defaultdict(dict)
    for word, frequency in frequencies(code).items():
        if word in known and word not in named:
            forms[known[word]][word] = frequency
    adds_s = code in {"de", "sv"}

    def support(word: str) -> float:
        siblings = forms.get(known[word], {})
        return sum(f for form, f in siblings.items() if form != word and not (adds_s and form == f"{word}s"))

    return support


def _is_word_too(word: str, own_zipf: float, siblings: float, gap: float, enough: float) -> bool:
    has_siblings = zipf(siblings) >= SIBLING_ZIPF and zipf(siblings) >= own_zipf - gap
    return len(word) > 1 and (has_siblings or own_zipf >= enough)
