"""A field that reads texts and lists, and nothing that a rule has said; and a network beside it, if there is one."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from maskerad.core.span import Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.chances import Chances
from maskerad.recognisers.crf.model import CrfModel, load_crf
from maskerad.recognisers.crf.reading import NEWLINE, Reading
from maskerad.recognisers.crf.weights import Floats
from maskerad.recognisers.finder.beliefs import Beliefs, beliefs_of
from maskerad.recognisers.finder.network import FEATURES, NETWORK_FILE, Network, load_network
from maskerad.recognisers.model_folder import FINDER, ModelCard, in_core
from maskerad.recognisers.neural.threads import one_thread
from maskerad.recognisers.rules.rulebook import RuleBook

# Of forms: "Signed .......", "____", "| name |".
_LEADING, _TRAILING = re.compile(r"^(?:[._…-]{2,}|[|·\s])+"), re.compile(r"(?:[._…-]{2,}|[|·\s])+$")
PLAIN = 0.5  # a label that is more probable than all else together
UNSURE = -1  # where no label is
BLANKS = " \u00a0\u3000"  # more than one of them stand between columns
_Place = tuple[int, int, int]  # number among the tokens that may lie in a span, token, label that is plain there
AROUND = 8  # tokens on either side that are taken to be open when one place is asked about


@dataclass(frozen=True, slots=True)
class Heard:
    """What a finder says of one document.

    Attributes:
        spans: What surely identifies somebody or something, though it may be in doubt as what: disjoint and in order,
            each with the least probability of its tokens, under the most probable label of the core scheme.
    """

    spans: Sequence[Span]
    _reading: Reading = field(repr=False)
    _scores: Floats = field(repr=False)
    _model: CrfModel = field(repr=False)

    def probabilities(self, places: Sequence[Span]) -> list[float]:
        """How probable it is at each place that some token of it identifies somebody; whatever the label."""
        tokens = [self._tokens(place) for place in places]
        asked = sorted({token for token in tokens if token[0] < token[1]})
        known = dict(zip(asked, self._model.outside(self._scores, asked, AROUND), strict=True))
        return [1 - known.get(token, 1.0) for token in tokens]

    def _tokens(self, place: Span) -> tuple[int, int]:
        """First and stop of the tokens that a place touches."""
        return bisect_right(self._reading.ends, place.start), bisect_left(self._reading.starts, place.end)


class _Beside:
    """A field and the network beside it, for which a text is read once."""

    def __init__(self, model: CrfModel, network: Network) -> None:
        self._network = network
        self._scorer = model.scorer_beside(FEATURES, network.vectors)

    def scores(self, record: Sequence[Reading]) -> list[Floats]:
        """Those of the field with those of the network on top."""
        scores, sums = self._scorer.scores(record)
        with one_thread():
            for own, of_vectors in zip(scores, sums, strict=True):
                own += self._network.scores(of_vectors)
        return scores


class Finder:
    """A trained finder.

    Args:
        folder: A model folder.
        rulebook: Of the language that it reads.
    """

    def __init__(self, folder: Path, rulebook: RuleBook) -> None:
        self._loaded = load_crf(folder, rulebook, FINDER)
        self._sources = self._loaded.sources()
        is_beside = NETWORK_FILE in self._loaded.card.files
        self._beside = _Beside(self._loaded.model, load_network(folder, self._loaded.model.tags)) if is_beside else None
        self.beliefs = beliefs_of(folder, self._loaded.card)

    @property
    def card(self) -> ModelCard:
        """What it is."""
        return self._loaded.card

    def hear(self, evidence: Evidence) -> list[Heard]:
        """What it says of every document."""
        model, record = self._loaded.model, self._read(evidence)
        heard = []
        for document, (reading, scores) in zip(evidence.documents, self._scored(record), strict=True):
            guesses = surely(reading, *model.likely(scores), self.beliefs)
            spans = in_core([replace(span, source=self._sources[span.label]) for span in guesses], self.card)
            heard.append(Heard(list(without_fillers(spans, document.document.text)), reading, scores, model))
        return heard

    def recognise(self, evidence: Evidence) -> Findings:
        """What it marks where no rules run."""
        texts = [document.document.text for document in evidence.documents]
        said = [in_core(spans, self.card) for spans in self.spans(evidence)]
        sure = [[span for span in spans if span.score >= self.beliefs.by_itself] for spans in said]
        return Findings([list(without_fillers(spans, text)) for spans, text in zip(sure, texts, strict=True)])

    def spans(self, evidence: Evidence) -> list[list[Span]]:
        """The same in the labels that it learnt."""
        return [self._said(reading, scores) for reading, scores in self._scored(self._read(evidence))]

    def chances(self, evidence: Evidence) -> list[Chances]:
        """How probable each label is at each token."""
        scored = self._scored(self._read(evidence))
        return [
            Chances(reading.starts, reading.ends, *self._loaded.model.chances(scores)) for reading, scores in scored
        ]

    def _scored(self, record: Sequence[Reading]) -> Iterator[tuple[Reading, Floats]]:
        """Every document with the scores of its tokens: those of the field, and those of the network on top."""
        scores = self._beside.scores(record) if self._beside else self._loaded.model.scores(record)
        return zip(record, scores, strict=True)

    def _said(self, reading: Reading, scores: Floats) -> list[Span]:
        spans = self._loaded.model.spans_of(reading, scores)
        return [Span(s.start, s.end, s.label, s.score, self._sources[s.label]) for s in spans]

    def _read(self, evidence: Evidence) -> list[Reading]:
        cutter = self._loaded.cutter
        cutter.vocabulary.make_room()
        return [cutter.read(document) for document in evidence.documents]


def surely(
    reading: Reading, tokens: NDArray[np.intp], labels: Sequence[str], chances: Floats, beliefs: Beliefs
) -> Iterator[Span]:
    """Runs of tokens that surely lie in some span, on one line and in one column, and not plainly in two.

    Args:
        reading: The document.
        tokens: Those that may lie in a span, ascending, shape (U,).
        labels: The K labels.
        chances: How probable each label is at each of the tokens, shape (U, K).
        beliefs: From when on a token counts.
    """
    if not len(tokens):
        return
    least = np.array([beliefs.least(label) for label in labels])
    anyhow, best = chances.sum(axis=1), chances.argmax(axis=1)
    plain = np.where(chances.max(axis=1) >= PLAIN, best, UNSURE)
    sure = np.flatnonzero(anyhow >= least[best])
    places = zip(sure.tolist(), tokens[sure].tolist(), plain[sure].tolist(), strict=True)
    for run in _runs(reading, [place for place in places if reading.words[place[1]] != NEWLINE]):
        rows = [row for row, _, _ in run]
        start, end = reading.starts[run[0][1]], reading.ends[run[-1][1]]
        label = labels[chances[rows].sum(axis=0).argmax()]
        yield Span(start, end, label, min(1.0, round(float(anyhow[rows].min()), 4)))


def _runs(reading: Reading, places: Iterable[_Place]) -> Iterator[list[_Place]]:
    """Places parted where what lies at one may not go on at the next."""
    run: list[_Place] = []
    for place in places:
        if run and not _goes_on(reading, run[-1], place):
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def _goes_on(reading: Reading, one: _Place, other: _Place) -> bool:
    """Whether what lies at one place may go on at another."""
    (_, before, plain), (_, after, plain_after) = one, other
    gap = reading.text[reading.ends[before] : reading.starts[after]]
    is_beside = after == before + 1 and (not gap or gap in BLANKS)
    return is_beside and (UNSURE in (plain, plain_after) or plain == plain_after)


def without_fillers(spans: Iterable[Span], text: str) -> Iterator[Span]:
    """Spans without the dots and lines of a form at their edges; those that are nothing else are nobody."""
    for span in spans:
        marked = text[span.start : span.end]
        if any(map(str.isalnum, marked)):
            start = span.start + len(marked) - len(_LEADING.sub("", marked))
            end = span.end - len(marked) + len(_TRAILING.sub("", marked))
            yield replace(span, start=start, end=end)
