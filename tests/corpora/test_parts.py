"""Parts of the room are imported when they are asked for, and are then what they are called."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from maskerad import corpora


def test_no_module_hides_a_part() -> None:
    for module in iter_modules(corpora.__path__):
        import_module(f"maskerad.corpora.{module.name}")
    assert not [name for name in corpora.__all__ if isinstance(getattr(corpora, name), ModuleType)]


def test_reading_a_date_imports_no_format() -> None:
    script = "import sys, maskerad.corpora.fields; sys.exit('maskerad.corpora.formats' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
