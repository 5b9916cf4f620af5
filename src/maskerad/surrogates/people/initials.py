"""Initials: those of the new name of whoever in the record has the old ones."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache

from maskerad.languages.names import name_conventions
from maskerad.languages.pack import LanguagePack
from maskerad.names.common_names import FAMILY, GIVEN, common_names
from maskerad.surrogates.people.names import Someone, parsed
from maskerad.surrogates.people.personas import OldName, Person, Personas, personas
from maskerad.surrogates.people.persons import hidden_letter, in_script, new_letter, person
from maskerad.surrogates.people.replay import replayed
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import in_case_of
from maskerad.text.folding import fold
from maskerad.text.scripts import is_kana, writing_of

WORD_CHARS = 3  # fewer letters are read as letters, whatever they spell
N_ATTEMPTS = 50
SIGNED_MIN = 3  # letters under a label of names that are told to be somebody's
START_CHARS = 3  # letters of a family name in initials: "HKe", "SMcG"
_SMALL = re.compile(r"[a-z]{1,3}(?=[^\W\d_a-z])")


def initials(request: Request) -> str:
    """Initials of the new name of whoever in the record has the old ones; other letters by key.

    Raises:
        SurrogateError: If there is no letter.
    """
    again = replayed(request, parsed(request.record, request.original).someone)
    if again:
        return again
    small = _particle_letters(request)
    letters = [char for at, char in enumerate(request.text) if char.isalpha() and at not in small]
    if not letters:
        raise request.refusal("no letter in the mention")
    new = _of_bearer(request, [fold(letter)[:1] for letter in letters])
    if not new and len(letters) > 1 and all(map(is_kana, letters)):
        new = _kana_start(request, "".join(letters))
    return _in_place(request.text, new or _of_nobody(request, letters), small)


def person_or_initials(request: Request) -> str:
    """A person's new name; of several letters alone, the initials of whoever in the record has them: M.A.K.

    Raises:
        SurrogateError: If there is none.
    """
    parts = parsed(request.record, request.original).parts
    letters = [fold(char)[:1] for char in request.text if char.isalpha()]
    is_signed = (
        len(letters) >= SIGNED_MIN and len(parts) == len(letters) and all(part.kind == "initial" for part in parts)
    )
    new = _of_bearer(request, letters) if is_signed else []
    return _in_place(request.text, new, frozenset()) if new else person(request)


def _of_nobody(request: Request, letters: Sequence[str]) -> list[str]:
    """Letters by key that spell no word of the language: a random one may be a coarse one."""
    key = fold("".join(letters))
    words = _words(request.pack) if len(letters) >= WORD_CHARS else frozenset()
    for attempt in range(N_ATTEMPTS):
        keys = [f"{key}\0{i}" if not attempt else f"{key}\0{i}\0{attempt}" for i in range(len(letters))]
        new = [new_letter(request.record, request.pack, *pair) for pair in zip(keys, letters, strict=True)]
        if fold("".join(new)) not in words:
            return new
    raise request.refusal("every other letters that were tried spell a word")


@lru_cache(maxsize=16)
def _words(pack: LanguagePack) -> frozenset[str]:
    return frozenset(pack.list("common").folded)


def _kana_start(request: Request, old: str) -> list[str]:
    """The beginning of a common family name in kana, for kana that shorten one; none where no list has readings."""
    script, pack = writing_of(old), request.pack
    starts = {
        in_script(name, script, pack)[: len(old)] for name in common_names(pack, pack.code, FAMILY) if name.reading
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
            names = _aligned(letters, order)
            new = [book.letter(who, name) for name in names]
            if new and all(new):
                return new
    return _with_start_of_family(request, letters) if bearers and len(letters) > 1 else []


def _with_start_of_family(request: Request, letters: list[str]) -> list[str]:
    """Initials and the first letters of the family name, as "HKe" of H. Keller; none where they are not such."""
    book, name = personas(request.record), parsed(request.record, request.original)
    names = book.people[name.someone].names
    given = [old for old in names if old.kind == GIVEN]
    family = next((old for old in names if old.kind == FAMILY), None)
    new = book.family.get(family.sound) if family else None
    if family is None or new is None:
        return []
    for n_given in range(len(letters) - 1, 0, -1):
        end = "".join(letters[n_given:])
        if len(end) <= START_CHARS and family.word.startswith(end) and len(new.stem) >= len(end):
            heads = [book.letter(name.someone, old) for old in _aligned(letters[:n_given], given)]
            if not given:
                heads = [hidden_letter(request, name, letter, at) for at, letter in enumerate(letters[:n_given])]
            return [*heads, *new.stem[: len(end)]] if heads else []
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
    by_letters: dict[str, list[Someone]] = {}
    for who, bearer in sorted(book.people.items()):
        for order in _orders(bearer) if len(bearer.names) > 1 else ():
            by_letters.setdefault("".join(name.word[0] for name in order), []).append(who)
    return by_letters


def _orders(person: Person) -> list[tuple[OldName, ...]]:
    """The names as written, and given names first."""
    return [person.names, tuple(sorted(person.names, key=lambda name: name.kind == FAMILY))]


def _aligned(letters: Sequence[str], names: Sequence[OldName]) -> list[OldName]:
    """The names that initials stand for, in order; none unless every letter finds one."""
    aligned: list[OldName] = []
    at = 0
    for letter in letters:
        at = next((place for place in range(at, len(names)) if names[place].word.startswith(letter)), -1) + 1
        if not at:
            return []
        aligned.append(names[at - 1])
    return aligned


def _in_place(text: str, new: Sequence[str], kept: Set[int]) -> str:
    following = iter(new)
    return "".join(
        in_case_of(next(following), char) if char.isalpha() and at not in kept else char for at, char in enumerate(text)
    )
