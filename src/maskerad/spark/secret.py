"""A key on its way to workers: never shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from maskerad.core.errors import ConfigError
from maskerad.core.keyed import KEY_BYTES, read_key


@dataclass(frozen=True, slots=True)
class Secret:
    """Either the key, or where each worker finds it."""

    key: bytes = field(default=b"", repr=False)
    path: str = field(default="", repr=False)

    @classmethod
    def of(cls, key: bytes | str | Path) -> Secret:
        """What was given.

        Raises:
            ConfigError: If it is not of the length of a key.
        """
        if isinstance(key, bytes):
            if len(key) != KEY_BYTES:
                raise ConfigError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
            return cls(key=key)
        return cls(path=str(key))

    def open(self) -> bytes:
        """The key, on a worker.

        Raises:
            MissingError, ConfigError: If the file is not there, or is none.
        """
        return self.key or read_key(Path(self.path))
