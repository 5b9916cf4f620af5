"""Which suggestions an annotator is shown: all, none, or all but a few that are held back.

What is held back tells whether texts are still read: whoever reads marks it all the same. It is drawn by a hash of
layer and mark, so that the same ones stay away however often the page is loaded, and each annotator misses others.
"""

from __future__ import annotations

from hashlib import blake2b

from sqlalchemy import Connection, bindparam, select

from maskerad.web.workspace.marks import Mark
from maskerad.web.workspace.store.layers import ADJUDICATED
from maskerad.web.workspace.store.tables import settings, users

_BYTES = 8
_SETTINGS = select(settings.c.name, settings.c.value).where(settings.c.name.in_(("pre_annotation", "withheld")))
_HAS_SUGGESTIONS = select(users.c.has_suggestions).where(users.c.name == bindparam("of_name"))


def share_shown(connection: Connection, layer: str) -> float:
    """The share of suggestions that a layer begins with, in [0, 1]."""
    if layer == ADJUDICATED:
        return 0.0
    known = {str(name): str(value) for name, value in connection.execute(_SETTINGS)}
    has_suggestions = connection.execute(_HAS_SUGGESTIONS, {"of_name": layer}).scalar()
    if known.get("pre_annotation") == "off" or has_suggestions == 0:
        return 0.0
    return 1.0 - float(known.get("withheld", "0"))


def is_shown(mark: Mark, layer: str, share: float) -> bool:
    """Whether a suggestion is among those that a layer begins with."""
    drawn = blake2b(f"{layer}/{mark.id}".encode(), digest_size=_BYTES).digest()
    return int.from_bytes(drawn) < int(share * 256**_BYTES)
