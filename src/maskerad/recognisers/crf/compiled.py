"""Which of two twins runs: ``_core.c``, where it was compiled for this Python, else numpy. Both give the same bytes."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from maskerad.recognisers.compiled_twin import load_twin
from maskerad.recognisers.crf import best_path as walking
from maskerad.recognisers.crf import paths as reaching
from maskerad.recognisers.crf import sums as adding


def load_core() -> ModuleType | None:
    """The compiled twin, if it is one."""
    return load_twin("maskerad.recognisers.crf._core", Path(__file__).with_name("_core.c"))


_core = load_core()
best_path = _core.best_path if _core else walking.best_path
sum_paths = _core.sum_paths if _core else reaching.sum_paths
sum_strings = _core.sum_strings if _core else adding.sum_strings
add_seen = _core.add_seen if _core else adding.add_seen
