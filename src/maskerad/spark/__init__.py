"""Maskerad on Spark: a data frame in, a safe one out, grouped by record (needs the extra ``spark``)."""

from maskerad.spark.frames import deidentify
from maskerad.spark.roles import Columns, Counters
from maskerad.spark.ways_back import keep_ways_back

__all__ = ["Columns", "Counters", "deidentify", "keep_ways_back"]
