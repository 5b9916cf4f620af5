"""Which mentions a detector is made to miss: the residual identifiers of a simulation.

Two ways of missing are told apart, because they leave different traces:

    mention   every mention is missed by itself, as by a slip; other mentions of the same person are found
    person    all mentions of somebody are missed, as with a name that no list and no model knows

The key decides, so the same key misses the same mentions in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from maskerad.core import Span, SpanSet, load_scheme
from maskerad.core.errors import ConfigError
from maskerad.experiments.gold_records import GoldRecord
from maskerad.languages import LanguagePack
from maskerad.linking import link
from maskerad.surrogates import Keyed

_STEPS = 1_000_000_000  # a rate is told apart from another down to a billionth


class Way(StrEnum):
    """How a detector misses."""

    MENTION = "mention"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class MissRates:
    """Shares of mentions that are missed.

    Attributes:
        title: How the rates are named in a report.
        by_label: Rate in [0, 1] by label of the core scheme.
        default: Rate of all other labels.

    Raises:
        ConfigError: If a rate is not in [0, 1].
    """

    title: str
    by_label: Mapping[str, float] = field(default_factory=dict)
    default: float = 0.0

    def __post_init__(self) -> None:
        for rate in (self.default, *self.by_label.values()):
            if not 0 <= rate <= 1:
                raise ConfigError(f"miss rate {rate}: must be between 0 and 1")

    def of(self, label: str) -> float:
        """The rate of a label, its own or that of the nearest label above it."""
        lineage = load_scheme("core").lineage(label)
        return next((self.by_label[name] for name in lineage if name in self.by_label), self.default)


def one_rate(rate: float) -> MissRates:
    """The same rate for every label.

    Example:
        >>> one_rate(0.02).title
        '0.02'
    """
    return MissRates(f"{rate:g}", {}, rate)


def residuals(
    gold: GoldRecord, packs: Sequence[LanguagePack], rates: MissRates, way: Way, keyed: Keyed
) -> list[frozenset[Span]]:
    """The spans of each document that are missed.

    Args:
        gold: The record with all its spans.
        packs: Language of each document.
        rates: How often each label is missed.
        way: Mention by mention, or person by person.
        keyed: Decides which.
    """
    if way is Way.MENTION:
        return [frozenset(_slips(gold, number, rates, keyed)) for number, _ in enumerate(gold.spans)]
    missed = set(_unknown(gold, packs, rates, keyed))
    pairs = zip(gold.record.documents, gold.spans, strict=True)
    return [frozenset(span for span in spans if (document.id, span) in missed) for document, spans in pairs]


def without(spans: SpanSet, missed: frozenset[Span]) -> SpanSet:
    """What is found when some is missed."""
    return SpanSet(tuple(span for span in spans if span not in missed), spans.scheme)


def _slips(gold: GoldRecord, number: int, rates: MissRates, keyed: Keyed) -> Iterator[Span]:
    document = gold.record.documents[number].id
    for span in gold.spans[number]:
        if _is_missed(rates.of(span.label), keyed, Way.MENTION, gold.record.id, document, str(span.start)):
            yield span


def _unknown(
    gold: GoldRecord, packs: Sequence[LanguagePack], rates: MissRates, keyed: Keyed
) -> Iterable[tuple[str, Span]]:
    for entity in link(gold.record, gold.spans, packs).entities:
        if _is_missed(rates.of(entity.label), keyed, Way.PERSON, gold.record.id, entity.label, entity.key, entity.role):
            yield from ((mention.document, mention.span) for mention in entity.mentions)


def _is_missed(rate: float, keyed: Keyed, *about: str) -> bool:
    return keyed.number(_STEPS, "miss", *about) < round(rate * _STEPS)
