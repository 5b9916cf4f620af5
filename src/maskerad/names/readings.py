"""How names sound: one key for the spellings and scripts of a name, where a pack tells.

``[variants]`` of a pack gives letters that stand for one another (ue and ü, 﨑 and 崎), ``[romanisation]`` the Latin
form of kana, and the list ``readings`` how names in Chinese characters are read.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.text.folding import fold

CACHE_MAX_WORDS = 20_000
SHORT_CHARS = 4
NAMES_MIN, SHARE_MIN = 4, 0.04  # names that read a sign in one way, and their share of all ways to cut its names
READING_CHARS_MAX = 6

_KANA = re.compile("[\u3041-\u309f\u30a1-\u30ff]+")
_LATIN = re.compile("[a-z'’]+")
_LONG_VOWEL = re.compile("(?<=o)[ouh](?![aeiouy])|(?<=u)u")
_TO_HIRAGANA = {katakana: katakana - 0x60 for katakana in range(0x30A1, 0x30F7)}
_BARE_KANA, _BARE_KANJI = "~", "="  # before sounds without voicing: 山崎 is read with s or z
_UNVOICED = str.maketrans({"g": "k", "z": "s", "j": "sh", "d": "t", "b": "h", "p": "h"})
_LONG_MARK, _DOUBLING = "ー", "っ"
_SMALL = ("ゃ", "ゅ", "ょ", "ぁ", "ぃ", "ぅ", "ぇ", "ぉ")


@lru_cache(maxsize=CACHE_MAX_WORDS)
def heard_as(word: str, pack: LanguagePack) -> frozenset[str]:
    """Keys under which the same name may stand: its sounds, and between kanji and kana those that differ in voicing."""
    swapped = {_BARE_KANA: _BARE_KANJI, _BARE_KANJI: _BARE_KANA}
    return frozenset(swapped.get(sound[0], sound[0]) + sound[1:] for sound in sounds(word, pack))


@lru_cache(maxsize=CACHE_MAX_WORDS)
def sounds(word: str, pack: LanguagePack) -> frozenset[str]:
    """Keys of the ways in which a folded name may be read; none where the language has no other spellings.

    Example:
        >>> from maskerad.languages import load_pack
        >>> sorted(sounds("ハットリ", load_pack("ja")) & sounds("hattori", load_pack("ja")))
        ['hattori']
    """
    variants = _variants(pack)
    plain = word
    for written, stands_for in variants:
        plain = plain.replace(written, stands_for)
    if not _romanisation(pack):
        return frozenset((plain,)) if variants else frozenset()
    if _KANA.fullmatch(plain):
        latin = _short(_romanised(plain, _romanisation(pack)))
        return frozenset((latin, _BARE_KANA + latin.translate(_UNVOICED))) if latin else frozenset()
    if _LATIN.fullmatch(plain):
        return frozenset((_short(plain),))
    readings = _readings(plain, pack)
    return readings.union((plain,), (_BARE_KANJI + reading.translate(_UNVOICED) for reading in readings))


def has_sounds(pack: LanguagePack) -> bool:
    """Whether a language has names in several spellings or scripts."""
    return bool(_variants(pack) or _romanisation(pack))


def has_readings(pack: LanguagePack) -> bool:
    """Whether names of a language are written in several scripts."""
    return bool(_romanisation(pack))


@lru_cache(maxsize=32)
def _variants(pack: LanguagePack) -> tuple[tuple[str, str], ...]:
    return tuple((fold(written), fold(str(plain))) for written, plain in pack.table("variants").items())


@lru_cache(maxsize=32)
def _romanisation(pack: LanguagePack) -> Mapping[str, str]:
    return {kana: str(latin) for kana, latin in pack.table("romanisation").items()}


def _readings(name: str, pack: LanguagePack) -> frozenset[str]:
    """How a name in Chinese characters is read."""
    table, written = _romanisation(pack), _readings_in_kana(pack).get(name, "")
    return frozenset(_short(_romanised(reading, table)) for reading in written.split())


@lru_cache(maxsize=32)
def _readings_in_kana(pack: LanguagePack) -> Mapping[str, str]:
    """Name to its readings with blanks between, as the list has them: few are ever asked for."""
    parted = (line.partition("\t") for line in pack.list("readings").lines)
    return {name: readings for name, _, readings in parted}


@lru_cache(maxsize=CACHE_MAX_WORDS)
def composed(word: str, pack: LanguagePack) -> frozenset[str]:
    """How a name of two Chinese characters may be read: as each of them is in other names, of which some are read so.

    Example:
        >>> from maskerad.languages import load_pack
        >>> "takuma" in composed("拓真", load_pack("ja"))
        True
    """
    if len(word) != 2:
        return frozenset()
    firsts, lasts = (_signs(pack)[at].get(sign, frozenset()) for at, sign in enumerate(word))
    table = _romanisation(pack)
    latin = (_romanised(first + last, table) for first in firsts for last in lasts)
    return frozenset(_short(letters) for letters in latin if letters)


@lru_cache(maxsize=32)
def _signs(pack: LanguagePack) -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    """Sign to its readings in kana as the first and as the second of two, told by the names that share them."""
    pairs = [(name, reading) for name, *texts in pack.list("readings").rows for reading in " ".join(texts).split()]
    signs: tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]] = (Counter(), Counter())
    for name, reading in pairs:
        if len(name) == 2 and len(reading) <= READING_CHARS_MAX:
            for at in range(1, len(reading)):
                signs[0][name[0], reading[:at]] += 1
                signs[1][name[1], reading[at:]] += 1
    return _common(signs[0]), _common(signs[1])


def _common(pairs: Counter[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    """The readings that several names have for a sign, and no small part of those that have it."""
    counted: dict[str, dict[str, int]] = defaultdict(dict)
    for (sign, reading), count in pairs.items():
        counted[sign][reading] = count
    return {
        sign: frozenset(
            reading for reading, n in counts.items() if n >= max(NAMES_MIN, SHARE_MIN * sum(counts.values()))
        )
        for sign, counts in counted.items()
    }


def _romanised(kana: str, table: Mapping[str, str]) -> str:
    """Latin letters; "" when a sign is not in the table. ッ doubles the consonant after it."""
    kana = kana.translate(_TO_HIRAGANA).replace(_LONG_MARK, "")
    latin, at, doubles = "", 0, False
    while at < len(kana):
        if kana[at] == _DOUBLING:
            doubles, at = True, at + 1
            continue
        pair = kana[at : at + 2]
        sign = pair if len(pair) == 2 and pair[1] in _SMALL and pair in table else kana[at]
        sound = table.get(sign, "")
        if not sound:
            return ""
        latin += (sound[0].replace("c", "t") if doubles else "") + sound
        at, doubles = at + len(sign), False
    return latin


def _short(latin: str) -> str:
    """Without what writers leave out or not: marks of long vowels, and the u that ends foreign names in kana."""
    short = _LONG_VOWEL.sub("", latin)
    return short.removesuffix("u") if len(short) > SHORT_CHARS else short


def cut_by_reading(word: str, families: Iterable[str], givens: Iterable[str], pack: LanguagePack) -> int:
    """Where a family name in kana ends that the given name follows without a blank; 0 where it is not both.

    Example:
        >>> from maskerad.languages import load_pack
        >>> cut_by_reading("カトウハヤト", ["加藤"], ["隼人"], load_pack("ja"))
        3
    """
    if not has_readings(pack) or not _KANA.fullmatch(word):
        return 0
    family, given = (_heard_any(names, pack) for names in (families, givens))
    cuts = [at for at in range(1, len(word)) if not sounds(word[:at], pack).isdisjoint(family)]
    both = [at for at in cuts if not sounds(word[at:], pack).isdisjoint(given)]
    return (both or cuts[-1:] or [0])[0]


def _heard_any(names: Iterable[str], pack: LanguagePack) -> frozenset[str]:
    return frozenset().union(*(heard_as(name, pack) | sounds(name, pack) for name in names))
