"""Where everything that came in went: out, into quarantine, left out on request, or not read at all.

What comes in is counted as it leaves its reader, what comes out as it is written: between the two stand grouping,
processes and writers, and whatever gets lost there shows as an imbalance, which ends the run without output.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from maskerad.core import Quarantined
from maskerad.core.errors import BalanceError
from maskerad.corpora import AnnotatedDocument, Broken, Item, Unread

NAMES_MAX = 5
"""So many names of files are kept for each kind that is not read."""


@dataclass
class Account:
    """Counts of documents: rows of tables, lines of JSONL, files of folders.

    Attributes:
        n_in: Documents that the reader found, broken ones included.
        n_out: Documents that were written (in a dry run: would have been).
        n_left_out: Documents that nobody asked for.
        quarantined: What did not leave, without text.
        unread: Files that are not read, by kind; they are not part of ``n_in``.
        unread_names: The first names of each kind, as they are: escape them before they are shown.
    """

    n_in: int = 0
    n_out: int = 0
    n_left_out: int = 0
    quarantined: list[Quarantined] = field(default_factory=list)
    unread: Counter[str] = field(default_factory=Counter)
    unread_names: dict[str, list[str]] = field(default_factory=dict, repr=False)

    @property
    def n_quarantined(self) -> int:
        """Documents that did not leave."""
        return sum(item.n_documents for item in self.quarantined)

    @property
    def n_unread(self) -> int:
        """Files that are not read."""
        return sum(self.unread.values())

    @property
    def is_complete(self) -> bool:
        """Whether everything that was found went out, but for what nobody asked for."""
        return not self.quarantined and not self.unread

    def taking_in(self, items: Iterable[Item]) -> Iterator[AnnotatedDocument | Broken]:
        """Counts what a reader yields, and passes on what is to be worked on."""
        for item in items:
            if isinstance(item, Unread):
                self._pass_over(item)
                continue
            self.n_in += item.n_documents if isinstance(item, Broken) else 1
            yield item

    def check(self) -> None:
        """In = out + quarantined + left out.

        Raises:
            BalanceError: If not; gives the counts.
        """
        if self.n_in != self.n_out + self.n_quarantined + self.n_left_out:
            raise BalanceError(
                f"{self.n_in} documents came in, {self.n_out} went out, {self.n_quarantined} were quarantined, "
                f"{self.n_left_out} left out; nothing is written"
            )

    def _pass_over(self, item: Unread) -> None:
        self.unread[item.kind] += 1
        names = self.unread_names.setdefault(item.kind, [])
        if len(names) < NAMES_MAX:
            names.append(item.name)
