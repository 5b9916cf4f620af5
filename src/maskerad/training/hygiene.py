"""Near-duplicates: no document, and none that is nearly the same, may stand on both sides of a split.

Two texts are compared by their shingles, runs of five tokens without case and accents, with digits made equal (a
template filled with other numbers is still the same text): how many of the shorter one's stand in the longer one. So a
text with every twentieth word changed, half of a text, and a text with another appended are told as well as a copy.
MinHash with banding finds the candidates (Broder 1997; Leskovec, Rajaraman and Ullman, Mining of Massive Datasets,
chapter 3), and the shingles themselves decide.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from maskerad.core.counted import counted
from maskerad.core.errors import InputError
from maskerad.corpora import AnnotatedDocument
from maskerad.text.tokens import split_pieces

SHINGLE_TOKENS = 5
MIN_TOKENS = 20  # short lines ("Thank you, bye") come again in any chat, and say nothing of its people
SIMILARITY = 0.6  # one word in twenty changed leaves about three shingles of four
SHORT_SIMILARITY, SHORT_SHINGLES = 0.8, 50  # a few lines of one form share many words, and are still of two people
N_BANDS, BAND_ROWS = 64, 2
BAND_BYTES = 4
BUCKET_MAX = 100  # a template sent ten thousand times would else give fifty million pairs
_PRIME = (1 << 61) - 1
_DIGITS = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two documents that are nearly the same; ``similarity`` is the share of the shorter's shingles in the other.

    Of short texts it is the share of both one's shingles that they have in common.
    """

    left: str
    right: str
    left_record: str
    right_record: str
    similarity: float


def near_duplicates(documents: Sequence[AnnotatedDocument]) -> list[Duplicate]:
    """Pairs of documents of different records of which one has ``SIMILARITY`` of its shingles in the other.

    Two of one length are found with a probability above .999 99, a half and its whole likewise; documents under twenty
    tokens are left out.
    """
    duplicates = (_duplicate(documents[i], documents[j], alike) for i, j, alike in _alike(documents))
    return [pair for pair in duplicates if pair.left_record != pair.right_record]


def refuse_shared(parts: Mapping[str, Sequence[AnnotatedDocument]]) -> None:
    """Checks that parts given as files of their own share no document, no record and no near-duplicate.

    Raises:
        InputError: If two parts do; the message names the first five pairs by id.
    """
    _refuse_twice(parts, "document", lambda item: (item.document.id, item.document.text))
    _refuse_twice(parts, "record", lambda item: item.document.record)
    pairs = list(across(parts))
    if pairs:
        named = "; ".join(f"{p.left!r} ~ {p.right!r} ({p.similarity:.2f})" for p in pairs[:5])
        raise InputError(f"near-duplicates in another part of {counted(len(pairs), 'document')}: {named}")


def across(parts: Mapping[str, Sequence[AnnotatedDocument]]) -> Iterator[Duplicate]:
    """Near-duplicates whose two sides lie in different parts, whatever their ids and records."""
    sides = [name for name, items in parts.items() for _ in items]
    documents = [item for items in parts.values() for item in items]
    for i, j, alike in _alike(documents):
        if sides[i] != sides[j]:
            yield _duplicate(documents[i], documents[j], alike)


def shingles(text: str) -> frozenset[int]:
    """Hashes of all runs of five tokens; none for a text of fewer than twenty."""
    words = [piece for piece in split_pieces(_DIGITS.sub("0", _bare(text))) if not piece.isspace()]
    if len(words) < MIN_TOKENS:
        return frozenset()
    runs = zip(*(words[shift:] for shift in range(SHINGLE_TOKENS)), strict=False)
    return frozenset(zlib.crc32(" ".join(run).encode()) for run in runs)


def sketch(text: str) -> bytes:
    """The bands of a text's signature, four bytes each; nothing for a short text.

    It tells whether a text at hand is alike, and gives back no word: a band is a hash over the least hashes of two
    random orders of all shingles.
    """
    hashes = shingles(text)
    if len(hashes) < SHORT_SHINGLES:
        return b""
    return b"".join(sha256(band).digest()[:BAND_BYTES] for band in _bands(hashes, _coefficients()))


def _bare(text: str) -> str:
    """Without case and accents, however they are written."""
    return "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(char))


def _refuse_twice(
    parts: Mapping[str, Sequence[AnnotatedDocument]], what: str, key_of: Callable[[AnnotatedDocument], Hashable]
) -> None:
    part_of: dict[Hashable, str] = {}
    for name, items in parts.items():
        for item in items:
            other = part_of.setdefault(key_of(item), name) if key_of(item) else name
            if other != name:
                named = item.document.record if what == "record" else item.document.id
                raise InputError(f"{what} {named!r} stands in both {other} and {name}")


def _alike(documents: Sequence[AnnotatedDocument]) -> Iterator[tuple[int, int, float]]:
    shingled = [shingles(item.document.text) for item in documents]
    for left, right in sorted(_candidates(shingled)):
        similarity = _similarity(shingled[left], shingled[right])
        if similarity:
            yield left, right, similarity


def _similarity(left: frozenset[int], right: frozenset[int]) -> float:
    """Of two texts that are nearly the same, the share of shingles that they have in common, else 0."""
    n_common, shorter = len(left & right), min(len(left), len(right))
    if shorter < SHORT_SHINGLES:
        share = n_common / (len(left) + len(right) - n_common)
        return share if share >= SHORT_SIMILARITY else 0.0
    return n_common / shorter if n_common / shorter >= SIMILARITY else 0.0


def _record(item: AnnotatedDocument) -> str:
    return item.document.record or item.document.id


def _duplicate(left: AnnotatedDocument, right: AnnotatedDocument, similarity: float) -> Duplicate:
    return Duplicate(left.document.id, right.document.id, _record(left), _record(right), round(similarity, 3))


def _candidates(shingled: Sequence[frozenset[int]]) -> set[tuple[int, int]]:
    """Pairs that agree on all rows of some band of their signatures."""
    buckets: dict[tuple[int, bytes], list[int]] = defaultdict(list)
    coefficients = _coefficients()
    for number, hashes in enumerate(shingled):
        if hashes:
            for band, key in enumerate(_bands(hashes, coefficients)):
                buckets[band, key].append(number)
    return {pair for numbers in buckets.values() for pair in _pairs(numbers)}


def _pairs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """All pairs of a bucket; of a large one those with its first and with the next, which still tie it together."""
    if len(numbers) <= BUCKET_MAX:
        yield from combinations(numbers, 2)
        return
    yield from ((numbers[0], other) for other in numbers[1:])
    yield from pairwise(numbers)


def _bands(hashes: Iterable[int], coefficients: NDArray[np.uint64]) -> Iterator[bytes]:
    """The MinHash signature of a set, cut into bands."""
    values = np.fromiter(hashes, dtype=np.uint64)
    mixed = (coefficients[0][:, None] * values + coefficients[1][:, None]) % np.uint64(_PRIME)
    signature = mixed.min(axis=1).reshape(N_BANDS, BAND_ROWS)
    return (row.tobytes() for row in signature)


def _coefficients() -> NDArray[np.uint64]:
    """Two fixed coefficients, below 2³¹ so that products fit 64 bits, for each hash function."""
    drawn = np.random.default_rng(1).integers(1, 1 << 31, size=(2, N_BANDS * BAND_ROWS))
    return drawn.astype(np.uint64)
