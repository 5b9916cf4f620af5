"""A new name misspelt as the old one was, and the genitive ending that it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.names.sounds import sound
from maskerad.surrogates.shape import capitalised_as
from maskerad.text.folding import fold

APOSTROPHES = "'’"
STEADY_CHARS = 3  # of a shorter name no letters are swapped


def misspelt(name: str, pack: LanguagePack, turn: int, is_free: Callable[[str], bool], *, sounds_alike: bool) -> str:
    """A spelling of a name that somebody may have slipped into; the name itself when there is none.

    Args:
        name: The new name.
        pack: Its ``[misspellings]`` say which letters are taken for which.
        turn: Which of the spellings, chosen by key.
        is_free: Whether a spelling is nobody's name.
        sounds_alike: Whether only another spelling of the same sound will do; else two letters may change places.
    """
    key = sound(fold(name), pack)
    alike = [spelt for spelt in _respelt(name, pack) if sound(fold(spelt), pack) == key]
    choices = [spelt for spelt in alike or ([] if sounds_alike else _slips(name)) if is_free(spelt)]
    return choices[turn % len(choices)] if choices else name


def _respelt(name: str, pack: LanguagePack) -> Iterator[str]:
    """The name with letters that sound alike in place of others, inside it."""
    lowered = name.lower()
    for old, new in _swaps(pack):
        at = lowered.find(old, 1)
        beside = (lowered[at - 1], lowered[at + len(old) : at + len(old) + 1])
        if at > 0 and not any(letter and letter in old + new for letter in beside):
            yield capitalised_as(lowered[:at] + new + lowered[at + len(old) :], name)


def _slips(name: str) -> Iterator[str]:
    """Two neighbours inside the name that have changed places."""
    for at in range(2, len(name) - 1):
        if len(name) > STEADY_CHARS and name[at] != name[at - 1] and name[at].islower() and name[at - 1].islower():
            yield name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :]


@lru_cache(maxsize=32)
def _swaps(pack: LanguagePack) -> tuple[tuple[str, str], ...]:
    """Letters and what is written for them; doubled letters are written once."""
    swaps, drops = _pairs(pack, "swaps"), _pairs(pack, "drops")
    single = [(2 * letter, letter) for letter in pack.strings("doubled", "misspellings")]
    return (*swaps, *((new, old) for old, new in swaps), *drops, *single)


def _pairs(pack: LanguagePack, name: str) -> list[tuple[str, str]]:
    rows = pack.table("misspellings").get(name, ())
    return [(str(row[0]), str(row[1])) for row in rows] if isinstance(rows, list) else []


def genitive(name: str, old_ending: str, pack: LanguagePack) -> str:
    """The genitive ending of a new name: the old one if the new name takes it, else the first that it does.

    ``[names] genitive_forms`` of the pack: rows of ``after`` (ends of names) and ``forms`` (endings), first match.

    Example:
        >>> from maskerad.languages import load_pack
        >>> genitive("Lars", "s", load_pack("sv")), genitive("Karin", "'", load_pack("en"))
        ('', "'s")
    """
    forms = next((forms for after, forms in _genitive_forms(pack) if name.lower().endswith(after)), ())
    plain = old_ending.replace("’", "'").lower()
    if not forms or plain in forms:
        return old_ending
    mark = next((char for char in old_ending if char in APOSTROPHES), "'")
    ending = forms[0].replace("'", mark)
    return ending.upper() if name.isupper() else ending


@lru_cache(maxsize=32)
def _genitive_forms(pack: LanguagePack) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    rows = pack.table("names").get("genitive_forms", ())
    rows = rows if isinstance(rows, list) else []
    return tuple((tuple(map(str, row["after"])), tuple(map(str, row["forms"]))) for row in rows)
