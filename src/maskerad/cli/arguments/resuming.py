"""Runs that go on where they were stopped, and what is left of them in quarantine."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

from maskerad.batch import DeidentifyWork, Job, Resuming
from maskerad.core.errors import ConfigError
from maskerad.corpora.files.streams import is_standard

RETRY = "MASKERAD_RETRY"  # set by ``quarantine retry`` for the command that it runs again


def journal_of(target: Path) -> Path:
    """Where the journal of an output is."""
    return target.with_name(f".{target.name}.journal")


def with_journal(job: Job, work: DeidentifyWork) -> Job:
    """The job with a journal beside its output.

    Raises:
        ConfigError: If the output is a stream or there is none, or if the input is one.
    """
    if job.target is None or is_standard(job.target) or is_standard(job.source):
        raise ConfigError("--resume: IN and OUT must be files or folders")
    has_retry = os.environ.get(RETRY) == "1"
    resuming = Resuming(work, journal_of(job.target), has_retry, (str(Path.cwd()), *sys.argv[1:]))
    return replace(job, resuming=resuming)
