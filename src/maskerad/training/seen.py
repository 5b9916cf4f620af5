"""Which texts a model has learnt from, so that nothing is chosen or measured on them later.

The folder of a model keeps a hash of each text, no text: who has a text can tell whether it was learnt from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from maskerad.core.errors import InputError, ModelError
from maskerad.corpora import AnnotatedDocument
from maskerad.recognisers.model_folder import ModelCard
from maskerad.training.hygiene import refuse_shared
from maskerad.training.splits import fingerprint

SEEN_FILE = "seen.json"
CHOSEN_FILE = "chosen.json"  # hashes of the texts on which something of the model was chosen: its best epoch, settings
_HASH_CHARS = 16


def write_seen(folder: Path, documents: Sequence[AnnotatedDocument]) -> None:
    """Writes the hashes of the texts that a model learns from into its folder, before its card is written."""
    hashes = sorted({_hash(item) for item in documents})
    (folder / SEEN_FILE).write_text(json.dumps(hashes), encoding="utf-8")


def write_chosen(folder: Path, documents: Sequence[AnnotatedDocument]) -> None:
    """Writes the hashes of the texts that something of a model was chosen on, before its card is written."""
    hashes = sorted({_hash(item) for item in documents})
    (folder / CHOSEN_FILE).write_text(json.dumps(hashes), encoding="utf-8")


def refuse_chosen(folder: Path, card: ModelCard, test: Sequence[AnnotatedDocument]) -> None:
    """Checks that nothing of a model was chosen on test documents. Of models that do not say it nothing is known.

    Raises:
        InputError: If something was.
        ModelError: If the file of hashes cannot be read.
    """
    hashes = _read_hashes(folder, card, CHOSEN_FILE) or frozenset()
    for item in test:
        if _hash(item) in hashes:
            raise InputError(
                f"document {item.document.id!r}: model {folder} was chosen on this text (its best epoch or settings); "
                "it cannot be tested on it"
            )


def refuse_seen(
    folder: Path, card: ModelCard, documents: Sequence[AnnotatedDocument], trained_on: Sequence[AnnotatedDocument]
) -> None:
    """Checks that a model has not learnt from documents that something is to be chosen or measured on.

    Args:
        folder: Of the model.
        card: Its card.
        documents: What it must not have seen.
        trained_on: What it was trained on, for models that keep no hashes; with it, near-duplicates are found too.

    Raises:
        InputError: If it has seen one, or a near-duplicate; if it cannot be told what it has seen.
        ModelError: If the file of hashes cannot be read.
    """
    hashes = read_seen(folder, card)
    if hashes is None and fingerprint(trained_on) not in json.dumps(dict(card.training)):
        raise InputError(
            f"model {folder} does not say which texts it has learnt from: name them (--trained-on); "
            "none were named, or they are not those of its card"
        )
    for item in documents:
        if hashes is not None and _hash(item) in hashes:
            raise InputError(f"document {item.document.id!r}: model {folder} was trained on this text")
    refuse_shared({f"the training texts of {folder}": trained_on, "the development texts": documents})


def read_seen(folder: Path, card: ModelCard) -> frozenset[str] | None:
    """Hashes of the texts that a model has learnt from; None if it does not say.

    Raises:
        ModelError: If the file is not a list of hashes.
    """
    return _read_hashes(folder, card, SEEN_FILE)


def _read_hashes(folder: Path, card: ModelCard, name: str) -> frozenset[str] | None:
    if name not in card.files:
        return None
    try:
        return frozenset(map(str, json.loads((folder / name).read_bytes())))
    except (ValueError, TypeError, RecursionError):
        raise ModelError(f"model {folder}: {name} is not a list of hashes") from None


def _hash(item: AnnotatedDocument) -> str:
    return hashlib.sha256(" ".join(item.document.text.split()).encode()).hexdigest()[:_HASH_CHARS]
