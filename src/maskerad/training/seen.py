"""Which texts a model has learnt from, so that nothing is chosen or measured on them, or on their like, later.

The folder of a model keeps a hash and a sketch of each text (see ``hygiene``), no text: who has a text, or one that is
nearly the same, can tell whether it was learnt from.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode, b64encode
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Self

from maskerad.core.errors import InputError, ModelError
from maskerad.corpora import AnnotatedDocument
from maskerad.recognisers.hybrid.folder import read_members
from maskerad.recognisers.model_folder import HYBRID, ModelCard, read_card
from maskerad.training.hygiene import BAND_BYTES, refuse_shared, sketch
from maskerad.training.splits import fingerprint

SEEN_FILE = "seen.json"
CHOSEN_FILE = "chosen.json"  # the texts on which something of the model was chosen: its best epoch, settings, policy
BANDS_ALIKE = 5  # of 64 that are shared: half of a text shares sixteen on average, texts of one ward hardly one
_HASH_CHARS = 16


@dataclass(frozen=True)
class KnownTexts:
    """Hashes of texts, each with its sketch ("" for a short text)."""

    sketches: Mapping[str, bytes] = field(repr=False)

    def __len__(self) -> int:
        return len(self.sketches)

    @classmethod
    def of(cls, documents: Sequence[AnnotatedDocument]) -> Self:
        """Those of some documents."""
        return cls({_hash(item): sketch(item.document.text) for item in documents})

    def told(self, item: AnnotatedDocument) -> str:
        """How a document is known: as "this text", as "a text that is nearly this one", or "" if it is not."""
        if _hash(item) in self.sketches:
            return "this text"
        shared: Counter[str] = Counter()
        for band in _bands(sketch(item.document.text)):
            shared.update(self._by_band.get(band, ()))
        return "a text that is nearly this one" if max(shared.values(), default=0) >= BANDS_ALIKE else ""

    @cached_property
    def _by_band(self) -> dict[tuple[int, bytes], list[str]]:
        by_band: defaultdict[tuple[int, bytes], list[str]] = defaultdict(list)
        for name, bands in self.sketches.items():
            for band in _bands(bands):
                by_band[band].append(name)
        return dict(by_band)


def _bands(sketched: bytes) -> list[tuple[int, bytes]]:
    return [(at, sketched[at : at + BAND_BYTES]) for at in range(0, len(sketched), BAND_BYTES)]


def write_seen(folder: Path, documents: Sequence[AnnotatedDocument]) -> None:
    """Writes which texts a model learns from into its folder, before its card is written."""
    _write(folder / SEEN_FILE, documents)


def write_chosen(folder: Path, documents: Sequence[AnnotatedDocument]) -> None:
    """Writes which texts something of a model was chosen on, before its card is written."""
    _write(folder / CHOSEN_FILE, documents)


def _write(path: Path, documents: Sequence[AnnotatedDocument]) -> None:
    known = sorted(KnownTexts.of(documents).sketches.items())
    path.write_text(json.dumps({name: b64encode(bands).decode() for name, bands in known}), encoding="utf-8")


def refuse_chosen(folder: Path, card: ModelCard, test: Sequence[AnnotatedDocument]) -> None:
    """Checks that nothing of a model, or of a member of a hybrid, was chosen on test documents, or on their like.

    Of models that do not say it nothing is known.

    Raises:
        InputError: If something was.
        ModelError: If the file of hashes cannot be read.
    """
    for home, own in _with_members(folder, card):
        known = _read_known(home, own, CHOSEN_FILE) or KnownTexts({})
        for item in test:
            if source := known.told(item):
                raise InputError(
                    f"document {item.document.id!r}: model {home} was chosen on {source} (its best epoch or settings); "
                    "it cannot be tested on it"
                )


def refuse_seen(
    folder: Path, card: ModelCard, documents: Sequence[AnnotatedDocument], trained_on: Sequence[AnnotatedDocument]
) -> None:
    """Checks that a model, or a member of a hybrid, has not learnt from what something is to be chosen or measured on.

    Args:
        folder: Of the model.
        card: Its card.
        documents: What it must not have seen, nor a near-duplicate of it.
        trained_on: What it was trained on, for models that keep no hashes.

    Raises:
        InputError: If it has seen one, or a near-duplicate; if it cannot be told what it has seen.
        ModelError: If the file of hashes cannot be read.
    """
    for home, own in _with_members(folder, card):
        known = read_seen(home, own)
        if known is None and fingerprint(trained_on) not in json.dumps(dict(own.training)):
            raise InputError(
                f"model {home} does not say which texts it has learnt from: name them (--trained-on); "
                "none were named, or they are not those of its card"
            )
        for item in documents:
            if known is not None and (source := known.told(item)):
                raise InputError(f"document {item.document.id!r}: model {home} was trained on {source}")
    refuse_shared({f"the training texts of {folder}": trained_on, "the development texts": documents})


def _with_members(folder: Path, card: ModelCard) -> list[tuple[Path, ModelCard]]:
    members = read_members(folder, card).values() if card.kind == HYBRID else ()
    return [(folder, card), *((member, read_card(member)) for member in members)]


def read_seen(folder: Path, card: ModelCard) -> KnownTexts | None:
    """The texts that a model has learnt from; None if it does not say.

    Raises:
        ModelError: If the file is not one of hashes and sketches.
    """
    return _read_known(folder, card, SEEN_FILE)


def _read_known(folder: Path, card: ModelCard, name: str) -> KnownTexts | None:
    if name not in card.files:
        return None
    try:
        read = json.loads((folder / name).read_bytes())
        return KnownTexts({str(text): b64decode(bands, validate=True) for text, bands in read.items()})
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise ModelError(f"model {folder}: {name} does not hold hashes of texts") from None


def _hash(item: AnnotatedDocument) -> str:
    return hashlib.sha256(" ".join(item.document.text.split()).encode()).hexdigest()[:_HASH_CHARS]
