"""The models that ship with Maskerad: one folder a language, made by ``scripts/models.py``."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parent / "data"
LANGUAGES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")


def shipped_model(code: str) -> Path | None:
    """Where the model of a language must be; None for languages that none ships for.

    Example:
        >>> shipped_model("sv").name, shipped_model("xx")
        ('sv', None)
    """
    return DATA / code if code in LANGUAGES else None


def is_shipped(folder: Path) -> bool:
    """Whether a model came with Maskerad."""
    return folder.parent == DATA
