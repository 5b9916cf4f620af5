"""The names of a record as they are written: taken apart, and each word with the name that it stands for.

A word stands for a name: "Annas" and "Ana" for anna, "Bob" for robert, "Lindkvist" for what sounds the same. Names that
sound alike are one name of the record, so that kin whose common name is spelt in two ways keep sharing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from maskerad.core.entity import Form, StandsFor
from maskerad.core.schemes import load_scheme
from maskerad.languages import LanguagePack
from maskerad.languages.name_parts import (
    TOLD,
    NamePart,
    Telling,
    contrary,
    settled_kinds,
    tellings,
)
from maskerad.languages.names import name_conventions
from maskerad.surrogates.candidates import HAN, HIRAGANA, is_kana, script_of
from maskerad.surrogates.cultures import FAMILY, GIVEN, origins
from maskerad.surrogates.name_order import CACHE_MAX_NAMES, NAME, NAMING, Kinds, parts_of
from maskerad.surrogates.name_scripts import script_pairs
from maskerad.surrogates.request import Original, RecordContext, entity_key
from maskerad.surrogates.sounds import sound
from maskerad.text.folding import fold, folded_words

ALIASES = (Form.MISSPELT, Form.READING)
SPELLINGS = (None, *ALIASES)
HYPHENS = ("-", "‐", "‑")

Someone = tuple[str, str]  # key and role of an entity: what tells two people of one name apart


class NameWord(NamedTuple):
    """One word of a mention that names. Its letters stay out of ``repr``.

    Attributes:
        part: Where it stands.
        word: Folded.
        stands_for: The folded name that it is a form of; the word itself if it is none.
        form: Which form, if linking tells.
        sound: Key of what it stands for: the same wherever the name is meant.
        place: "first" or "second" in a double name (Anna-Karin), else "".
        has_particle: Whether a particle stands before it.
    """

    part: NamePart
    word: str
    stands_for: str
    form: Form | None
    sound: str
    place: str
    has_particle: bool

    def __repr__(self) -> str:
        return f"NameWord(part={self.part!r}, form={self.form!r})"


class Cue(NamedTuple):
    """What stands beside a mention tells: the letters it may begin with (all if empty), a title, greeting or "born".

    ``is_called``: a title follows with which people are called by their given names (ちゃん).
    """

    starts: frozenset[str]
    is_title: bool
    is_greeting: bool
    is_maiden: bool
    is_called: bool = False


@dataclass(frozen=True, slots=True)
class ParsedName:
    """One mention of a person, taken apart.

    ``parts`` are all its parts, ``words`` those that name, ``cue`` is what stands before it, ``someone`` who
    is meant.
    """

    original: Original = field(repr=False)
    parts: tuple[NamePart, ...]
    words: tuple[NameWord, ...]
    cue: Cue
    someone: Someone = field(repr=False)


@dataclass(frozen=True, slots=True)
class RecordNames:
    """All names of a record.

    Attributes:
        mentions: Each way in which somebody is written, once, in an order that depends on nothing else.
        kinds: Sound to "given" or "family", for words whose mention does not tell.
        spellings: Sound to the spelling that is the name's own; others are variants of it.
        sounds: Of all words.
        written_twice: Sounds of names that stand in two scripts, in one of which the order of names may be another:
            of one kind wherever they stand.
    """

    mentions: tuple[ParsedName, ...] = field(repr=False)
    kinds: Mapping[str, str] = field(repr=False)
    spellings: Mapping[str, str] = field(repr=False)
    sounds: frozenset[str] = field(repr=False)
    written_twice: frozenset[str] = field(default=frozenset(), repr=False)

    def kind(self, word: NameWord) -> str:
        """Kind of a word, settled by the record where the mention does not tell."""
        if word.sound in self.written_twice:
            return self.kinds[word.sound]
        return word.part.kind if word.part.kind != NAME else self.kinds.get(word.sound, FAMILY)


@lru_cache(maxsize=256)
def is_person(label: str) -> bool:
    """Whether a label of the core scheme is a kind of person."""
    return "PERSON" in load_scheme("core").lineage(label)


def parsed(record: RecordContext, original: Original) -> ParsedName:
    """A mention taken apart in the light of the whole record."""
    return _reader(record).read(original)


def _reader(record: RecordContext) -> _Reader:
    base = record.base
    return base.once("name reader", lambda: _Reader(base))


def record_names(record: RecordContext) -> RecordNames:
    """The names of a record, worked out once."""
    return record.once("record_names", lambda: _read(record))


def _last_word(before: str) -> str:
    """The last word and blank before a mention, a blank before them, lower case."""
    stem = before.rstrip()
    return f" {stem.rpartition(' ')[2]}{before[len(stem) :][:1]}".lower() if stem else ""


def _cue_beside(original: Original) -> Cue:
    cue = _cue(_last_word(original.before), original.pack)
    return cue._replace(is_called=True) if original.after.startswith(_called_after(original.pack)) else cue


@lru_cache(maxsize=32)
def _called_after(pack: LanguagePack) -> tuple[str, ...]:
    """Titles after given names; one that nothing begins with where the language has none."""
    return pack.strings("called_after", "names") or ("\0",)


@lru_cache(maxsize=CACHE_MAX_NAMES)
def _cue(before: str, pack: LanguagePack) -> Cue:
    """Read from ``[[names.fits]]`` and the civil titles of the pack."""
    rows = pack.table("names").get("fits", ())
    rows = rows if isinstance(rows, list) else []
    fitting = (frozenset(str(row["starts"])) for row in rows if before.endswith(tuple(map(str, row["before"]))))
    titles = pack.table("words").get("title_civil", ())
    is_title = isinstance(titles, list) and before.strip() in titles
    word = before.strip(" .:(（：")
    is_maiden = word.endswith(pack.strings("other_name", "kin_links"))
    return Cue(next(fitting, frozenset()), is_title, word in _greetings(pack), is_maiden)


@lru_cache(maxsize=32)
def _greetings(pack: LanguagePack) -> frozenset[str]:
    return frozenset(text.lower() for text in pack.strings("greeting", "words"))


class _Reader:
    """Takes the mentions of a whole record apart, each way in which somebody is written once.

    Attributes:
        people: The mentions of people.
        written_twice: As in ``RecordNames``.
    """

    def __init__(self, record: RecordContext) -> None:
        self.people = [original for original in record.originals if is_person(original.label)]
        self._known = frozenset(folded_words(" ".join([original.text for original in self.people])))
        pairs = tuple(script_pairs(self.people, self._known))
        self._aliases = _aliases(self.people, pairs)
        heard = (sound(word, pack) for *words, pack in pairs for word in words)
        self.written_twice = frozenset(self._aliases.get(key, key) for key in heard)
        self._kinds = _kinds_told(self.people, self._known)
        self._found: dict[Hashable, ParsedName] = {}

    def read(self, original: Original) -> ParsedName:
        """One mention."""
        told = original.mention.stands_for if original.mention else ()
        cue = _cue_beside(original)
        name = (original.text, original.label, original.pack, original.key, original.role, told, cue)
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = _parsed(original, self._known, self._kinds, self._aliases, cue)
        return found


def _kinds_told(people: Iterable[Original], known: frozenset[str]) -> Mapping[str, str]:
    """Kinds of the record's words as those mentions tell them that leave no doubt."""
    found: dict[tuple[str, str, LanguagePack], tuple[Telling, ...]] = {}
    titled: set[Telling] = set()
    for original in people:
        text, label, pack = key = original.text, original.label, original.pack
        if key not in found:
            found[key] = _told(text, label, pack, known & _probes(text, pack))
        if not found[key] and _cue(_last_word(original.before), pack).is_title:
            titled.update(_titled(text, label, pack, known & _probes(text, pack)))
    return settled_kinds((*chain.from_iterable(found.values()), *titled))


