"""A signal that comes in a block that must not be cut in two is answered at its end, whichever thread took it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from maskerad.core.signals import STOPPING, undisturbed


@pytest.fixture
def came() -> Iterator[list[str]]:
    """What was done, and which signals were answered, in order."""
    told: list[str] = []
    before = {one: signal.signal(one, lambda number, _: told.append(signal.Signals(number).name)) for one in STOPPING}
    yield told
    for one, answer in before.items():
        signal.signal(one, answer)


@pytest.mark.parametrize("one", STOPPING)
def test_a_signal_waits_for_the_end(came: list[str], one: signal.Signals) -> None:
    with undisturbed():
        signal.raise_signal(one)
        came.append("done")
    assert came == ["done", one.name]
    signal.raise_signal(one)
    assert came == ["done", one.name, one.name]


def test_a_signal_that_another_thread_takes_waits_too(came: list[str]) -> None:
    is_over = Event()
    other = Thread(target=is_over.wait)
    other.start()
    with undisturbed():
        os.kill(os.getpid(), signal.SIGTERM)
        is_over.set()
        other.join()
        came.append("done")
    assert came == ["done", "SIGTERM"]


def test_it_waits_after_an_error_and_in_another_thread_too(came: list[str]) -> None:
    with pytest.raises(ZeroDivisionError), undisturbed():
        signal.raise_signal(signal.SIGINT)
        1 / 0  # noqa: B018  any error
    assert came == ["SIGINT"]

    def work() -> None:
        with undisturbed():
            came.append("done")

    other = Thread(target=work)
    other.start()
    other.join()
    assert came == ["SIGINT", "done"]
