"""How far annotators agree: entity F1 by label and Cohen's kappa by token, for every pair of annotators.

F1 does not depend on which of the two is taken for right, and is preferred to kappa for spans, which have no natural
number of chances to agree (Hripcsak and Rothschild 2005; Deleger et al. 2012). Kappa is given for all tokens, of which
most are marked by nobody, and for the tokens that at least one of the two marked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from statistics import fmean

from maskerad.core.errors import InputError
from maskerad.core.label_scheme import CORE
from maskerad.evaluation.agreement.kappa import cohen_kappa
from maskerad.evaluation.cases import CaseMaker
from maskerad.evaluation.counts import Counts
from maskerad.evaluation.matching import blind_counts, exact_counts
from maskerad.evaluation.mistakes import Mistake, mistakes_of, partners
from maskerad.evaluation.pairs import Annotated, Pair, pair_up
from maskerad.evaluation.signature import Fingerprint, Signature, signed_version
from maskerad.evaluation.tokens import token_labels
from maskerad.text.tokens import tokenise_finely

NOT_MARKED = ""


@dataclass(frozen=True, slots=True)
class Annotator:
    """One annotation of a set of documents.

    Attributes:
        name: Of the annotator, for the tables.
        documents: What was annotated, and how.
        scheme: Label scheme that was used.
    """

    name: str
    documents: Sequence[Annotated] = field(repr=False)
    scheme: str = CORE


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two annotators on the documents that both annotated.

    Attributes:
        left, right: Their names.
        n_documents: How many both annotated.
        exact: Counts by label, the left annotator taken for right; F1 is the same either way.
        blind: Counts of spans whose ends agree, whatever the label.
        tokens: Number of tokens by (label of left, label of right), "" for not marked.
        signature: How F1 was measured, and on what.
        disagreements: Every place where the two differ, left standing for gold; with text only if asked for.
    """

    left: str
    right: str
    n_documents: int
    exact: Mapping[str, Counts]
    blind: Counts
    tokens: Mapping[tuple[str, str], int]
    signature: Signature
    disagreements: tuple[Mistake, ...] = field(default=(), repr=False)

    @property
    def total(self) -> Counts:
        """Counts over all labels."""
        return sum(self.exact.values(), Counts())

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa over all tokens; None where undefined."""
        return cohen_kappa(self.tokens)

    @property
    def kappa_marked(self) -> float | None:
        """Cohen's kappa over the tokens that one of the two marked; None where undefined."""
        return cohen_kappa({pair: n for pair, n in self.tokens.items() if pair != (NOT_MARKED, NOT_MARKED)})


@dataclass(frozen=True, slots=True)
class Agreement:
    """All pairs of annotators.

    Attributes:
        annotators: Their names, in order.
        scheme: In which labels were compared.
        pairs: One for each two annotators that share documents.
        n_alone: Number of documents of each annotator that nobody else annotated; they count nowhere.
    """

    annotators: tuple[str, ...]
    scheme: str
    pairs: tuple[PairAgreement, ...]
    n_alone: Mapping[str, int]

    @property
    def exact(self) -> dict[str, Counts]:
        """Counts by label over all pairs."""
        sums: defaultdict[str, Counts] = defaultdict(Counts)
        for pair in self.pairs:
            for label, counts in pair.exact.items():
                sums[label] += counts
        return dict(sums)

    @property
    def f1(self) -> float | None:
        """Entity F1 over all labels and pairs; None where nobody marked anything."""
        return sum(self.exact.values(), Counts()).score.f1

    @property
    def mean_kappa(self) -> float | None:
        """Mean over pairs of kappa over all tokens; pairs where it is undefined are left out."""
        defined = [pair.kappa for pair in self.pairs if pair.kappa is not None]
        return fmean(defined) if defined else None


def agree(annotators: Sequence[Annotator], scheme: str = CORE, with_text: bool = False) -> Agreement:
    """Compares every two annotators on the documents that both annotated.

    Args:
        annotators: Two or more, with different names.
        scheme: Label scheme in which labels are compared.
        with_text: Whether disagreements carry the text around them. Off, no text of any document is kept.

    Raises:
        InputError: If there are fewer than two, two share a name, no two share a document, or texts differ.
        LabelError: If a label is not of its annotator's scheme.
    """
    names = [annotator.name for annotator in annotators]
    if len(names) < 2 or len(set(names)) < len(names):
        raise InputError(f"agreement needs two or more annotators with different names, not: {', '.join(names)}")
    pairs = tuple(_compare(*two, scheme, with_text) for two in combinations(annotators, 2) if _shared(*two))
    if not pairs:
        raise InputError(f"no two of the annotators share a document: {', '.join(names)}")
    return Agreement(
        tuple(names), scheme, pairs, {annotator.name: _n_alone(annotator, annotators) for annotator in annotators}
    )


def _ids(annotator: Annotator) -> set[tuple[str, str]]:
    return {(item.document.record, item.document.id) for item in annotator.documents}


def _shared(left: Annotator, right: Annotator) -> set[tuple[str, str]]:
    return _ids(left) & _ids(right)


def _n_alone(annotator: Annotator, annotators: Iterable[Annotator]) -> int:
    others: set[tuple[str, str]] = set()
    for other in annotators:
        if other.name != annotator.name:
            others |= _ids(other)
    return len(_ids(annotator) - others)


def _compare(left: Annotator, right: Annotator, scheme: str, with_text: bool) -> PairAgreement:
    shared = _shared(left, right)
    pairs = pair_up(_restricted(left, shared), _restricted(right, shared))
    maker, fingerprint = CaseMaker(left.scheme, right.scheme, scheme), Fingerprint()
    exact: defaultdict[str, Counts] = defaultdict(Counts)
    blind, tokens = Counts(), Counter[tuple[str, str]]()
    differing: list[Mistake] = []
    n_left = 0
    for pair in pairs:
        case = maker.case(pair)
        ours, theirs = case.scored_gold, case.scored_predicted
        for label, counts in exact_counts(ours, theirs).items():
            exact[label] += counts
        blind += blind_counts(ours, theirs)
        offsets = tokenise_finely(pair.text)
        tokens.update(zip(token_labels(offsets, ours), token_labels(offsets, theirs), strict=True))
        differing += mistakes_of(pair, partners(ours, theirs), with_text)
        fingerprint.add(_of_both(pair))
        n_left += len(ours)
    signature = Signature(
        "agreement-exact", "micro", maker.scheme.name, str(fingerprint), len(pairs), n_left, signed_version()
    )
    return PairAgreement(
        left.name, right.name, len(pairs), dict(exact), blind, dict(tokens), signature, tuple(differing)
    )


def _restricted(annotator: Annotator, ids: set[tuple[str, str]]) -> list[Annotated]:
    return [item for item in annotator.documents if (item.document.record, item.document.id) in ids]


def _of_both(pair: Pair) -> Pair:
    """The pair with the spans of both sides as gold, so that the fingerprint is of both annotations."""
    return replace(pair, gold=[*pair.gold, *pair.predicted])
