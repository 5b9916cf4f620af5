"""How well a model does on documents that it has not seen, in its own labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from maskerad.core.document import Document
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation import Evaluation, Pair, Settings, evaluate

# Takes the documents of one record, gives the spans of each.
Tagger = Callable[[Sequence[Document]], list[list[Span]]]


@dataclass(frozen=True, slots=True)
class PartScore:
    """Scores on one part of a corpus, as a model card keeps them."""

    part: str
    precision: float | None
    recall: float | None
    f1: float | None
    span_f1: float | None
    labels: dict[str, float | None]
    signature: str

    @classmethod
    def of(cls, part: str, evaluation: Evaluation) -> PartScore:
        """The exact micro scores of an evaluation, with labels and without, and F1 by label."""
        exact, blind = evaluation.line("exact"), evaluation.line("blind")
        by_label = {row.label: row.exact.score.f1 for row in evaluation.labels}
        score = exact.score
        return cls(part, score.precision, score.recall, score.f1, blind.score.f1, by_label, str(exact.signature))


def score(groups: Iterable[Sequence[AnnotatedDocument]], tag: Tagger, scheme: str, resamples: int = 0) -> Evaluation:
    """Tags documents record by record and compares with their annotations.

    Args:
        groups: Documents by record.
        tag: The model.
        scheme: Of the annotations and of the model.
        resamples: Of the bootstrap.
    """
    settings = Settings(gold_scheme=scheme, predicted_scheme=scheme, scheme=scheme, resamples=resamples)
    return evaluate(tagged_pairs(groups, tag), settings)


def tagged_pairs(groups: Iterable[Sequence[AnnotatedDocument]], tag: Tagger) -> Iterator[Pair]:
    """Tags documents record by record and sets the result beside the gold spans."""
    for group in groups:
        predicted = tag([item.document for item in group])
        for item, spans in zip(group, predicted, strict=True):
            yield Pair(item.document.id, item.document.record, item.document.text, item.spans, spans)
