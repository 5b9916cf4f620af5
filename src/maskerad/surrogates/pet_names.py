"""Short and pet forms of given names: a new name that the old one's pet form becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.text.folding import fold


def pet_name(name: str, pack: LanguagePack, is_free: Callable[[str], bool]) -> str:
    """The first free pet form of a name in the list ``nicknames`` of the pack; the name itself when it has none."""
    return next((form for form in _pet_names(pack).get(fold(name), ()) if is_free(form)), name)


@lru_cache(maxsize=32)
def _pet_names(pack: LanguagePack) -> Mapping[str, tuple[str, ...]]:
    """Folded name to its pet forms as they are written."""
    found: dict[str, tuple[str, ...]] = {}
    for name, *others in pack.list("nicknames").rows:
        found.setdefault(fold(name), tuple(form for form in " ".join(others).split() if form[:1].isupper()))
    return found
