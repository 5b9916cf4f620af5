"""Runs of jobs: progress, summary, page, exit status."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import typer

from maskerad.batch import Job, Summary, WithOriginals, run_job
from maskerad.batch.limited import Limited
from maskerad.batch.work import Work
from maskerad.cli.output.announcing import announce
from maskerad.cli.output.before_after import BeforeAfter
from maskerad.cli.output.console import error_console, manner, put_json, stage
from maskerad.cli.output.progress import reporting
from maskerad.cli.output.summary_json import summary_json
from maskerad.cli.output.tables import print_outputs, print_summary
from maskerad.core.errors import ConfigError
from maskerad.corpora.files.partial import left_over, partial_of
from maskerad.corpora.files.streams import is_standard
from maskerad.pipeline.configuration.limits import Limits
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.known_people import NOBODY, KnownPeople


def run(job: Job, work: Work, settings: Settings | None = None, people: KnownPeople = NOBODY) -> None:
    """Runs a job with a progress bar, prints what came of it, makes its page, and leaves with its status.

    Args:
        job: What, and where to.
        work: What is done to each record.
        settings: What it works with, where it has any.
        people: Known beforehand.
    """
    run_all([(job, work)], settings, people)


def run_all(runs: Sequence[tuple[Job, Work]], settings: Settings | None = None, people: KnownPeople = NOBODY) -> None:
    """The same for several, one after another; leaves with the status of the worst. Their summaries are one array."""
    if manner.is_json and any(job.target is not None and is_standard(job.target) for job, _ in runs):
        raise ConfigError("--json and OUT - both write to standard output; name a file for one of them")
    if settings is not None:
        announce(settings)
    status, summaries = 0, list[str]()
    for job, work in runs:
        if len(runs) > 1:
            error_console().print(f"{job.source}:", style="bold", markup=False, highlight=False)
        code, summary = _run(job, work, settings, people)
        status = max(status, code)
        summaries += [summary] if summary else []
    if summaries:
        put_json(summaries[0] if len(runs) == 1 else "[\n" + ",\n".join(summaries) + "\n]")
    raise typer.Exit(status)


def _run(job: Job, work: Work, settings: Settings | None, people: KnownPeople) -> tuple[int, str]:
    """The status of one, and its summary as JSON if that is asked for; else the summary is printed."""
    _name_left_over(job)
    if settings is not None:
        job, work = _within(settings.limits, job, work)
    job = replace(job, known_records=frozenset(people.by_record))
    page = BeforeAfter(job, _only_language(settings)) if job.page_target is not None else None
    with reporting(job.source) as on_progress, stage("records read, worked on and written"):
        if page is None:
            summary = run_job(job, work, on_progress)
        else:
            summary = run_job(job, WithOriginals(work), on_progress, page.take)
            page.write()
    if manner.is_json:
        return _status(summary), summary_json(job, summary, settings, _status(summary))
    print_summary(job, summary)
    print_outputs(job)
    return _status(summary), ""


def _name_left_over(job: Job) -> None:
    """Names what killed runs to other outputs left in the folder; what they left of these is removed."""
    if job.target is None:
        return
    outputs = (job.target, job.spans_target, job.doubts_target, job.page_target, job.quarantine_path)
    own = {partial_of(output) for output in outputs if output is not None}
    for path in left_over(job.target.parent):
        if path not in own:
            message = f"left over from a run that was killed, and may hold originals: {path}; remove it"
            error_console().print(message, style="yellow", markup=False, highlight=False)


def _status(summary: Summary) -> int:
    return 0 if summary.account.is_complete else 1


def _only_language(settings: Settings | None) -> str:
    """The language of texts that do not tell theirs; "" when they may be in several."""
    return settings.languages[0] if settings and len(settings.languages) == 1 else ""


def _within(limits: Limits, job: Job, work: Work) -> tuple[Job, Work]:
    """A job and its work within limits; memory can only be limited in worker processes."""
    n_workers = max(2, job.n_workers) if limits.memory_mib else job.n_workers
    return replace(job, n_workers=n_workers), Limited(work, limits)
