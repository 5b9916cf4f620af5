"""Long short-term memory in numpy, many sequences side by side."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LSTM:
    """One direction of an LSTM with torch's gates (input, forget, cell, output), rearranged for speed.

    A sigmoid is a tanh, ``σ(x) = (1 + tanh(x / 2)) / 2``, so with the weights of the three gates halved beforehand
    one call of tanh serves all four.

    Attributes:
        inputs: Weights of the input, shape (D, 4H).
        recurrent: Weights of the state, shape (H, 4H).
        bias: Shape (4H,).
    """

    inputs: Floats = field(repr=False)
    recurrent: Floats = field(repr=False)
    bias: Floats = field(repr=False)

    @classmethod
    def from_torch(cls, weight_ih: Floats, weight_hh: Floats, bias_ih: Floats, bias_hh: Floats) -> LSTM:
        """Takes weights of shapes (4H, D), (4H, H), (4H,) and (4H,), gates one after the other."""
        hidden = weight_hh.shape[1]
        order = np.r_[0 : 2 * hidden, 3 * hidden : 4 * hidden, 2 * hidden : 3 * hidden]  # the cell's gate last
        scale = np.where(np.arange(4 * hidden) < 3 * hidden, 0.5, 1.0).astype(np.float32)
        bias = (bias_ih + bias_hh)[order] * scale
        inputs, recurrent = (np.ascontiguousarray((w[order] * scale[:, None]).T) for w in (weight_ih, weight_hh))
        return cls(inputs.astype(np.float32), recurrent.astype(np.float32), bias.astype(np.float32))

    @property
    def hidden(self) -> int:
        """Dimensions of the state."""
        return int(self.recurrent.shape[0])

    def project(self, values: Floats) -> Floats:
        """What the inputs add to the gates: shape (..., D) to (..., 4H)."""
        projected: Floats = values @ self.inputs
        projected += self.bias
        return projected

    def run(self, gates: Floats) -> Floats:
        """States after each step, shape (T, B, H), from zero.

        Args:
            gates: What the inputs add, shape (T, B, 4H).
        """
        n_steps, n_sequences, _ = gates.shape
        hidden = self.hidden
        states = np.empty((n_steps, n_sequences, hidden), dtype=np.float32)
        cell = np.zeros((n_sequences, hidden), dtype=np.float32)
        active = np.empty((n_sequences, 4 * hidden), dtype=np.float32)
        for step in range(n_steps):
            self._gates(gates[step], states[step - 1] if step else None, active)
            active[:, : 3 * hidden] *= 0.5
            active[:, : 3 * hidden] += 0.5
            cell *= active[:, hidden : 2 * hidden]
            active[:, 3 * hidden :] *= active[:, :hidden]
            cell += active[:, 3 * hidden :]
            np.tanh(cell, out=states[step])
            states[step] *= active[:, 2 * hidden : 3 * hidden]
        return states

    def _gates(self, inputs: Floats, state: Floats | None, out: Floats) -> None:
        if state is None:
            np.tanh(inputs, out=out)
            return
        np.matmul(state, self.recurrent, out=out)
        out += inputs
        np.tanh(out, out=out)
