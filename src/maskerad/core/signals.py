"""Work that an interrupt or a termination must not cut in two."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

STOPPING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keeps signals waiting until the end of the block.

    They are blocked, which a process that is started meanwhile inherits, and noted if another thread takes them:
    Python answers all of them in its main thread.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        with _noted():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _noted() -> Iterator[None]:
    """Answers the signals that come meanwhile at the end."""
    if current_thread() is not main_thread():  # where no signal is answered
        yield
        return
    came: list[int] = []
    answers = {number: signal.signal(number, lambda number, frame: came.append(number)) for number in STOPPING}
    try:
        yield
    finally:
        for number, answer in answers.items():
            signal.signal(number, answer)
        for one in came:
            signal.raise_signal(one)
