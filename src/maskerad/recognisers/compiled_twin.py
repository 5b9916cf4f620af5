"""Loops in C and their twins in Python: the compiled one runs where it was compiled from the source beside it.

``MASKERAD_PURE=1`` takes the twin in Python; the tests of the twins need it.
"""

from __future__ import annotations

import hashlib
import os
from importlib import import_module
from pathlib import Path
from types import ModuleType

PURE_VARIABLE = "MASKERAD_PURE"
HEADER = Path(__file__).with_name("arrays.h")  # which all sources share


def load_twin(name: str, source: Path) -> ModuleType | None:
    """A compiled module; None where there is none, it was compiled from another source, or it is not wanted.

    Args:
        name: Of the module.
        source: Its file in C.
    """
    if os.environ.get(PURE_VARIABLE):
        return None
    try:
        module, written = import_module(name), source.read_bytes() + HEADER.read_bytes()
    except (ImportError, OSError):  # not compiled, or for another Python
        return None
    return module if hashlib.sha256(written).hexdigest() == getattr(module, "SOURCE", "") else None
