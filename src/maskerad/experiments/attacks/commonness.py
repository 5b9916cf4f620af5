"""How rare a name is by the public lists of names: all that a reader who knows the language has to go by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log1p

from maskerad.core.schemes import load_scheme
from maskerad.languages import LanguagePack
from maskerad.languages.names import LISTED_MAX, name_conventions
from maskerad.text.folding import folded_words

NAME_CHARS_MIN = 2  # shorter words are initials or particles
UNLISTED = 1.0
LISTS = {
    "PERSON": ("given_female", "given_male", "family"),
    "LOCATION": ("cities", "world_cities", "areas"),
    "HOSPITAL": ("hospitals", "cities"),
    "ORGANIZATION": ("organizations",),
}


@dataclass(frozen=True, slots=True)
class Rarity:
    """Of the words of a name: the rarest, the mean, and the share that no list has. All in [0, 1]; 1 is unlisted."""

    highest: float
    mean: float
    unlisted: float


PLAIN = Rarity(0.0, 0.0, 0.0)  # of initials, and of whatever holds no name


def rarity(text: str, label: str, pack: LanguagePack) -> Rarity:
    """How rare a name is.

    The rarity of a word is the logarithm of its rank in the list where it stands highest, over that of the longest
    list: 0 for the commonest name, 1 for a name that no list has. The lists run by falling frequency where their
    source knows it.

    Args:
        text: The name.
        label: Of the core scheme.
        pack: Language of its document.
    """
    words = name_words(text, pack)
    if not words:
        return PLAIN
    ranks = _ranks(pack, load_scheme("core").lineage(label)[-1])
    values = [_rarity_of(word, ranks, pack) for word in words]
    return Rarity(max(values), sum(values) / len(values), sum(value == UNLISTED for value in values) / len(values))


def name_words(text: str, pack: LanguagePack) -> tuple[str, ...]:
    """Folded words of a name without initials and particles; all of it in scripts without blanks.

    Example:
        >>> from maskerad.languages import load_pack
        >>> name_words("A. van der Zanden", load_pack("nl"))
        ('zanden',)
    """
    particles = name_conventions(pack).particles
    return tuple(word for word in folded_words(text) if len(word) >= NAME_CHARS_MIN and word not in particles)


def _rarity_of(word: str, ranks: Mapping[str, int], pack: LanguagePack) -> float:
    stems = (word, *(word.removesuffix(ending) for ending in name_conventions(pack).endings))
    rank = min((ranks[stem] for stem in stems if stem in ranks), default=None)
    return UNLISTED if rank is None else min(UNLISTED, log1p(rank) / log1p(LISTED_MAX))


@lru_cache(maxsize=64)
def _ranks(pack: LanguagePack, root: str) -> Mapping[str, int]:
    """Best place of each folded word in the lists that go with a label."""
    ranks: dict[str, int] = {}
    for name in LISTS.get(root, ()):
        for rank, entry in enumerate(pack.list(name).entries[:LISTED_MAX]):
            for word in folded_words(entry):
                ranks[word] = min(rank, ranks.get(word, rank))
    return ranks
