"""What two runs must have in common for one to go on with the other: settings, key, and what comes in.

They are keyed digests: nobody without the key learns anything of a text, a name or a setting from them.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from importlib.metadata import version
from pathlib import Path

from maskerad.core.keyed import Keyed
from maskerad.corpora import Broken, RecordGroup

DIGEST_CHARS = 32  # 128 bits


def digest_of_choices(choices: Iterable[object], files: Iterable[Path], keyed: Keyed) -> str:
    """Of everything that decides an outcome beside the text.

    Args:
        choices: Frozen dataclasses and plain values, in a fixed order.
        files: Files that decide with them: models, lists and rules of a project. Folders stand for what is in them.
        keyed: Whose digests they are.
    """
    parts = [version("maskerad"), *map(_told, choices), *_contents(files)]
    return _digest(keyed, "choices", json.dumps(parts, ensure_ascii=False))


def digest_of_item(item: RecordGroup | Broken, keyed: Keyed) -> str:
    """Of one record as it comes in, with all that stands beside its texts."""
    if isinstance(item, Broken):
        return _digest(keyed, "broken", f"{item.where}\0{item.code}\0{item.document}\0{item.n_documents}")
    parts = [item.id]
    for one in item.documents:
        document = one.document
        cells = sorted((name, repr(value)) for name, value in document.metadata.items())
        spans = [repr(dataclasses.astuple(span)) for span in one.spans]
        parts += [document.id, document.text, document.language, str(document.date), repr(cells), *spans]
    return _digest(keyed, "record", json.dumps(parts))


def _digest(keyed: Keyed, kind: str, text: str) -> str:
    return keyed.digest(f"journal of {kind}", text).hex()[:DIGEST_CHARS]


def _told(value: object) -> object:
    """A value as JSON has it, the same for equal values in any process.

    Raises:
        TypeError: If it is of a kind of which that is not known.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = [field.name for field in dataclasses.fields(value) if field.compare]  # others only remember
        fields = {name: _told(getattr(value, name)) for name in parts}
        return [type(value).__qualname__, fields]
    if isinstance(value, Enum):
        return value.name
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Mapping):
        return sorted([str(key), _told(element)] for key, element in value.items())
    if isinstance(value, set | frozenset):
        return sorted(json.dumps(_told(element)) for element in value)
    if isinstance(value, Iterable):
        return [_told(element) for element in value]
    raise TypeError(f"no digest of a {type(value).__name__}")


def _contents(files: Iterable[Path]) -> Iterator[list[str]]:
    for path in files:
        inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        for file in inside:
            yield [file.name, file.read_bytes().hex() if file.stat().st_size < 1 << 16 else _long(file)]


def _long(path: Path) -> str:
    from hashlib import file_digest

    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
