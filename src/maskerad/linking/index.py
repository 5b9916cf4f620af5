"""The people of a record by their names: who has a word, and who has a name that is like it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from maskerad.core.entity import Form, StandsFor
from maskerad.languages import LanguagePack
from maskerad.languages.listed import romanised
from maskerad.languages.names import name_conventions
from maskerad.linking.likely import (
    Likeness,
    are_together,
    are_usual,
    begin_alike,
    is_family_alone,
    is_one_gender,
    is_one_slot,
    slot,
)
from maskerad.linking.person import PATIENT, Person, Written
from maskerad.names.likeness import Spellings, nicknames
from maskerad.names.name import joined_words
from maskerad.names.readings import composed, has_readings, has_sounds, heard_as, sounds
from maskerad.names.short_names import is_short_for
from maskerad.names.transcription import across_scripts, consonants, spoken
from maskerad.text.folding import fold
from maskerad.text.scripts import KATAKANA, is_kana, script_of

FITTING_MAX = 50  # people that share a word, looked through for the one that a form belongs to
ALIKE_MAX = 16  # names that sound or begin alike, beyond which that tells nobody
SHORT_START, SHORT_END = 3, 4  # letters at the ends of a name that its short forms keep
_ACROSS = "/"  # before keys across scripts
_CONSONANTS = "="  # before a key of consonants
_COMPOSED = "%"  # before a reading that is put together of those of its signs


class PersonIndex:
    """The people that are known so far, by every word of their names and by what is like it."""

    def __init__(self) -> None:
        self.persons: list[Person] = []
        self._by_words: dict[frozenset[str], list[Person]] = defaultdict(list)
        self._having: dict[str, list[Person]] = defaultdict(list)
        self._sounding: dict[str, list[tuple[str, Person]]] = defaultdict(list)
        self._joined: dict[str, list[Person]] = defaultdict(list)
        self._spellings = Spellings()
        self._spoken: dict[str, list[tuple[str, Person]]] = defaultdict(list)
        self._edges: dict[str, list[tuple[str, Person]]] = defaultdict(list)

    def same(self, words: frozenset[str]) -> Sequence[Person]:
        """People with these names and no others."""
        return self._by_words.get(words, ())

    def having(self, words: frozenset[str]) -> list[Person]:
        """People who have all of some names; none where so many have them that it tells nobody."""
        candidates: Sequence[Person] = min((self._having.get(word, ()) for word in words), key=len)
        if len(candidates) > FITTING_MAX:
            return []
        return [candidate for candidate in candidates if words <= candidate.words or words <= candidate.spelt]

    def add(self, person: Person) -> Person:
        """Makes a person known by every word of the name."""
        self.persons.append(person)
        self._by_words[person.words].append(person)
        words = sorted(person.words)  # or the first likeness that is found would hang on the hash seed
        for word in words:
            self._having[word].append(person)
            self._spellings.add(word)
            for key in _heard_keys(word):
                self._spoken[key].append((word, person))
            if word not in person.name.family:
                for edge in _edges(word):
                    self._edges[edge].append((word, person))
        if has_readings(person.pack):
            for word in words:
                if key := _across(word, person.pack):
                    self._spoken[key].append((word, person))
        if has_sounds(person.pack):
            for word in words:
                put_together = (_COMPOSED + read for read in composed(word, person.pack))
                for sound in (*sounds(word, person.pack), *put_together):
                    self._sounding[sound].append((word, person))
        for joined in joined_words(person.name):
            self._joined[spoken(joined) or joined].append(person)
        return person

    def learn(self, words: Iterable[str], person: Person) -> None:
        """Makes further names of a person known."""
        for word in words:
            if person not in self._having[word]:
                person.words |= {word}
                self._having[word].append(person)

    def learn_spelling(self, words: frozenset[str], person: Person) -> None:
        """Makes another spelling of somebody's whole name known, of which parts may be written alone."""
        person.spelt |= words
        for word in sorted(words):
            if person not in self._having[word]:
                self._having[word].append(person)

    def like_word(self, word: str, form: Written) -> dict[Person, Likeness]:
        """People with a name like a word of a form; the first way in which one is found is the surest."""
        options: dict[Person, Likeness] = {}
        same = self._having.get(word, ())
        if len(same) <= FITTING_MAX:
            options.update(dict.fromkeys(same, (0, 0, ())))
        self._add_nicknamed(word, form, options)
        self._add_joined(word, form, options)
        self._add_abbreviated(word, form, options)
        if has_readings(form.pack):
            self._add_read(word, form, options)
        if has_sounds(form.pack):
            self._add_sounding(word, form, options)
        if has_readings(form.pack):
            self._add_composed(word, form, options)
        self._add_heard(word, form, options)
        self._add_short(word, form, options)
        self._add_misspelt(word, form, options)
        return options

    def _add_nicknamed(self, word: str, form: Written, options: dict[Person, Likeness]) -> None:
        """People of whose name a listed pet form is a word, or the other way round."""
        for other in sorted(nicknames(form.pack).get(word, ())):
            having, joined = self._having.get(other, ()), self._joined.get(spoken(other) or other, ())
            for person in (*having[:FITTING_MAX], *joined[:FITTING_MAX]):
                if len(form.name.words) > 1 or other not in person.name.family:
                    options.setdefault(person, (1, 0, (StandsFor(word, other, Form.NICKNAME),)))

    def _add_joined(self, word: str, form: Written, options: dict[Person, Likeness]) -> None:
        """People whose names are written apart where the form has one word, or together where it has two."""
        for joined in (word, *(spelling for spelling in joined_words(form.name) if word in spelling)):
            run = self._joined.get(spoken(word) or word, ()) if joined == word else self._having.get(joined, ())
            for person in run[:FITTING_MAX]:
                options.setdefault(person, (1, 0, ()))

    def _add_abbreviated(self, word: str, form: Written, options: dict[Person, Likeness]) -> None:
        """People of whose double given name a letter stands for the first half: J-Marc."""
        for first, second, *_ in (group for group in form.name.joined if group[0] == word):
            for person in self._having.get(second, ())[:FITTING_MAX]:
                if second in person.name.given and person.initials == first[0]:
                    options.setdefault(person, (1, 0, ()))

    def _add_sounding(self, word: str, form: Written, options: dict[Person, Likeness]) -> None:
        """People with a name that is read or spelt like a word, as the pack tells."""
        for sound in sorted(heard_as(word, form.pack)):
            self._add_reading(word, form, self._sounding.get(sound, ()), options)

    def _add_composed(self, word: str, form: Written, options: dict[Person, Likeness]) -> None:
        """People with a name in another script that may be read like a word, sign by sign: 拓真, タクマ."""
        keys = (*(_COMPOSED + sound for sound in sounds(word, form.pack)), *composed(word, form.pack))
        for key in sorted(keys):
            named = self._sounding.get(key, ())
            self._add_reading(word, form, [pair for pair in named if script_of(pair[0]) != script_of(word)], options)

    def _add_reading(
        self, word: str, form: Written, named: Sequence[tuple[str, Person]], options: dict[Person, Likeness]
    ) -> None:
        for other, person in named[:FITTING_MAX]:
            if not (other in person.name.given and is_family_alone(word, form)):  # 佐藤 is no さと
                options.setdefault(person, (1, 0, (StandsFor(word, other, Form.READING),)))

    def _add_misspelt(self, word: str, form: Written, options: dict[Person, Likeness]) -> None:
        """People with a name of the same kind that a slip or two part from a word."""
        for other, n_errors in self._spellings.near(word, spare=form.role == PATIENT):
            for person in self._having[other][:FITTING_MAX]:
                if is_one_slot(word, form, other, person) and (form.role == PATIENT or begin_alike(word, other)):
                    options.setdefault(person, (2, n_errors, (StandsFor(word, other, Form.MISSPELT),)))

    def _add_heard(self, word: str, form: Written, options: dict[Person, Likeness]) -> None:
        """People of the form's role with a name that sounds like a word, whoever spells it."""
        for key in _heard_keys(word):
            for other, person in _few(self._spoken.get(key, ())):
                if other != word and _is_of_role(form, person) and is_one_slot(word, form, other, person):
                    is_loose = key.startswith(_CONSONANTS) or slot(other, person.name, "", form.pack) == "family"
                    if not (is_loose and are_usual(word, other, form)) and is_one_gender(word, other, form.pack):
                        options.setdefault(person, (1, 1, (StandsFor(word, other, Form.MISSPELT),)))

    def _add_read(self, word: str, form: Written, options: dict[Person, Likeness]) -> None:
        """People of the form's role with the name in another script."""
        for other, person in _few(self._spoken.get(_across(word, form.pack), ())):
            if is_kana(word) != is_kana(other) and (not form.role or form.role == person.role):
                options.setdefault(person, (1, 0, (StandsFor(word, other, Form.READING),)))

    def _add_short(self, word: str, form: Written, options: dict[Person, Likeness]) -> None:
        """People of the form's role whose given name a word is short for, or is short for it."""
        if is_family_alone(word, form) or word in form.name.family:
            return
        for edge in _edges(word):
            for other, person in _few(self._edges.get(edge, ())):
                is_short = is_short_for(word, other) or is_short_for(other, word)
                is_short &= not (_is_slip(word, other, form.pack) or _is_slip(other, word, form.pack))
                is_known = form.role != PATIENT and are_usual(word, other, form) and are_together(form, person)
                if is_short and not is_known and _is_of_role(form, person) and is_one_gender(word, other, form.pack):
                    options.setdefault(person, (1, 1, (StandsFor(word, other, Form.NICKNAME),)))


