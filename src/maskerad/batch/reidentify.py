"""Safe texts back to their originals, record by record, each access being noted in the vault."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from maskerad.batch.work import Done, LeftOut, Outcome, Task, quarantining
from maskerad.core import Document, Quarantined
from maskerad.core.errors import MissingError, RestoreError
from maskerad.corpora import FormatOptions, RecordGroup, changed_fields
from maskerad.vault import Restored, VaultAccess

STAGE = "reidentify"


@dataclass(frozen=True, slots=True)
class ReidentifyWork:
    """Giving back the originals.

    Attributes:
        vault: Where they are kept.
        who, why: For its log.
        record: Id of the only record that is given back; "" for all.
    """

    vault: VaultAccess
    who: str
    why: str
    record: str = ""

    def check(self) -> None:
        """Opens the vault."""
        self.vault.open().close()

    @contextmanager
    def start(self) -> Iterator[Task]:
        """An open vault."""
        with self.vault.open() as vault:

            def task(group: RecordGroup) -> list[Outcome]:
                if self.record and group.id != self.record:
                    return [LeftOut() for _ in group.documents]
                documents = [item.document for item in group.documents]
                answers = vault.give_back(group.id, documents, self.who, self.why)
                return [_outcome(document, answer) for document, answer in zip(documents, answers, strict=True)]

            yield quarantining(task, STAGE)

    def watch(self, options: FormatOptions) -> None:
        """All columns stay."""

    def finish(self, n_documents: int) -> None:
        """The log is on the disk before an original appears.

        Raises:
            MissingError: If the record that was asked for is not there.
        """
        if self.record and not n_documents:
            raise MissingError(f"record {self.record!r}: not in the input")
        with self.vault.open() as vault:
            vault.settle()


def _outcome(document: Document, answer: Restored | RestoreError) -> Outcome:
    if isinstance(answer, RestoreError):
        return Quarantined(document.id, STAGE, answer.code, str(answer.args[0]))
    fields = changed_fields(document.metadata, answer.columns) if answer.columns else document.metadata
    return Done(replace(document, text=answer.text, metadata=fields), (), len(answer.text))
