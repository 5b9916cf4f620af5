"""The shape of a BiLSTM-CRF: all that must be known to build it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from maskerad.core.errors import ConfigError

CHARACTER_NETWORKS = ("cnn", "lstm")


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """Sizes of the layers; 0 leaves a part out.

    Attributes:
        word: Dimensions of a word.
        character: Dimensions of a character.
        spelling: Dimensions of what the characters of a word say together.
        character_network: ``cnn`` (Ma and Hovy 2016) or ``lstm`` (Lample et al. 2016).
        feature: Dimensions of each feature column (case, gap, place in the line, section, rule …).
        lists: Dimensions of what the word lists say.
        context: Dimensions to which the states of the character language models are projected.
        hidden: Dimensions of each direction of the LSTM.
        window_tokens: Tokens run through at a time, across the borders of sentences.
        margin_tokens: Context on each side of a window that is not read off.
    """

    word: int = 100
    character: int = 32
    spelling: int = 64
    character_network: str = "cnn"
    feature: int = 8
    lists: int = 16
    context: int = 256
    hidden: int = 256
    window_tokens: int = 160
    margin_tokens: int = 24

    def __post_init__(self) -> None:
        if self.character_network not in CHARACTER_NETWORKS:
            allowed = ", ".join(CHARACTER_NETWORKS)
            raise ConfigError(f"character network {self.character_network!r}; allowed: {allowed}")
        if self.hidden < 1 or self.window_tokens <= 2 * self.margin_tokens:
            raise ConfigError("a network needs a hidden layer, and windows longer than their two margins")
        if self.word + self.spelling + self.feature + self.lists + self.context < 1:
            raise ConfigError("a network must read something")

    def to_json(self) -> dict[str, object]:
        """As plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, table: Mapping[str, object]) -> NetworkSettings:
        """Back from plain values.

        Raises:
            ConfigError: If a value is missing, unknown or not allowed.
        """
        kinds = {field.name: str if field.name == "character_network" else int for field in fields(cls)}
        odd = sorted(set(table) ^ set(kinds))
        if odd:
            raise ConfigError(f"settings of a network lack or have too much: {', '.join(odd)}")
        wrong = sorted(name for name, kind in kinds.items() if not isinstance(table[name], kind))
        if wrong:
            raise ConfigError(f"settings of a network: not of the right type: {', '.join(wrong)}")
        return cls(**table)  # type: ignore[arg-type]  # types were checked above
