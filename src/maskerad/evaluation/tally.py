"""Adds up everything that is counted, document by document. Keeps no text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from maskerad.core import LabelScheme, Span
from maskerad.evaluation.cases import Case
from maskerad.evaluation.characters import blind_character_counts, character_counts
from maskerad.evaluation.counts import Counts, Credit, Share
from maskerad.evaluation.leaks import cover_by_label, covered_mentions, exposed_mentions
from maskerad.evaluation.matching import blind_counts, exact_counts, overlap_credits
from maskerad.evaluation.meddocan import merged_counts
from maskerad.evaluation.mistakes import partners
from maskerad.evaluation.tokens import Tokeniser, token_counts

SCORE_PLACES = 3  # of the scores of predictions; more tell nothing
Additive = TypeVar("Additive", Counts, Credit, Share)


class Tally:
    """Sums over documents, by label, by record and by pair of labels.

    Attributes:
        exact, coarse, overlap, tokens, characters: Counts or credits by label; coarse folds labels to their root.
        covered: Covered gold mentions by label of the evaluation's scheme.
        own: Counts in the labels of the gold's own scheme, as MEDDOCAN scores.
        blind, merged, blind_characters: Counts without labels.
        confusion: Number of (gold label, best predicted label); "" for missed and for spurious.
        scores: Predictions that are exactly right, of all predictions with a score.
        uncovered: Number of uncovered mentions in each document that has mentions.
        left_out_gold, left_out_predicted: Labels without a place in the scheme, with their covered mentions.
        records: Plain sums of each record, the rows of the bootstrap.
    """

    def __init__(self, scheme: LabelScheme, tokeniser: Tokeniser) -> None:
        self._scheme = scheme
        self._tokeniser = tokeniser
        self.exact: defaultdict[str, Counts] = defaultdict(Counts)
        self.coarse: defaultdict[str, Counts] = defaultdict(Counts)
        self.overlap: defaultdict[str, Credit] = defaultdict(Credit)
        self.tokens: defaultdict[str, Counts] = defaultdict(Counts)
        self.characters: defaultdict[str, Counts] = defaultdict(Counts)
        self.covered: defaultdict[str, Share] = defaultdict(Share)
        self.own, self.blind, self.merged, self.blind_characters = Counts(), Counts(), Counts(), Counts()
        self.confusion: Counter[tuple[str, str]] = Counter()
        self.scores: defaultdict[float, Share] = defaultdict(Share)
        self.uncovered: list[int] = []
        self.left_out_gold: defaultdict[str, Share] = defaultdict(Share)
        self.left_out_predicted: Counter[str] = Counter()
        self.records: dict[str, Counter[str]] = {}
        self.n_documents = self.n_chars = self.n_gold = self.n_predicted = 0

    def add(self, case: Case) -> list[tuple[Span | None, Span | None]]:
        """Counts one document.

        Returns:
            Every gold mention with its best prediction, and every prediction that hits nothing, as (gold, predicted).
        """
        self.n_documents += 1
        self.n_chars += len(case.pair.text)
        self.n_gold += len(case.gold)
        self.n_predicted += len(case.predicted)
        sums = Counter(self._label_blind(case))
        gold, predicted = case.scored_gold, case.scored_predicted
        sums.update(self._label_aware(case.pair.text, gold, predicted))
        self.own += sum(exact_counts(case.gold, case.own_predicted).values(), Counts())
        self._left_out(case)
        self.records.setdefault(case.pair.unit, Counter()).update(sums)
        matched = partners(gold, predicted)
        self.confusion.update((g.label if g else "", p.label if p else "") for g, p in matched)
        return matched

    def rows(self) -> list[Counter[str]]:
        """The sums of each record, with what only a whole record can tell: whether it holds mentions, or a leak."""
        return [_closed(row) for row in self.records.values()]

    def _label_aware(self, text: str, gold: list[Span], predicted: list[Span]) -> dict[str, int]:
        exact = exact_counts(gold, predicted)
        _merge(self.exact, exact)
        self._scored(gold, predicted)
        _merge(self.coarse, exact_counts(self._folded(gold), self._folded(predicted)))
        _merge(self.overlap, overlap_credits(gold, predicted))
        _merge(self.tokens, token_counts(text, gold, predicted, self._tokeniser))
        _merge(self.characters, character_counts(gold, predicted))
        return _columns("exact", sum(exact.values(), Counts()))

    def _scored(self, gold: list[Span], predicted: list[Span]) -> None:
        right = {(span.start, span.end, span.label) for span in gold}
        for span in predicted:
            hit = Share(int((span.start, span.end, span.label) in right), 1)
            self.scores[round(span.score, SCORE_PLACES)] += hit

    def _label_blind(self, case: Case) -> dict[str, int]:
        text, gold, predicted = case.pair.text, case.gold, case.predicted
        blind = blind_counts(gold, predicted)
        characters = blind_character_counts(gold, predicted)
        self.blind += blind
        self.blind_characters += characters
        self.merged += merged_counts(text, gold, predicted)
        return {
            **_columns("blind", blind),
            "chars_both": characters.tp,
            "chars_gold": characters.n_gold,
            "chars_predicted": characters.n_predicted,
            "chars_spurious": characters.fp,
            "chars_outside": len(text) - characters.n_gold,
            **(self._leaks(case) if gold else {}),
        }

    def _leaks(self, case: Case) -> dict[str, int]:
        covered = covered_mentions(case.pair.text, case.gold, case.predicted)
        exposed = 0 if all(covered) else sum(exposed_mentions(case.pair.text, case.gold, case.predicted))
        self.uncovered.append(covered.count(False))
        known = [i for i, label in enumerate(case.gold_labels) if label is not None]
        relabelled = [case.gold[i].relabelled(case.gold_labels[i] or "") for i in known]
        _merge(self.covered, cover_by_label(relabelled, [covered[i] for i in known]))
        unknown = [i for i, label in enumerate(case.gold_labels) if label is None]
        _merge(self.left_out_gold, cover_by_label([case.gold[i] for i in unknown], [covered[i] for i in unknown]))
        return {
            "mentions": len(covered),
            "mentions_covered": sum(covered),
            "persons": sum(case.is_person),
            "persons_covered": sum(a and b for a, b in zip(case.is_person, covered, strict=True)),
            "documents_marked": 1,
            "documents_leaking": int(not all(covered)),
            "mentions_exposed": exposed,
            "documents_exposed": int(exposed > 0),
        }

    def _left_out(self, case: Case) -> None:
        pairs = zip(case.predicted, case.predicted_labels, strict=True)
        self.left_out_predicted.update(span.label for span, label in pairs if label is None)

    def _folded(self, spans: Iterable[Span]) -> list[Span]:
        return [span.relabelled(self._scheme.lineage(span.label)[-1]) for span in spans]


def _merge(into: defaultdict[str, Additive], more: Mapping[str, Additive]) -> None:
    for label, counts in more.items():
        into[label] = into[label] + counts


def _columns(name: str, counts: Counts) -> dict[str, int]:
    return {f"{name}_tp": counts.tp, f"{name}_fp": counts.fp, f"{name}_fn": counts.fn}


def _closed(row: Counter[str]) -> Counter[str]:
    whole = {"records_marked": int(row["mentions"] > 0), "records_exposed": int(row["mentions_exposed"] > 0)}
    return row + Counter(whole)
