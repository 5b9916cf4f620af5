"""Short and pet forms that no list has: "Jel" for Jelmer, "Txell" for Meritxell, "Puckje" for Puck, "Debbi" for Debora.

People make them all alike: the beginning or the end of a given name, with an ending that such forms take.
"""

from __future__ import annotations

from functools import lru_cache

from maskerad.text.scripts import KATAKANA, script_of

START_CHARS, END_CHARS = 3, 4  # of a name, by which it is called
GAIN_CHARS = 2  # letters by which the whole is longer than what was cut off it
CACHE_MAX_PAIRS = 20_000

# Endings of pet forms in the languages of the packs; general knowledge, the longest first.
ENDINGS = (
    "ettje", "tje", "pje", "kje", "chen", "lein", "ito", "ita", "ino", "ina", "uca", "uccia", "etto", "etta",
    "je", "ie", "ke", "ka", "li", "le", "ou", "si", "i", "y", "o",
)  # fmt: skip


@lru_cache(maxsize=CACHE_MAX_PAIRS)
def is_short_for(short: str, whole: str) -> bool:
    """Whether a folded name is the beginning or the end of another, alone or with the ending of a pet form.

    Example:
        >>> is_short_for("jel", "jelmer"), is_short_for("puckje", "puck"), is_short_for("dora", "teodora")
        (True, True, True)
        >>> is_short_for("eva", "evelina"), is_short_for("anna", "anne")
        (False, False)
    """
    if short == whole:
        return False
    if not short.isascii() or not whole.isascii():
        return script_of(short) == script_of(whole) == KATAKANA and len(short) > 1 and whole.startswith(short)
    if len(whole) >= len(short) + GAIN_CHARS:
        if len(short) >= START_CHARS and whole.startswith(short):
            return True
        if len(short) >= END_CHARS and whole.endswith(short):
            return True
    return any(whole.startswith(stem) for stem in _stems(short))


@lru_cache(maxsize=CACHE_MAX_PAIRS)
def _stems(short: str) -> tuple[str, ...]:
    """What is left of a pet form without its ending, long enough to tell whose it is."""
    bare = (short.removesuffix(ending) for ending in ENDINGS if short.endswith(ending))
    once = (stem[:-1] if stem[-2:-1] == stem[-1:] else stem for stem in bare)
    return tuple(stem for stem in once if len(stem) >= START_CHARS)
