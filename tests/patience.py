"""How long tests wait for what has to come: one bound for all of them, that no busy machine misses."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 240.0  # only what never comes is waited for so long
LOOK_EVERY_S = 0.01


def until(has_come: Callable[[], bool]) -> None:
    """Waits for what tells nobody that it has come.

    Raises:
        AssertionError: If it never does.
    """
    end_s = time.monotonic() + PATIENCE_S
    while not has_come():
        assert time.monotonic() < end_s, "it never came"
        time.sleep(LOOK_EVERY_S)
