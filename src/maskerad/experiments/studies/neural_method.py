"""A small BiLSTM-CRF as a method of a study: no language models, so that a study ends the same day."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from maskerad.core.extras import TRAIN, require
from maskerad.corpora import AnnotatedDocument
from maskerad.experiments.studies.model_method import model_tagger
from maskerad.recognisers.neural.recogniser import BiLSTM
from maskerad.recognisers.neural.settings import NetworkSettings
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.training.scoring import Tagger
from maskerad.training.splits import by_record, split_corpus

EPOCHS = 20
HIDDEN = 96
BATCH = 4  # parts of a study are small
AVERAGE = 0.9
DEV_SHARE = 0.15


class NeuralMethod:
    """Trains on most of what it is given; the best epoch is chosen on the rest.

    Args:
        language: Of the texts.
        scheme: Of the labels.
        epochs: At most; 0 for ``EPOCHS``.

    Raises:
        ExtraError: If torch is not installed.
    """

    def __init__(self, language: str, scheme: str, epochs: int = 0) -> None:
        require(TRAIN, "the method 'bilstm'")
        self.name = f"bilstm:{epochs}" if epochs else "bilstm"
        self._language, self._scheme, self._epochs = language, scheme, epochs or EPOCHS
        self._rulebook = load_rulebook(language)

    def fit(self, train: Sequence[AnnotatedDocument]) -> Tagger:
        """A tagger with the labels of the scheme.

        Raises:
            InputError: If there are too few records to keep some apart, or one part has no annotation.
            OverlapError: If two annotations of a document share a character.
        """
        from maskerad.training.neural.bilstm import MIN_DOCUMENTS, Job, train_bilstm
        from maskerad.training.neural.tagger import TaggerSettings

        share = max(DEV_SHARE, MIN_DOCUMENTS / max(1, len(by_record(train))))  # a small fold has too few in its share
        parts = split_corpus(train, {"train": 1 - min(share, 0.5), "dev": min(share, 0.5)}).parts
        network = NetworkSettings(hidden=HIDDEN)
        settings = TaggerSettings(network=network, epochs=self._epochs, batch=BATCH, average=AVERAGE)
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "model"
            train_bilstm(Job(parts["train"], parts["dev"], self._language, self._scheme, settings), target)
            return model_tagger(BiLSTM(target, self._rulebook), self._rulebook)
