"""Names of people: the names of a persona in the shape of the mention.

What stays is everything but the names: order, comma, blanks, hyphens, capitals, genitive, "Jr". Given name alone stays
given name alone, initials stay initials of the new name, a misspelling stays one, kana stay kana.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile

from maskerad.core.entity import Form
from maskerad.languages import LanguagePack
from maskerad.languages.listed import names, romanised
from maskerad.names.common_names import FAMILY, GIVEN, NewName, common_names, given_names
from maskerad.names.cultures import origins
from maskerad.names.parser import FEMININE
from maskerad.names.parts import HYPHENS, NamePart
from maskerad.surrogates.people.names import NameWord, ParsedName, Someone, is_joined_by_particle, parsed
from maskerad.surrogates.people.personas import KIN, PATIENT, Person, Personas, personas
from maskerad.surrogates.people.pet_names import pet_name
from maskerad.surrogates.people.spelling import APOSTROPHES, genitive, misspelt
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import capitalised_as, in_case_of, in_class_of
from maskerad.text.folding import fold
from maskerad.text.scripts import (
    HALF_WIDTH,
    HAN,
    HIRAGANA,
    KATAKANA,
    LATIN,
    as_half_width,
    as_hiragana,
    script_of,
    writing_of,
)

SHARING_MAX = 50  # people that share a name, looked through for the owner of an initial
ALPHABET = "ABCDEFGHIJKLMNOPRSTV"  # where a language has no list
ALIKE_MAX = 200
CALLED_MARKS = frozenset('("“„«')
NAMELESS = frozenset({"particle", "title", "suffix", "ending"})


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
        self._behind()
        return "".join(self.written)

    def _behind(self) -> None:
        """Particles of the new family name behind the given names, where the old ones stand there: Berg, A. van den."""
        trailing = list(takewhile(lambda part: part.kind == "particle", reversed(self.name.parts)))
        word = next((word for word in self.words.values() if self.book.names.kind(word) == FAMILY), None)
        if trailing and word is not None and len(trailing) < len(self.name.parts):
            particle, old = self._name(word).particle.strip(), self.old[trailing[-1].start : trailing[0].end]
            self.written = ["".join(self.written).rstrip()]
            if particle:
                self.written += [" ", particle.upper() if old.isupper() else particle.lower()]

    def _between(self, text: str) -> None:
        """What stands between words stays, but for digits."""
        if any(map(str.isdecimal, text)):
            text = in_class_of(text, self.request.record.keyed, self.request.record.scope, "PERSON", text)
        self.written.append(text)

    def _new(self, part: NamePart) -> str:
        old = self.old[part.start : part.end]
        if part.kind in ("title", "suffix"):
            return old
        if part.kind == "ending":
            return genitive("".join(self.written), old, self.request.pack)
        if part.kind == "initial":
            if FEMININE in self.old[part.end : part.end + 2]:  # M.ª Pilar, whom a hundred others share it with
                return in_case_of(_owner_letter(self.book, self.name, fold(old), 0) or old, old)
            letters = old[:1] if old[1:].islower() else old  # Th. Koch
            if len(old) == 1 and self._leads_a_name(part):  # W-Hill of Warsame Hill; T-Boy, which shortens no name
                behind = self.words.get(part.end + 1)
                is_family = behind is not None and self.book.names.kind(behind) == FAMILY
                own = _owner_letter(self.book, self.name, fold(old), self.n_given) if is_family else ""
                return in_case_of(own or hidden_letter(self.request, self.name, old, 0), old)
            return "".join(self._initial(letter) for letter in letters)
        word = self.words[part.start]
        self.n_given += self.book.names.kind(word) == GIVEN
        new = in_case_of(self._spelt(word, old), old)
        return as_half_width(new) if HALF_WIDTH.search(old) else new

    def _leads_a_name(self, part: NamePart) -> bool:
        """Whether a hyphen joins a letter to a name, and not to another letter: T-Boy, but not S-L."""
        following = (follower for follower in self.name.parts if follower.start == part.end + 1)
        return self.old[part.end : part.end + 1] in HYPHENS and next(following, part).kind != "initial"

    def _name(self, word: NameWord) -> NewName:
        new = self.book.new(self.name.someone, word)
        if new is None:
            raise self.request.refusal("no candidate is left for a name")
        return new

    def _spelt(self, word: NameWord, old: str) -> str:
        """The new name as the old one is written: script, form for women, pet form, misspelling."""
        name, record, pack = self._name(word), self.request.record, self.request.pack
        script = writing_of(old)
        stem = name.stem if script_of(name.stem) == script else in_script(name, script, pack)
        if word.form is Form.SHORT:
            is_apart = name.particle.endswith(" ")  # De Angelis, not D'Amico
            return (name.particle.strip() if is_apart else name.text) if script == LATIN else stem[: len(old)]
        if script_of(name.stem) != script:
            if script == HAN and script_of(stem) != HAN:
                raise self.request.refusal("no name in Chinese characters")
            return stem
        if name.other and script == LATIN and self._is_female_form(word):
            stem = name.other
        if word.form is Form.NICKNAME:
            return pet_name(stem, pack, lambda form: record.is_free(form) and fold(form) not in self.book.served)
        own = self.book.names.spellings.get(word.sound, word.stands_for)
        if script == LATIN and word.word == own + "s":
            return stem + "s"  # the post of Raj that is written "Rajs post"
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
            elif is_joined_by_particle(self.name, word):
                self.written.append(self.old[self.name.parts[first].start : self.name.parts[index].start])

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
        if own and script_of(letter) == LATIN != script_of(own):
            own = ""  # a Latin letter beside Latin names stays one
        return in_case_of(own or hidden_letter(self.request, self.name, letter, place), letter)

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
        sounds = [sound for sound in self.book.family if spellings[sound].startswith(letter)]
        if len(sounds) > 1 and self.request.original.role in KIN:
            own = {
                name.sound
                for (_, role), patient in self.book.people.items()
                if role == PATIENT
                for name in patient.names
            }
            sounds = [sound for sound in sounds if sound in own]
        return self.book.family[sounds[0]].stem[:1] if len(sounds) == 1 else ""


def in_script(name: NewName, script: str, pack: LanguagePack) -> str:
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
    if own and {name.sound for name in (*own.names, *own.others)} - written:
        return _letter_of(book, (name.someone, own), written, letter, place)
    bearers = {bearer for key in written for bearer in book.bearers.get(key, ())[:SHARING_MAX]}
    letters = {_letter_of(book, (who, book.people[who]), written, letter, place) for who in bearers} - {""}
    return letters.pop() if len(letters) == 1 else ""


def _letter_of(book: Personas, bearer: tuple[Someone, Person], written: set[str], letter: str, place: int) -> str:
    """Given name number ``place`` if it begins so, else the first name that is not written out and does."""
    who, person = bearer
    others = [old for old in (*person.names, *person.others) if old.sound not in written]
    given = [old for old in others if old.kind == GIVEN]
    name = next((old for old in given[place : place + 1] + others if old.word.startswith(letter)), None)
    return book.letter(who, name) if name else ""


def hidden_letter(request: Request, name: ParsedName, letter: str, place: int) -> str:
    """First letter of a given name that the record never writes out, chosen as if it did; never the same letter."""
    book, pack = personas(request.record), request.pack
    culture = book.cultures.get(name.someone, pack.code)
    genders = (request.original.gender,) if request.original.gender else ("female", "male")
    letters = _other_letters(pack, culture, genders, fold(letter)) if script_of(letter) == LATIN else ""
    if not letters:
        return new_letter(request.record, pack, f"{request.key}\0{place}", letter)
    number = request.record.keyed.number(len(letters), "hidden", request.record.scope, request.key, str(place))
    return letters[number]


@lru_cache(maxsize=2_048)
def _other_letters(pack: LanguagePack, culture: str, genders: tuple[str, ...], letter: str) -> str:
    """The letters that common given names begin with, as often as they do, without one letter."""
    listed = [name for gender in genders for name in given_names(pack, culture, gender, "")]
    return "".join([name.stem[0] for name in listed if name.first != letter and script_of(name.stem) == LATIN])


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
