"""What the user never wants marked: the list ``never`` of a language, for words that only look like people.

A candidate whose whole text is an entry of the list is no candidate, whichever rule or model found it. A word of a
longer mention stays in it ("Sankt Göran" is not "Göran"), and what is known of a record outranks the list: a patient of
that name is found. Case, accents and runs of blanks make no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from maskerad.core.span import Span
from maskerad.languages import LanguagePack
from maskerad.recognisers.base import Evidence, Findings, Recogniser
from maskerad.recognisers.known_index import KNOWN
from maskerad.text.folding import fold

NEVER_LIST = "never"


@dataclass(frozen=True, slots=True)
class NeverMarking:
    """A recogniser without what its language never marks.

    Attributes:
        inner: The recogniser.
        entries: Folded.
    """

    inner: Recogniser
    entries: frozenset[str] = field(repr=False)

    def recognise(self, evidence: Evidence) -> Findings:
        """Candidates whose text is not listed."""
        findings = self.inner.recognise(evidence)
        pairs = zip(evidence.documents, findings.spans, strict=True)
        kept = [self._kept(analysed.document.text, spans) for analysed, spans in pairs]
        return Findings(kept, findings.common)

    def _kept(self, text: str, spans: Sequence[Span]) -> list[Span]:
        return [span for span in spans if span.source.recogniser == KNOWN or self._may_be(text[span.start : span.end])]

    def _may_be(self, text: str) -> bool:
        return _key(text) not in self.entries


def never_marked(pack: LanguagePack) -> frozenset[str]:
    """The entries of a language, folded."""
    return frozenset(_key(entry) for entry in pack.list(NEVER_LIST).entries)


def _key(text: str) -> str:
    return " ".join(fold(text).split())
