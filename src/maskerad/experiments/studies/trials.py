"""Training and testing, as every study does it: by record, pooled or fold by fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation import Evaluation, Pair, Score, Settings, evaluate
from maskerad.evaluation.counts import macro
from maskerad.evaluation.inference.significance import Rows, record_rows
from maskerad.experiments.progress import Progress, silent
from maskerad.experiments.studies.corpus import StudyCorpus
from maskerad.experiments.studies.methods import Method
from maskerad.training.scoring import Tagger, tagged_pairs
from maskerad.training.splits import Split, by_record, folds

TOTAL = "Total"


@dataclass(frozen=True, slots=True)
class Trial:
    """What a method said of texts that it had not seen.

    Attributes:
        name: Of the method, or of the training data where these differ.
        scheme: Of all labels.
        folds: Pairs of gold and predicted spans, fold by fold; one fold where there was a single test.
        how: Split and method in short, added to every signature.
    """

    name: str
    scheme: str
    folds: tuple[tuple[Pair, ...], ...] = field(repr=False)
    how: str

    @property
    def pairs(self) -> list[Pair]:
        """All pairs of all folds."""
        return [pair for fold in self.folds for pair in fold]

    def evaluation(self, resamples: int = 0) -> Evaluation:
        """All folds taken together."""
        return evaluate(self.pairs, self.settings(resamples))

    def settings(self, resamples: int = 0) -> Settings:
        """How it is scored."""
        return Settings(self.scheme, self.scheme, self.scheme, resamples=resamples)

    def rows(self) -> Rows:
        """Sums by record, for tests of significance."""
        return record_rows(self.pairs, self.settings())

    def signature(self) -> str:
        """How the exact scores were measured."""
        return f"{self.evaluation().signature}|{self.how}"

    def fold_means(self) -> dict[str, Score]:
        """Exact scores by label, and ``TOTAL`` for the micro average, each the mean over the folds where defined."""
        by_label: dict[str, list[Score]] = {}
        for fold in self.folds:
            evaluation = evaluate(fold, self.settings())
            by_label.setdefault(TOTAL, []).append(evaluation.line("exact").score)
            for row in evaluation.labels:
                by_label.setdefault(row.label, []).append(row.exact.score)
        return {label: macro(scores) for label, scores in by_label.items()}


def pairs_of(documents: Sequence[AnnotatedDocument], tag: Tagger) -> tuple[Pair, ...]:
    """Tags documents record by record and sets the result beside the gold spans."""
    return tuple(tagged_pairs(by_record(documents), tag))


@dataclass(frozen=True, slots=True)
class FoldPlan:
    """What a cross-validation does besides.

    Attributes:
        name: In place of the method's own.
        added: Documents of other corpora that every fold is trained on.
        progress: Is told of each fold.
    """

    name: str = ""
    added: Sequence[AnnotatedDocument] = field(default=(), repr=False)
    progress: Progress = silent


def cross_validate(corpus: StudyCorpus, method: Method, splits: Sequence[Split], plan: FoldPlan) -> Trial:
    """Every document tagged by a method that was trained on the other folds, and on what the plan adds to each.

    Args:
        corpus: Whose documents are tested.
        method: What is trained.
        splits: Folds of the corpus, with parts ``train`` and ``test``.
        plan: What else is trained on.
    """
    tested = []
    for number, split in enumerate(splits, start=1):
        plan.progress(f"{plan.name or method.name}: fold", number, len(splits))
        tag = method.fit([*split.parts["train"], *plan.added])
        tested.append(pairs_of(split.parts["test"], tag))
    how = f"cv{len(splits)}-by-record-seed{splits[0].seed}|{method.name}"
    return Trial(plan.name or method.name, corpus.scheme, tuple(tested), how)


def make_folds(corpus: StudyCorpus, n_folds: int, seed: int) -> list[Split]:
    """Folds by record; near-duplicates stay together.

    Raises:
        InputError: If there are fewer records than folds.
    """
    return folds(corpus.documents, n_folds, seed)
