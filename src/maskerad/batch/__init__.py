"""Files and tables through the pipeline: a worker pool, quarantine, counts."""

from maskerad.batch.run import Job, Summary, run_job
from maskerad.batch.work import DeidentifyWork, DetectWork, Done, Outcome, WithOriginals

__all__ = ["DeidentifyWork", "DetectWork", "Done", "Job", "Outcome", "Summary", "WithOriginals", "run_job"]
