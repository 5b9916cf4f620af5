"""Reads the cues of a language for sections: ``data/<code>/sections.toml``, and the same file of a project folder.

Each key is the name of a field of ``SectionCues`` and holds an array of strings. A project folder adds to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache
from pathlib import Path

from maskerad.core.errors import FormatError
from maskerad.languages.pack import DATA
from maskerad.languages.shape import shape_problems
from maskerad.languages.toml_file import TomlFile
from maskerad.text.cues import SectionCues

FILE = "sections.toml"
_KEYS = tuple(field.name for field in fields(SectionCues))


@lru_cache(maxsize=32)
def load_section_cues(code: str, extra: Path | None = None) -> SectionCues:
    """The cues of one language; none where no folder has them.

    Args:
        code: ISO 639-1 code.
        extra: A project folder whose ``<code>/sections.toml`` adds cues.

    Raises:
        FormatError: If a file is not TOML, or holds anything but arrays of strings under the known names.
    """
    homes = [DATA] if extra is None else [DATA, extra]
    return _joined(read_section_cues(home / code / FILE) for home in homes if (home / code / FILE).is_file())


def read_section_cues(path: Path) -> SectionCues:
    """Reads one file.

    Raises:
        FormatError: As above.
    """
    file = TomlFile.read(path)
    problems = shape_problems(file, "sections")
    if problems:
        raise FormatError(str(problems[0]))
    data = {key: value for key, value in file.table.items() if isinstance(value, list)}
    for key, value in data.items():
        if not all(item.strip() for item in value):
            raise FormatError(f"{file.name}: {key} must be an array of strings that are not blank")
    return SectionCues(**{key: tuple(item.strip().lower() for item in value) for key, value in data.items()})


def _joined(all_cues: Iterable[SectionCues]) -> SectionCues:
    cues = list(all_cues)
    return SectionCues(**{key: tuple(dict.fromkeys(word for c in cues for word in getattr(c, key))) for key in _KEYS})
