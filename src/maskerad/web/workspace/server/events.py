"""What happens elsewhere, as it happens: server-sent events, told from the log, whichever process wrote it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from maskerad.web.workspace.server.guards import Reader, TheDesk
from maskerad.web.workspace.server.watch import EVERY_S, Watch

router = APIRouter()
BEAT = 15  # looks between two signs of life


@router.get("/events")
async def events(request: Request, desk: TheDesk, session: Reader) -> StreamingResponse:
    """The changes of the reader's own layer."""
    return StreamingResponse(_told(request, desk.watch, session.user.name), media_type="text/event-stream")


async def _told(request: Request, watch: Watch, layer: str) -> AsyncIterator[str]:
    last = await watch.last()
    yield ": here\n\n"
    n_looks = 0
    while not await request.is_disconnected():
        await asyncio.sleep(EVERY_S)
        last, news = await watch.after(layer, last)
        for item in news:
            yield f"data: {json.dumps(item.as_json())}\n\n"
        n_looks += 1
        if n_looks % BEAT == 0:
            yield ": here\n\n"
