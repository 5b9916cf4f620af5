"""Which features a model reads: groups that are switched by name, and the sets of the papers rebuilt from them.

A set is written ``maskerad``, ``trienes2020,-ngrams`` or ``berg2019,+clusters:1``: a named set, then groups taken out
or put in, each with its reach, the number of tokens on either side of which the group is read too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from maskerad.core.errors import ConfigError, UnknownNameError

MAX_REACH = 8

GROUPS: Mapping[str, str] = {
    "word": "the word as written, and in lower case",
    "lower": "the word in lower case",
    "affixes": "first and last 1 to 5 characters",
    "long_affixes": "first and last 4 and 8 characters",
    "shape": "letters and digits made alike: Aa0; and without repetition",
    "orthography": "all capitals, capitalised, capital inside, digit, punctuation, ASCII only",
    "casing": "lower, upper or title case; only digits, only letters, other signs",
    "counts": "numbers of letters, digits and other characters",
    "script": "Latin, hiragana, katakana, Chinese characters, digits, other",
    "lemma": "dictionary form (simplemma; none for Japanese)",
    "pos": "part of speech: of the analyser in Japanese, elsewhere a class by list and ending",
    "pos_detail": "the same, finer",
    "lists": "which word lists of the language hold the word",
    "clusters": "clusters of the word's vector",
    "ngrams": "bigrams and trigrams of words within the reach",
    "pos_ngrams": "bigrams and trigrams of parts of speech within the reach",
    "word_pos": "words paired with the parts of speech of themselves and their neighbours",
    "shape_ngrams": "trigrams of shapes",
    "skeletons": "bigrams and trigrams of kinds of words: a frequent one itself, a cue, a listed name, a shape",
    "sentence": "length, end mark and unmatched brackets of the sentence",
    "sentence_start": "whether the token begins a sentence",
    "section": "kind and heading of the section",
    "line": "place in the line and the text, the label before, the line above",
    "gap": "how many blanks stand before the token and behind it: none, one, more",
    "line_shapes": "shape and place of the tokens at both ends of a line, and how many lines of the text have the same",
    "near_dates": "whether a short date or a bare day is near to a whole date of the record",
    "patterns": "what the pattern rules mark: dates, numbers, phones, addresses",
    "rules": "what all rules mark",
    "repeats": "the same word elsewhere in the record: how often, beside what, under which label",
}


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """Groups with their reach.

    Attributes:
        name: As it was asked for.
        groups: Name of each group to its reach in tokens.
        source: Where the set is described, and where ours differs.
    """

    name: str
    groups: Mapping[str, int]
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for group, reach in self.groups.items():
            if group not in GROUPS:
                raise UnknownNameError("feature group", group, GROUPS)
            if not 0 <= reach <= MAX_REACH:
                raise ConfigError(f"feature group {group!r}: reach {reach} is not between 0 and {MAX_REACH}")

    def reach(self, group: str) -> int:
        """The reach of a group, -1 where the set is without it."""
        return self.groups.get(group, -1)

    def has(self, *groups: str) -> bool:
        """Whether the set has any of the groups."""
        return any(group in self.groups for group in groups)

    def joined(self, other: FeatureSet) -> FeatureSet:
        """All groups of both, each with the longer reach."""
        names = dict.fromkeys((*self.groups, *other.groups))
        groups = {name: max(self.reach(name), other.reach(name)) for name in names}
        return FeatureSet(f"{self.name}, {other.name}", groups)


def _set(name: str, source: str, **groups: int) -> FeatureSet:
    return FeatureSet(name, MappingProxyType(groups), source)


_SETS = (
    _set(
        "maskerad",
        "ours",
        word=4, affixes=1, shape=3, lists=2, clusters=2, ngrams=1, shape_ngrams=1,
        section=0, line=0, rules=1, repeats=0,
    ),
    _set(
        "finder",
        "ours, blind to the rules: what the text and the lists tell",
        lower=2, affixes=1, shape=2, lists=2, ngrams=1, shape_ngrams=0, section=0, line=0, gap=0, repeats=0,
        skeletons=2, line_shapes=0, near_dates=0,
    ),
    _set(
        "trienes2020",
        "Trienes et al. 2020, table 4. Marks of the rules stand for the tags of spaCy; a class by list and ending "
        "stands for the part of speech outside Japanese",
        word=2, ngrams=2, pos=2, pos_ngrams=2, word_pos=1, sentence=0, affixes=0, orthography=0, shape=0, rules=0,
    ),
    _set(
        "berg2019",
        "Berg & Dalianis 2019, section 3.2.2. The window of five is read as two tokens on either side",
        lower=2, long_affixes=2, lemma=2, pos=2, casing=2, counts=2, section=0, lists=2, patterns=2,
    ),
    _set(
        "kajiyama2018",
        "Kajiyama et al. 2018, section 1.2: five features, none of them the word itself. The lists of the language "
        "are the user dictionary",
        pos=0, pos_detail=0, script=0, lists=0, sentence_start=0,
    ),
    _set(
        "anonymate2019",
        "Adams et al. 2019, section 3: words, affixes, patterns and clusters. The paper names no window; two tokens "
        "on either side",
        word=2, affixes=0, patterns=0, clusters=2,
    ),
)  # fmt: skip
FEATURE_SETS: Mapping[str, FeatureSet] = {entry.name: entry for entry in _SETS}


def parse_feature_set(spec: str) -> FeatureSet:
    """Reads a set as written on the command line.

    Raises:
        UnknownNameError: If there is no set or group of some name.
        ConfigError: If a change is not written ``+group``, ``+group:reach`` or ``-group``, or nothing is left.

    Example:
        >>> sorted(parse_feature_set("anonymate2019,-clusters,+shape:1").groups.items())
        [('affixes', 0), ('patterns', 0), ('shape', 1), ('word', 2)]
    """
    name, *changes = (part.strip() for part in spec.split(","))
    if name not in FEATURE_SETS:
        raise UnknownNameError("feature set", name, FEATURE_SETS)
    groups = dict(FEATURE_SETS[name].groups)
    for change in changes:
        _apply(groups, change)
    if not groups:
        raise ConfigError(f"feature set {spec!r}: no group is left")
    return FeatureSet(spec, groups, FEATURE_SETS[name].source)


def _apply(groups: dict[str, int], change: str) -> None:
    group, colon, reach = change[1:].partition(":")
    if group not in GROUPS:
        raise UnknownNameError("feature group", group, GROUPS)
    if change[0] == "-" and not colon:
        groups.pop(group, None)
    elif change[0] == "+" and (reach.isdecimal() or not colon):
        groups[group] = int(reach or 0)
    else:
        raise ConfigError(f"feature group {change!r}: write +group, +group:reach or -group")
