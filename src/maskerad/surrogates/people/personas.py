"""Personas: who the people of a record become. One entity has one persona: given names, family names, gender, culture.

What decides what:

- a family name is decided by how it sounds, so all who share one share the new one;
- a given name by how it sounds, the gender of who bears it, and the culture of his or her family name: "Anna" alone is
  the same new name as in "Anna Lindqvist", also where linking could not tell whose it is;
- two people of one full name (a grandmother and a clinician) are told apart by their roles, and get different given
  names: no two people of a record share a persona.

Names are chosen by key within a scope. In a record, each takes the first of its own proposals that is free. Over a
corpus nothing is known of other records: there spellings take the place of sounds, a given name is of its own culture
whatever the family's, and ``NameCycle`` sends different names to different names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.names.common_names import FAMILY, GIVEN, NewName, common_spellings
from maskerad.names.cultures import cultures_of, home, origins
from maskerad.surrogates.people.genders import gender_borne, told_genders
from maskerad.surrogates.people.names import (
    NameWord,
    ParsedName,
    RecordNames,
    Someone,
    is_joined_by_particle,
    record_names,
)
from maskerad.surrogates.people.wanted import Proposals, Wanted, WantedKey
from maskerad.surrogates.request import CORPUS, Original, RecordContext, entity_key
from maskerad.text.folding import fold
from maskerad.text.scripts import as_katakana
from maskerad.text.writable import can_write

PATIENT = "PATIENT"
KIN = (PATIENT, "RELATIVE")
GENERATIONS = {
    "older": frozenset({"grandmother", "grandfather"}),
    "younger": frozenset({"grandson", "granddaughter", "grandchild"}),
}


class OldName(NamedTuple):
    """One name of somebody: "given" or "family", its sound, and the folded word."""

    kind: str
    sound: str
    word: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the record, by the fullest mention, and the names that other mentions add."""

    original: Original = field(repr=False)
    names: tuple[OldName, ...] = field(repr=False)
    others: tuple[OldName, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Personas:
    """The new names of a record.

    Attributes:
        names: The old ones.
        people: By who is meant.
        given: Who and sound to new given name.
        family: Sound to new family name.
        cultures: Of those with a family name.
        bearers: Sound to those who bear a full name with it, in folded order.
    """

    names: RecordNames = field(repr=False)
    people: Mapping[Someone, Person] = field(repr=False)
    given: Mapping[tuple[Someone, str], NewName] = field(repr=False)
    family: Mapping[str, NewName] = field(repr=False)
    cultures: Mapping[Someone, str] = field(repr=False)
    bearers: Mapping[str, list[Someone]] = field(repr=False)

    @cached_property
    def served(self) -> frozenset[str]:
        """Folded new names: what no pet form of another may be."""
        return frozenset(name.folded for name in (*self.given.values(), *self.family.values()))

    def new(self, someone: Someone, word: NameWord) -> NewName | None:
        """The new name for a word of a mention; None when none was left."""
        if self.names.kind(word) == GIVEN:
            return self.given.get((someone, word.sound))
        return self.family.get(word.sound)

    def letter(self, someone: Someone, old: OldName) -> str:
        """First letter of the new name of somebody for an old one, "" when there is none."""
        name = self.given.get((someone, old.sound)) if old.kind == GIVEN else self.family.get(old.sound)
        return name.stem[:1] if name else ""


def personas(record: RecordContext) -> Personas:
    """The personas of a record, worked out once."""
    return record.once("personas", lambda: _make(record))


def _make(record: RecordContext) -> Personas:
    names = record_names(record)
    people = _people(names)
    families = _families(record, names)
    cultures = {
        who: families[sound].key.culture
        for who, person in people.items()
        for sound in [name.sound for name in person.names if name.kind == FAMILY][:1]
    }
    givens = _givens(record, names, people, cultures)
    used: set[str] = set()
    new_family = _serve(record, names, families.values(), used)
    new_given = _serve(record, names, givens.values(), used)
    return Personas(
        names,
        people,
        {place: new_given[wanted.key] for place, wanted in givens.items() if wanted.key in new_given},
        {sound: new_family[wanted.key] for sound, wanted in families.items() if wanted.key in new_family},
        cultures,
        _bearers(people),
    )


def _bearers(people: Mapping[Someone, Person]) -> dict[str, list[Someone]]:
    bearers: dict[str, list[Someone]] = defaultdict(list)
    for who, person in sorted(people.items()):
        for sound in {name.sound for name in person.names} if len(person.names) > 1 else ():
            bearers[sound].append(who)
    return bearers


def _people(names: RecordNames) -> dict[Someone, Person]:
    """The fullest mention of everybody."""
    written: dict[Someone, list[ParsedName]] = defaultdict(list)
    for name in names.mentions:
        written[name.someone].append(name)
    return {who: _person(names, forms) for who, forms in written.items()}


def _person(names: RecordNames, forms: list[ParsedName]) -> Person:
    """Somebody by the form with most names; of several the one that linking holds for the fullest."""
    key = set(entity_key(forms[0].original).split())
    fullest = max(forms, key=lambda name: (len(name.words), len(key.intersection(word.word for word in name.words))))
    own = tuple(_old_name(names, word) for word in fullest.words)
    words = {name.word for name in own}
    added = {word.word: _old_name(names, word) for name in forms for word in name.words if word.word not in words}
    return Person(fullest.original, own, tuple(added.values()))


def _old_name(names: RecordNames, word: NameWord) -> OldName:
    return OldName(names.kind(word), word.sound, word.word)


def _families(record: RecordContext, names: RecordNames) -> dict[str, Wanted]:
    """Every family name by its sound."""
    words: dict[str, list[tuple[ParsedName, NameWord]]] = defaultdict(list)
    given: dict[str, list[str]] = defaultdict(list)
    for name in names.mentions:
        found = [word for word in name.words if names.kind(word) == FAMILY]
        beside = [word.stands_for for word in name.words if names.kind(word) == GIVEN]
        for word in found:
            words[word.sound].append((name, word))
            given[word.sound] += beside
    return {sound: _wanted_family(record, names, sound, places, given[sound]) for sound, places in words.items()}


def _wanted_family(
    record: RecordContext,
    names: RecordNames,
    sound: str,
    places: list[tuple[ParsedName, NameWord]],
    given: Iterable[str],
) -> Wanted:
    pack = places[0][0].original.pack
    own = names.spellings[sound]
    if record.scope == CORPUS:
        key = WantedKey(FAMILY, own, "", home(own, FAMILY, pack))
    else:
        whole = {_with_particles(name, word) for name, word in places if word.has_particle}  # De Luca, not Luca
        spellings = [*sorted(whole), own, *sorted({word.word for _, word in places})]
        known = [spelling for spelling in spellings if origins(pack).is_told(spelling, FAMILY)]
        told = next((spelling for spelling in (*known, *spellings) if cultures_of(spelling, FAMILY, pack)), own)
        beside = () if any(_has_own_particle(name, pack) for name in whole) else given
        key = WantedKey(FAMILY, sound, "", _family_culture(told, beside, pack))
    wanted = Wanted(key, pack)
    is_bare = any(not word.has_particle for _, word in places)
    for name, word in places:
        is_own = word.has_particle and not (is_bare and is_joined_by_particle(name, word))
        wanted.add(word._replace(has_particle=is_own), _starts(record, name, word))
    return wanted


def _has_own_particle(whole: str, pack: LanguagePack) -> bool:
    """Whether a folded family name begins with a particle that such names of the language's own culture have."""
    return whole.split()[0] in _own_particles(pack)


@lru_cache(maxsize=32)
def _own_particles(pack: LanguagePack) -> frozenset[str]:
    particles = (fold(name.particle).split() for name in common_spellings(pack, pack.code, "particled"))
    return frozenset(words[0] for words in particles if words)


def _with_particles(name: ParsedName, word: NameWord) -> str:
    """A family name with the particles before it, folded."""
    first = name.parts.index(word.part)
    while first and name.parts[first - 1].kind == "particle":
        first -= 1
    return fold(name.original.text[name.parts[first].start : word.part.end])


def _family_culture(family: str, given: Iterable[str], pack: LanguagePack) -> str:
    """What the name tells; where it tells several cultures or none, the given names of who bears it decide."""
    cultures, given = cultures_of(family, FAMILY, pack), tuple(given)
    if len(cultures) == 1:
        return next(iter(cultures))
    votes: Counter[str] = Counter()
    for name in given:
        of_given = _telling(name, pack)
        votes.update(of_given & cultures if cultures else of_given)
    if len(votes) > 1 and not any(origins(pack).is_common(name, pack.code) for name in (family, *given)):
        votes.pop(pack.code, None)  # names that the language knows, as it knows those of its neighbours
    if pack.code in votes or not votes:
        return origins(pack).first(cultures)
    most = max(votes.values())
    return origins(pack).first(code for code, n in votes.items() if n == most)


def _telling(given: str, pack: LanguagePack) -> frozenset[str]:
    """Cultures of a given name, without the language's own where others alone are told of it."""
    cultures, known = cultures_of(given, GIVEN, pack), origins(pack)
    is_of_others = known.is_told(given, GIVEN) and not known.is_common(given, pack.code)
    return cultures - {pack.code} or cultures if is_of_others else cultures


def _givens(
    record: RecordContext, names: RecordNames, people: Mapping[Someone, Person], cultures: Mapping[Someone, str]
) -> dict[tuple[Someone, str], Wanted]:
    """Every given name of everybody; those that the same key decides are one ``Wanted``."""
    places = [(name, word) for name in names.mentions for word in name.words if names.kind(word) == GIVEN]
    genders = told_genders(places)
    settled: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name, word in places:
        if name.someone in cultures:
            gender = gender_borne(name, word, genders)
            spelling = names.spellings[word.sound]
            settled[word.sound, gender].add(_given_culture(spelling, cultures[name.someone], name.original.pack))
    kin_culture = _kin_culture(people, cultures)
    wanted: dict[WantedKey, Wanted] = {}
    by_word: dict[tuple[Someone, str], Wanted] = {}
    for name, word in places:
        who, pack, gender = name.someone, name.original.pack, gender_borne(name, word, genders)
        of_family = cultures.get(who, "")
        spelling = names.spellings[word.sound]
        if record.scope == CORPUS:
            key = WantedKey(GIVEN, spelling, gender, _own_culture(spelling, of_family, pack))
        else:
            alone = "" if of_family else min(settled[word.sound, gender], default="")
            of_kin = kin_culture if _role(name.original) in KIN else ""
            culture = alone or _given_culture(spelling, of_family or of_kin, pack)
            key = WantedKey(GIVEN, word.sound, gender, culture)
        want = wanted.setdefault(key, Wanted(key, pack))
        want.add(word, _starts(record, name, word))
        want.generations |= _generation(name)
        by_word[who, word.sound] = want
    return by_word


def _generation(name: ParsedName) -> set[str]:
    """What kinship with the patient tells of somebody's age."""
    entity = name.original.entity
    return {generation for generation, kin in GENERATIONS.items() if entity and entity.kinship in kin}


def _kin_culture(people: Mapping[Someone, Person], cultures: Mapping[Someone, str]) -> str:
    """The culture of the patient's family, for kin of whom the given name alone is known; "" for none or several.

    Where nobody is called a patient, that of all relatives.
    """
    by_role: dict[str, set[str]] = defaultdict(set)
    for who, culture in cultures.items():
        by_role[_role(people[who].original)].add(culture)
    of_kin = next((by_role[role] for role in KIN if role in by_role), set())
    return of_kin.pop() if len(of_kin) == 1 else ""


def _role(original: Original) -> str:
    """What the record tells of who is meant, else the mention's label."""
    return original.role or original.label


def _given_culture(given: str, of_family: str, pack: LanguagePack) -> str:
    """The family name's where both may be of one; else the given name's own, as mixed as the original."""
    cultures = cultures_of(given, GIVEN, pack)
    if of_family and (of_family in cultures or not cultures or not origins(pack).is_told(given, GIVEN)):
        return of_family
    is_regional = pack.code in cultures and of_family in pack.strings("regional_cultures", "names")
    if of_family and (is_regional or origins(pack).may_be(given, GIVEN, of_family)):
        return of_family
    return origins(pack).first(cultures)


def _own_culture(given: str, of_family: str, pack: LanguagePack) -> str:
    """What the name tells, whoever bears it; where it tells nothing the family name's."""
    is_told = bool(cultures_of(given, GIVEN, pack))
    return home(given, GIVEN, pack) if is_told or not of_family else of_family


def _starts(record: RecordContext, name: ParsedName, word: NameWord) -> frozenset[str]:
    """Letters that a name may begin with after what stands before its mention; empty for all."""
    return frozenset() if record.scope == CORPUS or word.part.start else name.cue.starts


def _serve(
    record: RecordContext, names: RecordNames, wanted: Iterable[Wanted], used: set[str]
) -> dict[WantedKey, NewName]:
    """A new name for every old one; no two share one, and none is like any name of the record.

    They are served in keyed order, which no order of documents or mentions can change.
    """
    unique = {want.key: want for want in wanted}
    digests = {key: record.keyed.digest("persona", record.scope, *key) for key in unique}
    served: dict[WantedKey, NewName] = {}
    taken, sounds = record.taken, names.sounds
    readings = {as_katakana(heard) for heard in sounds}  # names stand in the record in hiragana too

    def is_free(name: NewName) -> bool:
        is_unused = name.folded not in used and name.sound not in sounds and name.reading not in readings
        return is_unused and taken.isdisjoint(name.words) and can_write(name.text, record.codec)

    proposals = Proposals(record, is_free)
    for key in sorted(unique, key=digests.__getitem__):
        free = proposals.of(unique[key], digests[key])
        # Over a corpus a name must not depend on what is beside it.
        candidate = next(free if record.scope == CORPUS else filter(unique[key].fits, free), None)
        if candidate:
            served[key] = candidate
            used.add(candidate.folded)
    return served
