"""Writes ``shared/lists/world_towns.txt``: the larger towns of all countries."""

from __future__ import annotations

import sys
from pathlib import Path

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.lists.listfile import DATA, GEONAMES, ListSpec, write_list
from scripts.lists.places import world_towns

SPEC = ListSpec("world_towns", "Larger towns of all countries", (GEONAMES,), ("name", "country", "population"))
LEAST_INHABITANTS = 20_000


def main() -> None:
    """Entry point of the command line."""
    rows = world_towns(LEAST_INHABITANTS)
    write_list(DATA / "shared" / "lists" / "world_towns.txt", "shared", SPEC, rows, hand_made=False)


if __name__ == "__main__":
    main()
