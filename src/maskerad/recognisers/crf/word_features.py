"""Features that a word has by itself, wherever it stands; computed once a word and kept.

A word may carry its part of speech behind ``KIND_MARK`` (Japanese). A line end has the one feature ``NL``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import compress, groupby

from maskerad.core.errors import ExtraError
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.reading import KIND_MARK, NEWLINE
from maskerad.recognisers.rules.lexicon import Lexicon
from maskerad.text.morphemes import is_run

AFFIXES = tuple((f"p{length}=", f"s{length}=", length) for length in range(1, 6))
LONG_AFFIXES = (4, 8)
N_CLOSED_WORDS = 150  # the most frequent words of a language are hardly any nouns; each is a class of its own
CLASS_ENDING, DETAIL_ENDING = 2, 4
N_SHAPES = 10_000  # that are kept with their short forms; most words have one of a few
WORD_MAX_CHARS = 60  # of a longer "word" only the head is looked at
CASINGS = ("o=lower", "o=upper", "o=title", "o=digits", "o=letters", "o=special")
_DIGIT = re.compile(r"\d")
# Lists of names and places speak of capitalised words only: "rosa" is a colour, "Rosa" may be a given name.
_PROPER = ("given", "family", "cities", "world_cities", "hospital", "regions", "countries", "streets", "eponyms")
# Kinds of words that a skeleton tells apart, the first that fits; all languages have them.
_CUES = (
    "title_doctor", "title_nurse", "title_civil", "title_other", "kin_female", "kin_male", "kin_neutral", "month",
    "weekday", "care_kind", "org_kind", "street_kind", "patient_cue", "clinician_cue", "relative_cue", "born_cue",
    "id_cue", "phone_cue", "home_cue", "profession_cue", "professions", "age_unit", "greeting", "closing",
    "person_cue", "not_date_unit", "score_cue", "particle", "place_prep", "org_prep",
)  # fmt: skip
_NAMED = ("given_female", "given_male", "family", "cities", "streets", "hospitals", "organizations")
_NOUN_KINDS = frozenset({"surname", "forename", "person", "place", "noun"})


class _Shapes(dict[int, str]):
    """Code points to what a shape shows of them. Fills itself."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        if sign.isalnum():
            sign = "0" if sign.isdecimal() else "A" if sign.isupper() else "a"
        self[code] = sign
        return sign


_SHAPES = _Shapes()


