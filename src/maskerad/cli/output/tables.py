"""Tables that commands print at their end."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING

from maskerad.batch import Account, Job, Summary
from maskerad.cli.output.console import alarm_console, error_console
from maskerad.core.counted import counted
from maskerad.corpora import Loss, LossReport
from maskerad.corpora.files.streams import is_standard
from maskerad.pipeline.columns.beside import DOCUMENT_ID, RECORD_ID
from maskerad.pipeline.columns.column_kinds import DATES, FREE_TEXT, IDS, NAMES

if TYPE_CHECKING:
    from rich.table import Table

IDS_BESIDE = frozenset({DOCUMENT_ID, RECORD_ID})
RULE_FOR = {DATES: "DATE", NAMES: "PATIENT", IDS: "ID", FREE_TEXT: "text"}
REFUSED_MAX = 8  # lines
REASONS_MAX = 5
DOUBTS = {
    "ambiguous": "could be one of several, and stay apart",
    "gender": "name, title and kinship tell different genders; the first is believed",
    "role": "one person has several roles; the first is believed",
    "namesake": "people of one full name have roles that nobody has at once, and are kept apart",
}


def print_summary(job: Job, summary: Summary) -> None:
    """Where every document went, spans by label, speed; what the format lost."""
    from rich.table import Table

    console = error_console()
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold")
    table.add_column(justify="right")
    account = summary.account
    table.add_row("documents in", f"{account.n_in:,}")
    for name, n, style in (
        ("out", account.n_out, None),
        ("quarantined", account.n_quarantined, "red"),
        ("not asked for", account.n_left_out, None),
        ("files not read", account.n_unread, "red"),
    ):
        if n or name in ("out", "quarantined"):
            table.add_row(name, f"{n:,}", style=style if n else None)
        if name == "quarantined":
            _add_parts(table, summary.quarantined_at)
    _add_parts(table, summary.labels)
    table.add_row("spans", f"{sum(summary.labels.values()):,}")
    for name, counts in (
        ("spans kept as they were", summary.kept),
        ("placeholders", summary.placeholders),
        ("linking in doubt", summary.doubts),
    ):
        if counts:
            table.add_row(name, f"{counts.total():,}")
            _add_parts(table, counts)
    table.add_row("characters/s", f"{summary.chars_per_s:,.0f}")
    console.print(table)
    print_losses(summary.losses)
    _print_refused(summary)
    if job.is_private:
        _print_searched(summary)
    else:
        _print_columns(summary)
    _print_unmet(job, summary)
    if summary.n_apart:
        times = counted(summary.n_apart, "time")
        _warn(f"a record came again behind others {times}; its parts do not know each other's names: sort by record")
    if summary.n_unmarked:
        _warn(
            f"replaced too: {counted(summary.n_unmarked, 'mention')} of what annotators marked elsewhere and not here"
        )
    _print_doubts(job, summary)
    _print_unread(account)
    _print_quarantined(job, summary)


def _add_parts(table: Table, counts: Counter[str]) -> None:
    """A row for each class, the commonest first."""
    for name, count in counts.most_common():
        table.add_row(f"  {name}", f"{count:,}")


def print_outputs(job: Job) -> None:
    """What was made."""
    targets = [path for path in (job.target, job.spans_target, job.page_target) if path is not None]
    made = [
        "standard output" if is_standard(path) else str(path) for path in targets if is_standard(path) or path.exists()
    ]
    message = f"wrote {' and '.join(made)}" if made else "nothing was written"
    error_console().print(message if targets else f"dry run: {message}", highlight=False)


def _print_refused(summary: Summary) -> None:
    """What got a placeholder for want of a surrogate, the commonest first."""
    for (label, why), count in summary.refused.most_common(REFUSED_MAX):
        line = f"placeholder: {count:,} × {label}: {why}"
        error_console().print(line, style="yellow", markup=False, highlight=False)


def _print_columns(summary: Summary) -> None:
    """What leaves beside the texts: columns that look identifying, and originals that stand in columns and ids."""
    for name in sorted({*summary.looks, *summary.beside} - IDS_BESIDE):
        kind, count = summary.looks.get(name, ""), summary.beside[name]
        reasons = [f"looks like {kind}"] if kind else []
        reasons += [f"holds an original of its record in {counted(count, 'row')}"] if count else []
        rule = RULE_FOR.get(kind, "LABEL")
        option = f"--column {shlex.quote(name)}={rule}" if name.isprintable() else "--column"
        _warn(
            f"column {name!r} {' and '.join(reasons)}, and stays as it is; "
            f"to change that: {option} (or drop, hash, keep)"
        )
    for name in sorted(IDS_BESIDE & summary.beside.keys()):
        _warn(f"the {name} holds an original of its record in {counted(summary.beside[name], 'document')}: --ids hash")


def _print_searched(summary: Summary) -> None:
    """What was not looked at by a command that only finds."""
    for name, kind in sorted(summary.looks.items()):
        _warn(f"column {name!r} looks like {kind}: only the texts are searched, and it is written as it is")


def _warn(line: str) -> None:
    error_console().print(line, style="yellow", markup=False, highlight=False)


def _print_unmet(job: Job, summary: Summary) -> None:
    """How many records of the table of known identifiers occur in no document."""
    if summary.unmet:
        n_given, n_unmet = len(job.known_records), len(summary.unmet)
        hint = "; is --record-column the right one?" if n_unmet == n_given else ""
        _warn(f"known identifiers: records that occur in no document: {n_unmet:,} of {n_given:,}{hint}")


def _print_doubts(job: Job, summary: Summary) -> None:
    """How many mentions linking was not sure of, by kind."""
    for kind, count in summary.doubts.most_common():
        error_console().print(f"linking: {count:,} × {DOUBTS[kind]}", markup=False, highlight=False)
    if summary.doubts and job.doubts_target is not None:
        error_console().print(f"they are listed in {job.doubts_target}", highlight=False)


def _print_unread(account: Account) -> None:
    """What is in the folder and not in the output, by kind."""
    for kind, count in account.unread.most_common():
        names = ", ".join(ascii(name) for name in account.unread_names[kind])
        more = ", …" if count > len(account.unread_names[kind]) else ""
        alarm_console().print(f"not read: {count:,} × {kind}: {names}{more}", style="red", markup=False)


def _print_quarantined(job: Job, summary: Summary) -> None:
    if not summary.quarantined:
        return
    console = alarm_console()
    reasons = Counter[tuple[str, str, str]]()
    for item in summary.quarantined:
        reasons[item.stage, item.code, item.reason] += item.n_documents
    for (stage, code, reason), count in reasons.most_common(REASONS_MAX):
        console.print(f"  {count:,} × {stage} [{code}] {reason}", markup=False, highlight=False)
    if len(reasons) > REASONS_MAX:
        console.print(f"  and {counted(len(reasons) - REASONS_MAX, 'reason')} more", highlight=False)
    if job.quarantine_path is not None:
        console.print(f"quarantined documents are listed in {job.quarantine_path}", highlight=False)


def print_losses(losses: LossReport) -> None:
    """What a format could not express; files that were not read however quiet the command is."""
    console = alarm_console() if losses.total(Loss.UNREAD) else error_console()
    for line in losses.lines():
        console.print(f"not expressed: {line}", style="yellow", markup=False, highlight=False)
