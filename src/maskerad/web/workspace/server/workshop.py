"""One piece of long work at a time, in a process of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import Lock

from maskerad.core.errors import GateError

STOP_S = 5.0
NICE = 10  # those who annotate go first


@dataclass
class Workshop:
    """Where the learner works."""

    _work: SpawnProcess | None = None
    _lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def is_running(self) -> bool:
        """Whether something is at work."""
        return self._work is not None and self._work.is_alive()

    def start(self, work: Callable[[Path, str], None], folder: Path, address: str) -> None:
        """Begins a piece of work.

        Raises:
            GateError: If another one is not finished.
        """
        with self._lock:
            if self.is_running:
                raise GateError("the learner is at work already")
            self._work = get_context("spawn").Process(target=_gently, args=(work, folder, address), daemon=True)
            self._work.start()

    def wait(self, seconds: float) -> None:
        """Waits until it is finished, at most so long."""
        if self._work is not None:
            self._work.join(seconds)

    def stop(self) -> None:
        """Ends what is at work; nothing half-done is left, models appear whole."""
        if self._work is not None and self._work.is_alive():
            self._work.terminate()
            self._work.join(STOP_S)


def _gently(work: Callable[[Path, str], None], folder: Path, address: str) -> None:
    os.nice(NICE)
    work(folder, address)
