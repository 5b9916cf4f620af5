"""Names of the record that stand in addresses, user names and codes: the new names go there too."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.languages.listed import romanised
from maskerad.names.common_names import GIVEN, NewName
from maskerad.names.likeness import nicknames
from maskerad.names.order import parts_of
from maskerad.surrogates.people.names import NameWord, ParsedName, Someone
from maskerad.surrogates.people.personas import Personas, personas
from maskerad.surrogates.people.persons import person
from maskerad.surrogates.request import RecordContext, Request
from maskerad.text.folding import fold, folded_words
from maskerad.text.scripts import LATIN, is_kana, script_of

# How letters are written where only ASCII can be; general knowledge.
IN_ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})
BEARERS_MAX = 50  # people of one name, looked through for the owner of an initial
SIGNATORIES_MAX = 300  # people whose names begin alike, looked through for the owner of a user name
PART_CHARS = 3  # a user name is made of whole names and of up to so many first letters of them ("annlin", "alind")
PARTS_MAX = 3
JOINED_CHARS_MIN = 4
CONTAINED_CHARS = 4  # letters of a name from which it is seldom part of another word

_ByLetter = Mapping[str, list[tuple[str, str]]]  # first letter to names and new names, in their order


@dataclass(frozen=True, slots=True)
class RelatedNames:
    """The names of a record as they stand in an address, to the new ones in ASCII.

    Attributes:
        words: Word to new word; given names first.
        bearers: Word to those who bear it, in an order that depends on nothing else.
        own: Who, to the words and new words of all of the names.
        signatories: First letter to those of whose names one begins with it, who have several, each with his names and
            new names by the letters that these begin with.
    """

    words: Mapping[str, str] = field(repr=False)
    bearers: Mapping[str, list[Someone]] = field(repr=False)
    own: Mapping[Someone, Mapping[str, str]] = field(repr=False)
    signatories: Mapping[str, list[_ByLetter]] = field(repr=False)
    _known: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def new(self, run: str) -> str:
        """The new form of a name, or of names of one person run together; else ""."""
        return self.words.get(fold(run), "") or self.joined(fold(run))

    def start(self, start: str, words: Iterable[str]) -> str:
        """The new first letters for those of a name whose bearer's other name stands among ``words``; else ""."""
        for word in words:
            for someone in self.bearers.get(word, ())[:BEARERS_MAX]:
                own = self.own[someone]
                others = [old for old in own if own[old] != own[word]]
                found = next((old for old in others if old.startswith(start)), "")
                if found:
                    return own[found][: len(start)]
                letters = "".join(old[:1] for old in others)
                if start in letters:  # of Jeanne-Marie
                    at = letters.index(start)
                    return "".join(own[old][:1] for old in others[at : at + len(start)])
        return ""

    def contained(self, run: str) -> Contained | None:
        """The longest name of the record with which a run begins or ends ("mslaverne"); None where none does."""
        folded = fold(run)
        for n in range(len(folded) - 1, CONTAINED_CHARS - 1, -1):
            for start in (0, len(folded) - n):
                if new := self.words.get(folded[start : start + n]):
                    return Contained(start, start + n, new)
        return None

    def joined(self, run: str) -> str:
        """The new form of names of one person run together, whole or by their beginnings ("annlin"); else ""."""
        if run not in self._known:
            self._known[run] = self._joined(run)
        return self._known[run]

    def _joined(self, run: str) -> str:
        if len(run) < JOINED_CHARS_MIN or not run.isalpha():
            return ""
        for names in self.signatories.get(run[0], ())[:SIGNATORIES_MAX]:
            parts = _parts(run, names, PARTS_MAX)
            if parts and max(part.n_chars for part in parts) >= PART_CHARS:
                are_cut = any(1 < part.n_chars < len(part.old) for part in parts)
                return "".join(part.written(are_cut) for part in parts)
        return ""


class Contained(NamedTuple):
    """A whole name in a longer run of letters, and the new one."""

    start: int
    end: int
    new: str


def related_names(record: RecordContext) -> RelatedNames:
    """The names that stand in addresses of a record, worked out once."""
    record = record.context_of("PERSON")
    return record.once("related", lambda: _related(record, personas(record)))


def related_word(record: RecordContext, word: str) -> str:
    """The new word for a name of the record that stands in an address or a user name, in ASCII; else ""."""
    return related_names(record).words.get(fold(word), "")


class _Part(NamedTuple):
    """A piece of a user name: the first letters of a name, or all of it."""

    old: str
    new: str
    n_chars: int

    def written(self, are_cut: bool) -> str:
        """The new name, cut like the old one; a short one too where the names beside it are ("annlin")."""
        is_whole = self.n_chars == len(self.old) and not (are_cut and self.n_chars <= PART_CHARS)
        return self.new if is_whole else self.new[: self.n_chars]


def _n_common(one: str, other: str) -> int:
    """How many first letters two words share."""
    differing = (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right)
    return next(differing, min(len(one), len(other)))


