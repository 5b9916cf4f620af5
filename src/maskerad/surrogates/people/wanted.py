"""One old name that needs a new one: what decides the new name, what it has to fit, and which names are proposed.

In a record all names of a list are proposed, in an order of the old name's own; over a corpus the one that follows in
its circle. Two names joined come last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from maskerad.core.keyed import Keyed, start_of, stride
from maskerad.languages import LanguagePack
from maskerad.names.common_names import GIVEN, NewName, common_names, given_names, make_name
from maskerad.names.cultures import origins, reserve
from maskerad.names.sounds import is_alike
from maskerad.surrogates.people.cycle import family_cycle, given_cycle
from maskerad.surrogates.people.names import NameWord
from maskerad.surrogates.request import CORPUS, RecordContext
from maskerad.text.folding import fold
from maskerad.text.scripts import LATIN, is_kana, script_of

OF_AGE_MIN = 8  # names of one generation to choose among
JOINS_MAX = 200  # names of two joined that are tried before a name is given up


class WantedKey(NamedTuple):
    """What decides a new name: ``name`` is how it sounds, over a corpus how it is spelt."""

    kind: str
    name: str
    gender: str
    culture: str


@dataclass(slots=True)
class Wanted:
    """One name that needs a new one, and what the new one has to fit.

    Attributes:
        key: What decides it.
        pack: Language of a text where it stands.
        words: Folded spellings that it has in the record.
        starts: Letters that it may begin with, for the words before it ("d'Anna"); all when empty.
        place: "first" or "second" in a double name, else "".
        has_particle: Whether a particle stands before it.
        generations: What the record tells of the age of who bears it: "older", "younger".
        is_in_kana: Whether it is written in kana anywhere.
        is_romanised: Whether it is written in Latin letters where names are in other scripts.
    """

    key: WantedKey = field(repr=False)
    pack: LanguagePack = field(repr=False)
    words: set[str] = field(default_factory=set, repr=False)
    starts: frozenset[str] = frozenset()
    place: str = ""
    has_particle: bool = False
    generations: set[str] = field(default_factory=set)
    is_in_kana: bool = False
    is_romanised: bool = False

    @property
    def needs_reading(self) -> bool:
        """Whether the new name must have a reading: for kana, and for Latin letters where names of its culture do."""
        return self.is_in_kana or (self.is_romanised and _has_readings(self.pack, self.key))

    def add(self, word: NameWord, starts: frozenset[str]) -> None:
        """Takes in one more place where the name stands."""
        self.words.update((word.word, word.stands_for))
        self.place = self.place or word.place
        self.has_particle = self.has_particle or word.has_particle
        self.is_in_kana = self.is_in_kana or is_kana(word.word)
        self.is_romanised = self.is_romanised or _is_romanised(word.word, self.pack)
        self.starts = self.starts & starts if self.starts and starts else self.starts or starts

    def fits(self, name: NewName) -> bool:
        """Whether a name is unlike the old one, and agrees with the words before it."""
        if (self.starts and name.start not in self.starts) or (self.needs_reading and not name.reading):
            return False
        return all(word[:1] != name.first and not is_alike(word, name.folded) for word in self.words)


def _is_romanised(word: str, pack: LanguagePack) -> bool:
    return word.isascii() and len(word) > 1 and bool(pack.table("romanisation"))


@lru_cache(maxsize=2_048)
def _has_readings(pack: LanguagePack, key: WantedKey) -> bool:
    """Whether names of a culture have readings at all."""
    listed = (
        given_names(pack, key.culture, key.gender, "")
        if key.kind == GIVEN
        else common_names(pack, key.culture, "family")
    )
    return any(name.reading for name in listed)


def listed_names(wanted: Wanted) -> tuple[NewName, ...]:
    """The common names that a new name is taken from: with readings where the old one is written in kana."""
    return _listed(wanted.pack, _pool(wanted))


class _Pool(NamedTuple):
    """What the names that a new one is taken from have in common."""

    kind: str
    culture: str
    gender: str
    place: str
    has_particle: bool
    needs_reading: bool


def _pool(wanted: Wanted) -> _Pool:
    key = wanted.key
    return _Pool(key.kind, key.culture, key.gender, wanted.place, wanted.has_particle, wanted.needs_reading)


@lru_cache(maxsize=2_048)
def _listed(pack: LanguagePack, pool: _Pool) -> tuple[NewName, ...]:
    listed = _of_culture(pack, pool, pool.culture)
    if pool.needs_reading and not any(name.reading for name in listed):
        return _of_culture(pack, pool, str(pack.table("names").get("katakana_culture", pack.code)))
    return listed


def _of_culture(pack: LanguagePack, pool: _Pool, culture: str) -> tuple[NewName, ...]:
    if pool.kind == GIVEN:
        return given_names(pack, culture, pool.gender, pool.place)
    particled = common_names(pack, culture, "particled") if pool.has_particle else ()
    return particled or common_names(pack, culture, "family")


class Proposals:
    """Free names for the old names of a record, which are served one after another.

    A name that is not free when it is first met is not free later: it is met once, whoever comes after.

    Args:
        record: Its scope and key.
        is_free: Whether a name may be given to somebody.
    """

    def __init__(self, record: RecordContext, is_free: Callable[[NewName], bool]) -> None:
        self._record, self._is_free = record, is_free
        self._left: dict[int, _Left] = {}

    def of(self, wanted: Wanted, digest: bytes) -> Iterator[NewName]:
        """Names in the order in which a key tries them: common ones, further ones of the language, two joined."""
        listed = listed_names(wanted)
        if self._record.scope == CORPUS:
            following = _following(self._record.keyed, wanted)
            if following and self._is_free(following):
                yield following  # and no other: what follows is the new name of somebody else
        else:
            for names in (
                _of_age(wanted),
                listed,
                reserve(wanted.pack, wanted.key.culture, wanted.key.kind, wanted.key.gender),
            ):
                yield from self._stridden(names, digest)
        yield from filter(self._is_free, _joined(self._record, wanted, listed))

    def _stridden(self, listed: tuple[NewName, ...], digest: bytes) -> Iterator[NewName]:
        """Every free entry once, from a keyed place on at a keyed distance (as ``Keyed.choice`` has it)."""
        left = self._left.setdefault(id(listed), _Left(listed, bytearray(len(listed))))
        n = len(listed)
        if 0 not in left.is_gone:
            return
        start, step = start_of(digest, n), stride(digest, n)
        for attempt in range(n):
            place = (start + attempt * step) % n
            if not left.is_gone[place]:
                if self._is_free(listed[place]):
                    yield listed[place]
                else:
                    left.is_gone[place] = 1


class _Left(NamedTuple):
    """A list of names, kept so that no other takes its id, and which of them are gone."""

    names: tuple[NewName, ...]
    is_gone: bytearray


def _of_age(wanted: Wanted) -> tuple[NewName, ...]:
    """Given names of the old one's generation: the old stay old, children's names stay such, others are neither.

    What the old name does not tell, kinship may: a grandson Timéo is no Maurice.
    """
    if wanted.key.kind != GIVEN:
        return ()
    older, younger = generations(wanted.pack)
    is_younger, is_older = (not names.isdisjoint(wanted.words) for names in (younger, older))
    generation = next(iter(wanted.generations)) if len(wanted.generations) == 1 else ""
    return _of_generation(wanted.pack, _pool(wanted), "younger" if is_younger else "older" if is_older else generation)


@lru_cache(maxsize=2_048)
def _of_generation(pack: LanguagePack, pool: _Pool, generation: str) -> tuple[NewName, ...]:
    older, younger = generations(pack)
    age = {"younger": younger, "older": older}.get(generation, frozenset())
    others, listed = (older | younger) - age, _listed(pack, pool)
    fitting = tuple(name for name in listed if (name.folded in age if age else name.folded not in others))
    return fitting if len(fitting) >= OF_AGE_MIN else tuple(name for name in listed if name.folded not in others)


@lru_cache(maxsize=32)
def generations(pack: LanguagePack) -> tuple[frozenset[str], frozenset[str]]:
    """Folded given names that tell old people, and those that tell young ones; none where a pack has no lists."""
    older, younger = (frozenset(map(fold, pack.strings(name, "names"))) for name in ("older", "younger"))
    return older, younger


def _following(keyed: Keyed, wanted: Wanted) -> NewName | None:
    """The next name in the circle in which a name, or its form for men, stands."""
    key, pack = wanted.key, wanted.pack
    if key.kind == GIVEN:
        return given_cycle(keyed, pack, key.culture, key.gender).after(key.name)
    cycle = family_cycle(keyed, pack, key.culture, wanted.has_particle)
    forms = (key.name, *origins(pack).male_forms(key.name))
    return next(filter(None, map(cycle.after, forms)), None)


def _joined(record: RecordContext, wanted: Wanted, listed: tuple[NewName, ...]) -> Iterator[NewName]:
    """Two names joined: what a list is extended by when it is exhausted, and what unlisted names of a corpus become."""
    pool = listed + reserve(wanted.pack, wanted.key.culture, wanted.key.kind, wanted.key.gender)
    for attempt in range(JOINS_MAX if pool else 0):
        place = record.keyed.number(len(pool) ** 2, "joined", record.scope, *wanted.key, str(attempt))
        first, second = pool[place // len(pool)], pool[place % len(pool)]
        if first is second:
            continue
        glue = "-" if script_of(first.stem) == LATIN else ""
        yield make_name(first.stem + glue + second.stem, wanted.pack, first.reading + second.reading)
