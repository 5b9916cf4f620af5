"""What the members of a hybrid say of annotated documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation import Pair
from maskerad.recognisers import Evidence
from maskerad.recognisers.chances import Chances
from maskerad.recognisers.hybrid.recogniser import Ensemble, Proposals
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.views import View
from maskerad.training.preparation import analysed, in_view
from maskerad.training.splits import by_record, record_id


@dataclass(frozen=True, slots=True)
class Sample:
    """One document with what was said of it.

    Attributes:
        item: The document and its annotations, as they were read.
        view: How the members read its text.
        proposals: What each member says.
        gold: The annotations, where the members read the text.
        chances: By member, if they were asked for.
    """

    item: AnnotatedDocument = field(repr=False)
    view: View = field(repr=False)
    proposals: Proposals
    gold: Sequence[Span]
    chances: Mapping[str, Chances] = field(default_factory=dict, repr=False)

    @property
    def record(self) -> str:
        """Id of the record."""
        return record_id(self.item)

    def pair(self, spans: Iterable[Span]) -> Pair:
        """Gold beside spans that were decided where the members read the text."""
        document = self.item.document
        predicted = [replace(s, start=at[0], end=at[1]) for s in spans if (at := self.view.to_original(s.start, s.end))]
        return Pair(document.id, document.record, document.text, self.item.spans, predicted)


# What is asked for of the chances of a record.
ChancesOf = Callable[[Ensemble, Evidence], Sequence[Mapping[str, Chances]]]


def no_chances(ensemble: Ensemble, before: Evidence) -> list[dict[str, Chances]]:
    """Does not ask for them."""
    return [{} for _ in before.documents]


def propose(
    documents: Sequence[AnnotatedDocument], ensemble: Ensemble, rulebook: RuleBook, chances_of: ChancesOf = no_chances
) -> list[Sample]:
    """What every member proposes, record by record as in detection.

    Args:
        documents: Annotated in the scheme of the ensemble.
        ensemble: The members.
        rulebook: Of their language.
        chances_of: ``no_chances``, or ``Ensemble.chances``.
    """
    samples: list[Sample] = []
    for items in by_record(documents):
        views, evidence = analysed([item.document for item in items], rulebook)
        before = ensemble.read(evidence)
        proposals = zip(items, views, ensemble.propose(before), chances_of(ensemble, before), strict=True)
        for item, view, said, chances in proposals:
            gold = [in_view(view, span) for span in sorted(item.spans)]
            samples.append(Sample(item, view, said, gold, chances))
    return samples
