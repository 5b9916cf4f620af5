"""Maskerad as a component of a spaCy pipeline: ``nlp.add_pipe("maskerad")`` marks what identifies somebody.

Needs the optional part ``spacy``. The name is known to spaCy by an entry point; nothing has to be imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import maskerad
from maskerad.core.errors import ExtraError
from maskerad.languages import language_codes

try:
    from spacy.language import Language
    from spacy.util import filter_spans
except ModuleNotFoundError:
    raise ExtraError("spacy", "a component of spaCy") from None

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from maskerad.api.engine import Engine

DEFAULTS = {"language": "", "project": "", "model": [], "spans_key": "maskerad", "has_ents": True}


class MaskeradComponent:
    """Writes what is found into ``doc.spans`` and, where asked, ``doc.ents``.

    Args:
        engine: That finds it.
        spans_key: Of the group in ``doc.spans``.
        has_ents: Whether entities are set too; they take the place of those that they overlap.
    """

    def __init__(self, engine: Engine, spans_key: str, has_ents: bool) -> None:
        self._engine, self._spans_key, self._has_ents = engine, spans_key, has_ents

    def __call__(self, doc: Doc) -> Doc:
        """The document with its spans. A span that ends inside a token takes the whole of it."""
        spans = [
            doc.char_span(span.start, span.end, label=span.label, alignment_mode="expand")
            for span in self._engine.detect(doc.text)
        ]
        doc.spans[self._spans_key] = [span for span in spans if span is not None]
        if self._has_ents:
            mine = filter_spans(doc.spans[self._spans_key])
            taken = {token.i for span in mine for token in span}
            doc.ents = [*mine, *(span for span in doc.ents if not taken & set(range(span.start, span.end)))]
        return doc


@Language.factory("maskerad", default_config=DEFAULTS, assigns=["doc.spans", "doc.ents"])
def make_component(
    nlp: Language, name: str, language: str, project: str, model: list[str], spans_key: str, has_ents: bool
) -> MaskeradComponent:
    """Makes the component.

    Args:
        nlp: The pipeline; its language is taken where Maskerad has it and nothing else is said.
        name: Of the component.
        language: As for ``maskerad.load``.
        project: Folder of a project, "" for none.
        model: Folders of trained models in place of those that ship; ["none"] for rules alone.
        spans_key: Of the group in ``doc.spans``.
        has_ents: Whether ``doc.ents`` are set too.

    Raises:
        MaskeradError: As ``maskerad.load``.
    """
    own = nlp.lang if nlp.lang in language_codes() and not project else ""
    engine = maskerad.load(language or own, project=project or None, model=model)
    return MaskeradComponent(engine, spans_key, has_ents)