@lru_cache(maxsize=CACHE_MAX_NAMES)
def _told(text: str, label: str, pack: LanguagePack, known: frozenset[str]) -> tuple[Telling, ...]:
    return tellings(text, parts_of(text, label, pack, known))


def _titled(text: str, label: str, pack: LanguagePack, known: frozenset[str]) -> Iterable[Telling]:
    """One name after a title is a family name, unless it is a given name alone: "Aunt" is a title too."""
    parts = [part for part in parts_of(text, label, pack, known) if part.kind == NAME]
    for word in (fold(text[part.start : part.end]) for part in parts):
        if word in name_conventions(pack).family or not name_conventions(pack).is_given(word):
            yield word, FAMILY, TOLD


def _parsed(
    original: Original, known: frozenset[str], kinds: Mapping[str, str], aliases: Mapping[str, str], cue: Cue
) -> ParsedName:
    text, label, pack = original.text, original.label, original.pack
    seen = known & _probes(text, pack)
    told = original.mention.stands_for if original.mention else ()
    if told:  # only given names have pet forms, whatever else is spelt so: Mari Carmen
        kinds = {**kinds, **{one.word: GIVEN for one in told if one.form is Form.NICKNAME}}
    by_record = _contrary_kinds(_told(text, label, pack, seen), kinds)
    parts = parts_of(text, label, pack, seen, by_record)
    words = tuple(_words(text, pack, parts, seen, told)) if told else _own_words(text, label, pack, seen, by_record)
    if aliases:
        words = tuple([word._replace(sound=aliases.get(word.sound, word.sound)) for word in words])
    return ParsedName(original, parts, words, cue, (entity_key(original), original.role))


