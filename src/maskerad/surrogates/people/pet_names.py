"""Short and pet forms of given names: a new name that the old one's pet form becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.text.folding import fold


def pet_name(name: str, pack: LanguagePack, is_free: Callable[[str], bool]) -> str:
    """The first free pet form of a name in the list ``nicknames`` of the pack; the name itself when it has none.

    A form that is a name of the other gender alone is none: Vale for Valentino; nor is one that is a town: Aldino.
    """
    gender, towns = name_conventions(pack).gender, name_conventions(pack).towns
    free = (form for form in _pet_names(pack).get(fold(name), ()) if is_free(form) and fold(form) not in towns)
    return next((form for form in free if {gender(fold(form)), gender(fold(name))} != {"female", "male"}), name)


@lru_cache(maxsize=32)
def _pet_names(pack: LanguagePack) -> Mapping[str, tuple[str, ...]]:
    """Folded name to its pet forms as they are written."""
    names: dict[str, tuple[str, ...]] = {}
    for name, *others in pack.list("nicknames").rows:
        names.setdefault(fold(name), tuple(form for form in " ".join(others).split() if form[:1].isupper()))
    return names
