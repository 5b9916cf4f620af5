"""The new names of a record's people, word by word.

A record's names are taken apart into words, and every word gets one new word: "Lindqvist" becomes the same family
name at all who bear it, "Anna" the same given name alone, in a full name and in "Anna-Karin". So mentions that are
parts of one another agree, and relatives keep sharing a name.

A new word never begins as the old one does, so initials change too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from maskerad.core.schemes import load_scheme
from maskerad.languages import LanguagePack
from maskerad.languages.name_parts import NamePart, parse_name
from maskerad.languages.names import name_conventions
from maskerad.surrogates.candidates import LATIN, names, particled, proposal, script_of
from maskerad.surrogates.request import Original, RecordContext
from maskerad.text.folding import fold, folded_words

GIVEN_MAX, FAMILY_MAX = 600, 1500  # of the commonest names
NEUTRAL_MIN = 20
GIVEN, FAMILY, NAME = "given", "family", "name"


@dataclass(frozen=True, slots=True)
class ParsedName:
    """One mention of a person, taken apart."""

    original: Original = field(repr=False)
    parts: tuple[NamePart, ...]

    def word(self, part: NamePart) -> str:
        """A part, folded."""
        return fold(self.original.text[part.start : part.end])

    def words(self, kind: str) -> tuple[str, ...]:
        """The folded words of one kind."""
        return tuple(self.word(part) for part in self.parts if part.kind == kind)


@dataclass(frozen=True, slots=True)
class NameWord:
    """What a record tells of one word of its names."""

    kind: str
    gender: str
    script: str
    has_particle: bool
    original: Original = field(repr=False)


@dataclass(frozen=True, slots=True)
class NameBook:
    """New words for the words of a record's names.

    Attributes:
        kinds: Folded word to its kind when it stands alone, "given" or "family".
        new: (kind, folded word) to new word; a new family name may bring particles ("van den Berg").
        full_names: Folded word to the mentions with both a given and a family name in which it stands.
        initials: Folded initials to the (kind, word) pairs of the full name that has them.
    """

    kinds: Mapping[str, str] = field(repr=False)
    new: Mapping[tuple[str, str], str] = field(repr=False)
    full_names: Mapping[str, list[ParsedName]] = field(repr=False)
    initials: Mapping[str, tuple[tuple[str, str], ...]] = field(repr=False)

    def kind(self, part: NamePart, word: str) -> str:
        """Kind of a part, settled by the record where the mention does not tell."""
        return part.kind if part.kind != NAME else self.kinds.get(word, FAMILY)

    def first_letter(self, kind: str, word: str) -> str:
        """First letter of the new word, its particles left aside; "" when there is none."""
        return self.new.get((kind, word), "").rpartition(" ")[2][:1]

    def any_new(self, word: str) -> str:
        """The new word for a folded word of whichever kind; "" when it is no name of the record."""
        kind = self.kinds.get(word, "")
        return self.new.get((kind, word), "")


@lru_cache(maxsize=256)
def is_person(label: str) -> bool:
    """Whether a label of the core scheme is a kind of person."""
    return "PERSON" in load_scheme("core").lineage(label)


def name_book(record: RecordContext) -> NameBook:
    """The name book of a record, worked out once."""
    return record.once("name_book", lambda: _make_book(record))


def parsed(record: RecordContext, original: Original) -> ParsedName:
    """A mention taken apart in the light of the whole record."""
    known = record.once("name_words", lambda: _known_words(record))
    return record.once(("parsed", original.text, original.label, original.pack.code), lambda: _parsed(original, known))


def _parsed(original: Original, known: frozenset[str]) -> ParsedName:
    conventions = name_conventions(original.pack)
    return ParsedName(original, tuple(parse_name(original.text, original.label, conventions, known)))


def _known_words(record: RecordContext) -> frozenset[str]:
    """Folded words of all mentions of people."""
    people = (original for original in record.originals if is_person(original.label))
    return frozenset(word for original in people for word in folded_words(original.text))


def _make_book(record: RecordContext) -> NameBook:
    mentions = [parsed(record, original) for original in record.originals if is_person(original.label)]
    mentions.sort(key=lambda name: (fold(name.original.text), name.original.label, name.original.pack.code))
    kinds = _settled_kinds(mentions)
    words = _words(mentions, kinds)
    new = _new_words(record, words, GIVEN) | _new_words(record, words, FAMILY)
    full = [name for name in mentions if name.words(GIVEN) and name.words(FAMILY)]
    return NameBook(kinds, new, _by_word(full), _by_initials(full))


def _new_words(
    record: RecordContext, words: Mapping[tuple[str, str], NameWord], kind: str
) -> dict[tuple[str, str], str]:
    def propose(word: str, attempt: int) -> str | None:
        return _propose(record, word, words[kind, word], attempt)

    served = record.distinct(kind, [word for its_kind, word in words if its_kind == kind], propose)
    return {(kind, word): surrogate for word, surrogate in served.items()}


def _by_word(full: list[ParsedName]) -> dict[str, list[ParsedName]]:
    """Full names under each of their words."""
    found: dict[str, list[ParsedName]] = {}
    for name in full:
        for word in {*name.words(GIVEN), *name.words(FAMILY)}:
            found.setdefault(word, []).append(name)
    return found


def _by_initials(full: list[ParsedName]) -> dict[str, tuple[tuple[str, str], ...]]:
    """The words, with their kinds, of the first full name in folded order that has these initials.

    A name has its initials in the order written and, if that is another, given names first.
    """
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for name in full:
        written = tuple((part.kind, name.word(part)) for part in name.parts if part.kind in (GIVEN, FAMILY))
        for words in (written, tuple(sorted(written, key=lambda pair: pair[0] == FAMILY))):
            found.setdefault("".join(word[0] for _, word in words), words)
    return found


def _settled_kinds(mentions: list[ParsedName]) -> dict[str, str]:
    """Which kind a word is where a mention does not tell: by the record's full names, then lists, then label."""
    votes: dict[str, Counter[str]] = {}
    alone: dict[str, ParsedName] = {}
    for name in mentions:
        for part in name.parts:
            if part.kind in (GIVEN, FAMILY):
                votes.setdefault(name.word(part), Counter())[part.kind] += 1
            elif part.kind == NAME:
                alone.setdefault(name.word(part), name)
    kinds = {word: max(sorted(counts), key=counts.__getitem__) for word, counts in votes.items()}
    return {word: _listed_kind(word, name) for word, name in alone.items()} | kinds


