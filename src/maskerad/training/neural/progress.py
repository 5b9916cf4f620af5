"""How far a training run is: numbers only, never text."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from maskerad.core.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Step:
    """One report of a run.

    Attributes:
        what: The phase, such as "epoch 3".
        done: Units of work done.
        total: Units of work planned.
        loss: Mean loss since the last report.
        rate: Units a second in this process.
        left_s: Expected seconds to the end.
        note: A further figure, such as the score on the development part.
    """

    what: str
    done: int
    total: int
    loss: float
    rate: float
    left_s: float
    note: str = ""


Report = Callable[[Step], None]


def silent(step: Step) -> None:
    """Reports nothing."""


def finite(loss: float, epoch: int) -> float:
    """The loss of a step; a run that has lost its way is stopped before its checkpoint is written.

    Raises:
        ConfigError: If it is no longer a number.
    """
    if not math.isfinite(loss):
        raise ConfigError(f"the loss is no number in epoch {epoch + 1}: the learning rate is too high for these texts")
    return loss


class Meter:
    """Counts work against the clock and reports every few seconds.

    Args:
        report: Called with each report.
        total: Units of work planned.
        done: Units done before (a resumed run).
        every_s: Seconds between reports.
    """

    def __init__(self, report: Report, total: int, done: int = 0, every_s: float = 10.0) -> None:
        self._report = report
        self._total = total
        self._first = self._done = done
        self._start = self._last = time.monotonic()
        self._every_s = every_s
        self._losses: list[float] = []

    def add(self, units: int, loss: float, what: str) -> bool:
        """Counts some work; returns whether it was time to report."""
        self._done += units
        self._losses.append(loss)
        is_due = time.monotonic() - self._last >= self._every_s
        if is_due:
            self.tell(what)
        return is_due

    def tell(self, what: str, note: str = "") -> None:
        """Reports now."""
        self._last = time.monotonic()
        rate = (self._done - self._first) / max(1e-9, self._last - self._start)
        loss = sum(self._losses) / max(1, len(self._losses))
        self._losses.clear()
        left_s = (self._total - self._done) / rate if rate else float("inf")
        self._report(Step(what, self._done, self._total, loss, rate, left_s, note))
