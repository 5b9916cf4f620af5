"""Names found once beside a good cue are found everywhere in their record.

A note says "dottern Pernilla" once and "Pernilla" ten times; a letter says "Hodan Abdi Warsame" and the label on a
tube "WARSAME". Where ``modules.Learning`` asks for two annotations of anything, this asks for one of good standing,
and it folds case, so it needs the word to be capitalised and to be no ordinary word where it stands alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from maskerad.core.schemes import load_scheme
from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.tokens import split_pieces

SOURCE = Source("rules.propagation.v1", "name_of_this_record", "the same name beside a cue elsewhere in the record")
TRUSTED_SCORE = 0.8
MIN_CHARS = 3


class Propagation:
    """Marks further occurrences of the names of a record."""

    def __init__(self, rulebook: RuleBook) -> None:
        core = load_scheme("core")
        self._people = frozenset(label for label in core.labels if "PERSON" in core.lineage(label))
        find = rulebook.alphabet.charset
        self._ordinary = re.compile(find("not_propagated"))
        self._capitalised = re.compile(find("propagated"))

    def recognise(self, evidence: Evidence) -> Findings:
        """Spans of single tokens, labelled as the trusted mention was."""
        names: dict[str, str] = {}
        for document, spans in zip(evidence.documents, evidence.spans, strict=True):
            for word, label in self._words(document, spans):
                if names.setdefault(word, label) != label:
                    names[word] = "PERSON"
        if not names:
            return Findings([[] for _ in evidence.documents])
        return Findings([list(self._spans(document, names)) for document in evidence.documents])

    def _words(self, document: Analysed, spans: Sequence[Span]) -> Iterator[tuple[str, str]]:
        text = document.document.text
        for span in spans:
            if span.label in self._people and span.score >= TRUSTED_SCORE:
                for piece in split_pieces(text[span.start : span.end]):
                    if len(piece) >= MIN_CHARS and piece[0].isupper():
                        yield piece.lower(), span.label

    def _spans(self, document: Analysed, names: dict[str, str]) -> Iterator[Span]:
        for match in self._capitalised.finditer(document.classes):
            token = match.start()
            label = names.get(document.texts[token].lower())
            if label is not None and not self._ordinary.match(document.classes, token):
                yield document.span(token, token + 1, label, 0.7, SOURCE)
