"""Fits a conditional random field with CRFsuite (Okazaki 2007): L-BFGS, elastic net.

CRFsuite is given numbers for names of features, and is asked for its weights when it is done: what is kept is our own
file of weights (``recognisers.crf.weights``), read without CRFsuite.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maskerad.core.errors import ConfigError, ExtraError
from maskerad.recognisers.crf.channels import Channel, Key
from maskerad.recognisers.crf.feature_sets import FeatureSet
from maskerad.recognisers.crf.reading import Reading
from maskerad.recognisers.crf.sums import seen
from maskerad.recognisers.crf.tables import KeyNumbers, feature_names, make_channels
from maskerad.recognisers.crf.weights import Weights, make_weights
from maskerad.recognisers.crf.word_features import Resources
from maskerad.text.codes import Code, all_tags
from maskerad.training.preparation import Prepared

if TYPE_CHECKING:
    from pycrfsuite import Trainer

# Iteration (from 1), loss, number of features with a weight.
OnIteration = Callable[[int, float, int], None]


@dataclass(frozen=True, slots=True)
class Fit:
    """How to fit.

    Attributes:
        c1: Weight of the L1 norm; the greater, the fewer features stay.
        c2: Weight of the squared L2 norm.
        max_iterations: L-BFGS stops after so many at the latest.
        min_count: Features are left out that come less often with a tag.
        min_records: Features are left out that come in fewer records: what one record alone says is mostly its names.
        delta: It stops earlier when the loss fell by less than this share over ten iterations.

    Raises:
        ConfigError: If a value is out of range.
    """

    c1: float = 0.04
    c2: float = 0.03
    max_iterations: int = 130
    min_count: int = 1
    delta: float = 1e-4
    min_records: int = 1

    def __post_init__(self) -> None:
        if self.c1 < 0 or self.c2 < 0 or self.delta < 0:
            raise ConfigError(f"c1, c2 and delta must not be negative: {self.c1}, {self.c2}, {self.delta}")
        if min(self.max_iterations, self.min_count, self.min_records) < 1:
            raise ConfigError("a fit needs one iteration and feature counts of one at least")


DEFAULT = Fit()


@dataclass(frozen=True, slots=True)
class Part:
    """One corpus of those that are learnt from together.

    Attributes:
        prepared: Its documents.
        resources: What its features are looked up in: the lists of its language.
    """

    prepared: Prepared
    resources: Resources


class FeatureNumbers:
    """Numbers of features, and which of them each key of a channel gives at each offset.

    Args:
        channels: What a corpus is read by.
        numbers: Name of a feature to its number; corpora that are learnt from together share it.
    """

    def __init__(self, channels: Sequence[Channel], numbers: dict[str, str] | None = None) -> None:
        self._channels = channels
        self._keys = [KeyNumbers() for _ in channels]
        self._given: list[list[list[tuple[str, ...]]]] = [[[] for _ in channel.offsets] for channel in channels]
        self.numbers: dict[str, str] = {} if numbers is None else numbers

    def of_record(self, record: Sequence[Reading]) -> list[list[list[str]]]:
        """Numbers of the features of every token of every document."""
        items: list[list[list[str]]] = [[[] for _ in reading.words] for reading in record]
        for channel, keys, given in zip(self._channels, self._keys, self._given, strict=True):
            columns = channel.read(record, keys)
            self._extend(channel, keys.keys_by_number, given)
            for tokens, numbers, reading in zip(items, columns, record, strict=True):
                for offset, by_key in zip(channel.offsets, given, strict=True):
                    for token, key in zip(tokens, seen(numbers, reading.lines, offset).tolist(), strict=True):
                        token.extend(by_key[key])
        return items

    def _extend(self, channel: Channel, keys: Sequence[Key], given: list[list[tuple[str, ...]]]) -> None:
        for offset, by_key in zip(channel.offsets, given, strict=True):
            for key in keys[len(by_key) :]:
                names = dict.fromkeys(feature_names(channel, key, offset))
                by_key.append(tuple(self.numbers.setdefault(name, str(len(self.numbers))) for name in names))


def fit_crf(
    prepared: Prepared,
    features: FeatureSet,
    resources: Resources,
    code: Code,
    fit: Fit,
    on_iteration: OnIteration = lambda iteration, loss, n_features: None,
) -> Weights:
    """Learns weights. The same corpus and settings give the same weights.

    Raises:
        ExtraError: If python-crfsuite is not installed.
    """
    return fit_together([Part(prepared, resources)], features, code, fit, on_iteration)[0]


def fit_together(
    parts: Sequence[Part],
    features: FeatureSet,
    code: Code,
    fit: Fit,
    on_iteration: OnIteration = lambda iteration, loss, n_features: None,
) -> list[Weights]:
    """Learns one field from several corpora, each in a language of its own.

    What words look like, where they stand and what stands beside them is alike in many languages, so each teaches the
    others. Of every part there come weights of its own: those of features that its texts show.

    Raises:
        ExtraError: If python-crfsuite is not installed.
    """
    trainer = _trainer(on_iteration)
    numbers: dict[str, str] = {}
    read = [
        read_records(part.prepared, FeatureNumbers(make_channels(features, part.resources), numbers)) for part in parts
    ]
    counts = Counter(name for records in read for record in records for name in record.names)
    for records in read:
        for record in records:
            for tags, items in record.documents:
                trainer.append([[name for name in token if counts[name] >= fit.min_records] for token in items], tags)
    trainer.select("lbfgs")
    settings = {"c1": fit.c1, "c2": fit.c2, "max_iterations": fit.max_iterations, "delta": fit.delta}
    trainer.set_params(settings | {"feature.minfreq": fit.min_count - 1 and fit.min_count})
    state, transitions = _fitted(trainer)
    names = {number: name for name, number in numbers.items()}
    tags = all_tags(sorted(frozenset().union(*(part.prepared.labels for part in parts))), code)
    shown = [frozenset().union(*(record.names for record in records)) for records in read]
    return [
        make_weights(
            tags, {(names[number], tag): w for (number, tag), w in state.items() if number in own}, transitions
        )
        for own in shown
    ]


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record as learners are given it.

    Attributes:
        documents: Tags and numbers of features of the tokens of each that has any.
        names: All numbers in it.
    """

    documents: list[tuple[list[str], list[list[str]]]] = field(repr=False)
    names: frozenset[str] = field(repr=False)


