"""Files of neural models: weights as safetensors, with what must be known beside them as JSON in the header."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from maskerad.core.errors import ExtraError, ModelError
from maskerad.corpora.files.atomic import write_whole
from maskerad.recognisers.neural.charlm import CharacterLM
from maskerad.recognisers.neural.lstm import Floats
from maskerad.recognisers.neural.network import Network
from maskerad.recognisers.neural.settings import NetworkSettings
from maskerad.recognisers.neural.viterbi import Chain
from maskerad.recognisers.neural.vocabulary import Vocabulary
from maskerad.text.codes import Code

NETWORK_FILE = "network.safetensors"
NETWORKS_MAX = 20
LM_FILES = ("forward.safetensors", "backward.safetensors")
_FACTS = "maskerad"


def network_files(n_networks: int) -> list[str]:
    """Names of the files of so many networks.

    Example:
        >>> network_files(2)
        ['network.safetensors', 'network-2.safetensors']
    """
    return [NETWORK_FILE, *(f"network-{number}.safetensors" for number in range(2, n_networks + 1))]


@dataclass(frozen=True, slots=True)
class Stored:
    """The content of one file.

    Attributes:
        facts: JSON values.
        weights: By the names of the torch module.
    """

    facts: Mapping[str, object]
    weights: Mapping[str, Floats] = field(repr=False)


def write_file(path: Path, stored: Stored) -> None:
    """Writes weights and facts.

    Raises:
        ExtraError: If safetensors is not installed.
    """
    try:
        from safetensors.numpy import save
    except ImportError:
        raise ExtraError("neural", "writing a neural model") from None
    arrays = {name: np.ascontiguousarray(weight) for name, weight in stored.weights.items()}
    write_whole(path, save(arrays, metadata={_FACTS: json.dumps(dict(stored.facts), ensure_ascii=False)}))


def read_file(path: Path) -> Stored:
    """Reads weights and facts.

    Raises:
        ExtraError: If safetensors is not installed.
        ModelError: If the file is not there or damaged.
    """
    try:
        from safetensors import SafetensorError, safe_open
    except ImportError:
        raise ExtraError("neural", "running a neural model") from None
    try:
        with safe_open(path, framework="numpy") as file:
            facts = json.loads((file.metadata() or {})[_FACTS])
            weights = {name: file.get_tensor(name).astype(np.float32) for name in file.keys()}  # noqa: SIM118 (no mapping)
    except (OSError, SafetensorError, KeyError, ValueError) as error:
        raise ModelError(f"{path}: no readable neural model ({type(error).__name__})") from None
    return Stored(facts, weights)


def language_model(stored: Stored) -> CharacterLM:
    """A character language model from its file.

    Raises:
        ModelError: If the file holds something else.
    """
    characters, is_backward = stored.facts.get("characters"), stored.facts.get("is_backward")
    if not isinstance(characters, list) or not isinstance(is_backward, bool):
        raise ModelError("the file holds no character language model")
    return CharacterLM.of(Vocabulary.of(map(str, characters)), stored.weights, is_backward)


def network_facts(network: Network) -> dict[str, object]:
    """What must be known beside the weights of a network."""
    return {
        "settings": network.settings.to_json(),
        "words": list(network.words.entries),
        "characters": list(network.characters.entries),
    }


def network(stored: Stored, models: Sequence[CharacterLM], tags: Sequence[str], code: Code) -> Network:
    """A network from its file.

    Args:
        stored: The file.
        models: Language models whose states it reads.
        tags: All tags, in the order of their numbers.
        code: What they are written in.

    Raises:
        ModelError: If weights, settings, tags and language models do not fit one another.
    """
    facts, weights = stored.facts, stored.weights
    try:
        settings = NetworkSettings.from_json(facts["settings"])  # type: ignore[arg-type]  # its facts, read from JSON
        words, characters = (Vocabulary.of(facts[name]) for name in ("words", "characters"))  # type: ignore[arg-type]  # its facts, read from JSON
        chain = Chain(weights["crf.start"], weights["crf.transitions"], weights["crf.end"])
        if len(chain.start) != len(tags):
            raise ModelError(f"a network of {len(chain.start)} tags with a card of {len(tags)}")
        return Network(settings, words, characters, weights, chain.masked(tags, code), tuple(models))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ModelError(f"a network whose parts do not fit one another ({type(error).__name__})") from None
