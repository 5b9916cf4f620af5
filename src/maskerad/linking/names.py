"""A mention of a person taken apart for linking: given names, family names, initials."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.name_parts import NO_KINDS, Telling, contrary, parse_name, tellings
from maskerad.languages.names import is_cjk, name_conventions
from maskerad.text.folding import WORD, fold

CACHE_MAX_NAMES = 50_000
FAMILY_CHARS_MAX = 3  # of an unbroken name in Chinese characters
SETTLED = ("GIVEN_NAME", "FAMILY_NAME")  # labels that say what kind of name it is
_OPENS = re.compile('[(（"“„«「『]')
_CALLED = re.compile(r"""(?<=\S)\s*[(（]?["“„«「『(（]([^()（）"“”„«»「」『』]{1,40})["”“»」』)）]+[)）]?""")
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Name:
    """The names in one written form, folded and in order.

    Attributes:
        given: Given names.
        family: Family names, without particles.
        lone: Names of which the form does not tell the kind.
        particles: What stands before the family names.
        initials: Letters that stand for names.
        leads: Whether the initials stand before the names.
        suffix: "jr", "iii".
        called: Names in quotes or brackets: Josef ("Sepp") Winter.
        is_inflected: Whether an ending was taken off.
        told: What the form tells of the kinds of its names.
        key: Equal for forms that tell the same names in the same order.
    """

    given: tuple[str, ...]
    family: tuple[str, ...]
    lone: tuple[str, ...]
    particles: tuple[str, ...]
    initials: str
    leads: bool
    suffix: str
    called: tuple[str, ...]
    is_inflected: bool
    words: frozenset[str]
    key: str
    told: tuple[Telling, ...]


def read_name(
    text: str, label: str, pack: LanguagePack, known: Set[str] = NONE, kinds: Mapping[str, str] = NO_KINDS
) -> Name:
    """Takes a mention apart.

    Args:
        text: A mention of a person.
        label: Its label.
        pack: Language of its document.
        known: Folded names of the record, which tell an ending from a name on the same letter.
        kinds: Folded names of the record to "given" or "family".
    """
    kind = label if label in SETTLED else "PERSON"
    name = _read(text, kind, pack, NONE)
    hits = _telling(text, name, pack, known) if known else NONE
    name = _read(text, kind, pack, hits) if hits else name
    if kinds and contrary(name.told, kinds):
        return _read(text, kind, pack, hits, tuple((word, kinds[word]) for word, _, _ in name.told if word in kinds))
    return name


def _telling(text: str, name: Name, pack: LanguagePack, known: Set[str]) -> frozenset[str]:
    """The known names on which it depends how the mention is taken apart."""
    if is_cjk(text):
        cuts = range(1, FAMILY_CHARS_MAX + 1)
        return frozenset(part for cut in cuts for part in (text[:cut], text[cut:]) if part in known)
    if name.is_inflected:
        return NONE
    endings = name_conventions(pack).endings
    found = [word.removesuffix(ending) for ending in endings for word in name.words if word.endswith(ending)]
    return frozenset(stem for stem in found if stem in known) if found else NONE


@lru_cache(maxsize=CACHE_MAX_NAMES)
def _read(
    text: str, kind: str, pack: LanguagePack, known: frozenset[str], kinds: tuple[tuple[str, str], ...] = ()
) -> Name:
    text, called = _without_called(text)
    text, trailing = _without_particles(text, pack)
    found: dict[str, list[str]] = {}
    first_name = first_initial = len(text)
    parts = parse_name(text, kind, name_conventions(pack), known, dict(kinds))
    for start, end, part, _ in parts:
        is_abbreviation = part == "initial" and text[start + 1 : end].islower()  # Th. Koch
        found.setdefault(part, []).append(fold(text[start : start + 1 if is_abbreviation else end]))
        if part == "initial":
            first_initial = min(first_initial, start)
        elif part in ("given", "family", "name"):
            first_name = min(first_name, start)
    given, family, lone = (tuple(found.get(part, ())) for part in ("given", "family", "name"))
    initials, suffix = "".join(found.get("initial", ())), "".join(found.get("suffix", ()))
    words = frozenset((*given, *family, *lone))
    if not words and not initials:
        lone = (fold(text),)
        words = frozenset(lone)
    leads = first_initial < first_name
    key = "\0".join(
        (" ".join(given), " ".join(family), " ".join(lone), initials, suffix, " ".join(called), "<" if leads else ">")
    )
    particles = (*found.get("particle", ()), *trailing)
    is_inflected, told = "ending" in found, tellings(text, parts)
    return Name(given, family, lone, particles, initials, leads, suffix, called, is_inflected, words, key, told)


def _without_particles(text: str, pack: LanguagePack) -> tuple[str, list[str]]:
    """The text without the particles that stand behind a comma at its end, and these: Berg, A. van den."""
    words = text.split() if "," in text else []
    n_particles = 0
    while n_particles < len(words) - 1 and fold(words[-n_particles - 1]) in name_conventions(pack).particles:
        n_particles += 1
    if not n_particles or not words[-1].islower():
        return text, []
    return " ".join(words[:-n_particles]).rstrip(","), [fold(word) for word in words[-n_particles:]]


def _without_called(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without what stands in quotes or brackets after a name, and the names in it."""
    if not _OPENS.search(text, 1):
        return text, ()
    called = tuple(fold(word) for match in _CALLED.finditer(text) for word in WORD.findall(match.group(1)))
    rest = _CALLED.sub(" ", text).strip()
    return (rest, called) if called and WORD.search(rest) else (text, ())


def joined_words(name: Name) -> list[str]:
    """What the names are when they are run together: "lopresti" for Lo Presti, "annakarin" for Anna Karin."""
    found = []
    if name.particles and name.family:
        found.append(_run_together(*name.particles, name.family[0]))
    if name.particles and name.lone:
        found.append(_run_together(*name.particles, name.lone[0]))
    for words in (name.given, name.family):
        if len(words) > 1:
            found.append(words[0] + words[1])
    return found


def _run_together(*words: str) -> str:
    return "".join(words).replace("'", "").replace("’", "")
