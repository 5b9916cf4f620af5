"""A simulated annotator: goes through records, is shown suggestions, and does what the gold annotation says.

The suggestions are those of the workspace that Roberts asks for (CLEF, sections 3.2 and 3.3): what the annotator marked
is suggested wherever it stands again in the record (propagation); the names of the patient are known from a table; a
learner is trained again and again on what is finished; rules may have gone over the text before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.experiments.studies.methods import Method
from maskerad.recognisers.lookup import Lookup
from maskerad.training.scoring import Tagger
from maskerad.training.splits import by_record


@dataclass(frozen=True, slots=True)
class Help:
    """What the annotator is helped with.

    Attributes:
        propagates: Whether marks are suggested again in their record.
        has_names: Whether the longest written name of each patient is known before.
        before: A method that needs no training, run over every text; None for none.
        learner: A method that is trained on the finished records; None for none.
        every: Finished records between two trainings.
    """

    propagates: bool = False
    has_names: bool = False
    before: Method | None = None
    learner: Method | None = None
    every: int = 2


@dataclass(frozen=True, slots=True)
class Work:
    """What the annotator did.

    Attributes:
        marks: Spans selected and labelled by hand.
        confirmations: Suggestions that were right and were accepted.
        relabelled: Suggestions with the right ends that were given another label.
        resized: Suggestions whose ends were moved (and whose label was changed with them if it was wrong).
        rejected: Suggestions that were taken away.
    """

    marks: int = 0
    confirmations: int = 0
    relabelled: int = 0
    resized: int = 0
    rejected: int = 0

    def __add__(self, other: Work) -> Work:
        return Work(
            self.marks + other.marks,
            self.confirmations + other.confirmations,
            self.relabelled + other.relabelled,
            self.resized + other.resized,
            self.rejected + other.rejected,
        )

    @property
    def decisions(self) -> int:
        """All of them."""
        return self.by_hand + self.confirmations

    @property
    def by_hand(self) -> int:
        """All but the accepting of what is right."""
        return self.marks + self.relabelled + self.resized + self.rejected


@dataclass
class _Memory:
    """What is known within one record."""

    phrases: dict[str, str] = field(default_factory=dict)

    def keep(self, text: str, spans: Iterable[Span]) -> None:
        for span in spans:
            self.phrases.setdefault(" ".join(text[span.start : span.end].split()), span.label)


def annotate(documents: Sequence[AnnotatedDocument], help_given: Help, patient_label: str = "PATIENT") -> list[Work]:
    """Annotates a corpus record by record.

    Args:
        documents: Gold; the annotator never errs, so that the result is the gold whatever was suggested.
        help_given: What is suggested.
        patient_label: Label of the people whose names are known from a table.

    Returns:
        The work on each record, in the order in which records first come.
    """
    works, finished = [], list[AnnotatedDocument]()
    learnt: Tagger | None = None
    before = help_given.before.fit(()) if help_given.before else None
    for number, record in enumerate(by_record(documents)):
        if help_given.learner and number and number % help_given.every == 0:
            learnt = help_given.learner.fit(finished)
        taggers = [tagger for tagger in (before, learnt) if tagger]
        works.append(_record_work(record, help_given, taggers, patient_label))
        finished += record
    return works


def _record_work(
    record: Sequence[AnnotatedDocument], help_given: Help, taggers: Sequence[Tagger], patient_label: str
) -> Work:
    memory, names = _Memory(), _Memory()
    if help_given.has_names:
        names.phrases = _patient_names(record, patient_label)
    suggested = [tagger([item.document for item in record]) for tagger in taggers]
    total = Work()
    for at, item in enumerate(record):
        given = [*Lookup(names.phrases).spans(item.document.text), *(span for by in suggested for span in by[at])]
        total += _document_work(item, given, memory, help_given.propagates)
    return total


def _patient_names(record: Sequence[AnnotatedDocument], label: str) -> dict[str, str]:
    """The longest written form of the patient's name, and its words, as a table of patients would have them."""
    forms = [item.document.text[s.start : s.end] for item in record for s in item.spans if s.label == label]
    if not forms:
        return {}
    name = max(forms, key=lambda form: (len(form), form))
    return dict.fromkeys([name, *(word for word in name.split() if len(word) > 2)], label)


def _document_work(item: AnnotatedDocument, given: Sequence[Span], memory: _Memory, propagates: bool) -> Work:
    """Goes through one text from left to right.

    A mark is propagated at once, so that the next occurrence in the same text is suggested already.
    """
    if not propagates:
        return judged(item.spans, _disjoint(given))
    text, total, done = item.document.text, Work(), 0
    left = sorted(item.spans)
    while True:
        suggestions = _disjoint([*given, *Lookup(memory.phrases).spans(text)])
        here = [span for span in suggestions if span.start >= done]
        new = next((span for span in left if not any(span.overlaps(other) for other in here)), None)
        stop = new.end if new else len(text)
        met = [span for span in here if span.start < stop]
        gold = [span for span in left if span.start < stop]
        total += judged(gold, met)
        memory.keep(text, gold)
        done = max([stop, *(span.end for span in (*met, *gold))])
        left = [span for span in left if span.start >= stop]
        if new is None:
            return total


def judged(gold: Iterable[Span], suggested: Iterable[Span]) -> Work:
    """What it takes to turn suggestions into the gold.

    Example:
        >>> gold = [Span(0, 4, "PATIENT"), Span(6, 9, "CITY")]
        >>> judged(gold, [Span(0, 4, "PATIENT"), Span(6, 8, "CITY"), Span(20, 24, "AGE")])
        Work(marks=0, confirmations=1, relabelled=0, resized=1, rejected=1)
    """
    waiting = list(suggested)
    total = Work()
    for span in gold:
        partner = next((other for other in waiting if other.overlaps(span)), None)
        if partner is None:
            total += Work(marks=1)
            continue
        waiting.remove(partner)
        total += _one(span, partner)
    return total + Work(rejected=len(waiting))


def _one(gold: Span, suggested: Span) -> Work:
    if (gold.start, gold.end) != (suggested.start, suggested.end):
        return Work(resized=1)
    return Work(confirmations=1) if gold.label == suggested.label else Work(relabelled=1)


def _disjoint(suggested: Iterable[Span]) -> list[Span]:
    """Suggestions in the order of the text; where two overlap, the one that was given first stays."""
    kept: list[Span] = []
    for span in suggested:
        if not any(span.overlaps(other) for other in kept):
            kept.append(span)
    return sorted(kept)


def total_work(works: Iterable[Work]) -> Work:
    """The sum."""
    return sum(works, Work())


def combinations_of(before: Method, learner: Method) -> Iterator[tuple[str, Help]]:
    """The settings that a study compares: each help by itself, then all together."""
    yield "nothing", Help()
    yield "propagation", Help(propagates=True)
    yield "name table", Help(has_names=True)
    yield f"learner ({learner.name})", Help(learner=learner)
    yield f"pre-annotation ({before.name})", Help(before=before)
    yield "propagation + name table", Help(propagates=True, has_names=True)
    yield "propagation + name table + learner", Help(propagates=True, has_names=True, learner=learner)
    yield "all of them", Help(propagates=True, has_names=True, before=before, learner=learner)