@dataclass(frozen=True)
class Resources:
    """What the features of words are looked up in.

    Attributes:
        language: Code of the language.
        lexicon: Its word lists.
        closed_words: Its most frequent words.
        clusters: Word in lower case, digits made 0, to its cluster at each granularity.
    """

    language: str
    lexicon: Lexicon = field(repr=False)
    closed_words: frozenset[str] = field(default=frozenset(), repr=False)
    clusters: Mapping[str, tuple[int, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def lists(self) -> tuple[tuple[int, str], ...]:
        """Bit and name of every list; words that rules name in quotes are no lists."""
        return tuple((bit, atom) for atom, bit in self.lexicon.bits.items() if atom[0] != "=")

    @cached_property
    def _list_strings(self) -> dict[tuple[int, bool], tuple[str, ...]]:
        return {}

    def list_strings(self, mask: int, is_open: bool) -> tuple[str, ...]:
        """Features of a word that stands in some lists.

        Args:
            mask: Bits of the lists.
            is_open: Whether the word may be a name: it has a capital, or no case.
        """
        known = self._list_strings.get((mask, is_open))
        if known is None:
            listed = (name for bit, name in self.lists if mask & bit and (is_open or not name.startswith(_PROPER)))
            known = self._list_strings[mask, is_open] = tuple(f"g={name}" for name in listed)
        return known

    @cached_property
    def _kinds(self) -> tuple[tuple[int, str, bool], ...]:
        """Bit and name of each kind of word, and whether only a word that may be a name is of it."""
        bits = self.lexicon.bits
        kinds = [(bits.get(atom, 0), atom.partition("_")[0], False) for atom in _CUES]
        return (*kinds, *((bits.get(atom, 0), atom.partition("_")[0], True) for atom in _NAMED))

    def kind(self, mask: int, is_open: bool) -> str:
        """The first kind of a word that stands in some lists, "" without any; arguments as of ``list_strings``."""
        return next((name for bit, name, is_name in self._kinds if mask & bit and (is_open or not is_name)), "")

    @cached_property
    def lemmatise(self) -> Callable[[str], str]:
        """The dictionary form of a word; the word itself in a language of which simplemma has no dictionary.

        Raises:
            ExtraError: If simplemma is not installed.
        """
        try:
            from simplemma import lemmatize
            from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES
        except ImportError:
            raise ExtraError("crf", "the feature group 'lemma'") from None
        if self.language not in SUPPORTED_LANGUAGES:
            return str
        return lambda word: str(lemmatize(word, lang=self.language))


class WordFeatures:
    """Strings of the features of a word, by distance from the token that is tagged."""

    def __init__(self, features: FeatureSet, resources: Resources) -> None:
        self._groups = [(strings, features.reach(group)) for group, strings in _STRINGS.items() if features.has(group)]
        self._resources = resources

    @property
    def reach(self) -> int:
        """The furthest distance at which any group is read, -1 when there is no group."""
        return max((reach for _, reach in self._groups), default=-1)

    def strings(self, word: str, distance: int) -> list[str]:
        """Features of a word that stands so many tokens away."""
        if word == NEWLINE:
            return ["NL"]
        features: list[str] = []
        for strings, reach in self._groups:
            if reach >= distance:
                features += strings(word, self._resources)
        return features


def shape(word: str) -> str:
    """Letters and digits made alike.

    Example:
        >>> shape("7534-Df"), shape("O'Hara")
        ('0000-Aa', "A'Aaaa")
    """
    return surface(word).translate(_SHAPES)


def short_shape(word: str) -> str:
    """A shape without repetition.

    Example:
        >>> short_shape("Anna")
        'Aa'
    """
    return _shortened(shape(word))


@lru_cache(maxsize=N_SHAPES)
def _shortened(signs: str) -> str:
    return "".join(sign for sign, _ in groupby(signs))


def skeleton(word: str, resources: Resources) -> str:
    """What kind of word it is: itself if it is very frequent, else of which kind, else its shape.

    Kinds and shapes are the same in all languages, so that one learns from another what stands around a name.
    """
    text, mark, kind = word.partition(KIND_MARK)
    lower = text.lower()
    if lower in resources.closed_words:
        return lower
    known = resources.kind(resources.lexicon.words.get(lower, 0), not text[0].islower())
    return f"={known}" if known else kind if mark else short_shape(word)


def surface(word: str) -> str:
    """A word without its part of speech, cut to a length that a word may have."""
    return word.partition(KIND_MARK)[0][:WORD_MAX_CHARS]


def cluster_key(word: str) -> str:
    """A word as the clusters know it."""
    lower = surface(word).lower()
    return lower if lower.isalpha() else _DIGIT.sub("0", lower)


def part_of_speech(word: str, resources: Resources, ending: int = CLASS_ENDING) -> str:
    """The part of speech of an analyser, or a class by list and ending: a crude stand-in for a tagger."""
    text, mark, kind = word.partition(KIND_MARK)
    if mark:
        return kind
    lower = text.lower()
    if lower in resources.closed_words:
        return lower
    if not text[0].isalpha():
        return "number" if text[0].isdigit() else text[0]
    return ("A" if text[0].isupper() else "a") + lower[-ending:]


def _word(word: str, resources: Resources) -> Iterable[str]:
    text = surface(word)
    return f"w={text}", f"l={text.lower()}"


def _lower(word: str, resources: Resources) -> Iterable[str]:
    return (f"l={surface(word).lower()}",)


def _affixes(word: str, resources: Resources) -> Iterable[str]:
    text = surface(word).lower()
    heads = AFFIXES[: len(text)]
    return [string for p, s, n in heads for string in (p + text[:n], s + text[-n:])]


def _long_affixes(word: str, resources: Resources) -> Iterator[str]:
    text = surface(word)
    for length in LONG_AFFIXES:
        yield f"p{length}={text[:length]}"
        yield f"s{length}={text[-length:]}"


def _shape(word: str, resources: Resources) -> Iterable[str]:
    signs = shape(word)
    return f"h={signs}", f"c={_shortened(signs)}"


def _orthography(word: str, resources: Resources) -> Iterator[str]:
    text = surface(word)
    tests = {
        "all_caps": text.isupper(),
        "capitalised": text[0].isupper(),
        "capital_inside": any(map(str.isupper, text[1:])),
        "digit": any(map(str.isdigit, text)),
        "punctuation": not all(map(str.isalnum, text)),
        "ascii": text.isascii(),
    }
    return (f"o={name}" for name, holds in tests.items() if holds)


def _casing(word: str, resources: Resources) -> Iterable[str]:
    text = surface(word)
    tests = text.islower(), text.isupper(), text.istitle(), text.isdigit(), text.isalpha(), not text.isalnum()
    return compress(CASINGS, tests)


def _counts(word: str, resources: Resources) -> Iterator[str]:
    text = surface(word)
    letters, digits = sum(map(str.isalpha, text)), sum(map(str.isdigit, text))
    yield f"n={letters}"
    yield f"d={digits}"
    yield f"e={len(text) - letters - digits}"


def _script(word: str, resources: Resources) -> Iterator[str]:
    first = word[0]
    if "\u3040" <= first <= "\u309f":
        yield "y=hiragana"
    elif "\u30a0" <= first <= "\u30ff" or "\uff66" <= first <= "\uff9f":
        yield "y=katakana"
    elif is_run(first):
        yield "y=kanji"
    else:
        yield "y=number" if first.isdigit() else "y=letter" if first.isalpha() else "y=sign"


def _lemma(word: str, resources: Resources) -> Iterator[str]:
    yield f"m={resources.lemmatise(surface(word)).lower()}"


def _pos(word: str, resources: Resources) -> Iterator[str]:
    part = part_of_speech(word, resources)
    yield f"t={'noun' if KIND_MARK in word and part in _NOUN_KINDS else part}"


def _pos_detail(word: str, resources: Resources) -> Iterator[str]:
    yield f"u={part_of_speech(word, resources, DETAIL_ENDING)}"


def _lists(word: str, resources: Resources) -> Iterable[str]:
    text = surface(word)
    mask = resources.lexicon.words.get(text.lower(), 0)
    return resources.list_strings(mask, not text[0].islower()) if mask else ()


def _clusters(word: str, resources: Resources) -> Iterator[str]:
    numbers = resources.clusters.get(cluster_key(word))
    if numbers is None:
        yield "k=unknown"
    else:
        yield from (f"k{level}={number}" for level, number in enumerate(numbers))


_STRINGS: Mapping[str, Callable[[str, Resources], Iterable[str]]] = {
    "word": _word,
    "lower": _lower,
    "affixes": _affixes,
    "long_affixes": _long_affixes,
    "shape": _shape,
    "orthography": _orthography,
    "casing": _casing,
    "counts": _counts,
    "script": _script,
    "lemma": _lemma,
    "pos": _pos,
    "pos_detail": _pos_detail,
    "lists": _lists,
    "clusters": _clusters,
}
