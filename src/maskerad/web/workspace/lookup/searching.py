"""Search with regular expressions, in slices of time: no pattern, however clumsy, holds anybody up.

A slice ends after ``SLICE_S`` or ``HITS_MAX`` hits and says from which document the next one goes on; a text that
takes longer by itself is refused as too slow for the pattern. The engine writes counted repeats out when it compiles,
so what would grow beyond ``WRITTEN_OUT_MAX`` is refused before: ``(a{1000}){1000}`` has a million parts.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any

import regex
from sqlalchemy import Connection, select

from maskerad.core.errors import InputError
from maskerad.web.workspace.lookup.places import place
from maskerad.web.workspace.store.tables import documents

SLICE_S, TEXT_S = 0.25, 0.75
HITS_MAX, BATCH = 500, 200
WRITTEN_OUT_MAX = 200_000
_COUNTED = regex.compile(r"(?P<before>.?)\{\s*(?P<least>\d*)\s*,?\s*(?P<most>\d*)\s*\}", regex.DOTALL)


def search(connection: Connection, pattern: str, record: int | None = None, after: int = 0) -> dict[str, Any]:
    """One slice of what a pattern finds.

    Args:
        connection: Of the project.
        pattern: A regular expression; case counts unless it says otherwise.
        record: Number of the record to search, None for the corpus.
        after: Number of the document behind which the slice begins.

    Returns:
        ``hits``, ``n``, ``truncated``, and ``next``: the ``after`` of the next slice, None at the end.

    Raises:
        InputError: If the pattern is none, matches nothing but emptiness, or is too slow for a text.
    """
    compiled = _compiled(pattern)
    end_s = time.monotonic() + SLICE_S
    hits: list[dict[str, Any]] = []
    for number, text in _texts(connection, record, after):
        hits += _hits(compiled, number, text)
        if len(hits) >= HITS_MAX or time.monotonic() > end_s:
            return {"hits": hits, "n": len(hits), "truncated": True, "next": number}
    return {"hits": hits, "n": len(hits), "truncated": False, "next": None}


def _hits(compiled: regex.Pattern[str], number: int, text: str) -> Iterable[dict[str, Any]]:
    try:
        places = [match.span() for match in compiled.finditer(text, timeout=TEXT_S, concurrent=True)]
    except TimeoutError:
        raise InputError(f"document {number}: this pattern takes too long") from None
    return [place(number, text, start, end) for start, end in places[:HITS_MAX] if start < end]


def written_out(pattern: str) -> int:
    """At most how many parts a pattern has when its counted repeats are written out.

    A count behind a single sign repeats that sign, any other may repeat whatever stands before it.

    Example:
        >>> [written_out(one) for one in ("[0-9]{6}-[0-9]{4}", "(?:a{1000}){1000}")]
        [102, 17000000]
    """
    signs, groups = 1, 1
    for match in _COUNTED.finditer(pattern):
        count = max(1, *(int(number) for number in match.group("least", "most") if number), 0)
        if match["before"].isalnum() or match["before"] in (".", "]"):
            signs = max(signs, count)
        else:
            groups *= count
    return len(pattern) * signs * groups


def _compiled(pattern: str) -> regex.Pattern[str]:
    if written_out(pattern) > WRITTEN_OUT_MAX:
        raise InputError("this pattern repeats too much")
    try:
        return regex.compile(pattern)
    except RecursionError:
        raise InputError("this pattern is nested too deeply") from None
    except regex.error as error:
        where = f" at character {error.pos}" if error.pos is not None else ""
        raise InputError(f"this is no regular expression{where}") from None


def _texts(connection: Connection, record: int | None, after: int) -> Iterator[tuple[int, str]]:
    last = after
    while True:
        query = select(documents.c.id, documents.c.text).where(documents.c.id > last)
        if record is not None:
            query = query.where(documents.c.record == record)
        rows = connection.execute(query.order_by(documents.c.id).limit(BATCH)).all()
        if not rows:
            return
        for number, text in rows:
            yield int(number), str(text)
        last = int(rows[-1][0])
