"""What a thing is: a town is no family, a person no house, a pet no person, a mayor no plumber."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources

from benchmarks.data import LANGUAGES
from benchmarks.world.places import regions, town_of
from benchmarks.world.record import Fault, Mention, World
from benchmarks.world.words import is_eastern, plain, words
from maskerad.languages import load_pack

PARTNERS = "&"


def nature_faults(world: World) -> Iterator[Fault]:
    """Mentions whose surrogate is a thing of another nature, as far as the lists tell it surely."""
    seen: set[tuple[str, str]] = set()
    for mention in world.replaced:
        key = mention.label, plain(mention.old)
        why = "" if key in seen or key[1] == plain(mention.new) else _changed(mention, world.language)
        seen.add(key)
        if why:
            yield Fault("occupations" if mention.label == "PROFESSION" else "natures", mention, why)


def _changed(mention: Mention, language: str) -> str:
    """What a thing became that it was not; "" where it is what it was, or nothing tells."""
    line = plain(mention.new)
    if mention.label == "PROFESSION":
        old, new = _line(mention.old, language), _line(mention.new, language)
        return "another line of work" if old and new and not old & new else ""
    if mention.label == "CITY":
        return "a town became a person" if _is_person(line, language) else ""
    if mention.is_person:
        is_town = _is_town(line, language) and not _is_town(plain(mention.old), language)
        return "a person became a town" if is_town else ""
    is_firm = PARTNERS in mention.old or PARTNERS in mention.new  # "Wynne & Gould"
    is_house = mention.label in ("HOSPITAL", "ORGANIZATION") and len(words(mention.old)) > 1 and not is_firm
    return "a house became a person" if is_house and _is_person(line, language) else ""


def _is_town(line: str, language: str) -> bool:
    return town_of(line) in regions(language) and not set(words(line)) & _names_anywhere()


def _is_person(line: str, language: str) -> bool:
    """Whether all words are names of people, and no town or word of a house among them."""
    found = words(line)
    if is_eastern(line) or not found or town_of(line) in regions(language):
        return False
    return all(word in _names(language) and word not in _others(language) for word in found)


@cache
def _names(language: str) -> frozenset[str]:
    pack = load_pack(language)
    lists = ("family", "given_female", "given_male")
    return frozenset(plain(name) for listed in lists for name in pack.list(listed).entries)


@cache
def _names_anywhere() -> frozenset[str]:
    """Names of people of any of the languages and cultures, which live in all of them."""
    cultures = resources.files("maskerad.languages").joinpath("data/shared/names").iterdir()
    texts = (file.read_text(encoding="utf-8") for file in cultures if file.name.endswith(".txt"))
    return frozenset(word for text in texts for word in words(text)).union(*map(_names, LANGUAGES))


@cache
def _others(language: str) -> frozenset[str]:
    """Words of names of houses, streets and towns, of which many are names of people too."""
    pack = load_pack(language)
    lists = ("evocative", "hospitals", "organizations", "streets", "cities", "other_phi", "world_cities")
    listed = {word for name in lists for entry in pack.list(name).entries for word in words(entry)}
    return frozenset(listed | set(_strings(pack.late_table("places.toml", "places"))))


def _strings(value: object) -> Iterator[str]:
    """The words of all texts in a table: quarters of towns among them."""
    if isinstance(value, str):
        yield from words(value)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _strings(part)


@cache
def _lines(language: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in load_pack(language).list("occupations").rows:
        for form in row[:2] if len(row) > 2 else ():
            found.setdefault(plain(form), set()).add(row[2].split(" ")[0])
    return found


def _line(text: str, language: str) -> set[str]:
    return _lines(language).get(plain(text), set())
