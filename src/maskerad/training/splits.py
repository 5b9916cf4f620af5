"""Splits of a corpus by record, never by document or sentence: what is said of one patient stays on one side.

Records are put in an order that depends on the seed and their ids alone (a keyed hash), so the order of the files, the
machine and the process do not matter. Records that hold near-duplicates of one another (``hygiene``) stay together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from maskerad.core.errors import ConfigError, InputError
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation.pairs import Pair
from maskerad.evaluation.signature import Fingerprint
from maskerad.training.hygiene import Duplicate, near_duplicates

Documents = tuple[AnnotatedDocument, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """Parts of one corpus that share no record.

    Attributes:
        parts: Name of each part to its documents.
        seed: What the order of the records was drawn with.
        duplicates: Near-duplicates of the corpus whose records were kept on one side.
    """

    parts: Mapping[str, Documents] = field(repr=False)
    seed: int
    duplicates: tuple[Duplicate, ...] = ()

    @property
    def signature(self) -> str:
        """Which documents lie where, in short.

        Example: ``split-by-record|seed1|train:80d:0f3a…|dev:20d:77b1…``.
        """
        parts = (f"{name}:{len(items)}d:{fingerprint(items)}" for name, items in self.parts.items())
        return "|".join((f"split-by-record|seed{self.seed}", *parts))


def record_id(item: AnnotatedDocument) -> str:
    """The record of a document; a document without one is a record of its own."""
    return item.document.record or item.document.id


def by_record(documents: Sequence[AnnotatedDocument]) -> list[list[AnnotatedDocument]]:
    """Documents grouped by record, in the order in which records first come."""
    groups: dict[str, list[AnnotatedDocument]] = {}
    for item in documents:
        groups.setdefault(record_id(item), []).append(item)
    return list(groups.values())


def fingerprint(documents: Iterable[AnnotatedDocument]) -> str:
    """Twelve hexadecimal digits of texts and spans, the same as in the signature of a score on them."""
    whole = Fingerprint()
    for item in documents:
        whole.add(Pair(item.document.id, item.document.record, item.document.text, item.spans, ()))
    return str(whole)


def split_corpus(documents: Sequence[AnnotatedDocument], shares: Mapping[str, float], seed: int = 1) -> Split:
    """Cuts a corpus into parts of about the given shares of its records.

    Args:
        documents: The corpus; documents of one record need not be neighbours.
        shares: Name of each part to its share, all above 0; they need not sum to 1.
        seed: Another seed gives another split.

    Raises:
        ConfigError: If a share is not above 0.
        InputError: If there are too few records for each part to get one.
    """
    if not shares or min(shares.values()) <= 0:
        raise ConfigError("every part of a split needs a share above 0")
    groups, duplicates = _groups(documents, seed)
    _refuse_too_few(len(groups), len(shares))
    total, taken, start = sum(shares.values()), 0.0, 0
    parts: dict[str, Documents] = {}
    for number, (name, share) in enumerate(shares.items()):
        taken += share
        left = len(shares) - number - 1
        stop = min(max(start + 1, round(len(groups) * taken / total)), len(groups) - left)
        parts[name] = _flat(groups[start:stop])
        start = stop
    return Split(parts, seed, duplicates)


def folds(documents: Sequence[AnnotatedDocument], n_folds: int, seed: int = 1) -> list[Split]:
    """K splits into ``train`` and ``test``; every document is tested in exactly one.

    Raises:
        ConfigError: If fewer than two folds are asked for.
        InputError: If there are fewer records than folds.
    """
    if n_folds < 2:
        raise ConfigError(f"cross-validation needs two folds at least, not {n_folds}")
    groups, duplicates = _groups(documents, seed)
    _refuse_too_few(len(groups), n_folds)
    return [
        Split(
            {
                "train": _flat(group for at, group in enumerate(groups) if at % n_folds != fold),
                "test": _flat(groups[fold::n_folds]),
            },
            seed,
            duplicates,
        )
        for fold in range(n_folds)
    ]


def _refuse_too_few(n_groups: int, n_parts: int) -> None:
    if n_groups < n_parts:
        raise InputError(
            f"a corpus of {n_groups} independent records cannot be split into {n_parts} parts; "
            "documents of one record, and near-duplicates, stay together"
        )


def _groups(documents: Sequence[AnnotatedDocument], seed: int) -> tuple[list[Documents], tuple[Duplicate, ...]]:
    """Records, those with near-duplicates joined, in the order of the seed."""
    by_record: dict[str, list[AnnotatedDocument]] = {}
    for item in documents:
        by_record.setdefault(record_id(item), []).append(item)
    duplicates = tuple(near_duplicates(documents))
    root = {record: record for record in by_record}
    for pair in duplicates:
        first, second = sorted((_find(root, pair.left_record), _find(root, pair.right_record)))
        root[second] = first
    groups: dict[str, list[AnnotatedDocument]] = {}
    for record in sorted(by_record):
        groups.setdefault(_find(root, record), []).extend(by_record[record])
    ordered = sorted(groups, key=lambda record: hashlib.sha256(f"{seed}|{record}".encode()).digest())
    return [tuple(groups[record]) for record in ordered], duplicates


def _find(root: dict[str, str], record: str) -> str:
    while root[record] != record:
        root[record] = record = root[root[record]]
    return record


def _flat(groups: Iterable[Documents]) -> Documents:
    return tuple(item for group in groups for item in group)
