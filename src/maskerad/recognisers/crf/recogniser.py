"""A trained field as one more recogniser of the chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from maskerad.core.span import Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.crf.model import load_crf
from maskerad.recognisers.crf.reading import read
from maskerad.recognisers.rules.rulebook import RuleBook

OTHER = "OTHER_PHI"


class Crf:
    """Tags what rules have marked before it, and gives labels of the core scheme.

    Args:
        folder: A model folder.
        rulebook: Of the language that it reads.
    """

    def __init__(self, folder: Path, rulebook: RuleBook) -> None:
        self._loaded = load_crf(folder, rulebook)
        self._sources = self._loaded.sources()

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every document; those of one document do not overlap."""
        pairs = zip(evidence.documents, evidence.spans, strict=True)
        record = [read(analysed.document.text, self._loaded.cut, marks) for analysed, marks in pairs]
        return Findings([list(self._in_core(spans)) for spans in self._loaded.model.tag(record)])

    def _in_core(self, spans: Iterable[Span]) -> Iterator[Span]:
        """Nothing that was found is dropped, even if the core scheme has no place for its label."""
        for span in spans:
            core = self._loaded.card.labels[span.label] or OTHER
            yield replace(span, label=core, source=self._sources[span.label])
