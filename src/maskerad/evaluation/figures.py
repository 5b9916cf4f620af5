"""The single-number measures, each a ratio of sums over documents: what it means, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from maskerad.evaluation.counts import ratio
from maskerad.evaluation.signature import Signature


@dataclass(frozen=True, slots=True)
class Definition:
    """One measure.

    Attributes:
        key: Stable name, for JSON and for other code.
        title: For people.
        matching: What counts, for the signature.
        part: Columns added up above the line (a column may stand twice).
        whole: Columns added up below the line.
        meaning: One sentence.
        per: 1 for a share, 100 for a rate per hundred.
        is_loss: Whether lower is better.
        is_label_aware: Whether labels count.
    """

    key: str
    title: str
    matching: str
    part: tuple[str, ...]
    whole: tuple[str, ...]
    meaning: str
    per: int = 1
    is_loss: bool = False
    is_label_aware: bool = False

    def value(self, sums: Mapping[str, int]) -> float | None:
        """The measure of these sums, None when nothing stands below the line."""
        share = self.share(sums)
        return None if share is None else self.per * share

    def share(self, sums: Mapping[str, int]) -> float | None:
        """The same as a share, before it becomes a rate."""
        return ratio(self.part_of(sums), self.whole_of(sums))

    def part_of(self, sums: Mapping[str, int]) -> int:
        """What stands above the line."""
        return sum(sums.get(column, 0) for column in self.part)

    def whole_of(self, sums: Mapping[str, int]) -> int:
        """What stands below the line."""
        return sum(sums.get(column, 0) for column in self.whole)


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure with its value, its parts, its 95 % interval over records, and how it was measured."""

    definition: Definition
    value: float | None
    part: int
    whole: int
    interval: tuple[float, float] | None
    signature: Signature


PRIMARY = (
    Definition(
        "person_recall",
        "Recall of person names",
        "mention-cover",
        ("persons_covered",),
        ("persons",),
        "Share of gold mentions of people with every character but blanks under a prediction of any label.",
    ),
    Definition(
        "mention_recall",
        "Recall of all mentions",
        "mention-cover",
        ("mentions_covered",),
        ("mentions",),
        "Share of gold mentions with every character but blanks under a prediction of any label.",
    ),
    Definition(
        "character_precision",
        "Character precision",
        "characters",
        ("chars_both",),
        ("chars_predicted",),
        "Share of predicted characters that are inside gold mentions.",
    ),
    Definition(
        "documents_with_leak",
        "Documents with a leak",
        "mention-cover",
        ("documents_leaking",),
        ("documents_marked",),
        "Share of documents with gold mentions in which at least one mention is not covered to its last character.",
        is_loss=True,
    ),
)

# F1 is a ratio of sums too: 2 tp / (2 tp + fp + fn).
SECONDARY = (
    Definition(
        "exact_f1",
        "Entity F1, exact",
        "exact",
        ("exact_tp", "exact_tp"),
        ("exact_tp", "exact_tp", "exact_fp", "exact_fn"),
        "Harmonic mean of precision and recall of spans whose label and both ends are right.",
        is_label_aware=True,
    ),
    Definition(
        "blind_f1",
        "Entity F1, label-blind",
        "exact-ends",
        ("blind_tp", "blind_tp"),
        ("blind_tp", "blind_tp", "blind_fp", "blind_fn"),
        "The same where only both ends must be right.",
    ),
    Definition(
        "character_recall",
        "Character recall",
        "characters",
        ("chars_both",),
        ("chars_gold",),
        "Share of characters of gold mentions that are under a prediction.",
    ),
    Definition(
        "mentions_exposed",
        "Mentions exposed",
        "identifier-characters",
        ("mentions_exposed",),
        ("mentions",),
        "Share of gold mentions with at least one letter or digit under no prediction.",
        is_loss=True,
    ),
    Definition(
        "documents_exposed",
        "Documents exposed",
        "identifier-characters",
        ("documents_exposed",),
        ("documents_marked",),
        "Share of documents with gold mentions that hold at least one exposed mention.",
        is_loss=True,
    ),
    Definition(
        "records_exposed",
        "Records exposed",
        "identifier-characters",
        ("records_exposed",),
        ("records_marked",),
        "Share of records with gold mentions that hold at least one exposed mention.",
        is_loss=True,
    ),
    Definition(
        "over_redaction",
        "Over-redaction per 100 characters outside mentions",
        "characters",
        ("chars_spurious",),
        ("chars_outside",),
        "Predicted characters outside gold mentions, per 100 characters outside them.",
        per=100,
        is_loss=True,
    ),
)

DEFINITIONS = PRIMARY + SECONDARY
