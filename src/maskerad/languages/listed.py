"""Entries of the lists of a language itself, in the script that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from maskerad.languages.names import own_entries
from maskerad.languages.pack import LanguagePack
from maskerad.text.scripts import HAN, HIRAGANA, KATAKANA, LATIN, as_hiragana, as_katakana, script_of

SMALL_TSU = "っ"


@lru_cache(maxsize=512)
def entries(pack: LanguagePack, name: str, n_max: int) -> tuple[str, ...]:
    """The first entries of a list of the language itself; of the shared list when the language has none.

    Surrogates are common names of the language. Lists run by falling frequency where their source knows it.
    """
    return tuple(dict.fromkeys(own_entries(pack, name)[:n_max]))


@lru_cache(maxsize=512)
def names(pack: LanguagePack, name: str, script: str, n_max: int) -> tuple[str, ...]:
    """Single-word names of a list in one script; the pack's letters stand in where it has none in that script."""
    listed = entries(pack, name, 10 * n_max if script != LATIN else n_max) + kana(pack, name)
    found = [entry for entry in listed if script_of(entry) == script and _is_plain_name(entry)]
    if script == HIRAGANA:
        found += [as_hiragana(entry) for entry in listed if script_of(entry) == KATAKANA]
    if script == KATAKANA:
        found += [as_katakana(entry) for entry in listed if script_of(entry) == HIRAGANA]
    if script == LATIN and not found:
        found = [romanised(pack, entry) for entry in names(pack, name, KATAKANA, n_max)]
    return tuple(dict.fromkeys(entry for entry in found if entry))[:n_max]


def kana(pack: LanguagePack, name: str) -> tuple[str, ...]:
    """The list of readings in kana that goes with a list, if the pack has one."""
    return pack.list(f"kana_{name}").entries


def _is_plain_name(entry: str) -> bool:
    if script_of(entry) == HAN:
        return len(entry) == 2 or len(entry) == 3
    if script_of(entry) != LATIN:
        return len(entry) > 1
    return entry.isalpha() and len(entry) > 2 and entry[0].isupper()


def romanised(pack: LanguagePack, word: str) -> str:
    """Kana in Latin letters by the pack's ``[romanisation]`` table; "" when a character is not in it.

    Two characters are looked up before one (しゃ before し); a small tsu doubles the consonant behind it (はっとり).
    """
    table: Mapping[str, object] = pack.table("romanisation")
    kana, at, parts = as_hiragana(word), 0, list[str]()
    while at < len(kana):
        if kana[at] == SMALL_TSU and (following := romanised(pack, kana[at + 1 :]).lower()):
            double = "t" if following.startswith("ch") else following[0]
            return ("".join(parts) + double + following).capitalize()
        size = 2 if kana[at : at + 2] in table and len(kana) > at + 1 else 1
        if kana[at : at + size] not in table:
            return ""
        parts.append(str(table[kana[at : at + size]]))
        at += size
    return "".join(parts).capitalize()
