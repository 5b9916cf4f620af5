"""Records of all languages in the numbers that the network of a finder learns from, with copies beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from maskerad.recognisers.crf.tables import make_channels
from maskerad.recognisers.finder.network import FEATURES
from maskerad.text.codes import OUTSIDE
from maskerad.training.crf import FeatureNumbers, Part, ReadRecord, read_records

UNSCORED = -100  # the class of places between two documents, as torch has it
WORD_STRINGS = ("l=", "p4=", "p5=", "s4=", "s5=")  # the word, and ends that are nearly all of it


@dataclass(frozen=True, slots=True)
class Material:
    """What one language is learnt from.

    Attributes:
        part: Its records.
        copies: The same records with other faces.
    """

    part: Part
    copies: Sequence[Part] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """Places in a row: the tokens of documents, with room between two that no layer looks across.

    Attributes:
        rows: Of the features of all places, one place after another, shape (F,).
        n_rows: How many of them each place has, shape (P,).
        classes: 0 for no label, else the number of the label; ``UNSCORED`` between documents. Shape (P,).
    """

    rows: Tensor = field(repr=False)
    n_rows: Tensor = field(repr=False)
    classes: Tensor = field(repr=False)

    def __len__(self) -> int:
        return len(self.classes)


class Texts:
    """All records. Features that too few records have are left out, and those that copies alone have.

    Args:
        materials: One a language.
        min_records: A feature stays that so many records have.
        min_own: A language keeps what so many of its own records have.

    Attributes:
        labels: All labels; classes are their places, from 1 on.
        rows: Name of each feature that stays to its row.
        records: By record, then by version (the record itself, its copies), its documents.
    """

    def __init__(self, materials: Sequence[Material], min_records: int, min_own: int) -> None:
        self.labels = tuple(sorted(frozenset().union(*(material.part.prepared.labels for material in materials))))
        numbers: dict[str, str] = {}
        read = [_versions(material, numbers) for material in materials]
        common = _in_records([record for first, *_ in read for record in first], min_records)
        kept = {number: name for name, number in numbers.items() if number in common}
        self.rows = {name: row for row, name in enumerate(kept.values())}
        self._row_of = {number: row for row, number in enumerate(kept)}
        self._shown = [_in_records(first, min_own) for first, *_ in read]
        self._class_of = {label: number for number, label in enumerate(self.labels, 1)}
        self.records: list[list[list[Text]]] = [
            [self._documents(record) for record in versions] for group in read for versions in zip(*group, strict=True)
        ]

    @property
    def is_word(self) -> Tensor:
        """Of each row, whether it tells the word; shape (D,)."""
        return torch.tensor([name.partition(":")[2].startswith(WORD_STRINGS) for name in self.rows])

    def shown(self, at: int) -> dict[str, int]:
        """Names and rows of the features that enough records of one language have."""
        shown = self._shown[at]
        rows = (row for number, row in self._row_of.items() if number in shown)
        names = list(self.rows)
        return {names[row]: row for row in rows}

    def _documents(self, record: ReadRecord) -> list[Text]:
        return [self._text(tags, tokens) for tags, tokens in record.documents]

    def _text(self, tags: Sequence[str], tokens: Sequence[Sequence[str]]) -> Text:
        row_of = self._row_of
        rows = [[row_of[number] for number in token if number in row_of] for token in tokens]
        return Text(
            torch.tensor([row for token in rows for row in token], dtype=torch.long),
            torch.tensor(list(map(len, rows))),
            torch.tensor([0 if tag == OUTSIDE else self._class_of[tag.partition("-")[2]] for tag in tags]),
        )


def joined(texts: Iterable[Text], room: int) -> Text:
    """Texts in a row, so many places apart."""
    between = Text(torch.zeros(0, dtype=torch.long), torch.zeros(room, dtype=torch.long), torch.full((room,), UNSCORED))
    parts = [part for text in texts for part in (text, between)]
    return Text(*(torch.cat([getattr(part, name) for part in parts]) for name in ("rows", "n_rows", "classes")))


def _in_records(records: Iterable[ReadRecord], least: int) -> frozenset[str]:
    """Numbers of the features that at least so many records have."""
    counts = Counter(name for record in records for name in record.names)
    return frozenset(name for name, count in counts.items() if count >= least)


def _versions(material: Material, numbers: dict[str, str]) -> list[list[ReadRecord]]:
    """The records of a language and of its copies."""
    featurenumbers = FeatureNumbers(make_channels(FEATURES, material.part.resources), numbers)
    return [read_records(part.prepared, featurenumbers) for part in (material.part, *material.copies)]
