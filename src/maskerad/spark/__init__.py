"""Maskerad on Spark: a data frame in, a safe one out, grouped by record (needs the extra ``spark``)."""

from maskerad.spark.frames import deidentify
from maskerad.spark.roles import Columns, Counters

__all__ = ["Columns", "Counters", "deidentify"]
