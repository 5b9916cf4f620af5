"""The books of a run, kept alike whatever is read and written: what came in by record, and where each document went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field

from maskerad.batch.accounting import Account
from maskerad.batch.work import LeftOut, Outcome
from maskerad.core import Quarantined, Span
from maskerad.corpora import Broken, Item, LossReport, RecordGroup, group_records

RECENT_MAX = 100_000  # records that are remembered, some ten megabytes
Progress = Callable[[int, int], None]


@dataclass
class Summary:
    """Counts of a run.

    Attributes:
        labels: Spans by label of the written scheme.
        n_chars: Code points read.
        seconds: From the first record to the last.
        refused: (label or column, why) to how many mentions or cells got a placeholder.
        doubts: Kind to the number of mentions of which linking was not sure.
        kept: Label to the number of spans that stand in the new text as they stood in the old.
        unmet: Ids of the records of which something is known beforehand and that have not been met.
        n_apart: How often documents of a record came after others had come between.
        account: Where every document went.
        looks: Kind by name, of the columns without a rule that look as if they identified somebody.
        n_unmarked: Mentions that were replaced though the annotations that came in had not marked them.
        beside: Column or id to the number of documents of which an original still stands there.
        losses: What the target format could not express.
    """

    account: Account = field(default_factory=Account)
    labels: Counter[str] = field(default_factory=Counter)
    n_chars: int = 0
    seconds: float = 0.0
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    doubts: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    unmet: set[str] = field(default_factory=set, repr=False)
    n_apart: int = 0
    looks: Mapping[str, str] = field(default_factory=dict)
    n_unmarked: int = 0
    beside: Counter[str] = field(default_factory=Counter)
    losses: LossReport = field(default_factory=LossReport)

    @property
    def n_documents(self) -> int:
        """Documents that were asked for, quarantined ones included."""
        return self.account.n_in - self.account.n_left_out

    @property
    def quarantined(self) -> list[Quarantined]:
        """What did not leave, without text."""
        return self.account.quarantined

    @property
    def quarantined_at(self) -> Counter[str]:
        """Stage to how many documents did not leave because of it."""
        counts: Counter[str] = Counter()
        for item in self.quarantined:
            counts[item.stage] += item.n_documents
        return counts

    @property
    def placeholders(self) -> Counter[str]:
        """Label or column to how many placeholders stand there, for whatever reason."""
        counts: Counter[str] = Counter()
        for (label, _), count in self.refused.items():
            counts[label] += count
        return counts

    @property
    def chars_per_s(self) -> float:
        """Code points a second."""
        return self.n_chars / self.seconds if self.seconds else 0.0


def records_of(items: Iterable[Item], summary: Summary) -> Iterator[RecordGroup | Broken]:
    """Records of what a reader yields: each document counted, the records noted, and those that come again."""
    recent: dict[int, None] = {}  # hashes of ids, the oldest first
    for group in group_records(summary.account.taking_in(items)):
        if isinstance(group, RecordGroup):
            summary.unmet.discard(group.id)
            if group.documents[0].document.record:
                summary.n_apart += _is_known(hash(group.id), recent)
        yield group


def _is_known(new: int, recent: dict[int, None]) -> bool:
    """Whether it is among the recent ones; it is their last now."""
    is_known = new in recent
    recent.pop(new, None)
    recent[new] = None
    if len(recent) > RECENT_MAX:
        del recent[next(iter(recent))]
    return is_known


def book_all(
    worked: Generator[list[Outcome], None, None],
    take: Callable[[list[Outcome]], None],
    summary: Summary,
    on_progress: Progress,
) -> None:
    """Takes what comes of each record until there is no more, and strikes the balance.

    Args:
        worked: Outcomes, record by record; closed at the end, whatever happens.
        take: Writes what came of a record, and books it.
        summary: That counts.
        on_progress: Called with the documents and characters so far.

    Raises:
        BalanceError: If a document got lost.
    """
    with closing(worked):
        for outcomes in worked:
            take(outcomes)
            on_progress(summary.n_documents, summary.n_chars)
    summary.account.check()


def book(outcome: Outcome, spans: Iterable[Span], summary: Summary) -> None:
    """Counts where a document went and, of one that was written, what was in it.

    Args:
        outcome: What came of it.
        spans: As they were written.
        summary: That counts.
    """
    if isinstance(outcome, Quarantined):
        summary.account.quarantined.append(outcome)
    elif isinstance(outcome, LeftOut):
        summary.account.n_left_out += 1
    else:
        summary.account.n_out += 1
        summary.n_chars += outcome.n_chars
        summary.n_unmarked += outcome.n_unmarked
        summary.labels.update(span.label for span in spans)
        if outcome.released is not None:
            summary.refused.update(outcome.released.refused)
            summary.beside.update(outcome.released.beside)
            summary.kept.update(outcome.released.kept)
            summary.doubts.update(doubt.kind for doubt in outcome.released.doubts)
