"""How often somebody may try to log in: a few times, then ever longer waits, by name and by address."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from maskerad.core.errors import RefusedError

FREE_TRIES = 5
FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 900.0
KEPT_MAX = 10_000


@dataclass
class Tries:
    """Failed tries by who tried. Counted by a clock that nobody can set.

    Attributes:
        clock: Seconds that only grow.
    """

    clock: Callable[[], float] = time.monotonic
    _failed: dict[str, tuple[int, float]] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def check(self, *whose: str) -> None:
        """Refuses a try that comes too soon.

        Raises:
            RefusedError: With the seconds to wait.
        """
        with self._lock:
            wait = max(self._wait(address) for address in whose)
        if wait > 0:
            raise RefusedError(f"too many failed tries; wait {wait:.0f} s")

    def failed(self, *whose: str) -> None:
        """Notes a failed try."""
        with self._lock:
            if len(self._failed) > KEPT_MAX:
                self._failed.clear()
            for address in whose:
                n_tries, _ = self._failed.get(address, (0, 0.0))
                self._failed[address] = (n_tries + 1, self.clock())

    def succeeded(self, *whose: str) -> None:
        """Forgets what failed before."""
        with self._lock:
            for address in whose:
                self._failed.pop(address, None)

    def _wait(self, address: str) -> float:
        n_tries, last = self._failed.get(address, (0, 0.0))
        if n_tries < FREE_TRIES:
            return 0.0
        needed = min(FIRST_WAIT_S * 2.0 ** (n_tries - FREE_TRIES), LONGEST_WAIT_S)
        return max(0.0, last + needed - self.clock())