def _listed_kind(word: str, name: ParsedName) -> str:
    conventions = name_conventions(name.original.pack)
    is_given, is_family = conventions.is_given(word), word in conventions.family
    if is_given != is_family:
        return GIVEN if is_given else FAMILY
    return FAMILY if name.original.label == "CLINICIAN" or not is_given else GIVEN


def _words(mentions: list[ParsedName], kinds: Mapping[str, str]) -> dict[tuple[str, str], NameWord]:
    """What the record tells of every word of its names."""
    words: dict[tuple[str, str], NameWord] = {}
    for name in mentions:
        for kind, part, follows in _name_parts(name, kinds):
            word = name.word(part)
            before = words.get((kind, word))
            text = name.original.text[part.start : part.end]
            gender = _gender(name, word) if kind == GIVEN else ""
            words[kind, word] = NameWord(
                kind,
                (before.gender if before else "") or gender,
                script_of(text),
                follows or (before is not None and before.has_particle),
                before.original if before else name.original,
            )
    return words


def _name_parts(name: ParsedName, kinds: Mapping[str, str]) -> Iterator[tuple[str, NamePart, bool]]:
    """Kind, part, and whether a particle stands before it."""
    previous = ""
    for part in name.parts:
        if part.kind in (GIVEN, FAMILY, NAME):
            kind = part.kind if part.kind != NAME else kinds.get(name.word(part), FAMILY)
            yield kind, part, previous == "particle"
        previous = part.kind


def _gender(name: ParsedName, word: str) -> str:
    """By the word itself, then by what linking tells, then by the mention's first given name."""
    conventions = name_conventions(name.original.pack)
    given = (word, *name.words(GIVEN)[:1])
    return conventions.gender(word) or name.original.gender or next(filter(None, map(conventions.gender, given)), "")


def _propose(record: RecordContext, word: str, facts: NameWord, attempt: int) -> str | None:
    found = proposal(record.keyed, record.scope, facts.kind, word, _listed(facts), attempt)
    if found is None:
        return None
    own_first = fold(found.rpartition(" ")[2])[:1]
    return found if own_first and own_first != word[:1] else ""


def _listed(facts: NameWord) -> tuple[str, ...]:
    """Candidates of the same kind, gender and script."""
    pack = facts.original.pack
    if facts.kind == FAMILY:
        with_particle = particled(pack, name_conventions(pack).particles) if facts.has_particle else ()
        return with_particle or names(pack, "family", facts.script, FAMILY_MAX)
    female = names(pack, "given_female", facts.script, GIVEN_MAX)
    male = names(pack, "given_male", facts.script, GIVEN_MAX)
    if facts.gender:
        return female if facts.gender == "female" else male
    return _neutral(female, male)


def _neutral(female: tuple[str, ...], male: tuple[str, ...]) -> tuple[str, ...]:
    """Names of both; where the lists share too few, all of either."""
    men = set(male)
    both = tuple(name for name in female if name in men)
    return both if len(both) >= NEUTRAL_MIN else tuple(dict.fromkeys(female + male))


def new_letter(record: RecordContext, pack: LanguagePack, key: str, letter: str) -> str:
    """A capital for an initial whose name the record does not tell, never the same letter."""
    alphabet = "ABCDEFGHIJKLMNOPRSTV"
    if script_of(letter) != LATIN:
        alphabet = "".join(dict.fromkeys(name[0] for name in names(pack, "family", script_of(letter), 200))) or alphabet
    others = alphabet.replace(fold(letter).upper()[:1], "").replace(letter, "")
    return others[record.keyed.number(len(others), "initial", record.scope, key)]
