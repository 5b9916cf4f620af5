"""Which window works on a record: a lease of a few minutes that another window may take over.

It keeps nobody out, versions do; it tells two windows of one annotator of each other before they meet.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from maskerad.web.workspace.project import now
from maskerad.web.workspace.store.tables import leases

LEASE_S = 120.0


def read_lease(connection: Connection, layer: str, record: int, holder: str) -> dict[str, Any] | None:
    """Who works on a record in a layer, None where nobody does."""
    where = (leases.c.layer == layer, leases.c.record == record, leases.c.until > now())
    row = connection.execute(select(leases).where(*where)).mappings().first()
    if row is None:
        return None
    return {"by": "this window" if row["holder"] == holder else "another window", "until": row["until"]}


def take_lease(connection: Connection, layer: str, record: int, holder: str, takes_over: bool) -> dict[str, Any]:
    """Takes or renews the lease, from another window only if that is asked for; tells who has it."""
    there = read_lease(connection, layer, record, holder)
    if there is not None and there["by"] != "this window" and not takes_over:
        return there
    until = (datetime.now(UTC) + timedelta(seconds=LEASE_S)).isoformat(timespec="milliseconds")
    connection.execute(delete(leases).where(leases.c.layer == layer, leases.c.record == record))
    connection.execute(insert(leases).values(layer=layer, record=record, holder=holder, until=until))
    return {"by": "this window", "until": until}
