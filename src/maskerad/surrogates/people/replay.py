"""Initials made anew as the old ones were made: of all words, without particles, or without what a hyphen adds.

The form of the name that has the old initials is written with its new names, taken apart again, and shortened likewise:
"BvdL" of Bram van der Laan becomes "RitV" of Rick in 't Veld.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from maskerad.names.order import parts_of
from maskerad.names.parts import HYPHENS, NamePart
from maskerad.surrogates.people.names import ParsedName, Someone
from maskerad.surrogates.people.personas import personas
from maskerad.surrogates.people.persons import person
from maskerad.surrogates.request import Request
from maskerad.text.folding import fold

Way = Callable[[str, NamePart], bool]
LETTERS_MIN = 2


def _is_whole(text: str, part: NamePart) -> bool:
    return part.kind not in ("title", "suffix", "ending")


def _is_no_particle(text: str, part: NamePart) -> bool:
    return _is_whole(text, part) and part.kind != "particle"


def _is_first(text: str, part: NamePart) -> bool:
    return _is_whole(text, part) and not (part.start and text[part.start - 1] in HYPHENS)


def _is_plain(text: str, part: NamePart) -> bool:
    return _is_no_particle(text, part) and _is_first(text, part)


WAYS: tuple[Way, ...] = (_is_whole, _is_no_particle, _is_first, _is_plain)


def replayed(request: Request, someone: Someone) -> str:
    """The new initials of somebody; "" where no form of the name has the old ones as they stand."""
    old = [char for char in request.text if char.isalpha()]
    letters = fold("".join(old))
    if len(old) < LETTERS_MIN or len(letters) != len(old):
        return ""
    forms = [
        mention
        for mention in personas(request.record).names.mentions
        if mention.someone == someone and len(mention.parts) > 1
    ]
    for is_all in (True, False):  # "Z.E." of Zineb El Amrani leaves out what all of them would have
        for name, way in product(forms, WAYS):
            chosen = _chosen(name.original.text, name.parts, way)
            if len(chosen) == len(letters) or not is_all:
                new = _remade(name, chosen[: len(letters)], old, way, request)
                if new:
                    return _shaped(new if is_all else new[: len(letters)], request.text)
    return ""


def _remade(name: ParsedName, chosen: Sequence[NamePart], old: Sequence[str], way: Way, request: Request) -> list[str]:
    """The letters of the new name, if the chosen parts of the old one begin with the old letters; else none."""
    text = name.original.text
    if fold("".join(text[part.start] for part in chosen)) != fold("".join(old)):
        return []
    small = {part.kind for part, char in zip(chosen, old, strict=True) if char.islower()}
    new = person(Request(name.original, request.record))
    parts = _chosen(new, parts_of(new, "PERSON", request.pack, frozenset()), way)
    return [new[part.start].lower() if part.kind in small else new[part.start].upper() for part in parts]


def _chosen(text: str, parts: Sequence[NamePart], way: Way) -> list[NamePart]:
    return [part for part in parts if way(text, part)]


def _shaped(new: Sequence[str], old: str) -> str:
    """Letters with the signs between and behind the old ones."""
    places = [at for at, char in enumerate(old) if char.isalpha()]
    if len(new) == len(places):
        following = iter(new)
        return "".join(next(following) if char.isalpha() else char for char in old)
    between = old[places[0] + 1 : places[1]]
    return old[: places[0]] + between.join(new) + old[places[-1] + 1 :]
