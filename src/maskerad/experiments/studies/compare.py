"""Methods by corpora with marks of significance (Trienes et al. 2020, table 5).

Methods are tested on folds of each corpus, or, where a corpus comes in fixed parts, on its test part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from maskerad.evaluation.inference.significance import PRECISION, RECALL, Difference, compare_rows
from maskerad.evaluation.report.comparison_sheet import BETTER, LEVEL, NO_DIFFERENCE, WORSE, mark
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.experiments.progress import Progress, silent
from maskerad.experiments.studies.corpus import StudyCorpus, refuse_mixture, refuse_namesakes
from maskerad.experiments.studies.methods import Method
from maskerad.experiments.studies.tables import F1, pooled_part
from maskerad.experiments.studies.trials import FoldPlan, Trial, cross_validate, make_folds, pairs_of
from maskerad.pages.numbers import decimal
from maskerad.training.hygiene import refuse_shared

LEAD = "Which method is best, on which corpus, and by more than chance? After Trienes et al. (2020), table 5."
MEASURES = (PRECISION, RECALL, F1)
NOTE = (
    f"{BETTER} significantly better than the line above, {WORSE} significantly worse (two-sided approximate "
    f"randomisation over records, p < {LEVEL}), {NO_DIFFERENCE} neither."
)


Methods = Callable[[StudyCorpus], Sequence[Method]]


def compare(
    corpora: Sequence[StudyCorpus], methods_for: Methods, n_folds: int = 5, seed: int = 1, progress: Progress = silent
) -> Sheet:
    """Cross-validates every method on every corpus and tests each against the one before it.

    Raises:
        ConfigError: If two corpora share a name.
        InputError: If a corpus has fewer records than folds.
    """
    refuse_namesakes(corpora)
    trials = {corpus.name: _trials(corpus, methods_for(corpus), n_folds, seed, progress) for corpus in corpora}
    facts = {f"corpus {corpus.name} ({corpus.language}, {corpus.scheme})": corpus.facts for corpus in corpora}
    facts["folds"] = f"{n_folds} by record, seed {seed}"
    return _sheet(trials, facts, "all folds taken together")


def compare_parts(train: StudyCorpus, test: StudyCorpus, methods_for: Methods, progress: Progress = silent) -> Sheet:
    """Trains every method on one part of a corpus and tests it on another.

    Raises:
        ConfigError: If the parts differ in language or scheme.
        InputError: If a document, or a near-duplicate of one, is in both parts.
    """
    refuse_mixture([train, test])
    refuse_shared({train.name: train.documents, test.name: test.documents})
    how = f"train:{len(train.documents)}d:{train.fingerprint}"
    trials = []
    for number, method in enumerate(methods := methods_for(train), start=1):
        progress(method.name, number, len(methods))
        pairs = pairs_of(test.documents, method.fit(train.documents))
        trials.append(Trial(method.name, test.scheme, (pairs,), f"{how}|{method.name}"))
    facts = {f"trained on {train.name}": train.facts, f"tested on {test.name}": test.facts, "scheme": test.scheme}
    return _sheet({test.name: trials}, facts, "intervals by bootstrap")


def _sheet(trials: Mapping[str, Sequence[Trial]], facts: dict[str, str], how: str) -> Sheet:
    signatures = [trial.signature() for of_method in trials.values() for trial in of_method]
    parts = [Part(_table(trials), "; ".join(signatures), note=NOTE)]
    parts += [_pairs_part(name, of_method) for name, of_method in trials.items() if len(of_method) > 2]
    parts += [pooled_part(of_method, 1000, f"{name}: {how}") for name, of_method in trials.items()]
    return Sheet(
        "Methods by corpora", LEAD, facts, parts, {name: _values(of_method) for name, of_method in trials.items()}
    )


def _pairs_part(name: str, trials: Sequence[Trial]) -> Part:
    """F1 of every method against every other."""
    rows = []
    for left, right in combinations(trials, 2):
        (difference,) = compare_rows(left.rows(), right.rows(), (F1,))
        values = (
            decimal(difference.left, 4),
            decimal(difference.right, 4),
            f"{difference.value:+.4f}" if difference.value is not None else "",
        )
        rows.append((left.name, right.name, *values, decimal(difference.p, 4), mark(difference)))
    header = ("A", "B", "F1 of A", "F1 of B", "difference", "p", "")
    return Part(Table(f"{name}: each against each", header, rows, n_text=2), str(trials[0].evaluation().signature))


def _trials(corpus: StudyCorpus, methods: Sequence[Method], n_folds: int, seed: int, progress: Progress) -> list[Trial]:
    splits = make_folds(corpus, n_folds, seed)
    return [cross_validate(corpus, method, splits, FoldPlan(progress=progress)) for method in methods]


def _table(trials: Mapping[str, Sequence[Trial]]) -> Table:
    header = ("method", *(f"{corpus} {name}" for corpus in trials for name in ("prec.", "rec.", "F1")))
    columns = [_column(of_method) for of_method in trials.values()]
    names = [trial.name for trial in next(iter(trials.values()))]
    rows = [(name, *(cell for column in columns for cell in column[at])) for at, name in enumerate(names)]
    return Table("Table 5: micro-averaged scores", header, rows)


def _column(trials: Sequence[Trial]) -> list[list[str]]:
    """Three cells for each method on one corpus."""
    cells = []
    before: Trial | None = None
    for trial in trials:
        score = trial.evaluation().line("exact").score
        values = (score.precision, score.recall, score.f1)
        marks = [mark(difference) for difference in _tested(before, trial)] if before else ["", "", ""]
        cells.append([" ".join(filter(None, (decimal(v), m))) for v, m in zip(values, marks, strict=True)])
        before = trial
    return cells


def _tested(before: Trial, trial: Trial) -> list[Difference]:
    return compare_rows(before.rows(), trial.rows(), MEASURES)


def _values(trials: Sequence[Trial]) -> dict[str, object]:
    scores = {trial.name: trial.evaluation().line("exact").score for trial in trials}
    return {name: {"p": score.precision, "r": score.recall, "f1": score.f1} for name, score in scores.items()}
