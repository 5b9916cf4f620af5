"""How often Python looks for cycles of garbage, in processes that are the program's own.

Word lists, rules and weights live as long as the process, and hardly anything that a record leaves is in a cycle.
Looking for cycles takes 8.6 % of the first 60 kB of new notes and 3.5 % of later ones at Python's own thresholds, 2.7
and 1.2 % at these. A program that imports the package keeps its own.
"""

from __future__ import annotations

import gc

THRESHOLDS = (50_000, 20, 100)  # of the three generations, see ``gc.set_threshold``


def collect_rarely() -> None:
    """For a command, or a worker process of one, at its start."""
    gc.set_threshold(*THRESHOLDS)
