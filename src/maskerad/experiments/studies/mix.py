"""Two sources, each learnt alone and both together (Kajiyama et al. 2018, tables 2 to 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from maskerad.core.errors import ConfigError
from maskerad.evaluation import Pair
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.experiments.progress import Progress, silent
from maskerad.experiments.studies.corpus import StudyCorpus, refuse_mixture
from maskerad.experiments.studies.methods import Method
from maskerad.experiments.studies.trials import Trial, make_folds, pairs_of
from maskerad.pages.bars import Group, bar_chart
from maskerad.pages.numbers import decimal
from maskerad.pages.scale import Scale
from maskerad.training.hygiene import refuse_shared
from maskerad.training.splits import Split

LEAD = (
    "Does training on two different sources together help or harm? Each source is cut into the same number of folds; a "
    "mixture holds the training folds of both. After Kajiyama et al. (2018); strict match of entities."
)
ALL, MIX = "ALL", "Mix"


@dataclass(frozen=True, slots=True)
class _Run:
    """One method: trained on each source alone and on both, and tested on each."""

    alone: Mapping[str, Trial]
    mixed: Mapping[str, Trial]

    @property
    def on_both(self) -> Trial:
        """The mixture tested on both sources together."""
        first, second = self.mixed.values()
        return Trial(MIX, first.scheme, first.folds + second.folds, first.how)


def mix(
    sources: Sequence[StudyCorpus],
    methods: Sequence[Method],
    n_folds: int = 4,
    seed: int = 1,
    progress: Progress = silent,
) -> Sheet:
    """Tables 2 and 3 for the two sources, and one like tables 4 and 5 for each method.

    Raises:
        ConfigError: If there are not two sources, or they differ in language or scheme.
        InputError: If they share a document or a near-duplicate, or have fewer records than folds.
    """
    if len(sources) != 2:
        raise ConfigError(f"a mixture is of two sources, not {len(sources)}")
    refuse_mixture(sources)
    refuse_shared({source.name: source.documents for source in sources})
    splits = [make_folds(source, n_folds, seed) for source in sources]
    runs = {method.name: _run(sources, method, splits, progress) for method in methods}
    labels = list(dict.fromkeys(label for source in sources for label in source.labels))
    facts = {f"source {source.name}": source.facts for source in sources}
    facts |= {"scheme": sources[0].scheme, "folds": f"{n_folds} by record, seed {seed}"}
    parts = [_source_part(f"Table {at}", source, labels, runs) for at, source in enumerate(sources, start=2)]
    parts += [_mixture_part(f"Table {at}", name, labels, run) for at, (name, run) in enumerate(runs.items(), start=4)]
    return Sheet("Mixing two sources", LEAD, facts, parts, _values(runs))


def _run(sources: Sequence[StudyCorpus], method: Method, splits: Sequence[Sequence[Split]], progress: Progress) -> _Run:
    n_folds = len(splits[0])
    alone: list[list[tuple[Pair, ...]]] = [[] for _ in sources]
    mixed: list[list[tuple[Pair, ...]]] = [[] for _ in sources]
    for fold in range(n_folds):
        progress(f"{method.name}: fold", fold + 1, n_folds)
        both = method.fit([item for split in splits for item in split[fold].parts["train"]])
        for at, split in enumerate(splits):
            test = split[fold].parts["test"]
            alone[at].append(pairs_of(test, method.fit(split[fold].parts["train"])))
            mixed[at].append(pairs_of(test, both))
    how = f"cv{n_folds}-by-record-seed{splits[0][0].seed}|{method.name}"
    return _Run(_named(sources, alone, method.name, how), _named(sources, mixed, f"{method.name} {MIX}", f"{how}-mix"))


def _named(
    sources: Sequence[StudyCorpus], folds: Sequence[Sequence[tuple[Pair, ...]]], name: str, how: str
) -> dict[str, Trial]:
    pairs = zip(sources, folds, strict=True)
    return {source.name: Trial(name, source.scheme, tuple(kept), how) for source, kept in pairs}


def _f1(trial: Trial) -> dict[str, str]:
    """F1 in percent by label and over all, as the paper prints it; "N/A" where neither side has the label."""
    evaluation = trial.evaluation()
    scores = {row.label: row.exact.score.f1 for row in evaluation.labels}
    scores[ALL] = evaluation.line("exact").score.f1
    return {label: decimal(None if f1 is None else 100 * f1, 2) for label, f1 in scores.items()}


def _table(title: str, labels: Sequence[str], columns: Mapping[str, Trial]) -> Table:
    scores = [_f1(trial) for trial in columns.values()]
    rows = [(label, *(column.get(label, "N/A") for column in scores)) for label in (ALL, *labels)]
    return Table(title, ("", *columns), rows)


def _source_part(title: str, source: StudyCorpus, labels: Sequence[str], runs: Mapping[str, _Run]) -> Part:
    columns: dict[str, Trial] = {}
    for name, run in runs.items():
        columns[name] = run.alone[source.name]
        if run.alone[source.name].pairs != run.mixed[source.name].pairs:  # rules learn nothing from either
            columns[f"{name} {MIX}"] = run.mixed[source.name]
    signature = "; ".join(trial.signature() for trial in columns.values())
    return Part(_table(f"{title}: F1 (%) on {source.name}", labels, columns), signature, _plot(title, columns))


def _mixture_part(title: str, method: str, labels: Sequence[str], run: _Run) -> Part:
    columns = {**run.mixed, MIX: run.on_both}
    table = _table(f"{title}: F1 (%) of {method} trained on the mixture", labels, columns)
    return Part(table, run.on_both.signature(), _plot(title, columns))


def _plot(title: str, columns: Mapping[str, Trial]) -> str:
    """F1 over all labels."""
    groups = [Group(name, (trial.evaluation().line("exact").score.f1,)) for name, trial in columns.items()]
    return bar_chart(title, ("F1",), groups, Scale(title="F1 over all labels"))


def _values(runs: Mapping[str, _Run]) -> dict[str, object]:
    return {
        name: {
            "alone": {source: _f1(trial) for source, trial in run.alone.items()},
            "mixed": {source: _f1(trial) for source, trial in run.mixed.items()},
        }
        for name, run in runs.items()
    }
