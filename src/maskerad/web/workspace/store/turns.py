"""A lock that is given in the order in which it was asked for."""

from __future__ import annotations

from collections import deque
from threading import Lock


class Turns:
    """Lets one thread at a time in, who came first first.

    A plain lock goes to whoever is awake when it is given back: where many wait, one of them is passed again and again,
    and its annotator waits many times as long as the others.
    """

    def __init__(self) -> None:
        self._about = Lock()  # held for what follows only, never while somebody is in
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    @property
    def n_waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    def __enter__(self) -> None:
        """Waits for one's turn."""
        turn = Lock()
        with self._about:
            if not self._is_taken:
                self._is_taken = True
                return
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()  # until the one before gives it back

    def __exit__(self, *error: object) -> None:
        """Hands it to the one who has waited longest."""
        with self._about:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
