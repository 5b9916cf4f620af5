"""A conditional random field as a method of a study: settings as they stand, no search."""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.core import load_scheme
from maskerad.core.extras import CRF, require
from maskerad.corpora import AnnotatedDocument
from maskerad.recognisers.crf.feature_sets import parse_feature_set
from maskerad.recognisers.crf.model import CrfModel, cutter_of, make_resources
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.text.codes import Code
from maskerad.training.clusters import DEFAULT as CLUSTERING
from maskerad.training.clusters import cluster_words
from maskerad.training.crf import DEFAULT as FIT
from maskerad.training.crf import fit_crf
from maskerad.training.crf_model import make_tagger
from maskerad.training.preparation import check_corpus, prepare
from maskerad.training.scoring import Tagger


class CrfMethod:
    """Fits a field on what it is given.

    Args:
        language: Of the texts.
        scheme: Of the labels.
        features: A feature set, as on the command line.
        code: How spans are written as tags.

    Raises:
        ExtraError: If what it needs is not installed.
    """

    def __init__(self, language: str, scheme: str, features: str, code: Code = Code.BIO) -> None:
        require(CRF, "the method 'crf'")
        written = "" if code is Code.BIO else f"/{code}"
        self.name = f"crf:{features}{written}" if features != "maskerad" or written else "crf"
        self._code = code
        self._features = parse_feature_set(features)
        self._rulebook = load_rulebook(language)
        self._cut = cutter_of(self._rulebook)
        self._scheme = load_scheme(scheme)

    def fit(self, train: Sequence[AnnotatedDocument]) -> Tagger:
        """A tagger with the labels of the scheme.

        Raises:
            InputError: If there is nothing to learn from.
            OverlapError: If two annotations of a document share a character.
        """
        check_corpus(train, self._scheme)
        texts = [item.document.text for item in train]
        clusters = cluster_words(texts, self._cut, CLUSTERING) if self._features.has("clusters") else {}
        resources = make_resources(self._rulebook, clusters)
        prepared = prepare(train, self._rulebook, self._cut, self._code)
        weights = fit_crf(prepared, self._features, resources, self._code, FIT)
        return make_tagger(CrfModel(weights, self._features, resources), self._rulebook, self._cut)
