"""Which of two twins runs: ``_core.c``, where it was compiled for this Python, else numpy. Both give the same bytes."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from maskerad.recognisers.compiled_twin import load_twin
from maskerad.recognisers.crf import best_path as walking
from maskerad.recognisers.crf import rows as adding


def load_core() -> ModuleType | None:
    """The compiled twin, if it is one."""
    return load_twin("maskerad.recognisers.crf._core", Path(__file__).with_name("_core.c"))


_core = load_core()
best_path = _core.best_path if _core else walking.best_path
add_rows = _core.add_rows if _core else adding.add_rows
