"""``maskerad`` and ``python -m maskerad``: the command line, which answers an interrupt before it is even loaded."""

import os
import signal

_INTERRUPTED = 130


def run() -> None:
    """Entry point. Nothing has been begun while it loads."""
    asked = signal.getsignal(signal.SIGINT)
    if asked is signal.default_int_handler:  # else somebody wants interrupts ignored
        signal.signal(signal.SIGINT, _stopped)
    from maskerad.cli.main import run as answer

    try:
        signal.signal(signal.SIGINT, asked)
        answer()
    except KeyboardInterrupt:  # at the very first step, or again while the first one is answered
        _stopped(signal.SIGINT, None)


def _stopped(number: int, frame: object) -> None:
    """Leaves at once: an exception might be swallowed by what is being imported."""
    os.write(2, b"error: stopped: no output was written\n")
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    run()
