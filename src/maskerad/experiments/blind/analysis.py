"""Who was fooled: the figures of Dalianis (2019, section 5), with exact intervals.

A *pseudonymised* verdict on a pseudonymised record is a true positive, as the paper counts. Only items with a verdict
count. Chance is a coin: half of the records are pseudonymised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from maskerad.core.errors import InputError
from maskerad.evaluation.agreement.kappa import cohen_kappa
from maskerad.evaluation.counts import Counts, Share
from maskerad.evaluation.inference.binomial import binomial_test, exact_interval
from maskerad.experiments.blind.answers import Answers, Reason, Verdict
from maskerad.experiments.blind.study import Truth


@dataclass(frozen=True, slots=True)
class EvaluatorRow:
    """One evaluator.

    Attributes:
        counts: Of the verdict *pseudonymised*.
        pseudonymised_as_real: Share of pseudonymised records judged real.
        real_as_real: Share of real records judged real.
        right: Share of right verdicts.
        right_interval: Exact 95 % interval of that share.
        p_value: Two-sided binomial test of it against a coin.
        marks: Marked words of pseudonymised records that touch a surrogate, of all marked there.
        marks_by_chance: The same share of blind marks.
        reasons: How often each reason was given with the verdict *pseudonymised*.
    """

    evaluator: str
    counts: Counts
    pseudonymised_as_real: Share
    real_as_real: Share
    right: Share
    right_interval: tuple[float, float]
    p_value: float
    marks: Share
    marks_by_chance: float | None
    reasons: Mapping[Reason, int]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two evaluators on the items that both judged; kappa is None where it is undefined."""

    first: str
    second: str
    n_items: int
    kappa: float | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """All evaluators of a study.

    Attributes:
        study: Its id.
        n_real, n_pseudonymised: Records of each kind.
        rows: One an evaluator, by name.
        agreements: One a pair.
        judged_real: Mean over evaluators of the share of pseudonymised records judged real; None without verdicts.
        n_found_by_all: Pseudonymised records that every evaluator judged to be so.
        n_judged_by_all: Pseudonymised records that every evaluator judged.
    """

    study: str
    n_real: int
    n_pseudonymised: int
    rows: tuple[EvaluatorRow, ...]
    agreements: tuple[Agreement, ...]
    judged_real: float | None
    n_found_by_all: int
    n_judged_by_all: int


def analyse(study: str, truth: Mapping[str, Truth], answers: Sequence[Answers]) -> Analysis:
    """Counts what the evaluators said.

    Args:
        study: Its id.
        truth: Of every item.
        answers: One an evaluator.

    Raises:
        InputError: If there are none, two are of one evaluator, or one judges an item that the study has not.
    """
    _check(truth, answers)
    ordered = sorted(answers, key=lambda answer: answer.evaluator)
    rows = tuple(_row(answer, truth) for answer in ordered)
    shares = [share for row in rows if (share := row.pseudonymised_as_real.value) is not None]
    n_pseudonymised = sum(excerpt.is_pseudonymised for excerpt in truth.values())
    verdicts = [_verdicts(answer) for answer in ordered]
    common = [
        name for name, excerpt in truth.items() if excerpt.is_pseudonymised and all(name in said for said in verdicts)
    ]
    return Analysis(
        study,
        len(truth) - n_pseudonymised,
        n_pseudonymised,
        rows,
        tuple(_agreement(a, b) for a, b in combinations(ordered, 2)),
        fmean(shares) if shares else None,
        sum(all(said[name] is Verdict.PSEUDONYMISED for said in verdicts) for name in common),
        len(common),
    )


def _check(truth: Mapping[str, Truth], answers: Sequence[Answers]) -> None:
    if not answers:
        raise InputError("nobody has answered yet")
    twice = [name for name, n in Counter(answer.evaluator for answer in answers).items() if n > 1]
    if twice:
        raise InputError(f"two sets of answers are of one evaluator: {', '.join(sorted(twice))}")
    for answer in answers:
        strange = sorted(answer.judgements.keys() - truth.keys())
        if strange:
            raise InputError(f"answers of {answer.evaluator!r}: the study has no item {strange[0]!r}")


def _verdicts(answers: Answers) -> dict[str, Verdict]:
    return {name: judgement.verdict for name, judgement in answers.judgements.items() if judgement.verdict is not None}


def _row(answers: Answers, truth: Mapping[str, Truth]) -> EvaluatorRow:
    said = Counter((truth[name].is_pseudonymised, verdict) for name, verdict in _verdicts(answers).items())
    tp, fn = said[True, Verdict.PSEUDONYMISED], said[True, Verdict.REAL]
    fp, tn = said[False, Verdict.PSEUDONYMISED], said[False, Verdict.REAL]
    n_right, n = tp + tn, tp + fn + fp + tn
    marked = list(_marked(answers, truth))
    return EvaluatorRow(
        answers.evaluator,
        Counts(tp, fp, fn),
        Share(fn, tp + fn),
        Share(tn, tn + fp),
        Share(n_right, n),
        exact_interval(n_right, n),
        binomial_test(n_right, n),
        sum((share for share, _ in marked), Share()),
        _mean_by_marks(marked),
        Counter(
            reason
            for judgement in answers.judgements.values()
            if judgement.verdict is Verdict.PSEUDONYMISED
            for reason in judgement.reasons
        ),
    )


def _marked(answers: Answers, truth: Mapping[str, Truth]) -> Iterator[tuple[Share, Share]]:
    """For each pseudonymised item: marks that touch a surrogate, and words that do."""
    for name, judgement in answers.judgements.items():
        excerpt = truth[name]
        if excerpt.is_pseudonymised and judgement.marks:
            hits = sum(any(a < end and start < b for a, b in excerpt.surrogates) for start, end in judgement.marks)
            yield Share(hits, len(judgement.marks)), Share(excerpt.n_marked_words, excerpt.n_words)


def _mean_by_marks(marked: Sequence[tuple[Share, Share]]) -> float | None:
    """The share of blind marks that would touch a surrogate: as many in each item as were made there."""
    n_marks = sum(share.whole for share, _ in marked)
    expected = sum(share.whole * (words.value or 0.0) for share, words in marked)
    return expected / n_marks if n_marks else None


def _agreement(first: Answers, second: Answers) -> Agreement:
    ours, theirs = _verdicts(first), _verdicts(second)
    table = Counter((str(ours[name]), str(theirs[name])) for name in ours.keys() & theirs.keys())
    return Agreement(first.evaluator, second.evaluator, sum(table.values()), cohen_kappa(table))