@lru_cache(maxsize=CACHE_MAX_NAMES)
def _probes(text: str, pack: LanguagePack) -> frozenset[str]:
    """The words that, if a record knows them, decide how a mention is taken apart: what it is without its endings."""
    probes: set[str] = set()
    endings = name_conventions(pack).endings
    for word in folded_words(text):
        probes.update(word.removesuffix(ending) for ending in endings)
        probes.update(origins(pack).male_forms(word))
        if not word.isascii():
            probes.update(word[at : at + size] for size in (1, 2, 3) for at in range(len(word)))
            probes.update(word[size:] for size in (1, 2, 3))
    return frozenset(probes)


def _contrary_kinds(told: tuple[Telling, ...], kinds: Mapping[str, str]) -> Kinds:
    """The record's kinds of the words of a mention if they are not those that it is told by alone; else none."""
    if not contrary(told, kinds):
        return ()
    return tuple((word, kinds[word]) for word, _, _ in told if word in kinds)


@lru_cache(maxsize=CACHE_MAX_NAMES)
def _own_words(text: str, label: str, pack: LanguagePack, known: frozenset[str], kinds: Kinds) -> tuple[NameWord, ...]:
    return tuple(_words(text, pack, parts_of(text, label, pack, known, kinds), known, ()))


def _words(
    text: str, pack: LanguagePack, parts: tuple[NamePart, ...], known: frozenset[str], told: Iterable[StandsFor]
) -> Iterable[NameWord]:
    forms = {one.word: one for one in told}
    for at, part in enumerate(parts):
        if part.kind in NAMING:
            word = fold(text[part.start : part.end])
            one = forms.get(word)
            name, form = (one.name, one.form) if one else (word, None)
            males = origins(pack).male_forms(name) if part.kind != GIVEN else ()
            key = sound(next((male for male in males if male in known), name), pack)
            follows = bool(at) and parts[at - 1].kind == "particle"
            yield NameWord(part, word, name, form, key, _place(text, parts, at), follows)


def _aliases(people: Iterable[Original], pairs: Iterable[tuple[str, str, LanguagePack]]) -> Mapping[str, str]:
    """Sounds of misspelt names and of readings to those of the spelling that stands most often for the same name.

    Kin share a name of which the record gives one of them alone the reading.

    Args:
        people: The mentions of people.
        pairs: Further names that are the same, in two scripts.
    """
    told = (
        (one.word, one.name, original.pack)
        for original in people
        for one in (original.mention.stands_for if original.mention else ())
        if one.form in ALIASES
    )
    groups: dict[str, set[str]] = {}
    for word, name, pack in (*told, *pairs):
        heard = {sound(word, pack), sound(name, pack)}
        group = heard.union(*(groups.get(key, ()) for key in heard))
        groups.update(dict.fromkeys(group, group))
    if not groups:
        return {}
    counts = Counter(sound(word, original.pack) for original in people for word in folded_words(original.text))
    return {key: min(group, key=lambda other: (-counts[other], other)) for key, group in groups.items()}


