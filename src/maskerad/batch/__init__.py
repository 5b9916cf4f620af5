"""Files and tables through the pipeline: a worker pool, quarantine, accounting."""

from typing import TYPE_CHECKING

from maskerad.core.doors import opened_late

if TYPE_CHECKING:
    from maskerad.batch.accounting import Account
    from maskerad.batch.booking import Summary
    from maskerad.batch.gold import Gold
    from maskerad.batch.resuming import Resuming
    from maskerad.batch.run import Job, run_job
    from maskerad.batch.work import DeidentifyWork, DetectWork, Done, LeftOut, Outcome, WithOriginals

__all__ = [
    "Account",
    "DeidentifyWork",
    "DetectWork",
    "Done",
    "Gold",
    "Job",
    "LeftOut",
    "Outcome",
    "Resuming",
    "Summary",
    "WithOriginals",
    "run_job",
]

_HOMES = {  # a worker needs the work, and no reader of files
    "Account": "accounting",
    "DeidentifyWork": "work",
    "DetectWork": "work",
    "Done": "work",
    "Gold": "gold",
    "Job": "run",
    "LeftOut": "work",
    "Outcome": "work",
    "Resuming": "resuming",
    "Summary": "booking",
    "WithOriginals": "work",
    "run_job": "run",
}

__getattr__ = opened_late(__name__, _HOMES)