def _is_slip(short: str, whole: str, pack: LanguagePack) -> bool:
    """Whether a word lacks a letter of another: the last (Noaille), or any of what is no given name (Bianci)."""
    if len(short) + 1 != len(whole):
        return False
    is_inside = any(short == whole[:at] + whole[at + 1 :] for at in range(len(whole) - 1))
    return short == whole[:-1] or (is_inside and not name_conventions(pack).is_given(whole))


def _is_of_role(form: Written, person: Person) -> bool:
    return bool(form.role) and form.role == person.role


def _few(alike: Sequence[tuple[str, Person]]) -> Sequence[tuple[str, Person]]:
    """Names under one key; none where so many share it that it tells nobody."""
    return alike if len(alike) <= ALIKE_MAX else ()


def _heard_keys(word: str) -> tuple[str, ...]:
    """Keys under which a name that sounds the same stands, whatever its spelling."""
    heard, bare = spoken(word), consonants(word)
    return tuple(key for key in (heard, _CONSONANTS + bare if bare else "") if key)


def _across(word: str, pack: LanguagePack) -> str:
    """The key of a name across Latin letters and kana; "" for others."""
    latin = word if word.isascii() else fold(romanised(pack, word)) if is_kana(word) else ""
    key = across_scripts(latin)
    return _ACROSS + key if key else ""


def _edges(word: str) -> tuple[str, ...]:
    """Beginning and end of a name, by which its short forms are looked up."""
    if not word.isascii():
        return (word[:2],) if script_of(word) == KATAKANA else ()
    return (word[:SHORT_START], "." + word[-SHORT_END:])
