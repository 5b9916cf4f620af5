"""Where the development corpora are, and what is skipped without them."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes, or its drawing, depends on what else the machine does; what is drawn depends on nothing, so
# that a test says tomorrow what it says today. `make fuzz` looks further.
settings.register_profile(
    "the same each time", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("the same each time")

# A shell that starts a command in the background lets it ignore interrupts, and what is started from it too; tests that
# interrupt a run would then wait for its end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parent.parent
CORPORA = Path(os.environ.get("MASKERAD_CORPORA", ROOT.parent / "shared" / "corpora"))


@pytest.fixture(scope="session")
def corpora() -> Path:
    """Folder of the development corpora; the test is skipped, and says so, when it is not there."""
    if not CORPORA.is_dir():
        pytest.skip(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
    return CORPORA
