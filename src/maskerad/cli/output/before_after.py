"""The page that shows a run before and after, for ``deidentify --html`` and ``show``. It holds the originals."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from maskerad.batch import Done, Job, Outcome
from maskerad.cli.output.console import error_console
from maskerad.core import Quarantined
from maskerad.core.errors import ConfigError
from maskerad.corpora import Destination
from maskerad.corpora.files.atomic import atomic_file
from maskerad.web.before_after import Pair, before_after_page

DOCUMENTS_MAX = 500  # more make a page that browsers show slowly


@dataclass
class BeforeAfter:
    """Gathers what came of the documents of a job, with what came in, and makes their page.

    Attributes:
        job: Has a target for the page; the name of its source is the title.
        language: Of the texts that do not tell theirs, "" when they may be in several.

    Raises:
        ConfigError, MissingError: If the page must not be written.
    """

    job: Job
    language: str = ""
    _pairs: list[Pair] = field(default_factory=list, init=False, repr=False)
    _quarantined: list[Quarantined] = field(default_factory=list, init=False, repr=False)
    _n_documents: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if self._path in (self.job.target, self.job.spans_target, self.job.doubts_target):
            raise ConfigError(f"{self._path}: the page needs a file of its own")
        self._destination.check()

    @property
    def _path(self) -> Path:
        if self.job.page_target is None:
            raise ValueError("the job makes no page")
        return self.job.page_target

    @property
    def _destination(self) -> Destination:
        return Destination(self._path, self.job.source, self.job.overwrite, is_private=True)

    def take(self, outcome: Outcome) -> None:
        """Keeps what came of one document; of more than fit on a page, only how many."""
        self._n_documents += 1
        if self._n_documents > DOCUMENTS_MAX:
            return
        if isinstance(outcome, Quarantined):
            self._quarantined.append(outcome)
        elif isinstance(outcome, Done) and outcome.original is not None and outcome.released is not None:
            document = outcome.original
            self._pairs.append(Pair(document, outcome.released, document.language or self.language))

    def write(self) -> None:
        """Writes the page, readable by its owner alone, and says what it holds."""
        page = before_after_page(self.job.source.name, self._pairs, self._quarantined)
        with atomic_file(self._destination) as file:
            file.write(page.encode("utf-8", "replace"))
        if self._n_documents > DOCUMENTS_MAX:
            _tell(f"the page shows the first {DOCUMENTS_MAX:,} of {self._n_documents:,} documents")
        _tell(
            f"{self._path} holds the originals: as sensitive as the notes; only you may read it, share it with nobody"
        )


def _tell(message: str) -> None:
    error_console().print(message, style="yellow", highlight=False, markup=False)
