"""Maskerad finds the people in free text and gives them other faces.

>>> import maskerad
>>> engine = maskerad.load("sv", strategies=("default=tag",))
>>> engine.deidentify("Anna Lindqvist ringer 070-174 06 18.").text
'[PERSON] ringer [PHONE].'
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import is most of the time that this one takes
if TYPE_CHECKING:
    from maskerad.api.engine import Engine
    from maskerad.api.loading import load

__all__ = ["Engine", "load"]
__version__ = "0.1.0"


_HOMES = {"Engine": "maskerad.api.engine", "load": "maskerad.api.loading"}


def __getattr__(name: str) -> object:
    """Imports the engine when it is first asked for, so that ``import maskerad`` costs nothing."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
