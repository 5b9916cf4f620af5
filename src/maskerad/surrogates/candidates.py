"""Proposals from a list of candidates, chosen by key."""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.core.keyed import Keyed
from maskerad.text.scripts import LATIN, script_of

TRIES = 24  # of a list; after that, entries are joined


def proposal(keyed: Keyed, scope: str, label: str, key: str, listed: Sequence[str], attempt: int) -> str | None:
    """Candidate number ``attempt`` of a key: from the list at first, then two of its entries joined.

    Returns:
        None when the list is empty.
    """
    if not listed:
        return None
    if attempt < min(TRIES, len(listed)):
        return listed[keyed.choice(scope, label, key, len(listed), attempt)]
    first = keyed.number(len(listed), "joined", scope, label, key, str(attempt), "first")
    second = keyed.number(len(listed), "joined", scope, label, key, str(attempt), "second")
    joiner = "" if script_of(listed[first]) != LATIN else "-"
    return listed[first] + joiner + listed[second]
