"""The four modules of Carlsson and Dalianis (2010, section 3) for personal names, to be run in any order.

``Dictionary`` looks words up in the lists of female given, male given and family names, in that order: the first
list that has the word decides. ``Titles`` marks capitalised words beside a title that are not marked as common: two
are given and family name; one is a family name after a doctor's title and a given name after any other.
``CommonWords`` marks every word of its list as common, annotates nothing, and is heeded by the modules after it.
``Learning`` marks all further occurrences of words that the modules before it annotated at least twice, over the
whole set of documents.

The dictionaries hold capitalised words, so a word in lower-case letters is in none of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress, count

from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.rulebook import RuleBook

GIVEN, FAMILY = "GIVEN_NAME", "FAMILY_NAME"
DICTIONARY = "rules.dictionary.v1"
LEARNT_FROM_TIMES = 2
ABBREVIATION_MAX_CHARS = 5


class Dictionary:
    """Every capitalised word of the name lists that is not marked as common."""

    def __init__(self, rulebook: RuleBook) -> None:
        find = rulebook.alphabet.charset
        lists = (("female", GIVEN), ("male", GIVEN), ("family", FAMILY))
        self._lists = [
            (re.compile(find(f"dictionary_{name}")), label, Source(DICTIONARY, name, f"list of {name} names"))
            for name, label in lists
        ]

    def recognise(self, evidence: Evidence) -> Findings:
        """One span a word."""
        pairs = zip(evidence.documents, evidence.common, strict=True)
        return Findings([list(self._spans(document, common)) for document, common in pairs])

    def _spans(self, document: Analysed, common: frozenset[int]) -> Iterator[Span]:
        for pattern, label, source in self._lists:
            for match in pattern.finditer(document.classes):
                token = match.start()
                if token not in common:
                    yield document.span(token, token + 1, label, 0.5, source)


class Titles:
    """One or two capitalised words after a title."""

    def __init__(self, rulebook: RuleBook) -> None:
        find = rulebook.alphabet.charset
        title, stop, first, second = find("title_any"), find("full_stop"), find("title_word"), find("cap_word")
        self._pattern = re.compile(f"({title})(?:{stop})?({first})({second})?")
        self._doctor = re.compile(find("doctor_word"))

    def recognise(self, evidence: Evidence) -> Findings:
        """Given and family names, one span a word."""
        pairs = zip(evidence.documents, evidence.common, strict=True)
        return Findings([list(self._spans(document, common)) for document, common in pairs])

    def _spans(self, document: Analysed, common: frozenset[int]) -> Iterator[Span]:
        for match in self._pattern.finditer(document.classes):
            title, first, second = match.start(1), match.start(2), match.start(3)
            if first in common or self._ends_sentence(document, title, first):
                continue
            is_doctor = self._doctor.match(document.classes, title) is not None
            if second >= 0 and second not in common:
                yield self._span(document, first, GIVEN, "first of two words")
                yield self._span(document, second, FAMILY, "second of two words")
            else:
                label = FAMILY if is_doctor else GIVEN
                yield self._span(document, first, label, "one word after " + ("a doctor's" if is_doctor else "a"))

    def _ends_sentence(self, document: Analysed, title: int, first: int) -> bool:
        """Whether the full stop between title and word is not that of an abbreviation ("… är läkare. Sedan …")."""
        return first > title + 1 and len(document.texts[title]) > ABBREVIATION_MAX_CHARS

    def _span(self, document: Analysed, token: int, label: str, evidence: str) -> Span:
        source = Source("rules.titles.v1", label.lower(), f"{evidence} title")
        return document.span(token, token + 1, label, 0.8, source)


class CommonWords:
    """Marks ordinary words, and words of medicine, so that later modules leave them alone."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._common = rulebook.alphabet.members("common_word")

    def recognise(self, evidence: Evidence) -> Findings:
        """No spans; the indices of the common tokens."""
        is_common = self._common.__contains__
        marks = [frozenset(compress(count(), map(is_common, document.letters))) for document in evidence.documents]
        return Findings([[] for _ in evidence.documents], marks)


class Learning:
    """Words annotated at least twice are annotated everywhere."""

    def recognise(self, evidence: Evidence) -> Findings:
        """Spans at places where no module before has any."""
        remembered = self._remembered(evidence)
        pairs = zip(evidence.documents, evidence.spans, strict=True)
        return Findings([list(self._spans(document, spans, remembered)) for document, spans in pairs])

    def _remembered(self, evidence: Evidence) -> dict[str, str]:
        """Each remembered word and the label it had most often."""
        counts: Counter[tuple[str, str]] = Counter()
        for document, spans in zip(evidence.documents, evidence.spans, strict=True):
            text = document.document.text
            counts.update((text[s.start : s.end], s.label) for s in spans if s.label in (GIVEN, FAMILY))
        words: dict[str, str] = {}
        for (word, label), times in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            if times >= LEARNT_FROM_TIMES:
                words.setdefault(word, label)
        return words

    def _spans(self, document: Analysed, spans: Sequence[Span], remembered: dict[str, str]) -> Iterator[Span]:
        taken = {span.start for span in spans}
        for token, word in enumerate(document.texts):
            if word in remembered and document.starts[token] not in taken:
                label = remembered[word]
                source = Source("rules.learning.v1", label.lower(), "annotated at least twice elsewhere")
                yield document.span(token, token + 1, label, 0.4, source)
