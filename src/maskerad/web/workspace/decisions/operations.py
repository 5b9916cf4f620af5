"""What an annotator can do to the marks of a record: one table from the kind of an operation to what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from maskerad.core.errors import BoundsError, InputError
from maskerad.core.label_scheme import LabelScheme
from maskerad.web.workspace.decisions.drafts import Draft
from maskerad.web.workspace.decisions.propagation import (
    decide_everywhere,
    doubt_elsewhere,
    reject_everywhere,
    relabel_alike,
    resize_alike,
    suggest_elsewhere,
)
from maskerad.web.workspace.marks import Mark, State

MENTION, RECORD, DOCUMENT = "mention", "record", "document"


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that somebody did.

    Attributes:
        kind: Of ``KINDS``.
        document: Number of the document it was done in.
        given: What belongs to its kind: ``start``, ``end``, ``label``, ``span``, ``spans``, ``at``, ``scope``,
            ``propagate``, ``text``, ``places``.
    """

    kind: str
    document: int
    given: Mapping[str, Any]

    def number(self, name: str) -> int:
        """A whole number.

        Raises:
            InputError: If it is missing or none.
        """
        value = self.given.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise InputError(f"operation {self.kind!r}: {name} must be a whole number")
        return value

    def string(self, name: str) -> str:
        """A string that is not empty.

        Raises:
            InputError: If it is missing or none.
        """
        value = self.given.get(name)
        if not isinstance(value, str) or not value:
            raise InputError(f"operation {self.kind!r}: {name} must be a string")
        return value

    def strings(self, name: str, at_least: int) -> list[str]:
        """A list of strings.

        Raises:
            InputError: If it is missing or none, or has fewer.
        """
        values = self.given.get(name)
        if (
            not isinstance(values, list)
            or len(values) < at_least
            or not all(isinstance(element, str) for element in values)
        ):
            raise InputError(f"operation {self.kind!r}: {name} must be a list of {at_least} strings or more")
        return values

    @property
    def scope(self) -> str:
        """How far it reaches."""
        return str(self.given.get("scope") or MENTION)

    @property
    def propagates(self) -> bool:
        """Whether it suggests something elsewhere."""
        return self.given.get("propagate") is not False


Doing = Callable[[Draft, Operation, LabelScheme], None]


