"""The gender of who bears a given name, by what the record tells, then by the lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.names.common_names import GIVEN, gender_of, is_neutral
from maskerad.names.cultures import cultures_of, origins
from maskerad.names.order import NAME
from maskerad.surrogates.people.names import NameWord, ParsedName


def told_genders(places: Iterable[tuple[ParsedName, NameWord]]) -> dict[str, set[str]]:
    """The genders that the record tells of each name, by sound."""
    genders: dict[str, set[str]] = defaultdict(set)
    for name, word in places:
        gender = _told_gender(name, word)
        if gender:
            genders[word.sound].add(gender)
    return genders


def gender_borne(name: ParsedName, word: NameWord, genders: Mapping[str, set[str]]) -> str:
    """Of who is meant; where nothing tells, that of the others in the record who bear the name.

    The name of somebody's father behind her own stays a man's: Liya Mebrahtu.
    """
    own = "" if word.part.start == name.words[0].part.start else _listed_gender(word.word, name.original.pack)
    if own in genders.get(word.sound, ()) and not _is_at_home(word.word, name.original.pack):
        return own
    return _told_gender(name, word) or min(genders.get(word.sound, ()), default="")


def _is_at_home(given: str, pack: LanguagePack) -> bool:
    """Whether a given name is of the language's own culture, where the names of fathers are no last names."""
    return pack.code in cultures_of(given, GIVEN, pack)


def _told_gender(name: ParsedName, word: NameWord) -> str:
    """What linking tells, then the mention's first given name (Jean-Marie, Carl Maria), then the word itself."""
    if name.original.gender:
        return name.original.gender
    gender = partial(_listed_gender, pack=name.original.pack)
    first = next((other.stands_for for other in name.words if other.part.kind == GIVEN), "")
    return (gender(first) if word.part.kind != NAME else "") or gender(word.stands_for) or gender(word.word)


@lru_cache(maxsize=20_000)
def _listed_gender(word: str, pack: LanguagePack) -> str:
    """By all lists of the language, else by the common names of the cultures that bear it."""
    culture = origins(pack).first(cultures_of(word, GIVEN, pack))
    if is_neutral(word, culture, pack):
        return ""
    return name_conventions(pack).gender(word) or gender_of(word, culture, pack)
