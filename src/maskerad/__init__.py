"""Maskerad finds the people in free text and gives them other faces.

>>> import maskerad
>>> engine = maskerad.load("sv", strategies=("default=tag",))
>>> engine.deidentify("Anna Lindqvist ringer 070-174 06 18.").text
'[PERSON] ringer [PHONE].'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maskerad.pipeline.engine import Engine, load

__all__ = ["Engine", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Imports the engine when it is first asked for, so that ``import maskerad`` costs nothing."""
    if name in __all__:
        from maskerad.pipeline import engine

        return getattr(engine, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
