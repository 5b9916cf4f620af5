"""Short forms of institutions and places: "Larchfield" for Larchfield House, "RML", "Löwet", "Kullens VC".

A short form joins the one long form of its label that it fits: its leading words, its initials, the same name with the
kind of institution left out or abbreviated, or its beginning with an ending that such names take. Where it fits two, it
stays apart. Labels are never mixed: a hospital that is called by its town is not the town.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.text.folding import fold, folded_words

SHORTENED = frozenset({"HOSPITAL", "ORGANIZATION", "CITY"})
LEADING_CHARS = 4  # of leading words that stand for the whole
STEM_CHARS = 3  # of a beginning with an ending: "löw-et"
ACRONYM_CHARS = (2, 6)
KIND_CHARS = 4  # of an abbreviated kind: "vc"
FITTING_MAX = 20


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Title:
    """A name of an institution or place: its words without genitive, and which of them say of what kind it is."""

    key: str
    words: tuple[str, ...]
    kinds: tuple[str, ...]

    @property
    def own(self) -> tuple[str, ...]:
        """The words that are no kind."""
        return tuple(word for word in self.words if word not in self.kinds)


def joined_short_forms(
    titles: Iterable[tuple[str, LanguagePack, bool]],
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Which short names stand for which long ones.

    Args:
        titles: Key, language, and whether it is written in capitals, of each thing under one label.

    Returns:
        Short key to long key, and short key to the several keys that it fits.
    """
    known = [(_title(key, pack), pack, is_upper) for key, pack, is_upper in titles]
    index = _Index(title for title, _, _ in known)
    joined: dict[str, str] = {}
    doubtful: dict[str, list[str]] = {}
    for title, pack, is_upper in sorted(known, key=lambda entry: (len(entry[0].words), entry[0].key)):
        fitting = index.longer(title, pack, is_upper)
        whole = {
            long.key for long in fitting if not any(long is not other and _leads(long, other) for other in fitting)
        }
        if len(whole) == 1:
            joined[title.key] = whole.pop()
        elif whole:
            doubtful[title.key] = sorted(whole)
    for short in reversed(tuple(doubtful)):  # the longest first: what is long here may be short for another
        doubtful[short] = sorted({_end(long, joined) for long in doubtful[short]})
        if len(doubtful[short]) == 1:
            joined[short] = doubtful.pop(short)[0]
    return {short: _end(short, joined) for short in joined}, doubtful


def _end(short: str, joined: Mapping[str, str]) -> str:
    seen = {short}
    while (long := joined.get(short, "")) and long not in seen:
        seen.add(long)
        short = long
    return short


class _Index:
    """Names by their first word, its beginning, and their initials."""

    def __init__(self, titles: Iterable[Title]) -> None:
        self._by_first: dict[str, list[Title]] = defaultdict(list)
        self._by_stem: dict[str, list[Title]] = defaultdict(list)
        self._by_initials: dict[str, list[Title]] = defaultdict(list)
        for title in titles:
            if title.words:
                self._by_first[title.words[0]].append(title)
                self._by_stem[title.words[0][:STEM_CHARS]].append(title)
                self._by_initials["".join(word[0] for word in title.words)].append(title)

    def longer(self, short: Title, pack: LanguagePack, is_upper: bool) -> list[Title]:
        """The names for which a name can be short."""
        if not short.own:
            return []
        beside = self._by_first[short.words[0]][:FITTING_MAX]
        first = min(
            (title for title in beside if title.words == short.words), key=lambda title: title.key, default=short
        )
        if first.key != short.key:
            return [first]  # they differ by a genitive alone
        titles = [long for long in beside if _leads(short, long) or _abbreviates(short, long)]
        if len(short.words) == 1 and not titles:
            word = short.words[0]
            if is_upper and ACRONYM_CHARS[0] <= len(word) <= ACRONYM_CHARS[1]:
                titles += [long for long in self._by_initials.get(word, ())[:FITTING_MAX] if len(long.words) > 1]
            titles += self._by_ending(short, pack)
        return titles

    def _by_ending(self, short: Title, pack: LanguagePack) -> list[Title]:
        """Names that begin as a colloquial form does before its ending."""
        titles = []
        for ending in pack.strings("endings", "short_names"):
            stem = short.words[0].removesuffix(fold(ending))
            if STEM_CHARS <= len(stem) < len(short.words[0]):
                near = self._by_stem.get(stem[:STEM_CHARS], ())[:FITTING_MAX]
                titles += [title for title in near if title is not short and _is_stem(stem, title, short)]
        return titles


def _is_stem(stem: str, long: Title, short: Title) -> bool:
    return long.words[0].startswith(stem) and len(long.words[0]) > len(short.words[0])


def _leads(short: Title, long: Title) -> bool:
    """Whether a name is the first words of another, or its own words alone."""
    n_words = len(short.words)
    if n_words >= len(long.words) or sum(map(len, short.words)) < LEADING_CHARS:
        return False
    return short.words == long.words[:n_words]


def _abbreviates(short: Title, long: Title) -> bool:
    """Whether two names differ in an abbreviated kind alone."""
    if short is long or short.own != long.own or len(short.kinds) != 1 or len(long.kinds) != 1:
        return False
    kind, whole = short.kinds[0], long.kinds[0]
    return len(kind) <= KIND_CHARS and len(kind) < len(whole) and kind[0] == whole[0] and _is_within(kind, whole)


def _is_within(short: str, long: str) -> bool:
    """Whether the letters of one word stand in another, in order."""
    letters = iter(long)
    return all(letter in letters for letter in short)


@lru_cache(maxsize=20_000)
def _title(key: str, pack: LanguagePack) -> Title:
    kinds, words = kind_words(pack), folded_words(key)
    endings = name_conventions(pack).endings
    bare = tuple(_without_ending(word, endings, kinds) for word in words)
    return Title(key, bare, tuple(word for word in bare if word in kinds))


def _without_ending(word: str, endings: Sequence[str], kinds: frozenset[str]) -> str:
    if word not in kinds:
        for ending in endings:
            if word.endswith(ending) and len(word) > len(ending) + STEM_CHARS:
                return word.removesuffix(ending)
    return word


@lru_cache(maxsize=32)
def kind_words(pack: LanguagePack) -> frozenset[str]:
    """Words for kinds of institutions and organisations, folded."""
    tables = ("institutions", "organizations")
    return frozenset(word for table in tables for text in pack.strings("kind_words", table) for word in [fold(text)])
