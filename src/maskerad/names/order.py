"""One written name taken apart, with the orders of the cultures that its words tell of.

Family names come first in some cultures wherever they are written (Nguyen Thi Lan), and two given names without a
family name (María Jesús) look like given and family.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.names.common_names import FAMILY, GIVEN, common_folded
from maskerad.names.cultures import cultures_of, origins
from maskerad.names.parser import parse_name
from maskerad.names.parts import TOLD, NamePart
from maskerad.text.folding import fold

NAME = "name"
FAMILY_LABEL = "FAMILY_NAME"
NAMING = (GIVEN, FAMILY, NAME)
CACHE_MAX_NAMES = 8_192

Kinds = tuple[tuple[str, str], ...]  # folded words and what they are


@lru_cache(maxsize=CACHE_MAX_NAMES)
def parts_of(
    text: str, label: str, pack: LanguagePack, known: frozenset[str], kinds: Kinds = ()
) -> tuple[NamePart, ...]:
    """The parts of a mention of a person.

    Args:
        text, label: The mention.
        pack: Its language.
        known: Words of the record that decide how it is taken apart.
        kinds: Words whose kind the record tells against the mention's own order.
    """
    parts = _joined(text, parse_name(text, label, name_conventions(pack), known, dict(kinds)), known)
    return parts if kinds else _all_given(text, label, pack, _family_first(text, pack, parts))


def _joined(text: str, parts: Iterable[NamePart], known: frozenset[str]) -> tuple[NamePart, ...]:
    """Parts of one kind that nothing parts, as one: a name in several scripts (さと子); not what is known alone."""
    joined: list[NamePart] = []
    for part in parts:
        is_known = text[part.start : part.end] in known
        is_next = bool(joined) and joined[-1].end == part.start and joined[-1].kind == part.kind
        if is_next and part.kind in NAMING and not is_known:
            joined[-1] = joined[-1]._replace(end=part.end)
        else:
            joined.append(part)
    return tuple(joined)


def _family_first(text: str, pack: LanguagePack, parts: tuple[NamePart, ...]) -> tuple[NamePart, ...]:
    """The kinds of a name in the order of a culture that puts the family first (Nguyen Thi Lan)."""
    naming = [part for part in parts if part.kind in NAMING]
    is_plain = len(naming) > 1 and naming[0] is parts[0] and not any(part.kind == "initial" for part in parts)
    if not is_plain or "," in text or "ª" in text:
        return parts
    first, last = (fold(text[part.start : part.end]) for part in (naming[0], naming[-1]))
    of_last = cultures_of(last, GIVEN, pack)
    if not any(
        first in ranks and ranks[first] < ranks.get(last, len(ranks)) and code in of_last
        for code, ranks in origins(pack).families_that_come_first.items()
    ):
        return parts
    given = (part._replace(kind=GIVEN) if part.kind in (*NAMING, "particle") else part for part in parts[1:])
    return (parts[0]._replace(kind=FAMILY), *given)


def _all_given(text: str, label: str, pack: LanguagePack, parts: tuple[NamePart, ...]) -> tuple[NamePart, ...]:
    """Two given names without a family name (María Jesús), that order alone would take for given and family."""
    is_pair = len(parts) == 2 and {part.kind for part in parts} == {GIVEN, FAMILY}
    if not is_pair or label == FAMILY_LABEL or parts[1].known_by == TOLD:
        return parts
    first, last = (fold(text[part.start : part.end]) for part in parts)
    if first not in common_folded(pack, pack.code, GIVEN) or not _is_second_given(first, last, text.isupper(), pack):
        return parts
    return tuple(part._replace(kind=GIVEN) for part in parts)


def _is_second_given(first: str, last: str, is_upper: bool, pack: LanguagePack) -> bool:
    """Whether a name after a given name is one: usual as such alone, and of the same gender where it is less usual."""
    conventions = name_conventions(pack)
    if last in common_folded(pack, pack.code, GIVEN) and not is_upper:
        return last not in common_folded(pack, pack.code, FAMILY)
    genders = {conventions.gender(first), conventions.gender(last)} - {""}
    return conventions.is_given(last) and last not in conventions.family and len(genders) == 1
