"""How sure a finder must be, and how sure rules must be against it. Kept in the card of its model, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from maskerad.core.errors import ModelError
from maskerad.recognisers.model_folder import ModelCard

BELIEFS = "beliefs"  # in the features of the card
ANY = "*"  # stands for the labels that are not named
NEVER = 2.0  # more than any probability


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Probabilities at which one member is believed against the other. Keys are labels of the finder.

    Attributes:
        surely: A token counts from here on that lies in a span of whatever label; by its most probable label.
        doubted: A guess of the rules falls where the finder holds anything at its place for less probable than this.
        guess: Spans of the rules with a score of at most this are guesses.
        ordinary: A name of a person, town, house or organisation that is made of ordinary words counts from here on.
        by_itself: A span counts from here on, under any label, where no rules run at all.
    """

    surely: Mapping[str, float] = field(default_factory=dict)
    doubted: Mapping[str, float] = field(default_factory=dict)
    guess: float = 0.0
    ordinary: float = 0.0
    by_itself: float = 0.5

    def least(self, label: str) -> float:
        """From when on a token counts that most probably has this label, and surely has one."""
        return _of(self.surely, label, NEVER)

    def is_doubted(self, label: str, probability: float) -> bool:
        """Whether the finder sees too little at the place of a guess."""
        return probability < _of(self.doubted, label, 0.0)


def _of(table: Mapping[str, float], label: str, default: float) -> float:
    return table.get(label, table.get(ANY, default))


def as_data(beliefs: Beliefs) -> dict[str, object]:
    """As the card keeps them."""
    return asdict(beliefs)


def beliefs_of(folder: Path, card: ModelCard) -> Beliefs:
    """The beliefs that a card keeps.

    Raises:
        ModelError: If it keeps none, or they are no probabilities of its labels.
    """
    data = card.features.get(BELIEFS)
    names = set(asdict(Beliefs()))
    if not isinstance(data, dict) or set(data) != names:
        raise ModelError(f"model {folder}: its card does not say when it is believed: {', '.join(sorted(names))}")
    numbers = {"guess", "ordinary", "by_itself"}
    tables = [data[name] for name in sorted(names - numbers)]
    labels = {ANY, *card.labels}
    if not all(_is_number(data[name]) for name in numbers) or not all(_is_table(table, labels) for table in tables):
        raise ModelError(f"model {folder}: its card believes by something else than numbers for its own labels")
    return Beliefs(**data)


def _is_table(table: object, labels: set[str]) -> bool:
    return isinstance(table, dict) and set(table) <= labels and all(map(_is_number, table.values()))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= NEVER
