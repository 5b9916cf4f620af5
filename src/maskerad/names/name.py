"""A mention of a person taken apart for linking: given names, family names, initials."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.names.order import parts_of
from maskerad.names.parts import HYPHENS, NO_KINDS, NamePart, Telling, contrary, tellings
from maskerad.text.folding import WORD, fold
from maskerad.text.scripts import is_cjk, script_of

CACHE_MAX_NAMES = 8_192
RUN_CHARS_MAX = 30  # of an unbroken name that is looked through for others
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
        letters: The initials that its words have in the order in which they are written, without some as well.
        joined: Words that hyphens join, with particles between them or not: they are of one kind.
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
    letters: frozenset[str]
    joined: tuple[tuple[str, ...], ...]


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


def is_unparted(text: str, name: Name) -> bool:
    """Whether a name is cut where nothing stands nor another script begins: 林茂雄, of which the cut is a guess."""
    if not (len(name.words) > 1 and text.isalpha() and is_cjk(text)):
        return False
    return len({script_of(word) for word in name.words}) == 1


def runs_of(text: str) -> frozenset[str]:
    """Whatever may be a name in a text that does not part words.

    Example:
        >>> sorted(runs_of("金城"))
        ['城', '金', '金城']
    """
    text = text[:RUN_CHARS_MAX]
    places = range(len(text) + 1)
    return frozenset(text[start:end] for start in places for end in places[start + 1 :])


def _telling(text: str, name: Name, pack: LanguagePack, known: Set[str]) -> frozenset[str]:
    """The known names on which it depends how the mention is taken apart."""
    if is_cjk(text):
        return frozenset(part for part in runs_of(fold(text)) if part in known)
    if name.is_inflected:
        return frozenset(WORD.findall(fold(text))[-1:]) & known
    endings = name_conventions(pack).endings
    stems = [word.removesuffix(ending) for ending in endings for word in name.words if word.endswith(ending)]
    return frozenset(stem for stem in stems if stem in known) if stems else NONE


@lru_cache(maxsize=CACHE_MAX_NAMES)
def _read(
    text: str, kind: str, pack: LanguagePack, known: frozenset[str], kinds: tuple[tuple[str, str], ...] = ()
) -> Name:
    text, called = _without_called(text)
    text, trailing = _without_particles(text, pack)
    by_kind: dict[str, list[str]] = {}
    first_name = first_initial = len(text)
    parts = parts_of(text, kind, pack, known, kinds)
    for start, end, part, _ in parts:
        is_abbreviation = part == "initial" and text[start + 1 : end].islower()  # Th. Koch
        by_kind.setdefault(part, []).append(fold(text[start : start + 1 if is_abbreviation else end]))
        if part == "initial":
            first_initial = min(first_initial, start)
        elif part in ("given", "family", "name"):
            first_name = min(first_name, start)
    given, family, lone = (tuple(by_kind.get(part, ())) for part in ("given", "family", "name"))
    initials, suffix = "".join(by_kind.get("initial", ())), "".join(by_kind.get("suffix", ()))
    words = frozenset((*given, *family, *lone))
    if not words and not initials:
        lone = (fold(text),)
        words = frozenset(lone)
    leads = first_initial < first_name
    key = "\0".join(
        (" ".join(given), " ".join(family), " ".join(lone), initials, suffix, " ".join(called), "<" if leads else ">")
    )
    particles = (*by_kind.get("particle", ()), *trailing)
    is_inflected, evidence = "ending" in by_kind, tellings(text, parts)
    letters, joined = written_letters(text, parts), hyphenated(text, parts)
    return Name(
        given,
        family,
        lone,
        particles,
        initials,
        leads,
        suffix,
        called,
        is_inflected,
        words,
        key,
        evidence,
        letters,
        joined,
    )


def hyphenated(text: str, parts: Sequence[NamePart]) -> tuple[tuple[str, ...], ...]:
    """The folded words of a name that hyphens join: Märta-Maj, Nowak-de Jong."""
    groups: list[list[str]] = [[]]
    is_joined = False
    for part in parts:
        if part.kind in ("given", "family", "name"):
            if not is_joined:
                groups.append([])
            groups[-1].append(fold(text[part.start : part.end]))
            is_joined = text[part.end : part.end + 1] in HYPHENS
    return tuple(tuple(group) for group in groups if len(group) > 1)


def written_letters(text: str, parts: Sequence[NamePart]) -> frozenset[str]:
    """The initials of a written name: all its words', without those of particles, of words behind a hyphen, or both.

    Example:
        >>> from maskerad.languages import load_pack
        >>> sorted(read_name("Minke Hofstra-van Duinen", "PERSON", load_pack("nl")).letters)
        ['mhd', 'mhvd']
    """
    words = [part for part in parts if part.kind not in ("title", "suffix", "ending")]
    letters = [fold(text[part.start]) for part in words]
    is_particle = [part.kind == "particle" for part in words]
    is_second = [part.start > 0 and text[part.start - 1] in HYPHENS for part in words]
    kept = ([True for _ in words], [not one for one in is_particle], [not one for one in is_second])
    both = [one and other for one, other in zip(kept[1], kept[2], strict=True)]
    spellings = ("".join(compress(letters, chosen)) for chosen in (*kept, both))
    return frozenset(spelling for spelling in spellings if len(spelling) > 1)


def _without_particles(text: str, pack: LanguagePack) -> tuple[str, list[str]]:
    """The text without the particles that stand behind a comma at its end, and these: Berg, A. van den."""
    words = text.split() if "," in text else []
    n_particles = 0
    while n_particles < len(words) - 1 and fold(words[-n_particles - 1]) in name_conventions(pack).particles:
        n_particles += 1
    if not n_particles or not (words[-1].islower() or text.isupper()):
        return text, []
    return " ".join(words[:-n_particles]).rstrip(","), [fold(word) for word in words[-n_particles:]]


def _without_called(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without what stands in quotes or brackets after a name, and the names in it."""
    if not _OPENS.search(text, 1):
        return text, ()
    called = tuple(fold(word) for match in _CALLED.finditer(text) for word in WORD.findall(match.group(1)))
    if called and max(map(len, called)) == 1:  # Berg (T.)
        return text, ()
    rest = _CALLED.sub(" ", text).strip()
    return (rest, called) if called and WORD.search(rest) else (text, ())


def joined_words(name: Name) -> list[str]:
    """What the names are when they are run together: "lopresti" for Lo Presti, "annakarin" for Anna Karin."""
    joined = with_particles(name)
    if name.particles and name.lone:
        joined.append(_run_together(*name.particles, name.lone[0]))
    if name.given and name.family:
        joined.append(name.given[-1] + name.family[0])  # Gert Jan, where nobody tells that both are given names
    for words in (name.given, name.family, name.lone):
        if len(words) > 1:
            joined.append(words[0] + words[1])
    return joined


def with_particles(name: Name) -> list[str]:
    """The family name run together with its particles."""
    return [_run_together(*name.particles, name.family[0])] if name.particles and name.family else []


def _run_together(*words: str) -> str:
    return "".join(words).replace("'", "").replace("’", "")
