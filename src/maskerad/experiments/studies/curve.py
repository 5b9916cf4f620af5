"""Learning curves (Trienes et al. 2020, figure 2): how F1 grows with the number of training records.

The training part is sampled by record at each size, several times; a larger sample of one draw holds the smaller ones.
Bands are 95 % intervals of the mean by Student's t. Methods here are deterministic, so that a draw is trained once: the
paper's three runs a sample, which differ by the starting weights of its networks, would be the same three times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from maskerad.core.errors import ConfigError
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.experiments.progress import Progress, silent
from maskerad.experiments.studies.corpus import StudyCorpus, sample
from maskerad.experiments.studies.methods import Method
from maskerad.experiments.studies.trials import Trial, pairs_of
from maskerad.pages.lines import Axes, Point, Series, line_chart
from maskerad.pages.numbers import decimal
from maskerad.pages.scale import Scale
from maskerad.training.splits import Split, record_id, split_corpus

# 97.5 % quantiles of Student's t with 1 to 30 degrees of freedom (any statistical table); beyond that the normal.
T_QUANTILES = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
NORMAL_QUANTILE = 1.960
LEAD = (
    "How much training data is enough? Entity F1 on a fixed test part for growing shares of the training records, mean "
    "and 95 % interval over random samples of records."
)


@dataclass(frozen=True, slots=True)
class CurvePlan:
    """What is drawn.

    Attributes:
        shares: Of the training records, in (0, 1].
        n_samples: Draws for each share.
        test_share: Share of all records that is tested on and never trained on.
        seed: Of split and draws.

    Raises:
        ConfigError: If a share is not in (0, 1], or there is no draw.
    """

    shares: tuple[float, ...] = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
    n_samples: int = 3
    test_share: float = 0.2
    seed: int = 1

    def __post_init__(self) -> None:
        if not self.shares or not all(0 < share <= 1 for share in self.shares):
            raise ConfigError("shares of the training records must lie above 0 and not above 1")
        if self.n_samples < 1 or not 0 < self.test_share < 1:
            raise ConfigError("a curve needs one sample at least, and a test share between 0 and 1")


DEFAULT = CurvePlan()


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One method at one size.

    Attributes:
        share: Of the training records.
        n_records: How many these are.
        f1: One value a draw; undefined ones count as 0, for then nothing was found.
    """

    share: float
    n_records: int
    f1: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Mean over draws."""
        return fmean(self.f1)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the mean within [0, 1]; the mean itself where there is one draw only."""
        reach = half_width(self.f1)
        return max(0.0, self.mean - reach), min(1.0, self.mean + reach)


def half_width(values: Sequence[float]) -> float:
    """Half the width of the 95 % interval of the mean of some values; 0 for fewer than two.

    Example:
        >>> round(half_width([0.5, 0.6, 0.7]), 3)
        0.248
    """
    n = len(values)
    if n < 2:
        return 0.0
    quantile = T_QUANTILES[n - 2] if n - 2 < len(T_QUANTILES) else NORMAL_QUANTILE
    return quantile * stdev(values) / sqrt(n)


def curve(
    corpus: StudyCorpus, methods: Sequence[Method], plan: CurvePlan = DEFAULT, progress: Progress = silent
) -> Sheet:
    """A line for each method.

    Raises:
        InputError: If there are too few records to split.
    """
    split = split_corpus(corpus.documents, {"train": 1 - plan.test_share, "test": plan.test_share}, plan.seed)
    lines = {method.name: _line(corpus, method, split, plan, progress) for method in methods}
    test = split.parts["test"]
    n_train = len({record_id(item) for item in split.parts["train"]})
    facts = {
        "corpus": f"{corpus.name}: {corpus.facts}",
        "split": split.signature,
        "records": f"{n_train} to train on, {len({record_id(item) for item in test})} to test on",
        "draws a size": str(plan.n_samples),
    }
    signature = Trial("", corpus.scheme, (pairs_of(test, _nothing),), split.signature).signature()
    rows = [_row(name, point) for name, points in lines.items() for point in points]
    header = ("method", "training records", "share", "F1", "95 % interval", "lowest", "highest")
    part = Part(Table("Figure 2: F1 by size of the training part", header, rows), signature, _plot(lines))
    return Sheet("Learning curve", LEAD, facts, [part], _values(lines))


def _nothing(documents: Sequence[object]) -> list[list[Span]]:
    return [[] for _ in documents]


def _line(corpus: StudyCorpus, method: Method, split: Split, plan: CurvePlan, progress: Progress) -> list[CurvePoint]:
    train, test = split.parts["train"], split.parts["test"]
    n_records = len({record_id(item) for item in train})
    points = []
    for number, share in enumerate(plan.shares, start=1):
        progress(method.name, number, len(plan.shares))
        n_drawn = max(1, round(share * n_records))
        n_samples = 1 if n_drawn == n_records else plan.n_samples  # all draws of everything are the same
        drawn = [sample(train, n_drawn, plan.seed + draw) for draw in range(n_samples)]
        f1 = tuple(_f1(corpus, method, items, test) for items in drawn)
        points.append(CurvePoint(share, n_drawn, f1))
    return points


def _f1(
    corpus: StudyCorpus, method: Method, train: Sequence[AnnotatedDocument], test: Sequence[AnnotatedDocument]
) -> float:
    if not any(item.spans for item in train):
        return 0.0  # nothing to learn from, nothing found
    trial = Trial(method.name, corpus.scheme, (pairs_of(test, method.fit(train)),), "")
    return trial.evaluation().line("exact").score.f1 or 0.0


def _row(name: str, point: CurvePoint) -> tuple[str, ...]:
    low, high = point.interval
    reach = f"{low:.3f}–{high:.3f}" if len(point.f1) > 1 else ""
    share = f"{100 * point.share:.0f} %"
    return name, str(point.n_records), share, decimal(point.mean), reach, decimal(min(point.f1)), decimal(max(point.f1))


def _plot(lines: dict[str, list[CurvePoint]]) -> str:
    series = [Series(name, [_point(p) for p in points]) for name, points in lines.items()]
    share = Scale(0.0, 100.0, (0.0, 20.0, 40.0, 60.0, 80.0, 100.0), "% of training records")
    return line_chart("F1 by training size", Axes(share, Scale(title="F1")), series)


def _point(point: CurvePoint) -> Point:
    return Point(100 * point.share, point.mean, *point.interval)


def _values(lines: dict[str, list[CurvePoint]]) -> dict[str, object]:
    return {
        name: [{"share": p.share, "records": p.n_records, "f1": list(p.f1)} for p in points]
        for name, points in lines.items()
    }
