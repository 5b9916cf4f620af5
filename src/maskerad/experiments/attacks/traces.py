"""What can be counted about a name in a released corpus: how rare it is, and how often it stands where.

Two names of a record may be one person's when one has all the words of the other ("Anna Lindqvist" and "Lindqvist").
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from math import log

from maskerad.experiments.attacks.commonness import name_words, rarity
from maskerad.experiments.attacks.view import Seen

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class Trace:
    """The figures of one name; counts are natural logarithms.

    Attributes:
        highest, mean, unlisted: Its rarity; see ``Rarity``.
        in_document, in_record: Mentions that may be the same person's, itself included.
        elsewhere: Records in which the same words stand together.
        others_recur: Share of the other names of its record that stand there more than once.
        odd: The same if it stands alone, else 0: the odd one out.
        n_words, n_chars: Its length, in words and in letters.
    """

    highest: float
    mean: float
    unlisted: float
    in_document: float
    in_record: float
    elsewhere: float
    others_recur: float
    odd: float
    n_words: float
    n_chars: float


def traces(names: Sequence[Seen]) -> list[Trace]:
    """The trace of every name.

    Args:
        names: Of a whole corpus: what stands elsewhere counts.
    """
    words = [frozenset(name_words(name.text, name.pack)) for name in names]
    spread = _spread(names, words)
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(names):
        places[name.record].append(place)
    by_place: dict[int, Trace] = {}
    for same in places.values():
        by_place.update(zip(same, _of_record([names[i] for i in same], [words[i] for i in same], spread), strict=True))
    return [by_place[place] for place in range(len(names))]


def features(trace: Trace) -> tuple[float, ...]:
    """The figures as a row."""
    return astuple(trace)


def _spread(names: Sequence[Seen], words: Sequence[Words]) -> Counter[Words]:
    """In how many records each set of words stands."""
    return Counter(own for own, _ in {(own, name.record) for own, name in zip(words, names, strict=True)})


def _of_record(names: Sequence[Seen], words: Sequence[Words], spread: Counter[Words]) -> list[Trace]:
    document = _sharing(words, [name.document for name in names])
    record = _sharing(words, ["" for _ in names])
    n_recurring = sum(count > 1 for count in record)
    return [
        _trace(name, words[i], (document[i], record[i], spread[words[i]]), n_recurring, len(names))
        for i, name in enumerate(names)
    ]


def _trace(name: Seen, words: Words, counts: tuple[int, int, int], n_recurring: int, n_names: int) -> Trace:
    rare = _rarity(name.text, name.label, name.pack)
    n_document, n_record, n_records = counts
    others_recur = (n_recurring - (n_record > 1)) / max(1, n_names - 1)
    return Trace(
        rare.highest,
        rare.mean,
        rare.unlisted,
        log(n_document),
        log(n_record),
        log(n_records) if words else 0.0,
        others_recur,
        0.0 if n_record > 1 else others_recur,
        float(len(words)),
        float(sum(map(len, words))),
    )


def _sharing(words: Sequence[Words], groups: Sequence[str]) -> list[int]:
    """For each name, the number of names of its group whose words have all of its words, or are all among them."""
    kinds = Counter(zip(groups, words, strict=True))
    by_word: defaultdict[tuple[str, str], list[Words]] = defaultdict(list)
    for group, own in kinds:
        for word in own:
            by_word[group, word].append(own)
    counted = {kind: _n_sharing(kind, kinds, by_word) for kind in kinds}
    return [counted[kind] for kind in zip(groups, words, strict=True)]


def _n_sharing(
    kind: tuple[str, Words], kinds: Counter[tuple[str, Words]], by_word: dict[tuple[str, str], list[Words]]
) -> int:
    group, own = kind
    if not own:
        return 1  # initials alone: nobody can tell whose
    near = {other for word in own for other in by_word[group, word] if other <= own or own <= other}
    return sum(kinds[group, other] for other in near)


_rarity = lru_cache(maxsize=50_000)(rarity)
