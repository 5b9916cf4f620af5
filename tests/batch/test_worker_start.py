"""A worker starts with what it works with, and not with the readers of every format."""

from __future__ import annotations

import subprocess
import sys

import pytest

import maskerad.batch


def test_a_worker_loads_no_readers_of_files() -> None:
    code = "import sys, maskerad.batch.pool; sys.exit('maskerad.corpora.formats' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", maskerad.batch.__all__)
def test_whatever_the_room_offers_is_there(name: str) -> None:
    assert getattr(maskerad.batch, name).__module__.startswith("maskerad.batch") or name == "Outcome"