def _place(text: str, parts: tuple[NamePart, ...], at: int) -> str:
    """Whether a part is the first or the second of two that a hyphen joins."""
    part = parts[at]
    if text[part.end : part.end + 1] in HYPHENS and at + 1 < len(parts) and parts[at + 1].start == part.end + 1:
        return "first"
    return "second" if at and text[part.start - 1] in HYPHENS and parts[at - 1].end == part.start - 1 else ""


def _read(record: RecordContext) -> RecordNames:
    reader = _reader(record)
    is_whole = record is record.base
    people = reader.people if is_whole else [one for one in record.originals if is_person(one.label)]
    found: dict[int, ParsedName] = {}
    spelt: dict[str, dict[str, int]] = {}
    for original in people:
        name = reader.read(original)
        found[id(name)] = name
        for word in name.words:
            spelling = word.word if word.form in SPELLINGS else word.stands_for
            counts = spelt.setdefault(word.sound, {})
            # Full names are written with more care than their parts.
            counts[spelling] = counts.get(spelling, 0) + len(name.words)
    mentions = sorted(found.values(), key=_order)
    own = {key: _own_spelling(counts) for key, counts in spelt.items()}
    kinds = _settled_kinds(mentions)
    return RecordNames(tuple(mentions), kinds, own, frozenset(spelt), reader.written_twice & kinds.keys())


def _own_spelling(counts: Mapping[str, int]) -> str:
    """The commonest spelling; one in Chinese characters before others, one in kana after them."""
    if len(counts) == 1:
        return next(iter(counts))
    return min(counts, key=lambda word: (is_kana(word), script_of(word) != HAN, -counts[word], word))


def _order(name: ParsedName) -> tuple[str, ...]:
    original = name.original
    return (
        original.text,
        original.label,
        original.pack.code,
        *name.someone,
        *map(str, (*name.cue[1:], *sorted(name.cue.starts))),
    )


def _settled_kinds(mentions: Iterable[ParsedName]) -> dict[str, str]:
    """Which kind a word is where a mention does not tell: by the record's full names, then lists, then label."""
    votes: dict[str, list[str]] = {}
    alone: dict[str, ParsedName] = {}
    for name in mentions:
        for word in name.words:
            if word.part.kind != NAME:
                votes.setdefault(word.sound, []).append(word.part.kind)
            elif name.cue.is_title and not _is_given_only(word.stands_for, name):
                votes.setdefault(word.sound, []).append(FAMILY)
            else:
                alone.setdefault(word.sound, name)
    kinds = {key: max(sorted(set(told)), key=told.count) for key, told in votes.items()}
    return {key: _listed_kind(key, name) for key, name in alone.items()} | kinds


def _listed_kind(key: str, name: ParsedName) -> str:
    if name.cue.is_called:
        return GIVEN
    conventions = name_conventions(name.original.pack)
    word = next(word.stands_for for word in name.words if word.sound == key)
    is_given, is_family = conventions.is_given(word), word in conventions.family
    if script_of(word) == HIRAGANA and name.original.label != "CLINICIAN":
        return GIVEN  # family names are seldom written so where people are called by them
    if is_given != is_family:
        return GIVEN if is_given else FAMILY
    if not is_given:  # relatives are called by given names
        return GIVEN if name.original.label == "RELATIVE" and not name.cue.is_maiden else FAMILY
    if name.cue.is_greeting:
        return GIVEN
    return FAMILY if name.original.label == "CLINICIAN" else GIVEN


def _is_given_only(word: str, name: ParsedName) -> bool:
    """Whether a word can be a given name alone, as after a title that goes with both ("Mw Trijntje")."""
    conventions = name_conventions(name.original.pack)
    return conventions.is_given(word) and word not in conventions.family
