"""What a study compares: a method learns from annotated documents and gives a tagger.

Methods go by name: ``rules``, ``unambiguous``, ``frequent``, ``crf`` and ``crf:FEATURES`` with a feature set as
``maskerad train crf --features`` takes it (``crf:FEATURES/BIOES`` for other tags than BIO), ``bilstm`` and
``bilstm:EPOCHS``, and ``model:FOLDER`` for what was trained before on other texts. What a method needs is imported when
it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from maskerad.core import SchemeMap, load_scheme
from maskerad.core.document import Document, Record
from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.core.extras import CRF, TRAIN
from maskerad.core.label_scheme import CORE
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers.lookup import Lookup
from maskerad.text.codes import Code
from maskerad.training.baselines import learn_most_frequent, learn_unambiguous
from maskerad.training.scoring import Tagger

Documents = Sequence[AnnotatedDocument]


class Method(Protocol):
    """Something that can be trained, or needs no training."""

    name: str

    def fit(self, train: Documents) -> Tagger:
        """Learns; the same documents give the same tagger.

        Args:
            train: Documents of one language, labels in the scheme that the method was made for.
        """


class Rules:
    """The rules of the language as they run in a release; training data changes nothing."""

    def __init__(self, language: str, scheme: str) -> None:
        self.name = "rules"
        self._detector = Detector(settings_for(language))
        self._into = SchemeMap(load_scheme(CORE), load_scheme(scheme))

    def fit(self, train: Documents) -> Tagger:
        """The detector."""
        return self._tag

    def _tag(self, documents: Sequence[Document]) -> list[list[Span]]:
        record = Record(documents[0].record or documents[0].id, tuple(documents))
        return [self._into.spans(spans) for spans in self._detector.detect(record)]


class Baseline:
    """A list of what was annotated."""

    def __init__(self, name: str, learn: Callable[[Documents], Lookup]) -> None:
        self.name = name
        self._learn = learn

    def fit(self, train: Documents) -> Tagger:
        """The list."""
        lookup = self._learn(train)
        return lambda documents: [lookup.spans(document.text) for document in documents]


def _rules(language: str, scheme: str, options: str) -> Method:
    return Rules(language, scheme)


def _unambiguous(language: str, scheme: str, options: str) -> Method:
    return Baseline("unambiguous", learn_unambiguous)


def _frequent(language: str, scheme: str, options: str) -> Method:
    return Baseline("frequent", learn_most_frequent)


def _crf(language: str, scheme: str, options: str) -> Method:
    from maskerad.experiments.studies.crf_method import CrfMethod

    features, _, written = options.partition("/")
    code = written.upper() or Code.BIO
    if code not in set(Code):
        raise UnknownNameError("way to write tags", written, Code)
    return CrfMethod(language, scheme, features or "maskerad", Code(code))


def _bilstm(language: str, scheme: str, options: str) -> Method:
    from maskerad.experiments.studies.neural_method import NeuralMethod

    if options and not options.isdecimal():
        raise ConfigError(f"method 'bilstm:{options}': write bilstm or bilstm:EPOCHS")
    return NeuralMethod(language, scheme, int(options or 0))


def _model(language: str, scheme: str, options: str) -> Method:
    from maskerad.experiments.studies.model_method import ModelMethod

    return ModelMethod(language, scheme, Path(options))


METHODS: Mapping[str, Callable[[str, str, str], Method]] = {
    "rules": _rules,
    "unambiguous": _unambiguous,
    "frequent": _frequent,
    "crf": _crf,
    "bilstm": _bilstm,
    "model": _model,
}
# The optional part that a method needs.
NEEDS: Mapping[str, str] = {"crf": CRF, "bilstm": TRAIN}
# Methods that say one thing of each token, and so cannot learn from annotations that overlap.
TAGGERS = frozenset({"crf", "bilstm"})


def make_method(spec: str, language: str, scheme: str) -> Method:
    """A method by name, for texts of a language and labels of a scheme.

    Raises:
        UnknownNameError: If there is none of that name, or no such feature set.
        ConfigError: If what stands behind the colon is not what the method takes.
        ExtraError: If it needs a part that is not installed.
    """
    name, _, options = spec.partition(":")
    if name not in METHODS:
        raise UnknownNameError("method", name, METHODS)
    return METHODS[name](language, scheme, options)
