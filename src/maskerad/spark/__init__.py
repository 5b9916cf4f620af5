"""Maskerad on Spark: a data frame in, a safe one out, grouped by record (needs the extra ``spark``)."""

from maskerad.spark.frames import Columns, Counters, deidentify

__all__ = ["Columns", "Counters", "deidentify"]
