"""A name that stands in malformed files and nowhere else."""

from __future__ import annotations

import io
import zipfile

CANARY = "Zzyzxqvist"
NOTE = f"Dr {CANARY} ringde.".encode()


def zipped(parts: dict[str, bytes]) -> bytes:
    """A zip file of these parts."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        for name, raw in parts.items():
            archive.writestr(name, raw)
    return sink.getvalue()
