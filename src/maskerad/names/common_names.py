"""The common names of cultures: which ones a persona may bear, and what each is made of.

``names/persona_*.txt`` hold the common names of each culture; a language without such lists gets the beginning of its
word lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.languages.listed import names
from maskerad.languages.names import name_conventions
from maskerad.languages.pack import read_list
from maskerad.names.sounds import sound
from maskerad.text.folding import fold, folded_words
from maskerad.text.scripts import KATAKANA, LATIN, script_of

GIVEN, FAMILY = "given", "family"
NEUTRAL_MIN = 8
RESERVE_MAX = {GIVEN: 600, FAMILY: 1500}  # of a language's own lists, once the common names are taken

_PARTICLES = re.compile(r"(?:.*[ '’]|Al-)(?=\w)")
_WORD_LISTS = {"female": "given_female", "male": "given_male", "family": "family"}


class NewName(NamedTuple):
    """A name that a persona may bear, with what is asked of it again and again.

    Attributes:
        text: As written, particles included.
        other: Its form for women; "" for none.
        reading: In katakana; "" for none.
        particle: Its beginning up to the name proper: "van den ", "O'".
        stem: The name proper.
        folded, sound: Of the stem.
        first: First letter of the folded stem.
        start: First letter of the folded text.
        words: Folded words of the text.
    """

    text: str
    other: str
    reading: str
    particle: str
    stem: str
    folded: str
    sound: str
    first: str
    start: str
    words: tuple[str, ...]


def make_name(text: str, pack: LanguagePack, other: str = "") -> NewName:
    """A name taken apart once."""
    match = _PARTICLES.match(text)
    particle = match.group() if match else ""
    stem = text[len(particle) :]
    folded = fold(stem)
    is_reading = script_of(other) == KATAKANA
    return NewName(
        text,
        "" if is_reading else other,
        other if is_reading else "",
        particle,
        stem,
        folded,
        sound(folded, pack),
        folded[:1],
        fold(text[:1]),
        tuple(folded_words(text)),
    )


@lru_cache(maxsize=1024)
def common_names(pack: LanguagePack, culture: str, kind: str) -> tuple[NewName, ...]:
    """The common names of a culture of one kind: female, male, neutral, family, particled, female_first ...

    A language without such lists gets the beginning of its word lists. Of names that sound alike the commonest.
    """
    return one_a_sound(common_spellings(pack, culture, kind))


@lru_cache(maxsize=1024)
def common_spellings(pack: LanguagePack, culture: str, kind: str) -> tuple[NewName, ...]:
    """The common names in all their spellings."""
    rows = _persona_rows(pack.folders, kind).get(culture, ())
    spellings = [make_name(name, pack, other) for name, other in rows]
    if not spellings and culture == pack.code and kind in _WORD_LISTS:
        spellings = [make_name(name, pack) for name in names(pack, _WORD_LISTS[kind], LATIN, RESERVE_MAX[GIVEN])]
    return tuple(spellings)


def one_a_sound(names: Sequence[NewName]) -> tuple[NewName, ...]:
    """Of names that sound alike the first, in their order."""
    return tuple({name.sound: name for name in reversed(names)}.values())[::-1]


@lru_cache(maxsize=1024)
def given_names(pack: LanguagePack, culture: str, gender: str, place: str) -> tuple[NewName, ...]:
    """Given names of a gender; neutral ones when it is "".

    Args:
        pack: Language of the text.
        culture: Whose names.
        gender: "female", "male" or "".
        place: "first" or "second" for parts of a double name (Anna-Karin), else "".
    """
    double = common_names(pack, culture, f"{gender}_{place}") if place and gender else ()
    if double:
        return double
    if gender:
        listed = common_names(pack, culture, gender)
        sure = tuple(name for name in listed if not _may_be_other(name.folded, gender, pack))
        return sure if len(sure) >= NEUTRAL_MIN else listed
    neutral = common_names(pack, culture, "neutral")
    if len(neutral) >= NEUTRAL_MIN:
        return neutral
    both = {name.sound: name for kind in ("neutral", "female", "male") for name in common_names(pack, culture, kind)}
    return tuple(both.values())


def _may_be_other(folded: str, gender: str, pack: LanguagePack) -> bool:
    """Whether readers may take a given name for one of the other gender: Sandeep, Uchenna, Andrea."""
    other = "male" if gender == "female" else "female"
    known = name_conventions(pack).gender(folded)
    return known == other or (known != gender and folded in _of_any_culture(pack.folders, other))


@lru_cache(maxsize=64)
def _of_any_culture(folders: tuple[object, ...], kind: str) -> frozenset[str]:
    """The folded common names of one kind of all cultures, with those that women and men bear."""
    rows = (rows for gender in (kind, "neutral") for rows in _persona_rows(folders, gender).values())
    return frozenset(fold(name) for names in rows for name, _ in names)


def is_neutral(folded: str, culture: str, pack: LanguagePack) -> bool:
    """Whether a given name is one of the common ones that women and men of a culture bear."""
    return folded in _folded(pack, culture, "neutral")


def gender_of(folded: str, culture: str, pack: LanguagePack) -> str:
    """Gender of a given name: by the common ones of a culture, else by its end; "" when neither tells."""
    female, male = (folded in _folded(pack, culture, gender) for gender in ("female", "male"))
    if female == male:
        female, male = (
            folded.endswith(pack.strings(f"{gender}_ends", "names") or "\0") for gender in ("female", "male")
        )
    return "" if female == male else "female" if female else "male"


@lru_cache(maxsize=256)
def common_folded(pack: LanguagePack, culture: str, kind: str) -> frozenset[str]:
    """Folded common names of a culture, "given" or "family"."""
    kinds = ("female", "male") if kind == GIVEN else (kind,)
    return frozenset().union(*(_folded(pack, culture, kind) for kind in kinds))


@lru_cache(maxsize=1024)
def _folded(pack: LanguagePack, culture: str, kind: str) -> frozenset[str]:
    return frozenset(name.folded for name in common_names(pack, culture, kind))


@lru_cache(maxsize=32)
def _persona_rows(folders: tuple[object, ...], kind: str) -> Mapping[str, list[tuple[str, str]]]:
    """Name and other form of each culture, from all folders of a pack."""
    rows: dict[str, list[tuple[str, str]]] = {}
    for name, culture, *other in (line.split("\t") for line in pack_lines(folders, f"persona_{kind}")):
        rows.setdefault(culture, []).append((name, other[0] if other else ""))
    return rows


def pack_lines(folders: Iterable[object], name: str) -> Iterator[str]:
    """The lines of a list of names in all folders of a pack; none where no folder has it."""
    for folder in folders:
        path = folder / "names" / f"{name}.txt"  # type: ignore[operator]  # a folder, as the pack was read from one
        if path.is_file():
            yield from read_list(path).lines
