"""Names of people: the names of a persona in the shape of the mention.

What stays is everything but the names: order, comma, blanks, hyphens, capitals, genitive, "Jr". Given name alone stays
given name alone, initials stay initials of the new name, a misspelling stays one, kana stay kana.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache

from maskerad.core.entity import Form
from maskerad.languages import LanguagePack
from maskerad.languages.name_parts import NamePart
from maskerad.languages.names import name_conventions
from maskerad.surrogates.candidates import (
    HIRAGANA,
    KATAKANA,
    LATIN,
    as_hiragana,
    is_kana,
    names,
    romanised,
    script_of,
    writing_of,
)
from maskerad.surrogates.cultures import FAMILY, GIVEN, NewName, common_names, given_names, origins
from maskerad.surrogates.names import NameWord, ParsedName, Someone, parsed
from maskerad.surrogates.personas import OldName, Person, Personas, personas
from maskerad.surrogates.pet_names import pet_name
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import capitalised_as, in_case_of, in_class_of
from maskerad.surrogates.spelling import APOSTROPHES, genitive, misspelt
from maskerad.text.folding import fold

SHARING_MAX = 50  # people that share a name, looked through for the owner of an initial
ALPHABET = "ABCDEFGHIJKLMNOPRSTV"  # where a language has no list
ALIKE_MAX = 200
_SMALL = re.compile(r"[a-z]{1,3}(?=[^\W\d_a-z])")
CALLED_MARKS = frozenset('("“„«')
NAMELESS = frozenset({"particle", "suffix", "ending"})


def person(request: Request) -> str:
    """A person's new name, in the shape of the mention.

    Raises:
        SurrogateError: If the mention holds no name, or no candidate is left for one of its words.
    """
    name = parsed(request.record, request.original)
    if all(part.kind in NAMELESS for part in name.parts):
        raise request.refusal("no name in the mention")
    return _Rendering(request, name).text()


class _Rendering:
    """One mention while its new text is put together."""

    def __init__(self, request: Request, name: ParsedName) -> None:
        self.request, self.name = request, name
        self.old, self.book = request.text, personas(request.record)
        self.words = {word.part.start: word for word in name.words}
        self.written: list[str] = []
        self.n_given = 0  # given names and initials written so far

    def text(self) -> str:
        at = 0
        parts = self.name.parts
        for index, part in enumerate(parts):
            between = self.old[at : part.start]
            follows_particle = bool(index) and parts[index - 1].kind == "particle"
            if not follows_particle:
                self._between(between)
            elif part.kind != "particle":
                self._particles(index)
            if part.kind != "particle":
                self.written.append(self._new(part))
            at = part.end
        self._between(self.old[at:])
        return "".join(self.written)

    def _between(self, text: str) -> None:
        """What stands between words stays, but for digits."""
        if any(map(str.isdecimal, text)):
            text = in_class_of(text, self.request.record.keyed, self.request.record.scope, "PERSON", text)
        self.written.append(text)

    def _new(self, part: NamePart) -> str:
        old = self.old[part.start : part.end]
        if part.kind == "suffix":
            return old
        if part.kind == "ending":
            return genitive("".join(self.written), old, self.request.pack)
        if part.kind == "initial":
            letters = old[:1] if old[1:].islower() else old  # Th. Koch
            return "".join(self._initial(letter) for letter in letters)
        word = self.words[part.start]
        self.n_given += self.book.names.kind(word) == GIVEN
        return in_case_of(self._spelt(word, old), old)

    def _name(self, word: NameWord) -> NewName:
        new = self.book.new(self.name.someone, word)
        if new is None:
            raise self.request.refusal("no candidate is left for a name")
        return new

    def _spelt(self, word: NameWord, old: str) -> str:
        """The new name as the old one is written: script, form for women, pet form, misspelling."""
        name, record, pack = self._name(word), self.request.record, self.request.pack
        script = writing_of(old)
        if script_of(name.stem) != script:
            return _in_script(name, script, pack)
        stem = name.stem
        if name.other and script == LATIN and self._is_female_form(word):
            stem = name.other
        if word.form is Form.NICKNAME:
            return pet_name(stem, pack, record.is_free)
        own = self.book.names.spellings.get(word.sound, word.stands_for)
        is_slip = word.form is Form.MISSPELT or self.request.original.is_misspelt
        if (
            word.word != own
            and script == LATIN
            and (is_slip or word.form is None)
            and not self._is_other_gender(word, own)
        ):
            turn = record.keyed.number(2**32, "misspelt", record.scope, name.folded, word.word)
            return misspelt(stem, pack, turn, record.is_free, sounds_alike=not is_slip)
        return stem

    def _is_female_form(self, word: NameWord) -> bool:
        return self.request.original.gender == "female" or bool(origins(self.request.pack).male_forms(word.word))

    def _is_other_gender(self, word: NameWord, own: str) -> bool:
        """Whether two spellings are the forms of one family name for women and men."""
        male_forms = origins(self.request.pack).male_forms
        return own in male_forms(word.word) or word.word in male_forms(own)

    def _particles(self, index: int) -> None:
        """Particles of the new family name for those of the old one, or none."""
        first = index - 1
        while first and self.name.parts[first - 1].kind == "particle":
            first -= 1
        word = self.words.get(self.name.parts[index].start)
        if word is not None and self.book.names.kind(word) == FAMILY:
            old = self.old[self.name.parts[first].start : self.name.parts[index].end]
            particle = self._name(word).particle
            if particle.endswith(tuple(APOSTROPHES)):  # O', D' are written so everywhere
                self.written.append(in_case_of(particle, old))
            elif particle:
                self.written.append(capitalised_as(particle.lower(), old))

    def _initial(self, letter: str) -> str:
        """First letter of the new name that an initial stands for, or of one that nothing else tells."""
        if not letter.isalpha():
            return letter
        place, self.n_given = self.n_given, self.n_given + 1
        own = (
            self._called_letter(letter)
            or _owner_letter(self.book, self.name, fold(letter), place)
            or self._family_letter(fold(letter))
        )
        return in_case_of(own or _hidden_letter(self.request, self.name, letter, place), letter)

    def _called_letter(self, letter: str) -> str:
        """First letter of the new name by which somebody is called, where it stands in brackets: L. (Loes) Berg."""
        for start, word in self.words.items():
            is_called = self.old[start - 1 : start] in CALLED_MARKS and start > 0
            if is_called and word.word.startswith(fold(letter)) and self.book.names.kind(word) == GIVEN:
                return self._name(word).stem[:1]
        return ""

    def _family_letter(self, letter: str) -> str:
        """First letter of the one family name of the record that an initial behind given names may stand for."""
        kinds = {self.book.names.kind(word) for word in self.name.words}
        if self.n_given <= 1 or kinds != {GIVEN}:
            return ""
        spellings = self.book.names.spellings
        found = [new for sound, new in self.book.family.items() if spellings[sound].startswith(letter)]
        return found[0].stem[:1] if len(found) == 1 else ""


def _in_script(name: NewName, script: str, pack: LanguagePack) -> str:
    """A name by its reading, in kana or Latin letters; as it is when it has none."""
    if script == KATAKANA:
        return name.reading or name.stem
    if script == HIRAGANA:
        return as_hiragana(name.reading) or name.stem
    return (romanised(pack, name.reading) if script == LATIN else "") or name.stem


def _owner_letter(book: Personas, name: ParsedName, letter: str, place: int) -> str:
    """New first letter of the name that an initial stands for; "" when the record does not tell which.

    It stands for a name of who is meant or, where linking does not tell who that is, of the one person of the record
    who shares a name with the mention.
    """
    written = {word.sound for word in name.words}
    own = book.people.get(name.someone)
    if own and len(own.names) > len(written):
        return _letter_of(book, (name.someone, own), written, letter, place)
    bearers = {bearer for key in written for bearer in book.bearers.get(key, ())[:SHARING_MAX]}
    found = {_letter_of(book, (who, book.people[who]), written, letter, place) for who in bearers} - {""}
    return found.pop() if len(found) == 1 else ""


def _letter_of(book: Personas, bearer: tuple[Someone, Person], written: set[str], letter: str, place: int) -> str:
    """Given name number ``place`` if it begins so, else the first name that is not written out and does."""
    who, person = bearer
    others = [one for one in person.names if one.sound not in written]
    given = [one for one in others if one.kind == GIVEN]
    found = next((one for one in given[place : place + 1] + others if one.word.startswith(letter)), None)
    return book.letter(who, found) if found else ""


def _hidden_letter(request: Request, name: ParsedName, letter: str, place: int) -> str:
    """First letter of a given name that the record never writes out, chosen as if it did; never the same letter."""
    book, pack = personas(request.record), request.pack
    culture = book.cultures.get(name.someone, pack.code)
    listed = given_names(pack, culture, request.original.gender, "") if script_of(letter) == LATIN else ()
    letters = [one.stem[0] for one in listed if one.first != fold(letter) and script_of(one.stem) == LATIN]
    if not letters:
        return new_letter(request.record, pack, f"{request.key}\0{place}", letter)
    number = request.record.keyed.number(len(letters), "hidden", request.record.scope, request.key, str(place))
    return letters[number]


def new_letter(record: RecordContext, pack: LanguagePack, key: str, letter: str) -> str:
    """A capital for an initial whose name nothing tells, never the same letter."""
    others = _first_letters(pack, script_of(letter)).replace(fold(letter).upper()[:1], "").replace(letter, "")
    return others[record.keyed.number(len(others), "initial", record.scope, key)]


@lru_cache(maxsize=64)
def _first_letters(pack: LanguagePack, script: str) -> str:
    """The letters that common names of a language begin with, as often as they do."""
    family = common_names(pack, pack.code, FAMILY)
    if script == LATIN:
        stems = [(name.stem if script_of(name.stem) == LATIN else romanised(pack, name.reading)) for name in family]
        letters = "".join(fold(stem)[:1].upper() for stem in stems)
    else:
        letters = "".join(name[0] for name in names(pack, "family", script, ALIKE_MAX))
    return letters if len(set(letters)) > 1 else ALPHABET


def initials(request: Request) -> str:
    """Initials of the new name of whoever in the record has the old ones; other letters by key.

    Raises:
        SurrogateError: If there is no letter.
    """
    small = _particle_letters(request)
    letters = [char for at, char in enumerate(request.text) if char.isalpha() and at not in small]
    if not letters:
        raise request.refusal("no letter in the mention")
    new = _of_bearer(request, [fold(letter)[:1] for letter in letters])
    if not new and len(letters) > 1 and all(map(is_kana, letters)):
        new = _kana_start(request, "".join(letters))
    if not new:
        key = fold("".join(letters))
        new = [new_letter(request.record, request.pack, f"{key}\0{i}", char) for i, char in enumerate(letters)]
    return _in_place(request.text, new, small)


def _kana_start(request: Request, old: str) -> list[str]:
    """The beginning of a common family name in kana, for kana that shorten one; none where no list has readings."""
    script, pack = writing_of(old), request.pack
    starts = {
        _in_script(name, script, pack)[: len(old)] for name in common_names(pack, pack.code, FAMILY) if name.reading
    }
    fitting = sorted(start for start in starts if len(start) == len(old) and start[0] != old[0])
    if not fitting:
        return []
    return list(fitting[request.record.keyed.number(len(fitting), "initials", request.record.scope, old)])


def _particle_letters(request: Request) -> Set[int]:
    """Places of the small letters that stand for particles before a capital: the "vd" of "BvdL"."""
    places = {place for match in _SMALL.finditer(request.text) for place in range(*match.span())}
    own = {particle[0] for particle in name_conventions(request.pack).particles}
    return {place for place in places if request.text[place] in own}


def _of_bearer(request: Request, letters: list[str]) -> list[str]:
    """New letters by the names of who is meant, else of the first in folded order who has them; none if nobody."""
    book = personas(request.record)
    someone = parsed(request.record, request.original).someone
    bearers = [someone] if someone in book.people else []
    for who in (*bearers, *request.record.once("bearers", lambda: _by_initials(book)).get("".join(letters), ())):
        for order in _orders(book.people[who]):
            found = _aligned(letters, order)
            new = [book.letter(who, name) for name in found]
            if new and all(new):
                return new
    return []


def new_initials(record: RecordContext, letters: str) -> str:
    """New initials for those, folded, of somebody of the record; "" for nobody's."""
    record = record.context_of("PERSON")
    book = personas(record)
    for who in record.once("bearers", lambda: _by_initials(book)).get(letters, ()):
        for order in _orders(book.people[who]):
            new = [book.letter(who, name) for name in _aligned(letters, order)]
            if new and all(new):
                return "".join(new)
    return ""


def _by_initials(book: Personas) -> dict[str, list[Someone]]:
    """People by the folded initials of their full names."""
    found: dict[str, list[Someone]] = {}
    for who, person in sorted(book.people.items()):
        for order in _orders(person) if len(person.names) > 1 else ():
            found.setdefault("".join(name.word[0] for name in order), []).append(who)
    return found


def _orders(person: Person) -> list[tuple[OldName, ...]]:
    """The names as written, and given names first."""
    return [person.names, tuple(sorted(person.names, key=lambda name: name.kind == FAMILY))]


def _aligned(letters: Sequence[str], names: Sequence[OldName]) -> list[OldName]:
    """The names that initials stand for, in order; none unless every letter finds one."""
    found: list[OldName] = []
    at = 0
    for letter in letters:
        at = next((place for place in range(at, len(names)) if names[place].word.startswith(letter)), -1) + 1
        if not at:
            return []
        found.append(names[at - 1])
    return found


def _in_place(text: str, new: Sequence[str], kept: Set[int]) -> str:
    following = iter(new)
    return "".join(
        in_case_of(next(following), char) if char.isalpha() and at not in kept else char for at, char in enumerate(text)
    )
