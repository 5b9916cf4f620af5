"""Lists of candidates from a language pack, and proposals from them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import is_cjk, own_entries
from maskerad.surrogates.keyed import Keyed
from maskerad.text.folding import fold

TRIES = 24  # of a list; after that, entries are joined
LATIN, HAN, HIRAGANA, KATAKANA = "latin", "han", "hiragana", "katakana"

_SCRIPTS = (
    (HAN, re.compile(r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")),
    (KATAKANA, re.compile(r"[\u30a1-\u30ff]+")),
    (HIRAGANA, re.compile(r"[\u3041-\u309f]+")),
)
_LATIN_WORD = re.compile(r"[^\W\d_]{2,}(?:[ -][^\W\d_]{2,})*")
_PLAIN_KANA = str.maketrans("ァィゥェォ", "アイウエオ", "\u3099\u309a")
_KATAKANA_SHIFT = 0x60  # from hiragana to katakana


def script_of(word: str) -> str:
    """Script of a word; whatever is neither Chinese characters nor kana counts as Latin.

    Example:
        >>> script_of("宮下"), script_of("ミヤシタ"), script_of("Ek")
        ('han', 'katakana', 'latin')
    """
    if word.isascii() or not is_cjk(word):
        return LATIN
    return next((name for name, pattern in _SCRIPTS if pattern.fullmatch(word)), LATIN)


def writing_of(word: str) -> str:
    """Script of a word; one in several Japanese scripts counts as Chinese characters if it has any, else as hiragana.

    Example:
        >>> writing_of("さと子"), writing_of("だいちー")
        ('han', 'hiragana')
    """
    if word.isascii() or not is_cjk(word):
        return LATIN
    parts = {name for name, pattern in _SCRIPTS if pattern.search(word)}
    return next((script for script in (HAN, HIRAGANA, KATAKANA) if script in parts), LATIN)


def is_kana(word: str) -> bool:
    """Whether a word is written in kana alone.

    Example:
        >>> is_kana("ミヤシタ"), is_kana("宮下")
        (True, False)
    """
    return not word.isascii() and writing_of(word) in (HIRAGANA, KATAKANA)


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
        found += [_as_katakana(entry) for entry in listed if script_of(entry) == HIRAGANA]
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


def _as_katakana(word: str) -> str:
    return "".join(chr(ord(char) + _KATAKANA_SHIFT) if "\u3041" <= char <= "\u3096" else char for char in word)


def as_hiragana(word: str) -> str:
    return "".join(chr(ord(char) - _KATAKANA_SHIFT) if "\u30a1" <= char <= "\u30f6" else char for char in word)


def unvoiced(word: str) -> str:
    """Kana without the marks of voicing, by which readings of one name differ, and with small vowels written large.

    Example:
        >>> unvoiced("ミヤザキ"), unvoiced("グェン")
        ('ミヤサキ', 'クエン')
    """
    return unicodedata.normalize("NFD", word).translate(_PLAIN_KANA)


def romanised(pack: LanguagePack, word: str) -> str:
    """Kana in Latin letters by the pack's ``[romanisation]`` table; "" when a character is not in it.

    Two characters are looked up before one (しゃ before し).
    """
    table: Mapping[str, object] = pack.table("romanisation")
    kana, at, parts = as_hiragana(word), 0, list[str]()
    while at < len(kana):
        size = 2 if kana[at : at + 2] in table and len(kana) > at + 1 else 1
        if kana[at : at + size] not in table:
            return ""
        parts.append(str(table[kana[at : at + size]]))
        at += size
    return "".join(parts).capitalize()


@lru_cache(maxsize=64)
def particled(pack: LanguagePack, particles: frozenset[str]) -> tuple[str, ...]:
    """Family names that begin with particles (van den Berg); none when the list has fewer than a dozen."""
    rows = [entry for entry in entries(pack, "family", 50_000) if " " in entry]
    split = [(entry, entry.split(" ")) for entry in rows]
    found = tuple(
        entry for entry, words in split if words[-1].istitle() and all(fold(word) in particles for word in words[:-1])
    )
    return found if len(found) >= 12 else ()


def proposal(keyed: Keyed, scope: str, label: str, key: str, listed: Sequence[str], attempt: int) -> str | None:
    """Candidate number ``attempt`` of a key: from the list at first, then two of its entries joined.

    Returns:
        None when the list is empty.
    """
    if not listed:
        return None
    if attempt < min(TRIES, len(listed)):
        return listed[keyed.choice(scope, label, key, len(listed), attempt)]
    first = keyed.number(len(listed), "joined", scope, label, key, str(attempt), "first")
    second = keyed.number(len(listed), "joined", scope, label, key, str(attempt), "second")
    joiner = "" if script_of(listed[first]) != LATIN else "-"
    return listed[first] + joiner + listed[second]
