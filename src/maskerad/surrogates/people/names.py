"""The names of a record as they are written: taken apart, and each word with the name that it stands for.

A word stands for a name: "Annas" and "Ana" for anna, "Bob" for robert, "Lindkvist" for what sounds the same. Names that
sound alike are one name of the record, so that kin whose common name is spelt in two ways keep sharing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from maskerad.core.entity import Form, StandsFor
from maskerad.core.schemes import load_scheme
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.names.common_names import FAMILY, GIVEN, common_folded
from maskerad.names.cultures import origins
from maskerad.names.order import NAME, NAMING, Kinds, parts_of
from maskerad.names.parts import (
    TOLD,
    NamePart,
)
from maskerad.names.readings import cut_by_reading
from maskerad.names.sounds import sound
from maskerad.surrogates.people.cues import Cue, cue_beside
from maskerad.surrogates.people.kinds import contrary_kinds, kinds_told, probes, told_kinds, with_settled_kinds
from maskerad.surrogates.people.scripts import reading_pairs, script_pairs
from maskerad.surrogates.request import Original, RecordContext, entity_key
from maskerad.text.folding import fold, folded_words
from maskerad.text.scripts import HAN, HIRAGANA, is_cjk, is_kana, script_of

SPELLINGS = (None, Form.MISSPELT, Form.READING)
ALIASES = (Form.MISSPELT, Form.READING, Form.SHORT)
JOINED_CHARS_MIN = 3  # of each of two names that are joined; less may be initials
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


class _Reader:
    """Takes the mentions of a whole record apart, each way in which somebody is written once.

    Attributes:
        people: The mentions of people.
        written_twice: As in ``RecordNames``.
    """

    def __init__(self, record: RecordContext) -> None:
        self.people = [original for original in record.originals if is_person(original.label)]
        parted = [person.text for person in self.people if not (person.text.isalpha() and is_cjk(person.text))]
        self._known = frozenset(folded_words(" ".join(parted)))
        self._joints = _joints(parted, self._known)
        pairs = (*script_pairs(self.people, self._known), *reading_pairs(self.people, self._known))
        self._aliases = _aliases(self.people, pairs)
        heard = (sound(word, pack) for *words, pack in pairs for word in words)
        self.written_twice = frozenset(self._aliases.get(key, key) for key in heard)
        self._kinds = kinds_told(self.people, self._known)
        self._found: dict[Hashable, ParsedName] = {}

    def read(self, original: Original) -> ParsedName:
        """One mention."""
        slots = original.mention.stands_for if original.mention else ()
        cue = cue_beside(original)
        kinds = original.entity.kinds if original.entity else ()
        name = (original.text, original.label, original.pack, original.key, original.role, slots, cue, kinds)
        parts = self._found.get(name)
        if parts is None:
            parts = self._found[name] = _parsed(original, self._known, self._kinds, self._aliases, cue)
            if self._joints:
                parts = self._found[name] = self._parted(parts)
        return parts

    def _parted(self, name: ParsedName) -> ParsedName:
        """A name whose words that are two names elsewhere in the record are two: Gunbritt beside Gun-Britt."""
        text, pack = name.original.text, name.original.pack
        parts = tuple(half for part in name.parts for half in _halves(text, part, self._joints, pack))
        if len(parts) == len(name.parts):
            return name
        slots = name.original.mention.stands_for if name.original.mention else ()
        return replace(name, parts=parts, words=tuple(_words(text, pack, parts, self._known, slots)))


def _joints(texts: Iterable[str], known: frozenset[str]) -> Mapping[str, int]:
    """Folded words of a record that are two of its words joined, to where the second begins."""
    pairs = (pair for text in texts for pair in pairwise(folded_words(text)))
    return {a + b: len(a) for a, b in pairs if a + b in known and min(len(a), len(b)) >= JOINED_CHARS_MIN}


def _halves(text: str, part: NamePart, joints: Mapping[str, int], pack: LanguagePack) -> tuple[NamePart, ...]:
    """A part of a name, in two where it is two names joined; the first may be a particle: Bensalah."""
    word = text[part.start : part.end]
    n_chars = joints.get(fold(word), 0) if part.kind in NAMING and len(fold(word)) == len(word) else 0
    if not n_chars:
        return (part,)
    conventions = name_conventions(pack)
    is_particle = fold(word[:n_chars]) in conventions.particles | conventions.patronymics
    kind = FAMILY if is_particle else part.kind
    first = part._replace(end=part.start + n_chars, kind="particle" if is_particle else kind)
    return first, part._replace(start=first.end, kind=kind)


def _parsed(
    original: Original, known: frozenset[str], kinds: Mapping[str, str], aliases: Mapping[str, str], cue: Cue
) -> ParsedName:
    text, label, pack = original.text, original.label, original.pack
    probed = probes(text, pack)
    seen = probed & known  # not the other way round: of the two, the record's words are the many
    if original.entity:
        seen |= probed.union(folded_words(text)).intersection(word for word, _ in original.entity.kinds)
    slots = original.mention.stands_for if original.mention else ()
    if slots:  # only given names have pet forms, whatever else is spelt so: Mari Carmen
        kinds = {**kinds, **{slot.word: GIVEN for slot in slots if slot.form is Form.NICKNAME}}
    own = original.entity.kinds if original.entity else ()
    by_record = contrary_kinds(told_kinds(text, label, pack, seen), {**kinds, **dict(own)})
    parts = parts_of(text, label, pack, seen, by_record)
    if len(parts) == 1 and is_kana(text):
        parts = _cut(text, parts, own, pack)
    parts = with_settled_kinds(text, label, parts, dict(own))
    readings = _readings(text, parts, own)
    words = tuple(_words(text, pack, parts, seen, (*slots, *readings) if len(parts) > 1 else (*readings, *slots)))
    if aliases:
        words = tuple([word._replace(sound=aliases.get(word.sound, word.sound)) for word in words])
    return ParsedName(original, parts, words, cue, (entity_key(original), original.role))


def _cut(text: str, parts: tuple[NamePart, ...], kinds: Kinds, pack: LanguagePack) -> tuple[NamePart, ...]:
    """Family and given name in kana without a blank, of somebody whose names are known: カトウハヤト."""
    families, givens = ([word for word, kind in kinds if kind == wanted] for wanted in (FAMILY, GIVEN))
    is_whole = any(word == fold(text) for word, _ in kinds)  # カトウ, of which a sign alone may be read カ
    at = cut_by_reading(text, families, givens, pack) if families and givens and not is_whole else 0
    if not 0 < at < len(text):
        return parts
    return (NamePart(0, at, FAMILY, TOLD), NamePart(at, len(text), GIVEN, TOLD))


def _readings(text: str, parts: tuple[NamePart, ...], kinds: Kinds) -> Iterator[StandsFor]:
    """Which names of somebody the words of a name in kana are the readings of: of a whole one, or of one alone."""
    if len(parts) > 2 or not is_kana(text):
        return
    for part in parts:
        word = fold(text[part.start : part.end])
        kind = part.kind if len(parts) > 1 else dict(kinds).get(word, "")
        names = [name for name, own in kinds if kind and own == kind and name != word]
        if len(names) == 1 and script_of(names[0]) == HAN:
            yield StandsFor(word, names[0], Form.READING)


def _words(
    text: str, pack: LanguagePack, parts: tuple[NamePart, ...], known: frozenset[str], slots: Iterable[StandsFor]
) -> Iterable[NameWord]:
    forms = {slot.word: slot for slot in slots}
    for at, part in enumerate(parts):
        if part.kind in NAMING:
            word = fold(text[part.start : part.end])
            slot = forms.get(word)
            name, form = (slot.name, slot.form) if slot else (word, None)
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
    aliases = (
        (slot.word, slot.name, original.pack)
        for original in people
        for slot in (original.mention.stands_for if original.mention else ())
        if slot.form in ALIASES
    )
    groups: dict[str, set[str]] = {}
    for word, name, pack in (*aliases, *pairs):
        heard = {sound(word, pack), sound(name, pack)}
        group = heard.union(*(groups.get(key, ()) for key in heard))
        groups.update(dict.fromkeys(group, group))
    if not groups:
        return {}
    counts = Counter(sound(word, original.pack) for original in people for word in folded_words(original.text))
    return {key: min(group, key=lambda other: (-counts[other], other)) for key, group in groups.items()}


def is_joined_by_particle(name: ParsedName, word: NameWord) -> bool:
    """Whether a particle joins a family name to another before it: Moretti de Bianchi."""
    first = name.parts.index(word.part)
    while first and name.parts[first - 1].kind == "particle":
        first -= 1
    return 0 < first < name.parts.index(word.part) and name.parts[first - 1].kind == FAMILY


def _place(text: str, parts: tuple[NamePart, ...], at: int) -> str:
    """Whether a part is the first or the second of two that a hyphen joins."""
    part = parts[at]
    if text[part.end : part.end + 1] in HYPHENS and at + 1 < len(parts) and parts[at + 1].start == part.end + 1:
        return "first"
    return "second" if at and text[part.start - 1] in HYPHENS and parts[at - 1].end == part.start - 1 else ""


def _read(record: RecordContext) -> RecordNames:
    reader = _reader(record)
    is_whole = record is record.base
    people = reader.people if is_whole else [original for original in record.originals if is_person(original.label)]
    by_id: dict[int, ParsedName] = {}
    spelt: dict[str, dict[str, int]] = {}
    for original in people:
        name = reader.read(original)
        by_id[id(name)] = name
        for word in name.words:
            spelling = word.word if word.form in SPELLINGS else word.stands_for
            counts = spelt.setdefault(word.sound, {})
            # Full names are written with more care than their parts.
            counts[spelling] = counts.get(spelling, 0) + len(name.words)
    mentions = sorted(by_id.values(), key=_order)
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
    families: dict[Someone, set[str]] = {}
    for name in mentions:
        for word in name.words:
            if word.part.kind == FAMILY:
                families.setdefault(name.someone, set()).add(word.sound)
            if word.part.kind != NAME:
                votes.setdefault(word.sound, []).append(word.part.kind)
            elif name.cue.is_title and not _is_given_only(word.stands_for, name):
                votes.setdefault(word.sound, []).append(FAMILY)
            else:
                alone.setdefault(word.sound, name)
    kinds = {key: max(sorted(set(ballots)), key=ballots.count) for key, ballots in votes.items()}
    listed = {
        key: GIVEN if _has_other_family(key, name, families) else _listed_kind(key, name) for key, name in alone.items()
    }
    return listed | kinds


def _has_other_family(key: str, name: ParsedName, families: Mapping[Someone, set[str]]) -> bool:
    """Whether somebody of whom a name in no list stands alone has a family name elsewhere: it is the given one."""
    conventions = name_conventions(name.original.pack)
    words = [word.stands_for for word in name.words if word.sound == key]
    is_listed = any(conventions.is_given(word) or word in conventions.family for word in words)
    return not is_listed and not name.cue.is_maiden and bool(families.get(name.someone, set()) - {key})


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
    usual = _usual_kind(word, name.original.pack)
    if usual and name.original.label != "RELATIVE":
        return usual
    if not is_given:  # relatives and neighbours are called by given names
        is_near = name.original.label == "RELATIVE" or (name.cue.is_nurse and name.original.label == "OTHER_PERSON")
        return GIVEN if is_near and not name.cue.is_maiden else FAMILY
    if name.cue.is_greeting or name.cue.is_nurse:
        return GIVEN
    return FAMILY if name.original.label == "CLINICIAN" else GIVEN


def _usual_kind(word: str, pack: LanguagePack) -> str:
    """The kind of a listed name that is common as that alone: Holm; "" for any other."""
    kinds = [kind for kind in (GIVEN, FAMILY) if word in common_folded(pack, pack.code, kind)]
    return kinds[0] if len(kinds) == 1 else ""


def _is_given_only(word: str, name: ParsedName) -> bool:
    """Whether a word can be a given name alone, as after a title that goes with both ("Mw Trijntje")."""
    conventions = name_conventions(name.original.pack)
    return conventions.is_given(word) and word not in conventions.family
