"""How many decisions annotation takes with each kind of help, by a simulated annotator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from maskerad.core.counted import counted
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.evaluation.signature import signed_version
from maskerad.experiments.progress import Progress, silent
from maskerad.experiments.studies.annotation_work import Help, Work, annotate, combinations_of, total_work
from maskerad.experiments.studies.corpus import StudyCorpus
from maskerad.experiments.studies.methods import Method
from maskerad.pages.bars import Group, bar_chart
from maskerad.pages.scale import scale_to

LEAD = (
    "How much work is saved by suggestions? A simulated annotator goes through the records in order and does what the "
    "gold annotation says; every decision is counted. The kinds of help are those of the CLEF requirements (Roberts)."
)
NOTE = (
    "By hand: marking a span, changing a label, moving an end, taking a suggestion away. Accepted: a right suggestion. "
    "Saved is the share of marks that no longer have to be made by hand, less the corrections. The annotator never "
    "errs, never tires and reads all: time is not measured here."
)


def annotator(
    corpus: StudyCorpus,
    before: Method,
    learner: Method,
    every: int = 2,
    progress: Progress = silent,
) -> Sheet:
    """Counts the decisions for each combination of helps.

    Args:
        corpus: Gold.
        before: Pre-annotates without training.
        learner: Trained anew after every few finished records.
        every: How many these are.
        progress: Told of each combination.
    """
    settings = list(combinations_of(before, learner))
    works: list[tuple[str, Work]] = []
    for number, (name, help_given) in enumerate(settings, start=1):
        progress(name, number, len(settings))
        works.append((name, total_work(annotate(corpus.documents, _with(help_given, every)))))
    facts = {"corpus": f"{corpus.name}: {corpus.facts}", "learner trained every": counted(every, "record")}
    table = Table("Decisions by kind of help", _HEADER, [_row(name, work, corpus.n_spans) for name, work in works])
    signature = (
        f"decisions|{corpus.scheme}|{corpus.facts.split('; ')[-1]}|{corpus.n_spans}m|maskerad-{signed_version()}"
    )
    part = Part(table, signature, _plot(works, corpus.n_spans), NOTE)
    return Sheet("A simulated annotator", LEAD, facts, [part], {name: asdict(work) for name, work in works})


_HEADER = (
    "help",
    "marked",
    "relabelled",
    "resized",
    "rejected",
    "by hand",
    "accepted",
    "all decisions",
    "by hand per mention",
    "saved",
)


def _with(help_given: Help, every: int) -> Help:
    return Help(help_given.propagates, help_given.has_names, help_given.before, help_given.learner, every)


def _row(name: str, work: Work, n_spans: int) -> tuple[str, ...]:
    numbers = (work.marks, work.relabelled, work.resized, work.rejected, work.by_hand, work.confirmations)
    share = work.by_hand / n_spans if n_spans else 0.0
    return name, *(f"{n:,}" for n in numbers), f"{work.decisions:,}", f"{share:.2f}", f"{100 * (1 - share):.1f} %"


def _plot(works: Sequence[tuple[str, Work]], n_spans: int) -> str:
    groups = [Group(name, (work.by_hand / n_spans if n_spans else None,)) for name, work in works]
    most = max((value for group in groups for value in group.values if value is not None), default=1.0)
    scale = scale_to(most, "decisions by hand per mention")
    return bar_chart("Decisions by hand per mention", ("by hand per mention",), groups, scale)
