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
    def of(cls, key: bytes | str | Path, is_local: bool) -> Secret:
        """What was given.

        Args:
            key: The key, or the path of its file.
            is_local: Whether the workers are processes of this machine: then its files are theirs.

        Raises:
            ConfigError: If it is not of the length of a key, or others may read its file.
            MissingError, FormatError: If the file is not there, or holds no key, as far as this machine can tell.
        """
        if isinstance(key, bytes):
            if len(key) != KEY_BYTES:
                raise ConfigError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
            return cls(key=key)
        if is_local or Path(key).exists():
            read_key(Path(key))
        return cls(path=str(key))

    def open(self) -> bytes:
        """The key, on a worker.

        Raises:
            MissingError, ConfigError, FormatError: If the file is not there, others may read it, or it holds no key.
        """
        return self.key or read_key(Path(self.path))
