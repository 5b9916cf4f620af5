"""What one decision says of the same string elsewhere in its record (Roberts, CLEF requirements: propagation)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from maskerad.web.workspace.decisions.drafts import Draft
from maskerad.web.workspace.decisions.strings import places
from maskerad.web.workspace.marks import Mark, State

SOURCE = "propagation"
SHAPE_DIGITS_MIN = 6  # fewer say too little: years, doses and rooms look alike
_DIGIT = re.compile(r"\d")


def suggest_elsewhere(draft: Draft, decided: Mark) -> None:
    """A yes: every other place of the string becomes a suggestion of the same label, all over the record.

    What is linked to it, other forms of one person's name, is suggested under the label too. What somebody decided
    stays as it is, and so does a longer suggestion around the place.
    """
    for linked in [mark for mark in draft.marks.values() if mark.entity and mark.entity == decided.entity]:
        if linked.is_undecided and linked.label != decided.label:
            draft.put(replace(linked, label=decided.label, source=SOURCE))
    for document, start, end in _elsewhere(draft, draft.string(decided), decided):
        under = draft.under(document, start, end)
        if any(not mark.is_undecided or _is_around(mark, start, end) for mark in under):
            continue
        same = next((mark for mark in under if (mark.start, mark.end) == (start, end)), None)
        for mark in under:
            if mark is not same:
                draft.remove(mark.id)
        if same is None:
            draft.put(draft.new(document, start, end, decided.label, State.SUGGESTED, SOURCE))
        elif (same.label, same.state) != (decided.label, State.SUGGESTED):
            draft.put(_suggested(same, decided.label))


def relabel_alike(draft: Draft, decided: Mark, former: str) -> None:
    """A label put right says the same of other numbers of the record that were written and labelled alike.

    Alike are those that differ in nothing but their digits: what numbers a telephone here numbers others there.
    """
    shape = _shape(draft.string(decided))
    if former == decided.label or shape.count("0") < SHAPE_DIGITS_MIN:
        return
    for mark in list(draft.marks.values()):
        if mark.is_undecided and mark.label == former and _shape(draft.string(mark)) == shape:
            draft.put(replace(mark, label=decided.label, source=SOURCE))


def resize_alike(draft: Draft, decided: Mark, former: Mark) -> None:
    """Borders put right are put right wherever the same string was suggested within the same wrong ones.

    What would touch another mark there, or not read as what was decided, stays as it is.
    """
    wrong, right = draft.string(former), draft.string(decided)
    for mark in [alike for alike in draft.marks.values() if alike.is_undecided and draft.string(alike) == wrong]:
        start, end = mark.start + decided.start - former.start, mark.end + decided.end - former.end
        is_free = all(other.id == mark.id for other in draft.under(mark.document, start, end))
        if start >= 0 and is_free and draft.texts[mark.document].text[start:end] == right:
            draft.put(replace(mark, start=start, end=end, source=SOURCE))


def _shape(string: str) -> str:
    return _DIGIT.sub("0", string)


def doubt_elsewhere(draft: Draft, rejected: Mark) -> None:
    """A no: the same string is suggested less strongly elsewhere."""
    for document, start, end in _elsewhere(draft, draft.string(rejected), rejected):
        for mark in draft.under(document, start, end):
            if mark.state is State.SUGGESTED and (mark.start, mark.end) == (start, end):
                draft.put(_with_state(mark, State.WEAK))


def decide_everywhere(draft: Draft, string: str, label: str) -> list[Mark]:
    """One decision for every place of a string in the record: it is this.

    Decided marks that cover a place, and longer ones around it, stay.
    """
    decided = []
    for document, start, end in _everywhere(draft, string):
        under = draft.under(document, start, end)
        if any(mark.is_human and (mark.start, mark.end) != (start, end) for mark in under):
            continue
        if any(mark.is_undecided and _is_around(mark, start, end) for mark in under):
            continue
        same = next((mark for mark in under if (mark.start, mark.end) == (start, end)), None)
        mark = same or draft.new(document, start, end, label, State.HUMAN)
        decided.append(draft.decide(mark, label=label))
    return decided


def reject_everywhere(draft: Draft, string: str) -> list[Mark]:
    """One decision for every place of a string in the record: it is nobody."""
    return [
        draft.decide(mark, State.REJECTED)
        for document, start, end in _everywhere(draft, string)
        for mark in draft.under(document, start, end)
        if (mark.start, mark.end) == (start, end) and mark.state is not State.REJECTED
    ]


def _everywhere(draft: Draft, string: str) -> Iterator[tuple[int, int, int]]:
    for text in draft.texts.values():
        yield from ((text.id, start, end) for start, end in places(string, text))


def _elsewhere(draft: Draft, string: str, mark: Mark) -> Iterator[tuple[int, int, int]]:
    for document, start, end in _everywhere(draft, string):
        if document != mark.document or end <= mark.start or mark.end <= start:
            yield document, start, end


def _is_around(mark: Mark, start: int, end: int) -> bool:
    return mark.start <= start and end <= mark.end and (mark.start, mark.end) != (start, end)


def _suggested(mark: Mark, label: str) -> Mark:
    return Mark(mark.id, mark.document, mark.start, mark.end, label, State.SUGGESTED, SOURCE, 1.0, mark.entity)


def _with_state(mark: Mark, state: State) -> Mark:
    return Mark(mark.id, mark.document, mark.start, mark.end, mark.label, state, mark.source, mark.score, mark.entity)
