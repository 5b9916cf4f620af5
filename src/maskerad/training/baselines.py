"""The two baselines of CoNLL-2003 that AnonyMate reports (Adams et al. 2019, section 3.1): lists of what was annotated.

A learner that does not beat them has learnt the names of its training data by heart and nothing else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from maskerad.corpora import AnnotatedDocument
from maskerad.recognisers.lookup import Lookup


def learn_unambiguous(documents: Iterable[AnnotatedDocument]) -> Lookup:
    """Phrases that were annotated with one label only, and this label. Unannotated occurrences do not count."""
    labels = _labels_of_phrases(documents)
    return Lookup({phrase: next(iter(counts)) for phrase, counts in labels.items() if len(counts) == 1})


def learn_most_frequent(documents: Iterable[AnnotatedDocument]) -> Lookup:
    """Phrases with the label that they were given most often; of equals the one that sorts first."""
    labels = _labels_of_phrases(documents)
    return Lookup({phrase: min(counts, key=lambda label: (-counts[label], label)) for phrase, counts in labels.items()})


def _labels_of_phrases(documents: Iterable[AnnotatedDocument]) -> dict[str, Counter[str]]:
    labels: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for item in documents:
        for span in item.spans:
            labels[" ".join(item.document.text[span.start : span.end].split())][span.label] += 1
    return dict(labels)
