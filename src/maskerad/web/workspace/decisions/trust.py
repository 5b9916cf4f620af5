"""How far a learner is trusted with a label: shadow, suggesting, trusted, unsupervised.

It is measured on documents that people finished after it was trained, before it learns from them. It works alone only
under an exact bound: of a random sample of records, drawn before anybody looked, so few had a missed mention that the
upper Clopper–Pearson bound of that share is under the protocol's target. Records are counted, not mentions, since what
stands in one record is not independent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from maskerad.evaluation.counts import ratio
from maskerad.evaluation.inference.binomial import exact_interval

SUGGEST, ACCEPT = 0.5, 0.95
MIN_MENTIONS = 10  # fewer say nothing


class Trust(StrEnum):
    """What a learner may do with a label."""

    SHADOW = "shadow"
    SUGGESTING = "suggesting"
    TRUSTED = "trusted"
    UNSUPERVISED = "unsupervised"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Of one label: from which precision it is suggested, and from which lower bounds it is accepted in bulk."""

    suggest: float = SUGGEST
    accept: float = ACCEPT


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look at finished records found of a label.

    Attributes:
        n_right: Mentions found with label and both ends right.
        n_found: Spans that were proposed.
        n_gold: Mentions that there are.
        n_records: Records with such a mention.
        n_missed_records: Records of which a mention was not covered.
        is_sample: Whether the records were drawn at random before anybody looked at them.
    """

    n_right: int = 0
    n_found: int = 0
    n_gold: int = 0
    n_records: int = 0
    n_missed_records: int = 0
    is_sample: bool = False

    def __add__(self, other: Seen) -> Seen:
        return Seen(
            self.n_right + other.n_right,
            self.n_found + other.n_found,
            self.n_gold + other.n_gold,
            self.n_records + other.n_records,
            self.n_missed_records + other.n_missed_records,
            self.is_sample and other.is_sample,
        )


@dataclass(frozen=True, slots=True)
class Judged:
    """What follows for a label.

    Attributes:
        trust: What the learner may do.
        precision: None where it proposed nothing.
        precision_low, recall_low: Lower ends of the exact 95 % intervals; None without mentions.
        miss_high: Upper end of the exact interval of the share of sampled records with a miss; None without a sample.
        n_sample: Records of the sample.
    """

    trust: Trust
    precision: float | None
    precision_low: float | None
    recall_low: float | None
    miss_high: float | None
    n_sample: int


def judge(looks: Iterable[Seen], thresholds: Thresholds, target: float) -> Judged:
    """What a learner may do with a label.

    Args:
        looks: At finished records, each by the model that had not learnt from them.
        thresholds: Of the label.
        target: Of the protocol: the upper bound of the share of records with a miss.

    Example:
        >>> look = Seen(200, 201, 200, 120, 0, True)
        >>> judge([look], Thresholds(), 0.05).trust, judge([look], Thresholds(), 0.01).trust
        (<Trust.UNSUPERVISED: 'unsupervised'>, <Trust.TRUSTED: 'trusted'>)
    """
    all_looks = list(looks)
    total = sum(all_looks, Seen())
    sample = sum((look for look in all_looks if look.is_sample), Seen(is_sample=True))
    precision = ratio(total.n_right, total.n_found)
    precision_low = exact_interval(total.n_right, total.n_found)[0] if total.n_found else None
    recall_low = exact_interval(total.n_right, total.n_gold)[0] if total.n_gold else None
    miss_high = exact_interval(sample.n_missed_records, sample.n_records)[1] if sample.n_records else None
    trust = _trust(total, thresholds, precision, precision_low, recall_low)
    if trust is Trust.TRUSTED and miss_high is not None and miss_high <= target:
        trust = Trust.UNSUPERVISED
    return Judged(trust, precision, precision_low, recall_low, miss_high, sample.n_records)


def _trust(
    total: Seen, thresholds: Thresholds, precision: float | None, precision_low: float | None, recall_low: float | None
) -> Trust:
    if total.n_gold < MIN_MENTIONS or precision is None or precision < thresholds.suggest:
        return Trust.SHADOW
    is_sure = min(precision_low or 0.0, recall_low or 0.0) >= thresholds.accept
    return Trust.TRUSTED if is_sure else Trust.SUGGESTING


def has_drifted(looks: Iterable[Seen]) -> bool:
    """Whether the last look found so few of its mentions that chance alone does not explain it.

    That is so where the upper end of the exact interval of its share lies under the share of all looks before.

    Example:
        >>> before = [Seen(90, 100, 100), Seen(95, 100, 100)]
        >>> has_drifted([*before, Seen(85, 100, 100)]), has_drifted([*before, Seen(60, 100, 100)])
        (False, True)
    """
    shown = [look for look in looks if look.n_gold]
    before = sum(shown[:-1], Seen())
    if not before.n_gold:
        return False
    return exact_interval(shown[-1].n_right, shown[-1].n_gold)[1] < before.n_right / before.n_gold
