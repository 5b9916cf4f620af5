"""Which of two twins runs: ``_core.c``, where it was compiled for this Python, else numpy. Both give the same bytes.

``MASKERAD_PURE=1`` takes numpy; the tests of the twins need it.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import ModuleType

from maskerad.recognisers.crf import best_path as walking
from maskerad.recognisers.crf import rows as adding

PURE_VARIABLE = "MASKERAD_PURE"


def load_core() -> ModuleType | None:
    """The compiled twin; None where there is none, it was compiled from another source, or it is not wanted."""
    if os.environ.get(PURE_VARIABLE):
        return None
    try:
        from maskerad.recognisers.crf import _core

        source = Path(__file__).with_name("_core.c").read_bytes()
    except (ImportError, OSError):  # not compiled, or for another Python
        return None
    return _core if hashlib.sha256(source).hexdigest() == getattr(_core, "SOURCE", "") else None


_core = load_core()
best_path = _core.best_path if _core else walking.best_path
add_rows = _core.add_rows if _core else adding.add_rows
