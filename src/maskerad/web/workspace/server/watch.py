"""One look at the log a second for all who listen to what happens, however many they are."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from fastapi.concurrency import run_in_threadpool
from sqlalchemy import select

from maskerad.web.workspace.store.database import Database
from maskerad.web.workspace.store.layers import SUGGESTIONS
from maskerad.web.workspace.store.log import last_number
from maskerad.web.workspace.store.tables import changes, entries

EVERY_S = 1.0
KEPT = 10_000  # changes that are remembered for those who listen slowly


@dataclass(frozen=True, slots=True)
class News:
    """A change of a document in a layer, by the number of its entry."""

    entry: int
    layer: str
    record: int
    document: int
    version: int

    def as_json(self) -> dict[str, Any]:
        """What a browser is told: a version of its own layer, or that something is suggested now."""
        facts = {"record": self.record, "document": self.document}
        return facts | ({"suggested": True} if self.layer == SUGGESTIONS else {"version": self.version})


@dataclass
class Watch:
    """What was changed lately, whichever process wrote it."""

    database: Database
    _news: deque[News] = field(default_factory=deque, repr=False)
    _known_from: int = 0
    _last: int = -1
    _looked_s: float = -EVERY_S
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)

    async def last(self) -> int:
        """Number of the last entry."""
        await self._look()
        return self._last

    async def after(self, layer: str, number: int) -> tuple[int, list[News]]:
        """The number of the last entry, and what came after another one in a layer or among the suggestions."""
        await self._look()
        if number < self._known_from:
            news = await run_in_threadpool(self._since, number)
        else:  # from the newest back: who listens has heard all but a few of those that are kept
            news = list(takewhile(lambda item: item.entry > number, reversed(self._news)))[::-1]
        return self._last, [item for item in news if item.layer in (layer, SUGGESTIONS)]

    async def _look(self) -> None:
        async with self._lock:
            if time.monotonic() - self._looked_s < EVERY_S / 2:
                return
            if self._last < 0:
                self._last = self._known_from = await run_in_threadpool(self._newest)
            for item in await run_in_threadpool(self._since, self._last):
                self._news.append(item)
                self._last = item.entry
            while len(self._news) > KEPT:
                self._known_from = self._news.popleft().entry
            self._looked_s = time.monotonic()

    def _newest(self) -> int:
        with self.database.reading() as connection:
            return last_number(connection)

    def _since(self, number: int) -> list[News]:
        query = select(entries.c.number, entries.c.layer, entries.c.record, changes.c.document, changes.c.version).join(
            changes, changes.c.entry == entries.c.number
        )
        with self.database.reading() as connection:
            rows = connection.execute(query.where(entries.c.number > number).order_by(entries.c.number))
            return [News(*row) for row in rows]
