"""Any number of documents through one request: a line of JSON in, a line of JSON out, in the same order.

Lines are read as fast as they are worked on, so a stream of any length needs the memory of a few records. Neighbours
with one record id are worked on together, as documents of a folder are.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from pydantic import Field, TypeAdapter, ValidationError
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from maskerad.web.service.answers import ServiceDocument
from maskerad.web.service.asking import Desk, RefusalError
from maskerad.web.service.bodies import Code, Id, Prose, Shape
from maskerad.web.service.jobs import DEIDENTIFY, Job, Text

RECORD_CHARS_MAX = 20_000_000
RECORD_TEXTS_MAX = 1_000
NDJSON = "application/x-ndjson"
_LINES = TypeAdapter(ServiceDocument)
PAUSE_S = 0.2  # before a job is offered again to workers that have too many


class LineIn(Shape):
    """One line of a stream."""

    id: Id = ""
    text: Prose
    record: Id = ""
    language: Code = Field("", description="Left out, that of the request.")


class BothWays(StreamingResponse):
    """A response that is sent while its request is still read: nobody else may take messages of the request."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends."""
        await self.stream_response(send)


@dataclass(slots=True)
class _Batch:
    """Neighbouring lines of one record, or one line that cannot be taken."""

    record: str = ""
    texts: list[Text] = field(default_factory=list)
    fault: ServiceDocument | None = None

    def takes(self, line: LineIn) -> bool:
        """Whether a line goes on with it."""
        if self.fault or not self.texts or not line.record or line.record != self.record:
            return False
        n_chars = sum(len(text.text) for text in self.texts) + len(line.text)
        return len(self.texts) < RECORD_TEXTS_MAX and n_chars <= RECORD_CHARS_MAX


async def answer_lines(
    body: AsyncIterator[bytes], desk: Desk, language: str, n_ahead: int, bytes_max: int
) -> AsyncIterator[bytes]:
    """The lines of the answer.

    Args:
        body: The request, in pieces of any size.
        desk: Where jobs are taken.
        language: Of lines that do not tell theirs; "" lets the text tell.
        n_ahead: Records in work before the first of them is answered.
        bytes_max: Of one line.
    """
    under_way: deque[asyncio.Task[list[bytes]]] = deque()
    try:
        async for batch in _batches(_lines(body, bytes_max)):
            under_way.append(asyncio.create_task(_answered(batch, desk, language)))
            if len(under_way) > n_ahead:
                for line in await under_way.popleft():
                    yield line
        while under_way:
            for line in await under_way.popleft():
                yield line
    except ClientDisconnect:
        return
    finally:
        for task in under_way:
            task.cancel()


async def _lines(body: AsyncIterator[bytes], bytes_max: int) -> AsyncIterator[bytes | None]:
    """Whole lines without their ends; None for one that is too long."""
    rest, is_too_long = bytearray(), False
    async for piece in body:
        *whole, last = piece.split(b"\n")
        for part in whole:
            rest += part
            yield None if is_too_long or len(rest) > bytes_max else bytes(rest)
            rest, is_too_long = bytearray(), False
        rest += last
        if len(rest) > bytes_max:
            rest, is_too_long = bytearray(), True
    if rest or is_too_long:
        yield None if is_too_long else bytes(rest)


async def _batches(lines: AsyncIterator[bytes | None]) -> AsyncIterator[_Batch]:
    batch = _Batch()
    number = 0
    async for raw in lines:
        number += 1
        if raw is not None and not raw.strip():
            continue
        line = _read(raw, number)
        if isinstance(line, LineIn) and batch.takes(line):
            batch.texts.append(_text(line, number))
            continue
        if batch.texts or batch.fault:
            yield batch
        batch = _Batch(line.record, [_text(line, number)]) if isinstance(line, LineIn) else _Batch(fault=line)
    if batch.texts or batch.fault:
        yield batch


def _text(line: LineIn, number: int) -> Text:
    return Text(line.id or f"line-{number}", line.text, line.language)


def _read(raw: bytes | None, number: int) -> LineIn | ServiceDocument:
    """A line, or what is wrong with it; nothing of it is shown."""
    if raw is None:
        return ServiceDocument(
            f"line-{number}", "quarantined", stage="read", code="E105", reason=f"line {number}: too long"
        )
    try:
        return LineIn.model_validate_json(raw)
    except (ValidationError, UnicodeDecodeError):
        reason = f"line {number}: it must be an object with text, and may have id, record and language"
        return ServiceDocument(f"line-{number}", "quarantined", stage="read", code="E102", reason=reason)


async def _answered(batch: _Batch, desk: Desk, language: str) -> list[bytes]:
    if batch.fault is not None:
        return _written([batch.fault])
    job = Job(DEIDENTIFY, tuple(batch.texts), batch.record, language)
    while True:
        try:
            return _written(await desk.ask(job))
        except RefusalError as refusal:
            if refusal.response.status_code != 503:
                return _written(_refused(job, refusal))
        await asyncio.sleep(PAUSE_S)  # the stream waits: what was taken in is not given back


def _refused(job: Job, refusal: RefusalError) -> list[ServiceDocument]:
    error = json.loads(bytes(refusal.response.body))
    return [
        ServiceDocument(text.id, "quarantined", job.record, stage="record", code=error["code"], reason=error["message"])
        for text in job.texts
    ]


def _written(answers: Sequence[ServiceDocument]) -> list[bytes]:
    return [_LINES.dump_json(answer) + b"\n" for answer in answers]
