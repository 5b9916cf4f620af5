"""What a recogniser is: a pure function of the evidence about one record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from maskerad.core.document import Identifier
from maskerad.core.span import Span
from maskerad.recognisers.model_folder import ModelCard
from maskerad.recognisers.rules.analysis import Analysed

if TYPE_CHECKING:  # rules need no numpy
    from maskerad.recognisers.chances import Chances


@dataclass(frozen=True, slots=True)
class Vetoed:
    """A candidate that is none.

    Attributes:
        span: As it was proposed.
        entry: What explains it; no text of the record but a word that a list has.
    """

    span: Span
    entry: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What one recogniser says of a record; one item a document.

    Attributes:
        spans: Candidate spans; they may overlap.
        common: Indices of tokens that are ordinary words. Marks nothing in the text, but later modules read it.
        vetoed: Candidates that a veto took away.
    """

    spans: Sequence[Sequence[Span]]
    common: Sequence[frozenset[int]] = ()
    vetoed: Sequence[Sequence[Vetoed]] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of one record (or of any set of documents taken together) at one point of a chain.

    Attributes:
        documents: The analysed documents.
        known: Identifiers given with the record.
        spans: Candidates of the modules that ran before, one list a document.
        common: Tokens marked as ordinary words, one set a document.
        vetoed: What a veto took away, one list a document; () where none did.
    """

    documents: Sequence[Analysed] = field(repr=False)
    known: Sequence[Identifier] = field(default=(), repr=False)
    spans: Sequence[Sequence[Span]] = ()
    common: Sequence[frozenset[int]] = ()
    vetoed: Sequence[Sequence[Vetoed]] = ()

    def with_findings(self, findings: Findings) -> Evidence:
        """This evidence and what one more module found."""
        spans = [[*old, *new] for old, new in zip(self.spans, findings.spans, strict=True)]
        common = self.common
        if findings.common:
            common = [old | new for old, new in zip(common, findings.common, strict=True)]
        vetoed = self.vetoed or [[] for _ in findings.vetoed]
        if findings.vetoed:
            vetoed = [[*old, *new] for old, new in zip(vetoed, findings.vetoed, strict=True)]
        return Evidence(self.documents, self.known, spans, common, vetoed)


def first_evidence(documents: Sequence[Analysed], known: Sequence[Identifier] = ()) -> Evidence:
    """Evidence before any module ran."""
    return Evidence(documents, known, [[] for _ in documents], [frozenset() for _ in documents])


class Recogniser(Protocol):
    """Finds spans. The result depends on the evidence alone, so any order of records gives the same answer."""

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every document."""


class Model(Recogniser, Protocol):
    """A trained recogniser, which can also speak in the labels that it learnt."""

    @property
    def card(self) -> ModelCard:
        """What it is."""

    def spans(self, evidence: Evidence) -> list[list[Span]]:
        """Spans of every document in the labels of the card; those of one document are disjoint and in order."""

    def chances(self, evidence: Evidence) -> list[Chances]:
        """How probable each label of the card is at each token of every document."""


def run_chain(chain: Sequence[Recogniser], evidence: Evidence) -> Evidence:
    """Runs modules in order; each sees what those before it found and marked."""
    for recogniser in chain:
        evidence = evidence.with_findings(recogniser.recognise(evidence))
    return evidence
