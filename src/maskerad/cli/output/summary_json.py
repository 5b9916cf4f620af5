"""The summary of a run for programs: the same figures as the tables, without anything of a text."""

from __future__ import annotations

import json
from collections.abc import Sequence

from maskerad.batch import Job, Summary
from maskerad.pipeline.configuration.model_choice import told_models
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.projects.project_changes import kept_beyond_default


def summary_json(job: Job, summary: Summary, settings: Settings | None, status: int, tables: Sequence[str] = ()) -> str:
    """One object.

    Args:
        job: What was read and written.
        summary: Its counts.
        settings: What it worked with; None where a run needs none.
        status: With which the command leaves.
        tables: That were made in a database.
    """
    account = summary.account
    made: dict[str, object] = {
        "status": status,
        "documents": {
            "in": account.n_in,
            "out": account.n_out,
            "quarantined": account.n_quarantined,
            "not_asked_for": account.n_left_out,
        },
        "quarantined_at": dict(summary.quarantined_at),
        "files_not_read": dict(account.unread),
        "spans": dict(summary.labels),
        "kept": dict(summary.kept),
        "placeholders": [
            {"label": label, "why": why, "count": count} for (label, why), count in summary.refused.most_common()
        ],
        "replaced_though_unmarked": summary.n_unmarked,
        "doubts": dict(summary.doubts),
        "columns": {"look_identifying": dict(summary.looks), "hold_originals": dict(summary.beside)},
        "known_records": {"given": len(job.known_records), "in_no_document": len(summary.unmet)},
        "records_that_came_again": summary.n_apart,
        "not_expressed": summary.losses.lines(),
        "characters": summary.n_chars,
        "seconds": round(summary.seconds, 3),
        "outputs": [
            str(path)
            for path in (job.target, job.spans_target, job.doubts_target, job.page_target, job.quarantine_path)
            if path is not None and path.exists()
        ]
        + list(tables),
    }
    if settings is not None:
        made["models"] = told_models(settings)
        made["languages"] = list(settings.languages)
        made["project"] = str(settings.project_file.parent.resolve()) if settings.project_file else None
        made["keeps_beyond_defaults"] = kept_beyond_default(settings.policy)
    return json.dumps(made, ensure_ascii=False, indent=2)
