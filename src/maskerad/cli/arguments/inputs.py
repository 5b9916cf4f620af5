"""What is read and what is made of it: one input, or several and patterns of names, into one folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from maskerad.core.errors import ConfigError, MissingError
from maskerad.corpora import detect_format, find_format
from maskerad.corpora.files.streams import is_standard

MARKS = "*?["


class Pair(NamedTuple):
    """An input and its output."""

    source: Path
    target: Path


def pairs(sources: Sequence[Path], target: Path, from_format: str = "") -> list[Pair]:
    """The inputs, each with its output; of several, the output has the name of the input, in a folder.

    All are looked at before any work: a format that cannot be told, or one name for two outputs, ends the run here.

    Args:
        sources: As named; what is not there and holds ``*``, ``?`` or ``[`` is a pattern of names.
        target: A file, or the folder for several.
        from_format: Of all inputs; "" tells it of each.

    Raises:
        ConfigError: If two outputs would have one name, or the folder is a file.
        FormatError: If the format of one of several cannot be told.
        MissingError: If no name fits a pattern.
    """
    paths = [path for source in sources for path in _found(source)]
    if len(sources) == 1 and paths == list(sources):
        return [Pair(paths[0], target)]
    if is_standard(target) or any(map(is_standard, paths)):
        raise ConfigError("standard input and output hold one input; name files, and a folder for what is made of them")
    twice = [name for name, count in Counter(path.name for path in paths).items() if count > 1]
    if twice:
        raise ConfigError(f"two inputs are named {twice[0]!r}; their outputs would be one")
    for path in [] if from_format else paths:
        detect_format(path)
    _check_folder(target)
    return [Pair(path, target / path.name) for path in paths]


def make_folder(inputs: Sequence[Pair], target: Path) -> None:
    """Makes the folder of the outputs of several inputs, if it is not there."""
    if any(pair.target.parent == target for pair in inputs):
        target.mkdir(exist_ok=True)


def check_alone(inputs: Sequence[Pair], files: Mapping[str, Path | None]) -> None:
    """Refuses one further output for several inputs.

    Args:
        inputs: Of the run.
        files: Further outputs by the options that name them.

    Raises:
        ConfigError: If one is named.
    """
    named = [option for option, path in files.items() if path is not None]
    if len(inputs) > 1 and named:
        raise ConfigError(f"{named[0]} makes one file, of one input; there are {len(inputs)}")


def check_columns(rules: Sequence[str], inputs: Sequence[Pair], from_format: str = "") -> None:
    """Refuses rules of columns for what has none.

    Raises:
        ConfigError: If an input is of a format in which a document is a file.
    """
    for source, _ in inputs if rules else ():
        entry = find_format(from_format or detect_format(source))
        if entry.is_folder:
            raise ConfigError(f"{source}: {entry.title} have no columns, so there can be no rules for them")


def _found(source: Path) -> Iterator[Path]:
    if is_standard(source) or source.exists() or not any(mark in str(source) for mark in MARKS):
        yield source
        return
    anchor = Path(source.anchor) if source.is_absolute() else Path()
    names = sorted(anchor.glob(str(source.relative_to(anchor))))
    if not names:
        raise MissingError(f"no name fits {str(source)!r}")
    yield from names


def _check_folder(target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise ConfigError(f"output {target} is a file; several inputs need a folder")
    if not target.parent.is_dir():
        raise MissingError(f"folder {target.parent} is not there")
