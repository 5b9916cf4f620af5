"""Why a mention was missed or a needless one marked: a suggestion, for a person to confirm.

The categories are those of Trienes et al. (2020, section 5.2.1, after Dernoncourt et al. 2017), each told from what can
be counted: offsets, letters, lists of the language, the training data and the rest of the corpus. What the paper's
readers judged "debatable" cannot be told by a program, and is left to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from maskerad.core.label_scheme import LabelScheme
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation.mistakes import Kind, Mistake
from maskerad.languages import LanguagePack
from maskerad.text.tokens import tokenise

ABBREVIATION_MAX_CHARS = 4
COMMON_LISTS = ("common", "medical")


class Cause(StrEnum):
    """Suggested reason of a mistake, the first that fits."""

    TOKENISATION = "tokenisation error"
    BOUNDARY = "boundary"
    PREFIX = "prefix"
    COARSER = "coarser label"
    AMBIGUITY = "ambiguity"
    ABBREVIATION = "abbreviation"
    COMMON_WORD = "common language"
    MISSING_ANNOTATION = "missing annotation"
    OTHER = "other reason"


MEANINGS: Mapping[Cause, str] = {
    Cause.TOKENISATION: "a gold border lies inside a token, so that no tagger of tokens can find it",
    Cause.PREFIX: "only the words before the name differ: an article or a preposition in or out",
    Cause.BOUNDARY: "the right label, other ends",
    Cause.COARSER: "found under a label above the right one in the scheme, such as a person of unknown role",
    Cause.AMBIGUITY: "found under another label, or the string has several labels in the gold",
    Cause.ABBREVIATION: "initials, capitals or a few letters with a full stop",
    Cause.COMMON_WORD: "every word is an ordinary word of the language",
    Cause.MISSING_ANNOTATION: "the same string is annotated elsewhere, so that this one may have been overlooked",
    Cause.OTHER: "none of the others",
}


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    """What is known of the strings of a gold corpus.

    Attributes:
        labels: String to how often it has each label.
    """

    labels: Mapping[str, Counter[str]] = field(repr=False)

    @classmethod
    def of(cls, documents: Iterable[AnnotatedDocument]) -> CorpusFacts:
        """Counts the labels of every annotated string."""
        labels: dict[str, Counter[str]] = {}
        for item in documents:
            for span in item.spans:
                labels.setdefault(item.document.text[span.start : span.end], Counter())[span.label] += 1
        return cls(labels)


class CauseFinder:
    """Suggests a cause for each mistake.

    Args:
        facts: Of the gold corpus.
        pack: Of its language, for ordinary words.
        scheme: Of its labels.
    """

    def __init__(self, facts: CorpusFacts, pack: LanguagePack, scheme: LabelScheme) -> None:
        self._facts, self._scheme = facts, scheme
        self._common = frozenset(word.lower() for name in COMMON_LISTS for word in pack.list(name).entries)

    def cause(self, mistake: Mistake, text: str) -> Cause:
        """The first cause that fits.

        Args:
            mistake: From the evaluation.
            text: Of its document.
        """
        if mistake.gold is not None and _splits_token(mistake.gold, text):
            return Cause.TOKENISATION
        if mistake.kind is Kind.BOUNDARY:
            return self._border(mistake, text)
        if mistake.kind is Kind.LABEL:
            return self._label(mistake)
        span = mistake.gold or mistake.predicted
        assert span is not None  # a mistake has one side at least
        return self._of_string(text[span.start : span.end], mistake)

    def _label(self, mistake: Mistake) -> Cause:
        assert mistake.gold is not None and mistake.predicted is not None
        is_above = mistake.predicted.label in self._scheme.lineage(mistake.gold.label)
        return Cause.COARSER if is_above else Cause.AMBIGUITY

    def _border(self, mistake: Mistake, text: str) -> Cause:
        """Prefix where the ends agree and what differs before the name is written small; else a plain boundary."""
        assert mistake.gold is not None and mistake.predicted is not None
        if mistake.gold.end != mistake.predicted.end:
            return Cause.BOUNDARY
        first, then = sorted((mistake.gold.start, mistake.predicted.start))
        return Cause.PREFIX if text[first:then].strip().islower() else Cause.BOUNDARY

    def _of_string(self, string: str, mistake: Mistake) -> Cause:
        known = self._facts.labels.get(string, Counter())
        if mistake.kind is Kind.SPURIOUS and known:
            return Cause.MISSING_ANNOTATION
        if len(known) > 1:
            return Cause.AMBIGUITY
        if is_abbreviation(string):
            return Cause.ABBREVIATION
        return Cause.COMMON_WORD if self._is_common(string) else Cause.OTHER

    def _is_common(self, string: str) -> bool:
        words = [word for word in string.lower().split() if word.isalpha()]
        return bool(words) and all(word in self._common for word in words)


def is_abbreviation(string: str) -> bool:
    """Whether a string is initials, a few capitals, or a few letters with full stops.

    Example:
        >>> [is_abbreviation(string) for string in ("A.K.", "KS", "Sth.", "Umeå", "12/3")]
        [True, True, True, False, False]
    """
    letters = "".join(filter(str.isalpha, string))
    if not letters or any(character.isdigit() for character in string) or len(letters) > ABBREVIATION_MAX_CHARS:
        return False
    return letters.isupper() or string.endswith(".")


def _splits_token(span: Span, text: str) -> bool:
    """Whether a border lies inside a run of letters or digits."""
    near = max(0, span.start - 40)
    tokens = tokenise(text[near : span.end + 40])
    borders = {span.start - near, span.end - near}
    return any(start < border < end for start, end in tokens for border in borders)
