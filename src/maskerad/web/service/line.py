"""A short line of those who wait for one of a few things: first come, first served, and refused in time.

``asyncio.Queue`` does not do it: a newcomer who asks between the waking of the first in line and its turn takes the
thing away from it, and that one goes back to the end. Under load somebody then waits as long as waiting is allowed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class OverloadError(Exception):
    """There are more who wait than can be served in time; nothing was begun."""


class Line(Generic[T]):
    """Things that are free, or those who wait for one; never both. For the tasks of one event loop.

    Args:
        n_waiting_max: Who comes when so many wait is refused at once.
        patience_s: Seconds after which one who waits is refused.
    """

    def __init__(self, n_waiting_max: int, patience_s: float) -> None:
        self._n_waiting_max, self._patience_s = n_waiting_max, patience_s
        self._free: deque[T] = deque()
        self._turns: deque[asyncio.Future[T]] = deque()

    @property
    def n_waiting(self) -> int:
        """How many wait."""
        return len(self._turns)

    def give(self, thing: T) -> None:
        """Hands a thing to the first in line, or keeps it for the next who comes."""
        if self._turns:
            self._turns.popleft().set_result(thing)
        else:
            self._free.append(thing)

    async def take(self) -> T:
        """A thing, once it is one's turn.

        Raises:
            OverloadError: If too many wait, or one has waited too long.
        """
        if self._free:
            return self._free.popleft()
        if len(self._turns) >= self._n_waiting_max:
            raise OverloadError
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._turns.append(turn)
        try:
            async with asyncio.timeout(self._patience_s):
                return await asyncio.shield(turn)
        except BaseException as error:
            self._left(turn)
            if isinstance(error, TimeoutError):
                raise OverloadError from None
            raise

    def _left(self, turn: asyncio.Future[T]) -> None:
        """Somebody leaves the line; what was handed over at that very moment goes to the next."""
        if turn.done():
            self.give(turn.result())
        else:
            self._turns.remove(turn)
