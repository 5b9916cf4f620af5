"""k-fold cross-validation by record, in the layout of Berg and Dalianis (2019, tables 3 and 4)."""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.core.counted import counted
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.experiments.progress import Progress, silent
from maskerad.experiments.studies.corpus import StudyCorpus
from maskerad.experiments.studies.groups import group_table
from maskerad.experiments.studies.methods import Method
from maskerad.experiments.studies.tables import class_table, pooled_part, score_values
from maskerad.experiments.studies.trials import FoldPlan, cross_validate, make_folds

LEAD = (
    "How well does each method find what it has not seen? k-fold cross-validation by record; records with "
    "near-duplicate documents stay in one fold. Entity level, label and both ends right."
)


def crossval(
    corpus: StudyCorpus,
    methods: Sequence[Method],
    n_folds: int = 10,
    seed: int = 1,
    resamples: int = 1000,
    progress: Progress = silent,
) -> Sheet:
    """Every method on the same folds.

    Raises:
        InputError: If there are fewer records than folds.
    """
    splits = make_folds(corpus, n_folds, seed)
    trials = [cross_validate(corpus, method, splits, FoldPlan(progress=progress)) for method in methods]
    means = {trial.name: trial.fold_means() for trial in trials}
    n_pairs = counted(len(splits[0].duplicates), "pair")
    facts = {
        "corpus": f"{corpus.name}: {corpus.facts}",
        "scheme": corpus.scheme,
        "folds": f"{n_folds} by record, seed {seed}; near-duplicates kept together: {n_pairs}",
    }
    table = class_table(f"{n_folds} folds, mean over folds", corpus.labels, means)
    note = "Mean over the folds where a score is defined; * marks the highest F1 of a class."
    signature = "; ".join(trial.signature() for trial in trials)
    groups = group_table(means, corpus.labels, corpus.scheme)
    parts = [Part(table, signature, note=note), Part(groups, signature), pooled_part(trials, resamples)]
    return Sheet("Cross-validation", LEAD, facts, parts, score_values(means))
