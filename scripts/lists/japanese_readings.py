"""Readings of Japanese names, and names that are ordinary words too.

Run ``python scripts/lists/japanese_readings.py`` after ``compose.py --language ja``. SudachiDict gives the readings of
each listed name; the table ``[romanisation]`` of the pack (modified Hepburn) gives the Latin forms, long vowels written
out and unmarked.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path

from sudachipy import Dictionary

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.lists.listfile import DATA, SUDACHI, ListSpec, write_list

FAMILY_MAX, GIVEN_MAX = 6_000, 6_000
READ_MAX = 20_000
_LONG = re.compile("(?<=o)[ou]|(?<=u)u")
_KANJI = re.compile(r"[一-龥々]")
_JAPANESE = re.compile(r"(?:[一-龥々ヶノ]{2,4}|[一-龥々][一-龥々ぁ-ん]{1,3}|[ぁ-ん]{3,4}|[ァ-ヴー]{2,5})\Z")
_KATAKANA = re.compile(r"[ァ-ヴー]{2,7}\Z")
_HIRAGANA_SHIFT = ord("ァ") - ord("ぁ")


def entries(name: str) -> list[str]:
    """First column of a written list."""
    lines = (DATA / "ja" / "lists" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0] for line in lines if line and not line.startswith("#")]


def readings(names: Iterable[str], kind: str) -> list[str]:
    """Katakana readings that SudachiDict gives those names as a kind of person's name, in the order of the names."""
    found: dict[str, dict[str, None]] = {name: {} for name in names if _KANJI.search(name)}
    for entry in Dictionary().entries():
        if entry.part_of_speech()[3] == kind and entry.surface() in found and _KATAKANA.match(entry.reading_form()):
            found[entry.surface()].setdefault(entry.reading_form())
    return list(dict.fromkeys(reading for forms in found.values() for reading in forms))


def readings_by_name() -> list[tuple[str, str]]:
    """The commonest names, each with its readings in katakana parted by blanks, of both kinds together."""
    words = tomllib.loads((DATA / "ja" / "pack.toml").read_text(encoding="utf-8"))["words"]
    wanted = {
        kind: {*words[f"single_{name}"], *(entry for source in lists for entry in entries(source)[:READ_MAX])}
        for name, kind, lists in (
            ("family", "姓", ("family", "family_words")),
            ("given", "名", ("given_female", "given_male", "given_words")),
        )
    }
    found: dict[str, dict[str, None]] = {}
    for entry in Dictionary().entries():
        name, reading = entry.surface(), entry.reading_form()
        if name in wanted.get(entry.part_of_speech()[3], ()) and _KANJI.search(name) and _KATAKANA.match(reading):
            found.setdefault(name, {}).setdefault(reading)
    return [(name, " ".join(forms)) for name, forms in sorted(found.items())]


def romanised(katakana: str, table: dict[str, str]) -> str:
    """Latin form of a reading; a doubled consonant for ッ, empty when a sign is not in the table.

    Example:
        >>> romanised("ハットリ", {"は": "ha", "と": "to", "り": "ri"})
        'hattori'
    """
    kana = "".join(chr(ord(c) - _HIRAGANA_SHIFT) if "ァ" <= c <= "ヴ" else c for c in katakana.replace("ー", ""))
    result, position, doubles = "", 0, False
    while position < len(kana):
        if kana[position] == "っ":
            doubles, position = True, position + 1
            continue
        width = 2 if kana[position + 1 : position + 2] in tuple("ゃゅょ") else 1
        sound = table.get(kana[position : position + width], "")
        if not sound:
            return ""
        result += (("t" if sound.startswith("ch") else sound[0]) if doubles else "") + sound
        doubles, position = False, position + width
    return result


def homographs() -> dict[str, list[str]]:
    """Family and given names that SudachiDict also has as a word or a firm: the analyser may not call them names.

    Names of one kanji are left out: ``pack.toml`` says which of those to believe.
    """
    kinds: dict[str, set[str]] = {"姓": set(), "名": set(), "": set()}
    for entry in Dictionary().entries():
        _, sub, third, fourth = entry.part_of_speech()[:4]
        is_word = sub != "固有名詞" or third == "一般"
        kind = "" if is_word else fourth
        if kind in kinds and _JAPANESE.match(surface := entry.surface()):
            kinds[kind].add(surface)
    return {name: sorted(kinds[kind] & kinds[""]) for name, kind in (("family", "姓"), ("given", "名"))}


def main() -> None:
    """Writes the seven lists."""
    spec = ListSpec("readings", "Names and how they are read", (SUDACHI,), ("name", "readings"))
    write_list(DATA / "ja" / "lists" / f"{spec.name}.txt", "ja", spec, readings_by_name(), hand_made=False)
    for name, words in homographs().items():
        spec = ListSpec(f"{name}_words", f"{name.capitalize()} names that are ordinary words too", (SUDACHI,))
        write_list(DATA / "ja" / "lists" / f"{spec.name}.txt", "ja", spec, [(w,) for w in words], hand_made=False)
    pack = tomllib.loads((DATA / "ja" / "pack.toml").read_text(encoding="utf-8"))
    table, words = pack["romanisation"], pack["words"]
    common = set(entries("common"))
    for name, kind, lists, limit in (
        ("family", "姓", ("family_words", "family"), FAMILY_MAX),
        ("given", "名", ("given_female", "given_male", "given_words"), GIVEN_MAX),
    ):
        ranks = zip_longest(*(entries(source) for source in lists))
        names = dict.fromkeys([*words[f"single_{name}"], *(entry for rank in ranks for entry in rank if entry)])
        kana = readings(names, kind)[:limit]
        full = [romanised(reading, table) for reading in kana]
        latin = dict.fromkeys(form for word in full for form in (word, _LONG.sub("", word)) if len(form) > 2)
        clear = [reading for reading in kana if reading not in common]
        title = f"Readings of {name} names"
        for suffix, rows, form in (("kana", clear, "katakana"), ("romaji", list(latin), "Latin letters")):
            spec = ListSpec(f"{suffix}_{name}", f"{title} in {form}", (SUDACHI,))
            path = DATA / "ja" / "lists" / f"{spec.name}.txt"
            write_list(path, "ja", spec, [(row,) for row in rows], hand_made=False)


if __name__ == "__main__":
    main()
