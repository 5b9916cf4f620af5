"""What every training run does: a step down the loss, a checkpoint, and going on from the last one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from maskerad.training.neural.checkpoint import Checkpoint, read_checkpoint, restore, write_checkpoint
from maskerad.training.neural.progress import finite


@dataclass(frozen=True, slots=True)
class Descent:
    """A network that learns, and where it is kept meanwhile.

    Attributes:
        model: The network.
        optimiser: Of its parameters.
        clip: Greatest norm of the gradient.
        folder: For checkpoints.
        signature: Of the run; a checkpoint of another run is refused.
    """

    model: nn.Module
    optimiser: torch.optim.Optimizer
    clip: float
    folder: Path
    signature: str

    def step(self, loss: Tensor, rate: float, epoch: int) -> float:
        """One step down a loss; returns the loss.

        Raises:
            ConfigError: If it is no longer a number.
        """
        self.optimiser.param_groups[0]["lr"] = rate
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch does not type it
        nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
        self.optimiser.step()
        return finite(float(loss.detach()), epoch)

    def resume(self) -> Checkpoint | None:
        """Puts network, optimiser and random numbers back to the last checkpoint, if there is one.

        Raises:
            ConfigError: If it is of another run.
            FormatError: If it is damaged.
        """
        checkpoint = read_checkpoint(self.folder, self.signature)
        if checkpoint is not None:
            restore(checkpoint, self.model, self.optimiser)
        return checkpoint

    def save(self, facts: Mapping[str, Any], **tensors: Tensor) -> None:
        """Writes a checkpoint in place of the last one."""
        write_checkpoint(self.folder, {"signature": self.signature, **facts}, self.model, self.optimiser, **tensors)
