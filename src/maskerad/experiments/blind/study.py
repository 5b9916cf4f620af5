"""A blind study as a folder.

items.json      what evaluators read: an id, a language and a text for each item. Half of it is real text: guard it
truth.json      which items are pseudonymised, where each is from, where its surrogates stand; not for evaluators
answers/        one file an evaluator: item ids, verdicts, offsets, reasons; no text
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from maskerad.core.errors import FormatError, MissingError
from maskerad.corpora.files.atomic import Destination, atomic_folder

ITEMS_FILE, TRUTH_FILE, ANSWERS_FOLDER = "items.json", "truth.json", "answers"
ITEMS_FORMAT, TRUTH_FORMAT = "maskerad-blind-items-1", "maskerad-blind-truth-1"
PRIVATE = 0o700

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Item:
    """What an evaluator reads. The text stays out of ``repr``."""

    id: str
    language: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Truth:
    """What the study knows of an item.

    Attributes:
        record, document: Where it is from.
        start, end: Of the excerpt, in the document as it was.
        is_pseudonymised: Whether the item shows surrogates.
        surrogates: Where they stand in the item's text; of a real item, where its identifiers stand.
        n_words: Words of the item.
        n_marked_words: Words of the item that touch one of those.
    """

    record: str
    document: str
    start: int
    end: int
    is_pseudonymised: bool
    surrogates: tuple[Place, ...]
    n_words: int
    n_marked_words: int


@dataclass(frozen=True, slots=True)
class Study:
    """Items in the order in which they are shown, and their truth by id."""

    items: tuple[Item, ...]
    truth: Mapping[str, Truth] = field(repr=False)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits of the items: answers name the study that they are about."""
        content = json.dumps([[item.id, item.text] for item in self.items])
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def write_study(study: Study, folder: Path) -> None:
    """Makes the folder, readable by its owner alone.

    Raises:
        ConfigError: If it is there already.
        MissingError: If the folder above it is not.
    """
    with atomic_folder(Destination(folder, is_private=True), frozenset({".json"})) as partial:
        (partial / ANSWERS_FOLDER).mkdir(PRIVATE)
        items = [{"id": item.id, "language": item.language, "text": item.text} for item in study.items]
        _write(partial / ITEMS_FILE, {"format": ITEMS_FORMAT, "study": study.id, "items": items})
        truth = {name: _row(excerpt) for name, excerpt in study.truth.items()}
        _write(partial / TRUTH_FILE, {"format": TRUTH_FORMAT, "study": study.id, "items": truth})


def read_items(folder: Path) -> tuple[str, tuple[Item, ...]]:
    """The study's id, and what evaluators read.

    Raises:
        MissingError: If the folder holds no study.
        FormatError: If its file is not in form.
    """
    content = read_json(folder / ITEMS_FILE, ITEMS_FORMAT)
    try:
        items = tuple(Item(str(row["id"]), str(row["language"]), str(row["text"])) for row in content["items"])
        return str(content["study"]), items
    except (KeyError, TypeError):
        raise FormatError(f"{folder / ITEMS_FILE}: not the items of a study") from None


def read_truth(folder: Path) -> tuple[str, dict[str, Truth]]:
    """The study's id, and the truth of every item.

    Raises:
        MissingError: If the folder holds no study.
        FormatError: If its file is not in form.
    """
    content = read_json(folder / TRUTH_FILE, TRUTH_FORMAT)
    try:
        return str(content["study"]), {str(name): _truth(row) for name, row in content["items"].items()}
    except (KeyError, TypeError, ValueError, AttributeError):
        raise FormatError(f"{folder / TRUTH_FILE}: not the truth of a study") from None


def read_json(path: Path, form: str) -> dict[str, Any]:
    """A JSON object that names its format.

    Raises:
        MissingError: If there is no such file.
        FormatError: If it is not JSON, or of another format.
    """
    if not path.is_file():
        raise MissingError(f"{path} is not there")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise FormatError(f"{path}: not JSON") from None
    if not isinstance(content, dict) or content.get("format") != form:
        raise FormatError(f"{path}: its format is not {form!r}")
    return content


def _write(path: Path, content: Mapping[str, object]) -> None:
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="ascii")


def _row(truth: Truth) -> dict[str, object]:
    return {
        "record": truth.record,
        "document": truth.document,
        "start": truth.start,
        "end": truth.end,
        "is_pseudonymised": truth.is_pseudonymised,
        "surrogates": [list(place) for place in truth.surrogates],
        "n_words": truth.n_words,
        "n_marked_words": truth.n_marked_words,
    }


def _truth(row: Mapping[str, object]) -> Truth:
    places = row["surrogates"]
    if not isinstance(places, Sequence):
        raise TypeError
    return Truth(
        str(row["record"]),
        str(row["document"]),
        _int(row["start"]),
        _int(row["end"]),
        row["is_pseudonymised"] is True,
        tuple((_int(start), _int(end)) for start, end in places),
        _int(row["n_words"]),
        _int(row["n_marked_words"]),
    )


def _int(value: object) -> int:
    if type(value) is not int:
        raise TypeError
    return value
