"""Files and tables through the pipeline: a worker pool, quarantine, accounting."""

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
