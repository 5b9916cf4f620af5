"""One person's names in two scripts, word for word: "NGUYEN THI LAN" beside グエン・ティ・ラン.

Linking tells that the mentions are one person's. Which word is which, their places tell, and where the order may be
turned (Karim Ren, れん カリム) the consonants that both begin with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from maskerad.languages import LanguagePack
from maskerad.languages.listed import romanised
from maskerad.names.order import CACHE_MAX_NAMES, NAMING, parts_of
from maskerad.surrogates.request import Original, entity_key
from maskerad.text.folding import fold
from maskerad.text.scripts import LATIN, is_kana, script_of

_HAN = "[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"
_BRACKETED = re.compile(rf"({_HAN})[ \u3000]({_HAN})[ \u3000]?[(（]\Z")
FORMS_MAX = 8  # of one person, in one script
# Letters that kana do not tell apart, or that writers of Latin letters put before others.
_HEARD = str.maketrans("lvcqfw", "rbkkhh")

Words = tuple[str, ...]


def script_pairs(people: Sequence[Original], known: frozenset[str]) -> Iterator[tuple[str, str, LanguagePack]]:
    """Pairs of a Latin and a Japanese spelling of the same name, with the language.

    Args:
        people: The mentions of people of a record.
        known: Folded words of the record, which decide how unbroken names are taken apart.
    """
    several = [person for person in people if _has_scripts(person.pack)]
    latin: dict[tuple[str, str], dict[Words, None]] = {}
    other: dict[tuple[str, str], dict[Words, None]] = {}
    for original in sorted(several, key=lambda mention: mention.text):
        words = _words(original.text, original.label, original.pack, known & frozenset(original.text))
        if words:
            forms = latin if script_of(words[0]) == LATIN else other
            forms.setdefault((entity_key(original), original.role), {})[words] = None
    for someone in latin.keys() & other.keys():
        for one, two in product(list(latin[someone])[:FORMS_MAX], list(other[someone])[:FORMS_MAX]):
            if len(one) == len(two) and any(map(is_kana, two)):
                pack = several[0].pack
                yield from ((left, right, pack) for left, right in zip(one, _turned(one, two, pack), strict=True))


def reading_pairs(people: Sequence[Original], known: frozenset[str]) -> Iterator[tuple[str, str, LanguagePack]]:
    """Pairs of a name in kana and the one in Chinese characters before its bracket: 金 英淑(キム ヨンスク).

    Args:
        people: The mentions of people of a record.
        known: As above.
    """
    for original in people:
        match = _BRACKETED.search(original.before) if is_kana(original.text) else None
        words = _words(original.text, original.label, original.pack, known) if match else ()
        if match and len(words) == 2:
            yield from ((word, name, original.pack) for word, name in zip(words, match.groups(), strict=True))


def _has_scripts(pack: LanguagePack) -> bool:
    return bool(pack.table("romanisation"))


@lru_cache(maxsize=CACHE_MAX_NAMES)
def _words(text: str, label: str, pack: LanguagePack, known: frozenset[str]) -> Words:
    """The folded words that name; none where some are initials."""
    parts = parts_of(text, label, pack, known)
    if any(part.kind not in NAMING for part in parts):
        return ()
    return tuple(fold(text[part.start : part.end]) for part in parts)


def _turned(latin: Words, other: Words, pack: LanguagePack) -> Words:
    """The Japanese words in the order of the Latin ones."""
    turned = other[::-1]
    return turned if _n_alike(latin, turned, pack) > _n_alike(latin, other, pack) else other


def _n_alike(latin: Words, other: Words, pack: LanguagePack) -> int:
    pairs = ((left, fold(romanised(pack, right))) for left, right in zip(latin, other, strict=True) if is_kana(right))
    return sum(left[:1].translate(_HEARD) == right[:1].translate(_HEARD) for left, right in pairs)
