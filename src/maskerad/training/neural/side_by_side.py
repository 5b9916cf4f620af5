"""Trainings that run at once, each in a process of its own; what they report is told here."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TypeVar

from maskerad.core.errors import ConfigError, MaskeradError
from maskerad.training.neural.progress import Report, Step

Result = TypeVar("Result")
Training = Callable[[Report], Result]


def run_at_once(trainings: Sequence[Training[Result]], report: Report) -> list[Result]:
    """Runs trainings side by side. When one fails, or this process is told to stop, all are stopped.

    Args:
        trainings: Can be pickled; each keeps its own checkpoints.
        report: Called here with every step of every training.

    Returns:
        What each gave, in their order.

    Raises:
        MaskeradError: The first that one of them raised.
        ConfigError: If a process died.
    """
    context = multiprocessing.get_context("spawn")
    running: dict[Connection, int] = {}
    processes: list[SpawnProcess] = []
    results: dict[int, Result] = {}
    try:
        for number, training in enumerate(trainings):
            connection, process = _started(context, training)
            running[connection] = number
            processes.append(process)
        while running:
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                said: Step | tuple[Result] = _said(ready, processes[running[ready]])
                if isinstance(said, Step):
                    report(said)
                else:
                    results[running.pop(ready)] = said[0]
    finally:
        for process in processes:
            process.terminate()
            process.join()
    return [results[number] for number in range(len(trainings))]


def _started(context: SpawnContext, training: Training[Result]) -> tuple[Connection, SpawnProcess]:
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(training, there), daemon=True)
    process.start()
    there.close()  # so that the end of the process is the end of the connection
    return here, process


def _run(training: Training[Result], connection: Connection) -> None:
    """The life of a process: steps, then a tuple of the result, or an error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it is interrupted too, and stops it
    try:
        connection.send((training(connection.send),))
    except MaskeradError as error:
        connection.send(error)


def _said(connection: Connection, process: SpawnProcess) -> Step | tuple[Result]:
    try:
        said = connection.recv()
    except EOFError:
        process.join()
        raise ConfigError(f"a training process died (exit status {process.exitcode}); too little memory?") from None
    if isinstance(said, MaskeradError):
        raise said
    message: Step | tuple[Result] = said
    return message
