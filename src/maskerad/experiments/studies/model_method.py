"""A model that was trained before, a hybrid too, as a method of a study."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from maskerad.core.document import Document
from maskerad.core.errors import ConfigError
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.recognisers.base import Model
from maskerad.recognisers.model_folder import read_card
from maskerad.recognisers.rules.rulebook import RuleBook, load_rulebook
from maskerad.text.views import View
from maskerad.training.preparation import analysed, mark_record
from maskerad.training.readers import reader_of
from maskerad.training.scoring import Tagger
from maskerad.training.seen import refuse_chosen, refuse_seen


class ModelMethod:
    """Tags with a model folder, and refuses to tag what the model was trained on.

    Args:
        language: Of the texts.
        scheme: Of the labels.
        folder: The model.

    Raises:
        MissingError, ModelError: If there is no model, or it does not fit.
        ConfigError: If it has another language or label scheme.
    """

    def __init__(self, language: str, scheme: str, folder: Path) -> None:
        self._card = read_card(folder)
        if language not in self._card.languages or scheme != self._card.scheme:
            raise ConfigError(
                f"model {folder} reads {', '.join(self._card.languages)} and gives labels of {self._card.scheme}; "
                f"the study is in {language} and {scheme}"
            )
        self.name = f"model:{folder.name}"
        self._folder = folder
        self._rulebook = load_rulebook(language)
        self._read = reader_of(folder, self._card, self._rulebook)

    def fit(self, train: Sequence[AnnotatedDocument]) -> Tagger:
        """The model as it is.

        Raises:
            InputError: While tagging, if it has learnt from a text, or something of it was chosen on one.
        """
        return self._tagged

    def _tagged(self, documents: Sequence[Document]) -> list[list[Span]]:
        tested = [AnnotatedDocument(document, ()) for document in documents]
        refuse_seen(self._folder, self._card, tested, ())
        refuse_chosen(self._folder, self._card, tested)
        views, evidence = analysed(documents, self._rulebook)
        return in_originals(views, self._read(evidence))


def model_tagger(model: Model, rulebook: RuleBook) -> Tagger:
    """A function that tags the documents of a record with the labels that a model learnt."""

    def tag(documents: Sequence[Document]) -> list[list[Span]]:
        views, evidence = mark_record(documents, rulebook)
        return in_originals(views, model.spans(evidence))

    return tag


def in_originals(views: Sequence[View], spans: Sequence[Sequence[Span]]) -> list[list[Span]]:
    """Spans of views, document by document, at their places in the originals."""
    pairs = zip(views, spans, strict=True)
    return [[Span(*view.to_original(s.start, s.end), s.label, s.score) for s in viewed] for view, viewed in pairs]
