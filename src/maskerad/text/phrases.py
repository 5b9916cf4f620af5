"""Finds many given phrases in a text at once: a trie over tokens (Fredkin 1960), the longest match first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from maskerad.text.tokens import tokenise_finely

Value = TypeVar("Value")

MAX_TOKENS = 32  # longer phrases are passed over, which bounds the walk from each token of a text


class _Node(Generic[Value]):
    """What may follow, and what it means when nothing does."""

    __slots__ = ("following", "values")

    def __init__(self) -> None:
        self.following: dict[str, _Node[Value]] = {}
        self.values: list[Value] = []


class PhraseIndex(Generic[Value]):
    """Phrases with a value each. Case counts; blanks and line ends between tokens do not.

    Args:
        phrases: Phrase to value; phrases without a token and those above ``MAX_TOKENS`` tokens are left out.

    Example:
        >>> index = PhraseIndex({"Anna": 1, "Anna Ek": 2})
        >>> list(index.find("Anna, Anna  Ek, Annas"))
        [(0, 4, 1), (6, 14, 2)]
    """

    def __init__(self, phrases: Mapping[str, Value]) -> None:
        self._root: _Node[Value] = _Node()
        for phrase, value in phrases.items():
            tokens = [phrase[start:end] for start, end in tokenise_finely(phrase)]
            if 0 < len(tokens) <= MAX_TOKENS:
                self._add(tokens, value)

    def find(self, text: str) -> Iterator[tuple[int, int, Value]]:
        """Start, end and value of every phrase in a text, from left to right, the longest of those that begin alike.

        What is found does not overlap. Takes time linear in the text.
        """
        offsets = tokenise_finely(text)
        words = [text[start:end] for start, end in offsets]
        at = 0
        while at < len(words):
            n_tokens, node = self._longest(words, at)
            if node is None:
                at += 1
                continue
            yield offsets[at][0], offsets[at + n_tokens - 1][1], node.values[0]
            at += n_tokens

    def _add(self, tokens: list[str], value: Value) -> None:
        node = self._root
        for token in tokens:
            node = node.following.setdefault(token, _Node())
        node.values = [value]

    def _longest(self, words: list[str], at: int) -> tuple[int, _Node[Value] | None]:
        """Length in tokens and last node of the longest phrase that begins at a token."""
        node, best, n_tokens = self._root, None, 0
        for step, word in enumerate(words[at : at + MAX_TOKENS], start=1):
            if word not in node.following:
                break
            node = node.following[word]
            if node.values:
                best, n_tokens = node, step
        return n_tokens, best
