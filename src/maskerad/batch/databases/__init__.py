"""Rows of a query through the pipeline into a new table of the same database (needs the extra ``sql``)."""

from maskerad.batch.databases.quarantined import read_quarantined
from maskerad.batch.databases.run import DatabaseJob, run_database

__all__ = ["DatabaseJob", "read_quarantined", "run_database"]
