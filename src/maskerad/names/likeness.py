"""When two words that differ are one name: pet forms, other scripts, words run together, typing errors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.names.readings import has_sounds, heard_as, sounds
from maskerad.names.short_names import is_short_for
from maskerad.names.transcription import consonants, spoken
from maskerad.text.edit_distance import edit_distance
from maskerad.text.folding import fold

ONE_ERROR_CHARS, TWO_ERRORS_CHARS = 4, 8  # letters from which a name may hold one typing error, or two
BUCKET_MAX = 40  # words with one beginning or end that are compared with a new one
CACHE_MAX_PAIRS = 4_096
EDGE_CHARS = 2  # an error spares the first two letters or the last two


@lru_cache(maxsize=32)
def nicknames(pack: LanguagePack) -> Mapping[str, frozenset[str]]:
    """Folded given name to those that the list ``nicknames`` puts beside it, either way.

    Each row holds a name and its short, pet and otherwise spelt forms; a double name is written without its hyphen.
    """
    wholes: dict[str, set[str]] = defaultdict(set)
    for name, *others in pack.list("nicknames").rows:
        whole = fold(name).replace("-", "")
        for other in " ".join(others).split():
            wholes[whole].add(fold(other).replace("-", ""))
            wholes[fold(other).replace("-", "")].add(whole)
    return {name: frozenset(others) for name, others in wholes.items()}


@lru_cache(maxsize=32)
def _pet_forms(pack: LanguagePack) -> frozenset[tuple[str, str]]:
    """Pairs of a folded pet form and the name that heads its row."""
    rows = pack.list("nicknames").rows
    return frozenset(
        (fold(other).replace("-", ""), fold(name).replace("-", ""))
        for name, *others in rows
        for other in " ".join(others).split()
    )


def is_pet_form(short: str, whole: str, pack: LanguagePack) -> bool:
    """Whether a folded name is short for another, by the list ``nicknames`` or by how such forms are made."""
    listed = _pet_forms(pack)
    if (whole, short) in listed or (short, whole) in listed:
        return (whole, short) not in listed
    return is_short_for(short, whole)


def errors_allowed(word: str, other: str) -> int:
    """How many typing errors may part two spellings of one name.

    Example:
        >>> errors_allowed("ewa", "eva"), errors_allowed("wolf", "wolff"), errors_allowed("wierzbica", "wierzbicka")
        (0, 1, 2)
    """
    n_chars = max(len(word), len(other))
    return 2 if n_chars >= TWO_ERRORS_CHARS else 1 if n_chars >= ONE_ERROR_CHARS else 0


@lru_cache(maxsize=CACHE_MAX_PAIRS)
def n_errors(word: str, other: str, most: int) -> int:
    """Edit distance, ``most + 1`` where it is more; letters that only one has tell most pairs apart at once."""
    if len(set(word) ^ set(other)) > 2 * most:
        return most + 1
    return edit_distance(word, other, most)


class Spellings:
    """The names of a record, to be asked for those nearly like a new one.

    Two words that one or two errors part have the same beginning or the same end, seldom neither: words are looked
    up by both, so that the cost of a word does not grow with the record.

    Args:
        edge_chars: Length of the beginnings and ends.
        bucket_max: Words with one of them that are compared with a new one; where there are more, none is.
    """

    def __init__(self, edge_chars: int = EDGE_CHARS, bucket_max: int = BUCKET_MAX) -> None:
        self._edge_chars, self._bucket_max = edge_chars, bucket_max
        self._by_edge: dict[str, list[str]] = defaultdict(list)
        self._seen: set[str] = set()

    def add(self, word: str) -> None:
        """Makes a word known."""
        if word not in self._seen and len(word) > self._edge_chars:
            self._seen.add(word)
            self._by_edge[word[: self._edge_chars]].append(word)
            self._by_edge["." + word[-self._edge_chars :]].append(word)

    def beside(self, words: Iterable[str]) -> list[str]:
        """Those of some words that begin or end as a known word does: ``near`` has nothing for the others."""
        n_chars, edges = self._edge_chars, self._by_edge
        return [word for word in words if word[:n_chars] in edges or "." + word[-n_chars:] in edges]

    def near(self, word: str, spare: int = 0) -> Iterator[tuple[str, int]]:
        """Known words within the allowed number of errors, and that number; ``spare`` more for short words."""
        seen = {word}
        for edge in (word[: self._edge_chars], "." + word[-self._edge_chars :]):
            bucket = self._by_edge.get(edge, ())
            for other in bucket if len(bucket) <= self._bucket_max else ():
                if other not in seen:
                    seen.add(other)
                    most = max(errors_allowed(word, other), spare)
                    if most and abs(len(other) - len(word)) <= most and (n := n_errors(word, other, most)) <= most:
                        yield other, n


def are_alike(word: str, other: str, pack: LanguagePack) -> bool:
    """Whether two folded names may be one: the same, a pet form or an initial of the other, or another spelling."""
    if word == other or (min(len(word), len(other)) == 1 and word[0] == other[0]):
        return True
    if other in nicknames(pack).get(word, ()) or is_short_for(word, other) or is_short_for(other, word):
        return True
    if is_short_for(spoken(word), spoken(other)) or is_short_for(spoken(other), spoken(word)):
        return True
    if spoken(word) == spoken(other) != "" or consonants(word) == consonants(other) != "":
        return True
    if has_sounds(pack) and not heard_as(word, pack).isdisjoint(sounds(other, pack)):
        return True
    most = errors_allowed(word, other)
    return bool(most) and n_errors(word, other, most) <= most
