"""The folder of a trained model: ``model.json`` (its card), ``README.md`` (the card for people) and its files.

The card says what the model is: its kind, the labels it learnt and what they are in the core scheme, how it cuts
texts and which features it reads, how it was trained, how well it did and on what, and a hash of every other file.
A folder that does not fit is refused when it is opened, not when the first record is wrong. A hash over all that the
card says is its seal: a figure that was changed is told as well as a weight.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from maskerad.core.errors import MissingError, ModelError
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import OWN_SUFFIX, load_scheme, scheme_names
from maskerad.core.span import Span
from maskerad.text.codes import Code

CARD_FILE, README_FILE = "model.json", "README.md"
HYBRID = "hybrid.v1"  # the kind of a folder that holds several models and says which decides
FINDER = "finder.v1"  # the kind of a model that is blind to the rules and is weighed against them
FORMAT = 2  # of the folder; raised when an older Maskerad could not read a newer one
_OF_STRINGS = frozenset({"labels", "files", "languages", "beside"})
OTHER = "OTHER_PHI"  # what labels become that the core scheme has no place for
TOKENISER = "pieces.v1"  # how texts are cut: text.tokens and text.morphemes; raised when either cuts otherwise


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a model is.

    Attributes:
        kind: Versioned name of the recogniser that runs it: ``crf.v1``.
        scheme: Name of the label scheme it learnt.
        labels: Each label of the scheme that it can give, to the label of the core scheme it stands for, "" if none.
        code: How spans are written as tags.
        languages: Codes of the languages it was trained on.
        features: Configuration of what it reads of a text.
        beside: Names of the recognisers whose marks it reads; they must run before it.
        training: Corpus, split, seed, settings, time and memory.
        scores: Figures with the signature of how each was measured.
        files: Name of each file of the folder to the SHA-256 of its bytes.
        seal: SHA-256 of the rest of the card, as canonical JSON; set when it is written.
        tokeniser: How texts were cut.
        version: Of Maskerad, when it was made.
        format: Of the folder.
    """

    kind: str
    scheme: str
    labels: Mapping[str, str]
    code: Code
    languages: tuple[str, ...]
    features: Mapping[str, object] = field(default_factory=dict)
    beside: tuple[str, ...] = ()
    training: Mapping[str, object] = field(default_factory=dict)
    scores: tuple[Mapping[str, object], ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    seal: str = ""
    tokeniser: str = TOKENISER
    version: str = ""
    format: int = FORMAT

    @property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that tell this model from any other."""
        content = json.dumps([self.kind, self.scheme, sorted(self.files.items())])
        return hashlib.sha256(content.encode()).hexdigest()[:12]


def labels_of(scheme: str, used: set[str]) -> dict[str, str]:
    """The labels of a scheme that a corpus uses, to their core labels.

    Raises:
        LabelError: If a label is not of the scheme.
        UnknownNameError: If there is no such scheme.
    """
    known = load_scheme(scheme)
    return {known.check(label): known.to_core.get(label) or "" for label in sorted(used)}


def in_core(spans: Iterable[Span], card: ModelCard) -> list[Span]:
    """Spans in core labels; nothing that was found is dropped, even if the core scheme has no place for its label."""
    return [span.relabelled(card.labels[span.label] or OTHER) for span in spans]


def write_card(folder: Path, card: ModelCard, readme: str) -> None:
    """Writes card and README into a folder that already holds all other files of the model; hashes are taken here.

    Folders inside are models of their own, with cards of their own.
    """
    names = sorted(
        item.name for item in folder.iterdir() if item.is_file() and item.name not in (CARD_FILE, README_FILE)
    )
    content = asdict(card) | {"files": {name: _hash(folder / name) for name in names}}
    content["seal"] = seal_of(content)
    (folder / CARD_FILE).write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / README_FILE).write_text(readme, encoding="utf-8")


def seal_of(card: Mapping[str, object]) -> str:
    """The seal of a card; what it holds as its seal does not count."""
    rest = {name: value for name, value in card.items() if name != "seal"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def read_card(folder: Path, kind: str = "") -> ModelCard:
    """Reads the card of a model folder and checks that all else in the folder is what the card says.

    Args:
        folder: Where the model is.
        kind: The kind it must be of; "" for any.

    Raises:
        MissingError: If the folder or its card is not there.
        ModelError: If the card cannot be read, is of another version, kind or tokeniser, or a file was changed.
    """
    path = folder / CARD_FILE
    if not path.is_file():
        raise MissingError(f"{folder} holds no model: {CARD_FILE} is not there")
    raw = path.read_bytes()
    card = _parsed(folder, raw)
    if kind and card.kind != kind:
        raise ModelError(f"model {folder}: of kind {card.kind!r}, not {kind!r}")
    if card.tokeniser != TOKENISER:
        raise ModelError(f"model {folder}: cuts texts by {card.tokeniser!r}, this version by {TOKENISER!r}; train anew")
    _check_labels(folder, card)
    _check_files(folder, card)
    if card.seal != seal_of(json.loads(raw)):
        raise ModelError(f"model {folder}: {CARD_FILE} was changed after training")
    return card


def _parsed(folder: Path, raw: bytes) -> ModelCard:
    try:
        table = json.loads(raw)
    except (ValueError, RecursionError):
        raise ModelError(f"model {folder}: {CARD_FILE} is not JSON in UTF-8") from None
    version = table.get("format") if isinstance(table, dict) else None
    if version != FORMAT:
        raise ModelError(f"model {folder}: folder format {version!r}; this version reads {FORMAT}; train anew")
    names = {item.name for item in fields(ModelCard)}
    if set(table) != names:
        odd = ", ".join(sorted(set(table) ^ names))
        raise ModelError(f"model {folder}: {CARD_FILE} lacks or has too much: {odd}")
    return _typed(folder, table)


def _typed(folder: Path, table: dict[str, object]) -> ModelCard:
    """The card, if every value is of the type that it must be of."""
    kinds: dict[str, type] = dict.fromkeys(("labels", "features", "training", "files"), dict)
    kinds |= dict.fromkeys(("languages", "beside", "scores"), list)
    kinds |= dict.fromkeys(("kind", "scheme", "code", "seal", "tokeniser", "version"), str)
    wrong = sorted(name for name, kind in kinds.items() if not _is_of(table[name], kind, name in _OF_STRINGS))
    if wrong or table["code"] not in set(Code):
        raise ModelError(f"model {folder}: {CARD_FILE}: not of the right type: {', '.join(wrong) or 'code'}")
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
    return ModelCard(**(values | {"code": Code(str(table["code"]))}))  # type: ignore[arg-type]  # types were checked above


def _is_of(value: object, kind: type, is_of_strings: bool) -> bool:
    """Whether a value is of a kind, and all in it are strings where that is asked for."""
    inner = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return isinstance(value, kind) and not (is_of_strings and any(not isinstance(element, str) for element in inner))


def _check_labels(folder: Path, card: ModelCard) -> None:
    if not card.scheme.endswith(OWN_SUFFIX) and card.scheme not in scheme_names():
        raise ModelError(f"model {folder}: learnt an unknown label scheme; known: {', '.join(scheme_names())}")
    if not card.labels:
        raise ModelError(f"model {folder}: it can give no label")
    known = load_scheme(CORE).labels
    strange = sorted({str(core) for core in card.labels.values() if core and core not in known})
    if strange:
        raise ModelError(f"model {folder}: its labels stand for unknown core labels: {', '.join(strange)}")


def _check_files(folder: Path, card: ModelCard) -> None:
    """Every file is what it was; none that libraries might read has come, though hidden ones may."""
    there = {item.name for item in folder.iterdir() if not item.is_dir() and not item.name.startswith(".")}
    if strange := sorted(there - {CARD_FILE, README_FILE, *card.files}):
        raise ModelError(f"model {folder}: file {strange[0]!r} is not in its card")
    for name, expected in card.files.items():
        path = folder / name
        if Path(name).name != name or not path.is_file():
            raise ModelError(f"model {folder}: file {name!r} of its card is not there")
        if _hash(path) != expected:
            raise ModelError(f"model {folder}: file {name!r} was changed after training")


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
