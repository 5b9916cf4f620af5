"""The character language model as torch sees it."""

from __future__ import annotations

from torch import Tensor, nn

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