def read_records(prepared: Prepared, numbers: FeatureNumbers) -> list[ReadRecord]:
    """Records with the numbers of their features; documents without a token are left out."""
    records = []
    for record in prepared.records:
        items = numbers.of_record([tagged.reading for tagged in record])
        pairs = [(tagged.tags, tokens) for tagged, tokens in zip(record, items, strict=True) if tokens]
        names = frozenset(name for tokens in items for token in tokens for name in token)
        records.append(ReadRecord(pairs, names))
    return records


def _trainer(on_iteration: OnIteration) -> Trainer:
    try:
        from pycrfsuite import Trainer
    except ImportError:
        raise ExtraError("crf", "training a CRF") from None

    class QuietTrainer(Trainer):  # type: ignore[misc]  # pycrfsuite has no types
        """Tells of iterations and prints nothing."""

        def message(self, message: str) -> None:
            """Takes one message of CRFsuite."""
            if self.logparser.feed(message) == "iteration":
                info = self.logparser.last_iteration
                on_iteration(info["num"], info["loss"], info["active_features"])

    return QuietTrainer(verbose=False)


def _fitted(trainer: Trainer) -> tuple[dict[Any, float], dict[Any, float]]:
    """Weights by number and tag, and by tag and tag. The files in between hold numbers alone, no words."""
    from pycrfsuite import Tagger

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crfsuite"
        trainer.train(str(path))
        tagger = Tagger()
        tagger.open(str(path))
        info = tagger.info()
        tagger.close()
    return info.state_features, info.transitions
