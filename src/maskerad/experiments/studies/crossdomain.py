"""Train on one domain, test on each (Trienes et al. 2020, tables 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from maskerad.core.errors import ConfigError
from maskerad.evaluation import Pair
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.experiments.progress import Progress, silent
from maskerad.experiments.studies.corpus import StudyCorpus
from maskerad.experiments.studies.methods import Method
from maskerad.experiments.studies.trials import Trial, pairs_of
from maskerad.pages.matrix import Cell, matrix_chart
from maskerad.pages.numbers import decimal
from maskerad.training.hygiene import refuse_shared
from maskerad.training.splits import Split, split_corpus

LEAD = (
    "How well does a model trained in one place work in another? Each domain is split by record; models are trained on "
    "the training part of one and tested on the test part of every domain. After Trienes et al. (2020)."
)
# Methods for the texts of one corpus; called once for each that is trained on.
MethodsFor = Callable[[StudyCorpus], Sequence[Method]]


@dataclass(frozen=True, slots=True)
class _Matrix:
    """What one method, trained on each domain, said of the test part of each: by (tested on, trained on)."""

    pairs: Mapping[tuple[str, str], tuple[Pair, ...]] = field(repr=False)
    scheme: str

    def f1(self, tested: Sequence[str], trained: str) -> float | None:
        """Micro F1 on the test parts of some domains together."""
        return self.trial(tested, trained).evaluation().line("exact").score.f1

    def trial(self, tested: Sequence[str], trained: str) -> Trial:
        """These test parts as one."""
        return Trial(trained, self.scheme, tuple(self.pairs[name, trained] for name in tested), "")


def crossdomain(
    domains: Sequence[StudyCorpus],
    methods_for: MethodsFor,
    test_share: float = 0.2,
    seed: int = 1,
    progress: Progress = silent,
) -> Sheet:
    """The matrix of every method, and how each does away from home.

    Raises:
        ConfigError: If there are fewer than two domains, or they differ in scheme.
        InputError: If domains share a document or a near-duplicate, or one has too few records to split.
    """
    _check(domains)
    refuse_shared({domain.name: domain.documents for domain in domains})
    shares = {"train": 1 - test_share, "test": test_share}
    splits = {domain.name: split_corpus(domain.documents, shares, seed) for domain in domains}
    matrices = _run(domains, methods_for, splits, progress)
    names = [domain.name for domain in domains]
    facts = {f"domain {domain.name} ({domain.language})": domain.facts for domain in domains}
    facts |= {"scheme": domains[0].scheme, "test share": f"{100 * test_share:.0f} % of records, seed {seed}"}
    signature = "; ".join(f"{name}: {split.signature}" for name, split in splits.items())
    parts = [Part(_away(names, matrices), f"exact+micro|{domains[0].scheme}|{signature}")]
    parts += [_matrix_part(name, names, matrix, signature) for name, matrix in matrices.items()]
    return Sheet("Across domains", LEAD, facts, parts, _values(names, matrices))


def by_field(corpus: StudyCorpus, name: str) -> list[StudyCorpus]:
    """A corpus cut into domains by a field of its documents, such as ward or genre.

    Raises:
        ConfigError: If a document is without the field.
    """
    groups: dict[str, list[int]] = {}
    for at, item in enumerate(corpus.documents):
        if name not in item.document.metadata:
            raise ConfigError(f"document {item.document.id!r} has no field {name!r} to tell its domain by")
        groups.setdefault(str(item.document.metadata[name]), []).append(at)
    return [
        StudyCorpus(value, corpus.language, corpus.scheme, tuple(corpus.documents[at] for at in places))
        for value, places in sorted(groups.items())
    ]


def _check(domains: Sequence[StudyCorpus]) -> None:
    if len({domain.name for domain in domains}) < max(2, len(domains)):
        raise ConfigError("name two domains or more, each by a name of its own")
    if len({domain.scheme for domain in domains}) > 1:
        raise ConfigError(f"domains must share a label scheme: {', '.join(sorted({d.scheme for d in domains}))}")


def _run(
    domains: Sequence[StudyCorpus], methods_for: MethodsFor, splits: Mapping[str, Split], progress: Progress
) -> dict[str, _Matrix]:
    pairs: dict[str, dict[tuple[str, str], tuple[Pair, ...]]] = {}
    for number, domain in enumerate(domains, start=1):
        for method in methods_for(domain):
            progress(f"{method.name}: trained on {domain.name}", number, len(domains))
            tag = method.fit(splits[domain.name].parts["train"])
            for other in domains:
                tested = pairs_of(splits[other.name].parts["test"], tag)
                pairs.setdefault(method.name, {})[other.name, domain.name] = tested
    return {name: _Matrix(cells, domains[0].scheme) for name, cells in pairs.items()}


def _away(names: Sequence[str], matrices: Mapping[str, _Matrix]) -> Table:
    rows = [
        (method, *(decimal(matrix.f1([other for other in names if other != name], name)) for name in names))
        for method, matrix in matrices.items()
    ]
    title = "Table 8: trained on one domain, tested on the others (F1)"
    return Table(title, ("method", *(f"trained on {name}" for name in names)), rows)


def _matrix_part(method: str, names: Sequence[str], matrix: _Matrix, signature: str) -> Part:
    cells = {(test, train): matrix.f1([test], train) for test in names for train in names}
    rows = [(test, *(decimal(cells[test, train]) for train in names)) for test in names]
    title = f"Table 9: {method}, test domain by training domain (F1)"
    shades = [[_cell(test, train, cells[test, train]) for train in names] for test in names]
    plot = matrix_chart(title, names, names, shades)
    return Part(Table(title, ("test domain", *names), rows), f"exact+micro|{matrix.scheme}|{signature}|{method}", plot)


def _cell(test: str, train: str, f1: float | None) -> Cell:
    return Cell(f1 or 0.0, decimal(f1), f"{train} → {test}: {decimal(f1)}", is_framed=test == train)


def _values(names: Sequence[str], matrices: Mapping[str, _Matrix]) -> dict[str, object]:
    return {
        method: [{"test": t, "train": s, "f1": matrix.f1([t], s)} for t in names for s in names]
        for method, matrix in matrices.items()
    }
