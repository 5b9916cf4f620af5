"""A trained field as one more recogniser of the chain."""

from __future__ import annotations

from pathlib import Path

from maskerad.core.span import Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.chances import Chances
from maskerad.recognisers.crf.model import load_crf
from maskerad.recognisers.crf.reading import Reading
from maskerad.recognisers.model_folder import ModelCard, in_core
from maskerad.recognisers.rules.rulebook import RuleBook


class Crf:
    """Tags what rules have marked before it, and gives labels of the core scheme.

    Args:
        folder: A model folder.
        rulebook: Of the language that it reads.
    """

    def __init__(self, folder: Path, rulebook: RuleBook) -> None:
        self._loaded = load_crf(folder, rulebook)
        self._sources = self._loaded.sources()

    @property
    def card(self) -> ModelCard:
        """What it is."""
        return self._loaded.card

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidate spans of every document; those of one document do not overlap."""
        return Findings([in_core(spans, self.card) for spans in self.spans(evidence)])

    def spans(self, evidence: Evidence) -> list[list[Span]]:
        """The same in the labels that it learnt."""
        tag = self._loaded.model.tag(self._read(evidence))
        return [[Span(s.start, s.end, s.label, s.score, self._sources[s.label]) for s in spans] for spans in tag]

    def chances(self, evidence: Evidence) -> list[Chances]:
        """How probable each label is at each token."""
        record, model = self._read(evidence), self._loaded.model
        pairs = zip(record, model.scores(record), strict=True)
        return [Chances(reading.starts, reading.ends, *model.chances(scores)) for reading, scores in pairs]

    def _read(self, evidence: Evidence) -> list[Reading]:
        pairs = zip(evidence.documents, evidence.spans, strict=True)
        cutter = self._loaded.cutter
        cutter.vocabulary.make_room()
        return [cutter.read(document, marks) for document, marks in pairs]
