"""Label by label: mentions and characters that are covered, each with an interval over records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from maskerad.core import Span
from maskerad.evaluation.cases import distinct
from maskerad.evaluation.characters import union
from maskerad.evaluation.counts import Share, ratio
from maskerad.evaluation.inference.bootstrap import Interval, Sums, bootstrap_intervals
from maskerad.evaluation.intervals import Intervals
from maskerad.evaluation.leaks import covered_mentions
from maskerad.evaluation.matching import by_label
from maskerad.evaluation.pairs import Pair

MENTIONS, CHARACTERS = "mentions", "characters"


@dataclass(frozen=True, slots=True)
class LabelCover:
    """How much of one gold label is under predictions of any label.

    Attributes:
        label: Of the gold.
        mentions: Mentions with every character but blanks covered.
        characters: Covered characters.
        mentions_interval, characters_interval: 95 % over records; None where fewer than five hold the label.
    """

    label: str
    mentions: Share
    characters: Share
    mentions_interval: Interval | None
    characters_interval: Interval | None


def label_covers(pairs: Iterable[Pair], resamples: int = 1000, seed: int = 1) -> list[LabelCover]:
    """One row a gold label, in the order of the alphabet.

    Args:
        pairs: One a document.
        resamples: Draws of the bootstrap; 0 for no intervals.
        seed: Of the bootstrap.
    """
    records: dict[str, Counter[str]] = {}
    for pair in pairs:
        records.setdefault(pair.unit, Counter()).update(_sums(pair))
    sums: Counter[str] = Counter()
    for row in records.values():
        sums.update(row)
    labels = sorted({name.partition("\t")[0] for name in sums})
    measures = {f"{label}\t{kind}": partial(_share, f"{label}\t{kind}") for label in labels for kind in _KINDS}
    intervals = bootstrap_intervals(list(records.values()), measures, resamples, seed)
    return [_row(label, sums, intervals) for label in labels]


_KINDS = (MENTIONS, CHARACTERS)


def _sums(pair: Pair) -> dict[str, int]:
    """Columns of label, tab and kind (how many there are), and the same followed by "covered"."""
    gold, cover = distinct(pair.gold), union(pair.predicted)
    counts: Counter[str] = Counter()
    for span, is_covered in zip(gold, covered_mentions(pair.text, gold, pair.predicted), strict=True):
        counts.update({f"{span.label}\t{MENTIONS}": 1, f"{span.label}\t{MENTIONS} covered": int(is_covered)})
    for label, n_chars, n_covered in _characters(gold, cover):
        counts.update({f"{label}\t{CHARACTERS}": n_chars, f"{label}\t{CHARACTERS} covered": n_covered})
    return dict(counts)


def _characters(gold: Sequence[Span], cover: Intervals) -> Iterator[tuple[str, int, int]]:
    for label, stretches in by_label(gold).items():
        own = Intervals.of(stretches)
        yield label, own.length, own.shared(cover)


def _share(column: str, sums: Sums) -> float | None:
    return ratio(sums.get(f"{column} covered", 0), sums.get(column, 0))


def _row(label: str, sums: Sums, intervals: Mapping[str, Interval | None]) -> LabelCover:
    mentions, characters = (
        Share(sums.get(f"{label}\t{kind} covered", 0), sums.get(f"{label}\t{kind}", 0)) for kind in _KINDS
    )
    return LabelCover(
        label, mentions, characters, intervals[f"{label}\t{MENTIONS}"], intervals[f"{label}\t{CHARACTERS}"]
    )
