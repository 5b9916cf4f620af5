"""Which words of somebody's names stand for which: settled once for all forms, so that a name is one wherever it is.

A pet form is told where it is met beside another name, "Uschi Kaczmarek" beside Ursula; "Uschi" alone, which fits the
first, is the same pet form. Of two names of which one is short for the other the whole one is the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from maskerad.core.entity import Form, StandsFor
from maskerad.languages import LanguagePack
from maskerad.linking.person import Person
from maskerad.names.likeness import is_pet_form


def aliases_of(person: Person) -> Mapping[str, StandsFor]:
    """Folded words of all forms to the name that each stands for; names that stand for themselves are missing."""
    slots = sorted({slot for form in person.forms for slot in form.stands_for}, key=_order)
    directed = {slot.word: slot for slot in (_directed(slot, person.pack) for slot in slots) if slot.word != slot.name}
    directed = {**_alone(person), **_called(person), **_beginnings(person), **directed}
    return {word: _followed(word, directed) for word in directed}


def _called(person: Person) -> dict[str, StandsFor]:
    """Listed pet forms in quotes behind the name that they are short for: Philippa "Pip" Harkness."""
    names = [form.name for form in person.forms if form.name.called and form.name.given]
    pairs = ((word, name.given[0]) for name in names for word in name.called)
    return {
        word: StandsFor(word, given, Form.NICKNAME) for word, given in pairs if is_pet_form(word, given, person.pack)
    }


def _alone(person: Person) -> dict[str, StandsFor]:
    """Names that stand alone and are short for a given name of the same person, however they were found to be hers."""
    names = [form.name for form in person.forms]
    given = dict.fromkeys(word for name in names if len(name.words) > 1 for word in name.given)
    alone = dict.fromkeys(word for name in names if len(name.words) == 1 for word in (*name.given, *name.lone))
    pairs = ((word, whole) for word in alone if word not in given for whole in given)
    return {word: StandsFor(word, whole, Form.NICKNAME) for word, whole in pairs if _is_short(word, whole, person)}


def _is_short(word: str, whole: str, person: Person) -> bool:
    return is_pet_form(word, whole, person.pack) and not is_pet_form(whole, word, person.pack)


def _beginnings(person: Person) -> dict[str, StandsFor]:
    """What a name begins with, where a form has no more of it: 加 of 加藤, 橋本か of 橋本かおり, Dalla (Riva)."""
    words = {word for form in person.forms for word in form.name.words if not word.isascii()}
    whole = sorted(word for word in words if len(word) > 1)
    pairs = ((word, name) for word in sorted(words) for name in whole if len(word) == 1 and name.startswith(word))
    return {word: StandsFor(word, name, Form.SHORT) for word, name in (*pairs, *_particles(person))}


def _particles(person: Person) -> Iterator[tuple[str, str]]:
    """Particles that stand for the family name behind them: the "Dalla" of Dalla Riva."""
    names = [form.name for form in person.forms]
    alone = {name.lone[0] for name in names if len(name.lone) == len(name.words) == 1}
    for name in names:
        if name.family and name.particles and name.particles[0] in alone:
            yield name.particles[0], name.family[0]


def _order(slot: StandsFor) -> tuple[str, str, str]:
    return slot.word, slot.name, slot.form


def _directed(slot: StandsFor, pack: LanguagePack) -> StandsFor:
    """A pet form for the whole name, whichever of them the person's fullest form has."""
    is_turned = slot.form is Form.NICKNAME and is_pet_form(slot.name, slot.word, pack)
    return StandsFor(slot.name, slot.word, slot.form) if is_turned else slot


def _followed(word: str, directed: Mapping[str, StandsFor]) -> StandsFor:
    """The name at the end of a chain: what the pet form of a misspelt name stands for."""
    first, seen = directed[word], {word}
    name = first.name
    while name in directed and name not in seen:
        seen.add(name)
        name = directed[name].name
    return StandsFor(word, name, first.form) if name not in seen else first


def told_of(words: Iterable[str], aliases: Mapping[str, StandsFor]) -> tuple[StandsFor, ...]:
    """What some words stand for, in their order."""
    return tuple(aliases[word] for word in sorted(words) if word in aliases)