def _parts(run: str, names: _ByLetter, n_parts: int, used: tuple[str, ...] = ()) -> tuple[_Part, ...]:
    """The names whose beginnings a run is made of, each another one; none when it is not."""
    if not n_parts:
        return ()
    for old, new in names.get(run[0], ()):
        if new in used:
            continue
        n_common = _n_common(old, run)
        fewer = range(min(n_common, PART_CHARS), 0, -1)
        for n in (n_common, *fewer) if n_common == len(old) or n_common == len(run) else fewer:
            part = _Part(old, new, n)
            if n == len(run):
                return (part,)
            rest = _parts(run[n:], names, n_parts - 1, (*used, new))
            if rest:
                return (part, *rest)
    return ()


def _related(record: RecordContext, book: Personas) -> RelatedNames:
    words: dict[str, str] = {}
    bearers: dict[str, list[Someone]] = defaultdict(list)
    own: dict[Someone, dict[str, str]] = defaultdict(dict)
    for name in book.names.mentions:
        whole: list[str] = []
        for word in name.words:
            new = book.new(name.someone, word)
            text = _in_ascii(new, name.original.pack) if new else ""
            whole.append(text)
            for spelling in _spellings(name, word) if text else ():
                words.setdefault(spelling, text)
                if spelling not in own[name.someone]:
                    own[name.someone][spelling] = text
                    bearers[spelling].append(name.someone)
            if new and text and word.has_particle:  # deluca@
                joined = _with_particle(name, word)
                if joined not in own[name.someone]:
                    own[name.someone][joined] = words.setdefault(joined, _plain(fold(new.particle)) + text)
                    bearers[joined].append(name.someone)
        for old, new_letter in _initials(record, name):  # ptermaat@
            own[name.someone].setdefault(old, new_letter)
        if len(whole) > 1 and all(whole):  # annalind@
            words.setdefault("".join(folded_words(name.original.text)), "".join(whole))
    for pet_form, someone, text in _pet_forms(book, own):
        if pet_form not in words:
            words[pet_form] = own[someone][pet_form] = text
            bearers[pet_form].append(someone)
    return RelatedNames(words, bearers, own, _signatories(own))


def _pet_forms(book: Personas, own: Mapping[Someone, Mapping[str, str]]) -> Iterator[tuple[str, Someone, str]]:
    """Listed pet forms of given names, by which an address may call its owner, and the new names: lola@ of Dolores."""
    for name in book.names.mentions:
        for word in name.words:
            if book.names.kind(word) == GIVEN and (text := own[name.someone].get(word.word, "")):
                yield from (
                    (form, name.someone, text) for form in sorted(nicknames(name.original.pack).get(word.word, ()))
                )


def _initials(record: RecordContext, name: ParsedName) -> Iterator[tuple[str, str]]:
    """The initials of a written name, and those of the new one."""
    if name.words and any(part.kind == "initial" for part in name.parts):
        new = person(Request(name.original, record))
        both = (name.original.text, name.parts), (new, parts_of(new, "PERSON", name.original.pack, frozenset()))
        old, letters = ([fold(text[part.start]) for part in parts if part.kind == "initial"] for text, parts in both)
        if len(old) == len(letters) and all(letter.isascii() for letter in letters):
            yield from zip(old, letters, strict=True)


def _signatories(own: Mapping[Someone, Mapping[str, str]]) -> dict[str, list[_ByLetter]]:
    """Those with several names, by the letters that these begin with."""
    signatories: dict[str, list[_ByLetter]] = defaultdict(list)
    for names in own.values():
        if len(set(names.values())) > 1:
            by_letter = _by_letter(names)
            for letter in sorted(by_letter):
                signatories[letter].append(by_letter)
    return signatories


def _by_letter(names: Mapping[str, str]) -> _ByLetter:
    by_letter: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for old, new in names.items():
        by_letter[old[0]].append((old, new))
    return dict(by_letter)


def _with_particle(name: ParsedName, word: NameWord) -> str:
    """A family name run together with the particles before it."""
    at = name.parts.index(word.part)
    while at and name.parts[at - 1].kind == "particle":
        at -= 1
    return "".join(folded_words(name.original.text[name.parts[at].start : word.part.end]))


def _spellings(name: ParsedName, word: NameWord) -> Iterator[str]:
    """A name as an address may have it: folded, with two letters for one of another alphabet, in Latin letters."""
    yield word.word
    written = unicodedata.normalize("NFC", name.original.text[word.part.start : word.part.end]).lower()
    if not written.isascii():
        in_full = fold(written.translate(IN_ASCII))
        if in_full != word.word:
            yield in_full
        if is_kana(written) and (latin := romanised(name.original.pack, written)):
            yield fold(latin)


def _in_ascii(new: NewName, pack: LanguagePack) -> str:
    text = new.folded if script_of(new.stem) == LATIN else fold(romanised(pack, new.reading))
    return _plain(text)


def _plain(text: str) -> str:
    return "".join(char for char in text if char.isascii() and char.isalnum())
