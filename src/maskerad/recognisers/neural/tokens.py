"""What a neural recogniser reads of a document: tokens, and for each a few numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maskerad.core.schemes import CORE, load_scheme
from maskerad.core.span import Span
from maskerad.languages.section_cues import load_section_cues
from maskerad.recognisers.base import first_evidence, run_chain
from maskerad.recognisers.registry import make_chain
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.lexicon import OTHER, Lexicon
from maskerad.recognisers.rules.classes import cjk_case
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.cues import SectionKind
from maskerad.text.sections import SectionSplitter
from maskerad.text.tokens import split_pieces

RULES = (
    "rules.patterns.v1",
    "rules.grammar.v1",
    "rules.common_words.v1",
    "rules.titles.v1",
    "rules.dictionary.v1",
    "rules.propagation.v1",
    "rules.joining.v1",
)
LISTS = (
    "cities",
    "common",
    "countries",
    "eponyms",
    "family",
    "given_female",
    "given_male",
    "hospital_short",
    "hospitals",
    "languages",
    "medical",
    "month",
    "nationalities",
    "organizations",
    "care_kind",
    "org_kind",
    "particle",
    "professions",
    "regions",
    "streets",
    "weekday",
    "world_cities",
)
N_GAPS, N_CASES, N_LENGTHS, N_LINE_PLACES, N_LINES = 4, 10, 8, 8, 8
DIGITS = N_CASES - 1
_ZEROS = str.maketrans("123456789", "000000000")


@dataclass(frozen=True, slots=True)
class Column:
    """One small number a token, below ``size``."""

    name: str
    size: int


def rule_labels() -> tuple[str, ...]:
    """Labels that rules give, in the order of their numbers."""
    return tuple(load_scheme(CORE).labels)


def columns() -> tuple[Column, ...]:
    """The numbers of a token beside its word, in the order of their columns."""
    return (
        Column("case", N_CASES),
        Column("length", N_LENGTHS),
        Column("gap", N_GAPS),
        Column("line_place", N_LINE_PLACES),
        Column("line", N_LINES),
        Column("section", len(SectionKind) + 1),
        Column("rule", 2 * len(rule_labels()) + 1),
    )


@dataclass(frozen=True, slots=True)
class Tokens:
    """A document as a neural recogniser reads it. T tokens.

    Attributes:
        words: The tokens.
        starts: Offsets, shape (T,).
        ends: One past the last characters, shape (T,).
        columns: Shape (T, number of ``columns()``).
        lists: 1 where a list of the language pack has the word, shape (T, number of ``LISTS``).
    """

    words: list[str] = field(repr=False)
    starts: NDArray[np.int32] = field(repr=False)
    ends: NDArray[np.int32] = field(repr=False)
    columns: NDArray[np.int32] = field(repr=False)
    lists: NDArray[np.float32] = field(repr=False)

    def __len__(self) -> int:
        return len(self.words)


def word_form(word: str) -> str:
    """How a word is looked up: lower case, each digit a nought.

    Example:
        >>> word_form("Calle"), word_form("28046")
        ('calle', '00000')
    """
    return word.lower().translate(_ZEROS)


class TokenReader:
    """Reads documents of one language. Its rules run alone, without identifiers known beside the text.

    Args:
        rulebook: Of the language.
    """

    def __init__(self, rulebook: RuleBook) -> None:
        self._rulebook = rulebook
        self._labels = {label: number for number, label in enumerate(rule_labels())}
        self._masks: dict[str, tuple[int, ...]] = {}

    @cached_property
    def _chain(self) -> list[object]:
        return list(make_chain(RULES, self._rulebook))

    @cached_property
    def _sections(self) -> SectionSplitter:
        return SectionSplitter([load_section_cues(self._rulebook.pack.code)])

    def read(self, documents: Sequence[Analysed]) -> list[Tokens]:
        """Tokens of each document; rules see all documents together, as in a record."""
        evidence = run_chain(self._chain, first_evidence(documents))  # type: ignore[arg-type]
        return [self._tokens(document, spans) for document, spans in zip(documents, evidence.spans, strict=True)]
