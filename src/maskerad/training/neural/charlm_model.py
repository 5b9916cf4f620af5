"""The character language model as torch sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from maskerad.recognisers.neural.lstm import Floats

State = tuple[Tensor, Tensor]


class CharacterModel(nn.Module):
    """Predicts the next character (Akbik et al. 2018, section 2.1): embedding, one LSTM, softmax.

    Args:
        n_characters: Size of the vocabulary.
        embedding: Dimensions of a character.
        hidden: Dimensions of the LSTM's state, which later stands for the text so far.
        dropout: Share of the outputs dropped.
    """

    def __init__(self, n_characters: int, embedding: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.embedding = nn.Embedding(n_characters, embedding)
        self.lstm = nn.LSTM(embedding, hidden)
        self.dropout = nn.Dropout(dropout)
        self.output = nn.Linear(hidden, n_characters)

    def forward(self, characters: Tensor, state: State | None) -> tuple[Tensor, State]:
        """Scores of the next character, shape (T, B, V), from characters of shape (T, B), and the state after them."""
        hidden, state = self.lstm(self.embedding(characters), state)
        return self.output(self.dropout(hidden)), state


def half_precision(weights: Mapping[str, Floats]) -> Callable[[NDArray[np.int32]], Floats]:
    """The states of a trained model by torch, in bfloat16: numbers of characters (T, B) to states (T, B, H)."""
    tensors = {name: torch.from_numpy(weight) for name, weight in weights.items()}
    n_characters, embedding = tensors["embedding.weight"].shape
    model = CharacterModel(n_characters, embedding, tensors["lstm.weight_hh_l0"].shape[1], 0.0)
    model.load_state_dict(tensors)
    model = model.bfloat16().eval()

    def run(codes: NDArray[np.int32]) -> Floats:
        with torch.inference_mode():
            states, _ = model.lstm(model.embedding(torch.from_numpy(codes.astype(np.int64))))
        vectors: Floats = states.float().numpy()
        return vectors

    return run
