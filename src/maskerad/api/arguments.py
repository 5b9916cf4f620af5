"""Arguments of the wrong type are refused at the door, in the words of the one who called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from maskerad.core import Record
from maskerad.core.errors import ConfigError, InputError

T = TypeVar("T")


def a_text(value: object, name: str) -> str:
    """A text to work on.

    Raises:
        InputError: If it is anything else; its content is not shown.
    """
    if not isinstance(value, str):
        raise InputError(f"{name} must be a str, not {type(value).__name__}")
    return value


def a_record(value: object) -> Record:
    """A record to work on.

    Raises:
        InputError: If it is anything else, or holds a document whose text is none.
    """
    if not isinstance(value, Record):
        shape = "Record(id, (Document(id, text), ...))"
        raise InputError(f"record must be a maskerad.core.Record, not {type(value).__name__}: {shape}")
    for document in value.documents:
        a_text(document.text, f"record {value.id!r}, document {document.id!r}: the text")
    return value


def a_choice(value: object, name: str, example: str) -> str:
    """A choice that is written as a text.

    Raises:
        ConfigError: If it is anything else.
    """
    if not isinstance(value, str):
        raise ConfigError(f"{name} must be a str such as {example!r}, not {type(value).__name__}")
    return value


def items_of(choices: Iterable[str] | Mapping[str, str], name: str, example: str) -> list[str]:
    """``LABEL=value`` items, given as such or as a mapping.

    Raises:
        ConfigError: If they are anything else.
    """
    if isinstance(choices, Mapping):
        pairs = list(choices.items())
        if all(isinstance(part, str) for pair in pairs for part in pair):
            return [f"{label}={value}" for label, value in pairs]
    elif isinstance(choices, Iterable) and not isinstance(choices, str | bytes):
        items = list(choices)
        if all(isinstance(item, str) for item in items):
            return items
    raise ConfigError(f"{name} must be a mapping of str to str such as {example}, or several 'LABEL=value'")


def a_path(value: object, name: str) -> Path:
    """A file or folder.

    Raises:
        ConfigError: If it is neither a text nor a path.
    """
    if not isinstance(value, str | Path):
        raise ConfigError(f"{name} must be a str or a Path, not {type(value).__name__}")
    return Path(value)


def several(values: Iterable[T], name: str) -> Iterable[T]:
    """Several things; one text is not several, though Python would take it letter by letter.

    Raises:
        InputError: If it is a text, or nothing to go through.
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{name} must be several, such as a list, not {type(values).__name__}")
    return values
