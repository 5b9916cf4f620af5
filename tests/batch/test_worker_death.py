"""A worker process that dies takes one record with it, and no more."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import pytest

from maskerad.batch.pool import CHUNK_RECORDS, run_work
from maskerad.batch.work import Done, Outcome, Task
from maskerad.core import Document, Quarantined
from maskerad.core.errors import WorkerError
from maskerad.corpora import AnnotatedDocument, FormatOptions, RecordGroup


@dataclass(frozen=True)
class Deadly:
    """Work in which a process is killed at some records, or at its start."""

    bad: frozenset[str]
    at_start: bool = False

    def check(self) -> None:
        """Nothing."""

    def start(self) -> AbstractContextManager[Task]:
        """Passes documents on."""
        if self.at_start:
            os._exit(1)
        bad = self.bad

        def task(group: RecordGroup) -> list[Outcome]:
            if group.id in bad:
                os.kill(os.getpid(), signal.SIGKILL)
            return [Done(item.document, (), len(item.document.text)) for item in group.documents]

        return nullcontext(task)

    def watch(self, options: FormatOptions) -> None:
        """Nothing."""

    def finish(self, n_documents: int) -> None:
        """Nothing."""


def _groups(n_groups: int) -> Iterator[RecordGroup]:
    for number in range(n_groups):
        documents = tuple(AnnotatedDocument(Document(f"n{number}-{one}", "text")) for one in range(2))
        yield RecordGroup(f"p{number}", documents)


def test_the_record_at_which_it_died_is_quarantined_and_the_rest_goes_on() -> None:
    n_groups = 3 * CHUNK_RECORDS
    bad = frozenset({"p3", f"p{CHUNK_RECORDS + 5}"})
    outcomes = [one for group in run_work(Deadly(bad), _groups(n_groups), 2) for one in group]
    quarantined = [one for one in outcomes if isinstance(one, Quarantined)]
    assert [one.document for one in quarantined] == [
        "n3-0",
        "n3-1",
        f"n{CHUNK_RECORDS + 5}-0",
        f"n{CHUNK_RECORDS + 5}-1",
    ]
    assert {one.code for one in quarantined} == {WorkerError.code}
    ids = [
        one.document if isinstance(one, Quarantined) else one.document.id
        for one in outcomes
        if not isinstance(one, str)
    ]
    assert ids == [f"n{number}-{one}" for number in range(n_groups) for one in range(2)]


def test_processes_that_die_at_their_start_end_the_run() -> None:
    with pytest.raises(WorkerError, match="at their start"):
        list(run_work(Deadly(frozenset(), at_start=True), _groups(5), 2))
