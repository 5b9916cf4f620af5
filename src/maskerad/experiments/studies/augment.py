"""Does a general corpus help? Training on A, on A + B, on A + C, tested on folds of A (Berg and Dalianis 2019)."""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.evaluation.inference.significance import PRECISION, RECALL, compare_rows
from maskerad.evaluation.report.comparison_sheet import mark
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.experiments.progress import Progress, silent
from maskerad.experiments.studies.corpus import StudyCorpus, refuse_mixture
from maskerad.experiments.studies.methods import Method
from maskerad.experiments.studies.tables import F1, class_table, pooled_part, score_values
from maskerad.experiments.studies.trials import FoldPlan, Trial, cross_validate, make_folds
from maskerad.pages.numbers import decimal
from maskerad.training.hygiene import refuse_shared

LEAD = (
    "Does annotated text of another kind help? Each fold of the first corpus is tagged by a model trained on its other "
    "folds alone, and together with each further corpus. After Berg and Dalianis (2019)."
)
NOTE = "Mean over the folds where a score is defined; * marks the highest F1 of a class."
Runs = dict[str, list[Trial]]


def augment(
    corpora: Sequence[StudyCorpus],
    methods: Sequence[Method],
    n_folds: int = 10,
    seed: int = 1,
    progress: Progress = silent,
) -> Sheet:
    """A table for each method, classes down and training sets across.

    Args:
        corpora: The one that is tested on, then those that are added to it, each by itself.
        methods: To be trained.
        n_folds: Folds of the first corpus.
        seed: Of the folds.
        progress: Told of each fold.

    Raises:
        ConfigError: If corpora differ in language or scheme.
        InputError: If a corpus shares a document, or a near-duplicate of one, with the first; if there are fewer
            records than folds.
    """
    refuse_mixture(corpora)
    first, *others = corpora
    for other in others:
        refuse_shared({first.name: first.documents, other.name: other.documents})
    splits = make_folds(first, n_folds, seed)
    runs: Runs = {}
    for method in methods:
        plans = [FoldPlan(first.name, (), progress)]
        plans += [FoldPlan(f"{first.name} + {other.name}", other.documents, progress) for other in others]
        runs[method.name] = [cross_validate(first, method, splits, plan) for plan in plans]
    facts = {f"corpus {corpus.name}": corpus.facts for corpus in corpora}
    facts |= {"scheme": first.scheme, "folds": f"{n_folds} of {first.name} by record, seed {seed}"}
    parts = [part for name, trials in runs.items() for part in _parts(first, name, trials)]
    return Sheet("Augmentation with other corpora", LEAD, facts, parts, _values(runs))


def _parts(corpus: StudyCorpus, name: str, trials: Sequence[Trial]) -> list[Part]:
    means = {trial.name: trial.fold_means() for trial in trials}
    table = class_table(f"{name}: mean over folds", corpus.labels, means)
    return [Part(table, "; ".join(trial.signature() for trial in trials), note=NOTE), *_tests(name, trials)]


def _tests(name: str, trials: Sequence[Trial]) -> list[Part]:
    """What each added corpus changes, and whether by more than chance."""
    alone, *added = trials
    rows = []
    for trial in added:
        for row in compare_rows(alone.rows(), trial.rows(), (PRECISION, RECALL, F1)):
            change = "" if row.value is None else f"{row.value:+.3f}"
            p = "undefined" if row.p is None else f"{row.p:.4f}"
            rows.append((trial.name, row.definition.title, decimal(row.left), decimal(row.right), change, p, mark(row)))
    header = ("training data", "measure", alone.name, "with it", "difference", "p", "")
    test = Part(Table(f"{name}: against {alone.name}", header, rows, n_text=2))
    pooled = pooled_part(trials, 1000, f"{name}: all folds taken together")
    return [test, pooled] if rows else [pooled]


def _values(runs: Runs) -> dict[str, object]:
    return {name: score_values({trial.name: trial.fold_means() for trial in trials}) for name, trials in runs.items()}
