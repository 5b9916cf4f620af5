"""Work that goes on where an earlier run of it was stopped.

The input is read from its beginning again, which is quick; what the journal holds of a record is taken from there, and
work begins with the first record that it does not hold. So the outputs are written by one run, from its beginning to
its end, and are those of a run that was never stopped, byte for byte.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from maskerad.batch.fingerprints import digest_of_choices, digest_of_item
from maskerad.batch.journal import Entry, Journal
from maskerad.batch.pool import Item, outcomes_of, run_work
from maskerad.batch.work import DeidentifyWork, Done, Outcome, Task, Work
from maskerad.batch.written import UnwritableError, from_line, to_line
from maskerad.core import Quarantined, Released
from maskerad.core.errors import ConfigError
from maskerad.core.keyed import Keyed
from maskerad.corpora import Broken, RecordGroup


@dataclass(frozen=True)
class Resuming:
    """How a run goes on.

    Attributes:
        work: What makes outcomes of what the journal keeps, and whose key the digests are of.
        path: Of the journal.
        has_retry: Whether what was quarantined is worked on again, and may have been mended since.
        command: The folder in which the command was given and its arguments, for whoever asks for it again.
    """

    work: DeidentifyWork
    path: Path
    has_retry: bool = False
    command: tuple[str, ...] = ()

    @cached_property
    def keyed(self) -> Keyed:
        """Of the key of the work."""
        return Keyed(self.work.key)

    @property
    def choices(self) -> str:
        """As ``choices_of`` the work."""
        return choices_of(self.work)


def choices_of(work: DeidentifyWork) -> str:
    """Digest of all that decides the outcomes beside the input; how much a record may ask for does not."""
    settings = work.settings
    own = settings.project  # lists and rules of the user's own; a project need not have any
    files = [*settings.models, *((own,) if own is not None and own.is_dir() else ())]
    parts = [
        (name, getattr(settings, name))
        for name in settings.__dataclass_fields__
        if name not in ("limits", "project", "project_file", "models")
    ]
    people = sorted(work.people.by_record.items())
    return digest_of_choices([parts, people, work.ids, work.gold], files, Keyed(work.key))


@dataclass
class Resumed:
    """One run that goes on.

    Attributes:
        work: What is done to a record, limits and all.
        resuming: How it goes on.
        journal: Just opened.
        n_workers: Processes.
    """

    work: Work
    resuming: Resuming
    journal: Journal
    n_workers: int
    _engines: ExitStack = field(default_factory=ExitStack)

    def outcomes(self, items: Iterable[Item]) -> Generator[list[Outcome], None, None]:
        """Outcomes of each item, in order: of the journal first, then of work, which the journal holds from then on.

        Args:
            items: From the beginning of the input.

        Raises:
            ConfigError: If the input is not that of the journal.
        """
        coming = iter(items)
        with self._engines, self.journal.rewritten() if self.resuming.has_retry else self.journal.read() as entries:
            for number, entry in enumerate(entries, start=1):
                item = next(coming, None)
                outcomes, digest = self._known(item, entry)
                if outcomes is None or item is None:
                    raise ConfigError(
                        f"journal {self.journal.path}: record {number} of the input is not the one that was there; "
                        "give the input as it was, or remove the journal to begin anew"
                    )
                entries.keep(Entry(digest, _lines(outcomes)))
                yield outcomes
        yield from self._new(coming)

    def _new(self, items: Iterator[Item]) -> Generator[list[Outcome], None, None]:
        under_way: deque[str] = deque()

        def passing() -> Iterator[Item]:
            for item in items:
                under_way.append(digest_of_item(item, self.resuming.keyed))
                yield item

        with closing(run_work(self.work, passing(), self.n_workers)) as worked:
            for outcomes in worked:
                self.journal.note(Entry(under_way.popleft(), _lines(outcomes)))
                yield outcomes

    def _known(self, item: Item | None, entry: Entry) -> tuple[list[Outcome] | None, str]:
        """What came of an item that the journal has, and its digest; None where it is not the item that was there."""
        if item is None:
            return None, ""
        digest = digest_of_item(item, self.resuming.keyed)
        is_same = digest == entry.digest
        is_again = self.resuming.has_retry and entry.has_quarantined
        if not is_same and not is_again:
            return None, digest
        if isinstance(item, Broken) or entry.outcomes is None or is_again:
            return outcomes_of(lambda: self._own_task, item), digest
        return self._restored(item, [from_line(line) for line in entry.outcomes]), digest

    @cached_property
    def _restored(self) -> Callable[[RecordGroup, Sequence[Released | Quarantined]], list[Outcome]]:
        return self._engines.enter_context(self.resuming.work.restoring())

    @cached_property
    def _own_task(self) -> Task:
        """An engine in this process, for the few that are worked on again."""
        return self._engines.enter_context(self.work.start())


def _lines(outcomes: list[Outcome]) -> list[dict[str, object]] | None:
    """What the journal keeps; None where an outcome has no form there, so that its record is worked on again."""
    kept = [_kept(outcome) for outcome in outcomes]
    try:
        lines = [to_line(outcome) for outcome in kept if outcome is not None]
    except UnwritableError:
        return None
    return lines if len(lines) == len(outcomes) else None


def _kept(outcome: Outcome) -> Released | Quarantined | None:
    if isinstance(outcome, Done):
        return outcome.released
    return outcome if isinstance(outcome, Quarantined) else None
