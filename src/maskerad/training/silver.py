"""Silver documents: annotated by a trained model, learnt from by another, never scored on.

A slow and good model (networks averaged, a hybrid) teaches a fast one what it knows on texts that nobody has annotated:
self-training (Yarowsky 1995) where both are of one kind, distillation (Hinton et al. 2015) where they are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from maskerad.core.counted import counted
from maskerad.core.document import Document
from maskerad.core.errors import InputError
from maskerad.core.label_scheme import LabelScheme
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.recognisers.model_folder import read_card
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.text.views import normalise
from maskerad.training.hygiene import across
from maskerad.training.preparation import analysed, check_corpus
from maskerad.training.readers import reader_of
from maskerad.training.splits import Documents, by_record, fingerprint


def annotate(documents: Sequence[Document], folder: Path) -> Iterator[AnnotatedDocument]:
    """Documents with the spans that a model finds, record by record, in the labels that it learnt.

    The rules serve as what the model reads. No net of theirs is kept: what the corpus of the model does not count shall
    not be learnt from.

    Args:
        documents: Texts; annotations that they may have had are not looked at.
        folder: A model, or a hybrid, which then decides.

    Raises:
        MissingError, ModelError: If the folder holds no model that can be run.
    """
    card = read_card(folder)
    rulebook = load_rulebook(card.languages[0])
    teacher = reader_of(folder, card, rulebook)
    for items in by_record([AnnotatedDocument(document, ()) for document in documents]):
        views, evidence = analysed([item.document for item in items], rulebook)
        for item, view, spans in zip(items, views, teacher(evidence), strict=True):
            places = ((span, view.to_original(span.start, span.end)) for span in spans)
            annotated_spans = tuple(Span(*place, span.label, span.score) for span, place in places)
            yield replace(item, spans=annotated_spans)


def apart(silver: Documents, *scored: Documents) -> Documents:
    """Silver documents that share no text, no record and no near-duplicate with what is scored on."""
    known = {"scored": [item for part in scored for item in part], "silver": list(silver)}
    texts = {_words(item) for item in known["scored"]}
    records = {item.document.record for item in known["scored"]} - {""}
    alike = {pair.right for pair in across(known)}
    return tuple(
        item
        for item in silver
        if _words(item) not in texts and item.document.record not in records and item.document.id not in alike
    )


def check_silver(silver: Documents, scheme: LabelScheme) -> None:
    """Refuses silver documents that teach nothing; none at all are fine.

    Raises:
        InputError: If no document has an annotation: they would teach that there is nothing to find.
        LabelError, BoundsError, OverlapError: As ``check_corpus``.
    """
    if silver and not any(item.spans for item in silver):
        raise InputError(f"no annotation in any silver document, of {len(silver):,}: their model found nothing")
    if silver:
        check_corpus(silver, scheme, "silver part")


def described(silver: Documents) -> str:
    """Silver documents in a model card."""
    return f"{counted(len(silver), 'document')}, {fingerprint(silver)}" if silver else "none"


def _words(item: AnnotatedDocument) -> str:
    return " ".join(normalise(item.document.text).text.split())
