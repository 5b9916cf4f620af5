"""How much one record may ask for before it is quarantined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from maskerad.core.errors import ConfigError

CHARACTERS, SECONDS = 10_000_000, 600.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a record; 0 is none.

    Attributes:
        characters: Code points of one document.
        seconds: Of work on one record.
        memory_mib: MiB that a worker process may take beyond what it has when it is ready; none by default.

    Raises:
        ConfigError: If one is negative.
    """

    characters: int = CHARACTERS
    seconds: float = SECONDS
    memory_mib: int = 0

    def __post_init__(self) -> None:
        for name in ("characters", "seconds", "memory_mib"):
            if getattr(self, name) < 0:
                raise ConfigError(f"limit {name}: must be 0 (none) or more")


def limits_from_table(table: Mapping[str, object]) -> Limits:
    """From the table ``[limits]`` of a project.

    Raises:
        ConfigError: If a value is not a number, or negative.
    """
    default = Limits()
    values = {name: table.get(name, getattr(default, name)) for name in ("characters", "seconds", "memory_mib")}
    for name, value in values.items():
        is_number = isinstance(value, int if name != "seconds" else int | float) and not isinstance(value, bool)
        if not is_number:
            raise ConfigError(f"limit {name}: must be a {'' if name == 'seconds' else 'whole '}number")
    return Limits(**values)  # type: ignore[arg-type]  # numbers, as was just checked