def carry_out(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    """Does one operation to the marks of a record.

    Raises:
        InputError, BoundsError, LabelError: If there is no such kind, or what it is given cannot be taken.
        StaleError: If its span is gone.
    """
    if operation.kind not in KINDS:
        raise InputError(f"there is no such operation; known: {', '.join(KINDS)}")  # what was sent may hold text
    KINDS[operation.kind](draft, operation, scheme)


def _add(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    start, end = operation.number("start"), operation.number("end")
    label = scheme.check(operation.string("label"))
    mark = draft.decide(draft.new(operation.document, start, end, label, State.HUMAN))
    _spread(draft, operation, mark)


def _resize(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    mark = draft.mark(operation.string("span"))
    draft.check(mark.document, operation.number("start"), operation.number("end"))
    decided = draft.decide(mark, start=operation.number("start"), end=operation.number("end"))
    if operation.propagates:
        resize_alike(draft, decided, mark)


def _relabel(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    _take(draft, operation, draft.mark(operation.string("span")), scheme.check(operation.string("label")))


def _delete(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    draft.remove(draft.mark(operation.string("span")).id)


def _accept(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    mark = draft.mark(operation.string("span"))
    _take(draft, operation, mark, scheme.check(str(operation.given.get("label") or mark.label)))


def _take(draft: Draft, operation: Operation, mark: Mark, label: str) -> None:
    """A yes to a mark under a label, its own or another."""
    decided = draft.decide(mark, label=label)
    _spread(draft, operation, decided)
    if operation.propagates:
        relabel_alike(draft, decided, mark.label)


def _spread(draft: Draft, operation: Operation, mark: Mark) -> None:
    """What a yes says elsewhere: a decision for the record, or suggestions."""
    if operation.scope == RECORD:
        decide_everywhere(draft, draft.string(mark), mark.label)
    elif operation.propagates:
        suggest_elsewhere(draft, mark)


def _reject(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    mark = draft.decide(draft.mark(operation.string("span")), State.REJECTED)
    if operation.scope == RECORD:
        reject_everywhere(draft, draft.string(mark))
    elif operation.propagates:
        doubt_elsewhere(draft, mark)


def _later(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    draft.decide(draft.mark(operation.string("span")), State.LATER)


def _split(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    """Cuts a span in two; blanks at the cut belong to neither."""
    mark, at = draft.mark(operation.string("span")), operation.number("at")
    if not mark.start < at < mark.end:
        raise BoundsError(f"span {mark.start}..{mark.end} cannot be split at {at}")
    text = draft.texts[mark.document].text
    left = mark.start + len(text[mark.start : at].rstrip())
    right = mark.end - len(text[at : mark.end].lstrip())
    if left == mark.start or right == mark.end:
        raise BoundsError(f"span {mark.start}..{mark.end}: one side of {at} is blank")
    draft.decide(draft.new(mark.document, right, mark.end, mark.label, State.HUMAN))
    draft.decide(mark, end=left)


def _merge(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    """Makes one span of several; it keeps the id and the label of the first."""
    marks = sorted(map(draft.mark, operation.strings("spans", 2)), key=lambda mark: mark.start)
    if len({mark.document for mark in marks}) > 1:
        raise InputError("operation 'merge': spans must be of one document")
    for mark in marks[1:]:
        draft.remove(mark.id)
    draft.decide(marks[0], end=max(mark.end for mark in marks))


def _accept_all(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    """Accepts what is suggested, not what is weak or put off, over the document or the record."""
    documents = list(draft.texts) if operation.scope == RECORD else [operation.document]
    for document in documents:
        for mark in draft.on(document):
            if mark.id in draft.marks and mark.state is State.SUGGESTED:
                draft.decide(mark)


def _decide_strings(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    """One decision, a label or nobody's, for all places of a string, or of every string of a row of the name table."""
    label = operation.given.get("label")
    decided = None if label is None else scheme.check(str(label))
    if "spans" in operation.given:
        _decide_row(draft, operation.strings("spans", 1), decided)
    else:
        _decide_string(draft, operation.string("text"), decided)


def _decide_row(draft: Draft, ids: Iterable[str], label: str | None) -> None:
    for mark_id in ids:
        if mark_id in draft.marks:  # the decision about a longer form may have taken it away
            mark = draft.mark(mark_id)
            draft.decide(mark, State.REJECTED) if label is None else draft.decide(mark, label=label)
            _decide_string(draft, draft.string(mark), label)


def _decide_string(draft: Draft, string: str, label: str | None) -> None:
    if label is None:
        reject_everywhere(draft, string)
    else:
        decide_everywhere(draft, string, label)


def _apply(draft: Draft, operation: Operation, scheme: LabelScheme) -> None:
    """One label for several places, or nobody's: what a search found and somebody ticked."""
    label = operation.given.get("label")
    for place in operation.given.get("places") or ():
        document, start, end = (int(place[name]) for name in ("document", "start", "end"))
        draft.check(document, start, end)
        same = [mark for mark in draft.under(document, start, end) if (mark.start, mark.end) == (start, end)]
        if label is None:
            for mark in same:
                draft.decide(mark, State.REJECTED)
        else:
            first = next(iter(same), None) or draft.new(document, start, end, str(label), State.HUMAN)
            draft.decide(first, label=scheme.check(str(label)))


KINDS: Mapping[str, Doing] = {
    "add": _add,
    "resize": _resize,
    "relabel": _relabel,
    "delete": _delete,
    "accept": _accept,
    "reject": _reject,
    "later": _later,
    "split": _split,
    "merge": _merge,
    "accept_all": _accept_all,
    "decide_strings": _decide_strings,
    "apply": _apply,
}
