"""A transformer that somebody else trained: a local Hugging Face folder, taken over with a map of its labels.

Its files are copied beside a card, so that it is opened, checked and run like any other model folder. What its labels
stand for is data in that card. Nothing is downloaded, and only safetensors, JSON and vocabularies are copied.
"""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from maskerad.core.errors import ConfigError, LabelError, MissingError, ModelError
from maskerad.core.extras import TRANSFORMER, require
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import load_scheme
from maskerad.corpora import Destination
from maskerad.corpora.files.atomic import atomic_folder
from maskerad.recognisers.model_folder import CARD_FILE, README_FILE, ModelCard, read_card, write_card
from maskerad.recognisers.neural.transformer import KIND, TAGS, Adopted, load_encoder
from maskerad.text.codes import OUTSIDE, Code

CONFIG_FILE = "config.json"
COPIED = frozenset({".json", ".safetensors", ".txt", ".model"})
_BEGINS, _OTHERS = ("B", "S"), ("I", "E")


def adopt(source: Path, target: Destination, language: str, labels: Mapping[str, str]) -> ModelCard:
    """Makes a model folder of a folder for token classification.

    Args:
        source: Of Hugging Face: configuration, safetensors, tokeniser.
        target: The new folder.
        language: Code of the language that it reads.
        labels: Each label of the model to that of the core scheme that it stands for; "" for one that is left out.

    Raises:
        ExtraError: If transformers or torch is not installed.
        MissingError: If the folder holds no such model.
        ModelError: If its tags are not written as ``B-`` and ``I-`` labels, or it cannot be loaded.
        LabelError: If the map lacks a label, has one too much, or names a label that the core scheme has not.
        ConfigError: If the target must not be written, or every label is left out.
    """
    require(TRANSFORMER, "a transformer")
    tags = tags_of(source)
    names = {name for tag in tags if (name := tag.partition("-")[2])}
    _check_map(source, names, labels)
    load_encoder(source, tags)
    kept = sorted({core for core in labels.values() if core})
    with atomic_folder(target, COPIED | {".md"}) as folder:
        for path in sorted(source.iterdir()):
            if path.suffix in COPIED and path.is_file() and path.name != CARD_FILE:
                shutil.copyfile(path, folder / path.name)
        card = ModelCard(
            kind=KIND,
            scheme=CORE,
            labels={core: core for core in kept},
            code=_code_of(tags),
            languages=(language,),
            features={TAGS: Adopted(tags, dict(sorted(labels.items()))).to_json()},
            training={"adopted": "a model of others; what it has learnt from is not known"},
        )
        write_card(folder, card, f"# {README_FILE}: a model of others, adopted\n\nIts labels stand in {CARD_FILE}.\n")
        return read_card(folder)


def read_label_map(path: Path) -> dict[str, str]:
    """A map of labels as a file has it: TOML, each label of a model and the core label that it stands for, or "".

    Raises:
        ConfigError: If the file cannot be read as that.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(
            f'map of labels {path} cannot be read ({type(error).__name__}); write: PER = "PERSON"'
        ) from None
    if not all(isinstance(core, str) for core in table.values()):
        raise ConfigError(f'map of labels {path}: write one label a line, as in PER = "PERSON"')
    return table


def tags_of(source: Path) -> tuple[str, ...]:
    """The tags of a model, in the order of their numbers, as its configuration has them.

    Raises:
        MissingError: If there is no configuration, or no weights as safetensors.
        ModelError: If it has no tags, or they are not written as labels with a letter before.
    """
    path = source / CONFIG_FILE
    if not path.is_file() or not any(source.glob("*.safetensors")):
        raise MissingError(f"{source} holds no transformer: {CONFIG_FILE} and weights as safetensors are needed")
    try:
        table = json.loads(path.read_bytes())["id2label"]
        tags = tuple(str(table[str(number)]) for number in range(len(table)))
    except (ValueError, LookupError, TypeError, RecursionError):
        raise ModelError(f"transformer {source}: {CONFIG_FILE} does not number its tags (id2label)") from None
    odd = [tag for tag in tags if tag != OUTSIDE and (tag[:2] not in ("B-", "I-", "E-", "S-") or len(tag) < len("B-X"))]
    if odd or OUTSIDE not in tags or len(set(tags)) < len(tags):
        raise ModelError(
            f"transformer {source}: its tags are not {OUTSIDE!r} and labels behind 'B-' and 'I-', each once"
        )
    begun = {tag[2:] for tag in tags if tag[0] in _BEGINS}
    if unbegun := sorted({tag[2:] for tag in tags if tag[0] in _OTHERS and tag != OUTSIDE} - begun):
        raise ModelError(f"transformer {source}: no tag begins the labels {', '.join(unbegun)}")
    return tags


def _code_of(tags: Sequence[str]) -> Code:
    return Code.BIOES if any(tag.startswith(("E-", "S-")) for tag in tags) else Code.BIO


def _check_map(source: Path, names: set[str], labels: Mapping[str, str]) -> None:
    lacking, strange = sorted(names - set(labels)), sorted(set(labels) - names)
    if lacking or strange:
        listing = "; ".join(
            f"{what} {', '.join(some)}" for what, some in (("it lacks", lacking), ("unknown are", strange)) if some
        )
        raise LabelError(
            f"the map of labels does not fit {source}: {listing}; the model has {', '.join(sorted(names))}"
        )
    known = load_scheme(CORE)
    for core in filter(None, labels.values()):
        known.check(core)
    if not any(labels.values()):
        raise ConfigError("the map leaves out every label: nothing would be found")
