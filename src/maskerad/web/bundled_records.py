"""The fictional records that ship with the program, for its demos."""

from __future__ import annotations

from importlib import resources

from maskerad.core.document import Document, Record


def demo_records() -> list[Record]:
    """The bundled records: files ``<language>-<number>.txt`` of one language are one record."""
    folder = resources.files("maskerad.web").joinpath("demo_records")
    records: dict[str, list[Document]] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        code = file.name.partition("-")[0]
        name = file.name.removesuffix(".txt")
        records.setdefault(code, []).append(Document(name, file.read_text(encoding="utf-8"), code, record=code))
    return [Record(code, tuple(documents)) for code, documents in records.items()]
