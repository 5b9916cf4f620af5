"""What leads back from a frame that was made on many machines, put into one vault on the driver."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from maskerad.core.errors import MissingError
from maskerad.spark.partitions import WAY_BACK
from maskerad.vault import VaultAccess

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

ENTRIES_AT_ONCE = 1_000  # in one transaction


def keep_ways_back(frame: DataFrame, vault: VaultAccess) -> int:
    """Keeps what a frame holds in its column ``way_back``; on the disk when it comes back.

    Rows come one partition at a time. What is kept already is not kept twice, so it may be done again.

    Args:
        frame: As ``deidentify`` made it with a key of a vault, and was written.
        vault: Made if it is not there.

    Returns:
        Number of rows that have a way back.

    Raises:
        MissingError: If there is no such column.
        TamperError: If an entry was changed, or is for a vault with another key.
        MaskeradError: As ``Vault``.
    """
    if WAY_BACK not in frame.columns:
        raise MissingError(f"the frame has no column {WAY_BACK!r}: it was made without the key of a vault")
    ways_back = frame.select(WAY_BACK).where(frame[WAY_BACK].isNotNull()).toLocalIterator()
    n_kept = 0
    with vault.open() as opened:
        while some := [bytes(row[0]) for row in islice(ways_back, ENTRIES_AT_ONCE)]:
            n_kept += opened.take_in(some)
        opened.settle()
    return n_kept
