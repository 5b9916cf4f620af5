"""Doors of large rooms: what a room offers is imported from where it lives when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module


def opened_late(room: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The ``__getattr__`` of a room whose parts are many, and rarely needed together.

    Args:
        room: The package.
        homes: The module of each name that the room offers, below the room or, from the root on, ``maskerad.…``.
    """

    def part(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        home = homes[name]
        return getattr(import_module(home if home.startswith("maskerad.") else f"{room}.{home}"), name)

    return part
