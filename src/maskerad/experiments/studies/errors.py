"""The error analysis of Trienes et al. (2020, table 7), with suggested categories in place of read ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from maskerad.core import load_scheme
from maskerad.evaluation.mistakes import Kind, Mistake
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.experiments.progress import Progress, silent
from maskerad.experiments.studies.corpus import StudyCorpus
from maskerad.experiments.studies.error_kinds import MEANINGS, Cause, CauseFinder, CorpusFacts
from maskerad.experiments.studies.methods import Method
from maskerad.experiments.studies.trials import FoldPlan, Trial, cross_validate, make_folds
from maskerad.languages import load_pack
from maskerad.pages.bars import Group, bar_chart
from maskerad.pages.scale import scale_to

LEAD = (
    "Why are mentions missed, and why is harmless text marked? Each false negative and false positive is given the "
    "first category that fits; a person has to confirm it."
)
# The paper counts these as errors of annotation or preprocessing, all others as errors of the model.
PREPROCESSING = (Cause.MISSING_ANNOTATION, Cause.TOKENISATION)
MAX_ROWS = 200


def errors(corpus: StudyCorpus, method: Method, n_folds: int = 5, seed: int = 1, progress: Progress = silent) -> Sheet:
    """Categories of the errors that a method makes in cross-validation.

    Raises:
        InputError: If there are fewer records than folds.
    """
    trial = cross_validate(corpus, method, make_folds(corpus, n_folds, seed), FoldPlan(progress=progress))
    return errors_sheet(corpus, trial)


def errors_sheet(corpus: StudyCorpus, trial: Trial) -> Sheet:
    """The table of the paper, what each category means here, and the list to be confirmed."""
    mistakes = trial.evaluation().mistakes
    finder = CauseFinder(CorpusFacts.of(corpus.documents), load_pack(corpus.language), load_scheme(corpus.scheme))
    texts = {(pair.record, pair.document): pair.text for pair in trial.pairs}
    causes = [(mistake, finder.cause(mistake, texts[mistake.record, mistake.document])) for mistake in mistakes]
    missed = Counter(cause for mistake, cause in causes if mistake.gold is not None)
    marked = Counter(cause for mistake, cause in causes if mistake.predicted is not None)
    facts = {"corpus": f"{corpus.name}: {corpus.facts}", "method": trial.name, "texts seen": trial.how}
    meanings = Table("Categories", ("category", "told from"), [(c.value, MEANINGS[c]) for c in Cause], n_text=2)
    parts = [
        Part(_counts(missed, marked), trial.signature(), _plot(missed, marked), _NOTE),
        Part(meanings),
        Part(_listed(causes), note=_cut(len(causes))),
    ]
    return Sheet("Error analysis", LEAD, facts, parts, _values(causes))


_NOTE = (
    "A mention found with other ends or another label is a false negative and a false positive, as in exact matching. "
    "Debatable annotations and wrong gold borders can only be told by reading."
)


def _counts(missed: Counter[Cause], marked: Counter[Cause]) -> Table:
    n_missed, n_marked = missed.total(), marked.total()
    header = ("category", f"FNs (n = {n_missed:,})", "part", f"FPs (n = {n_marked:,})", "part")
    model = [cause for cause in Cause if cause not in PREPROCESSING]
    rows: list[tuple[str, ...]] = [("Model errors", "", "", "", "")]
    rows += [_count_row(cause, missed, marked) for cause in model]
    rows.append(("Annotation or preprocessing errors", "", "", "", ""))
    rows += [_count_row(cause, missed, marked) for cause in PREPROCESSING]
    rows.append(("Total", f"{n_missed:,}", _part(n_missed, n_missed), f"{n_marked:,}", _part(n_marked, n_marked)))
    return Table("Table 7: suggested categories", header, rows)


def _plot(missed: Counter[Cause], marked: Counter[Cause]) -> str:
    causes = [cause for cause in Cause if missed[cause] or marked[cause]]
    if not causes:
        return ""
    groups = [
        Group(cause.value, (missed[cause], marked[cause]), said=(f"{missed[cause]:,}", f"{marked[cause]:,}"))
        for cause in causes
    ]
    most = max(max(missed[cause], marked[cause]) for cause in causes)
    sides = ("false negatives", "false positives")
    return bar_chart("Errors by suggested category", sides, groups, scale_to(most, "errors"))


def _count_row(cause: Cause, missed: Mapping[Cause, int], marked: Mapping[Cause, int]) -> tuple[str, ...]:
    left, right = missed.get(cause, 0), marked.get(cause, 0)
    return (
        cause.value,
        str(left),
        _part(left, sum(missed.values())),
        str(right),
        _part(right, sum(marked.values())),
    )


def _part(n: int, total: int) -> str:
    return f"{100 * n / total:.1f} %" if total else ""


def _listed(causes: Iterable[tuple[Mistake, Cause]]) -> Table:
    rows = [(cause.value, mistake.kind.value, mistake.document, *_places(mistake)) for mistake, cause in causes]
    header = ("suggested", "kind", "document", "gold", "predicted")
    return Table("To be confirmed", header, rows[:MAX_ROWS], n_text=5)


def _places(mistake: Mistake) -> tuple[str, str]:
    gold, predicted = (
        f"{span.start}–{span.end} {span.label}" if span else "" for span in (mistake.gold, mistake.predicted)
    )
    return gold, predicted


def _cut(n_rows: int) -> str:
    return f"The first {MAX_ROWS} of {n_rows:,} are shown; all are in the JSON." if n_rows > MAX_ROWS else ""


def _values(causes: Iterable[tuple[Mistake, Cause]]) -> dict[str, object]:
    return {
        "mistakes": [
            {
                "suggested": cause.value,
                "kind": Kind(mistake.kind).value,
                "document": mistake.document,
                "start": mistake.start,
                "end": mistake.end,
            }
            for mistake, cause in causes
        ]
    }
