"""Checkpoints of a training run: tensors as safetensors, the rest as JSON, replaced in one move.

A checkpoint holds parameters, optimiser state, the state of the random numbers and whatever the loop adds, so a run
that was stopped goes on as if it had not been.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from maskerad.core.errors import ConfigError, FormatError
from maskerad.corpora.files.atomic import write_whole

FILE = "checkpoint.safetensors"
_RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a run needs to go on.

    Attributes:
        facts: Where the run is, as JSON values; ``signature`` says what run it is.
        tensors: Names to tensors.
    """

    facts: Mapping[str, Any]
    tensors: Mapping[str, torch.Tensor] = field(repr=False)


def write_checkpoint(
    folder: Path, facts: Mapping[str, Any], model: torch.nn.Module, optimiser: torch.optim.Optimizer, **others: Any
) -> None:
    """Writes the state of a run, replacing the checkpoint before it.

    Args:
        folder: Must exist.
        facts: JSON values.
        model: Its state is kept under ``model.``.
        optimiser: Its tensors are kept under ``optimiser.``.
        others: Further tensors by name.
    """
    state = optimiser.state_dict()["state"]
    tensors = {f"model.{name}": tensor for name, tensor in model.state_dict().items()}
    for number, slots in state.items():
        for name, value in slots.items():
            tensors[f"optimiser.{number}.{name}"] = torch.as_tensor(value)
    tensors |= others
    tensors[_RANDOM] = torch.get_rng_state()
    fresh = folder / f"{FILE}.new"
    kept = {name: tensor.detach().contiguous().clone() for name, tensor in tensors.items()}
    write_whole(fresh, save(kept, metadata={"facts": json.dumps(dict(facts))}))
    fresh.replace(folder / FILE)


def read_checkpoint(folder: Path, signature: str) -> Checkpoint | None:
    """The last checkpoint of a folder, or None when there is none.

    Raises:
        ConfigError: If it is of a run with other settings or other data.
        FormatError: If the file is damaged.
    """
    path = folder / FILE
    if not path.exists():
        return None
    try:
        with safe_open(path, framework="pt") as file:
            facts = json.loads((file.metadata() or {})["facts"])
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (no mapping)
    except (SafetensorError, KeyError, ValueError) as error:
        raise FormatError(f"{path}: a damaged checkpoint ({type(error).__name__}); remove it to start anew") from None
    if facts.get("signature") != signature:
        raise ConfigError(f"{path} is of a run with other settings or data; remove it, or train into another folder")
    return Checkpoint(facts, tensors)


def restore(checkpoint: Checkpoint, model: torch.nn.Module, optimiser: torch.optim.Optimizer) -> None:
    """Puts parameters, optimiser and random numbers back to where the checkpoint was written."""
    model.load_state_dict(_under(checkpoint, "model."))
    slots: dict[int, dict[str, torch.Tensor]] = {}
    for name, tensor in _under(checkpoint, "optimiser.").items():
        number, _, slot = name.partition(".")
        slots.setdefault(int(number), {})[slot] = tensor
    optimiser.load_state_dict({"state": slots, "param_groups": optimiser.state_dict()["param_groups"]})
    torch.set_rng_state(checkpoint.tensors[_RANDOM])


def _under(checkpoint: Checkpoint, prefix: str) -> dict[str, torch.Tensor]:
    tensors = checkpoint.tensors.items()
    return {name.removeprefix(prefix): tensor for name, tensor in tensors if name.startswith(prefix)}
