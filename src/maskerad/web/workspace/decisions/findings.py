"""What is odd about the marks of a record: questions to the annotator, each with a place to look at.

``labels`` and ``unmarked`` are the checks of Trienes et al. (2020, section 3.3) over one record.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any

from maskerad.web.workspace.decisions.edges import odd_ends
from maskerad.web.workspace.decisions.strings import Text, folded, is_worth_finding, places
from maskerad.web.workspace.marks import Mark, State
from maskerad.web.workspace.stages.protocol import UNDECIDED
from maskerad.web.workspace.stages.sections import WHOLE, ShownSection

SHOWN_MAX = 500  # of one kind in a record
_IDENTIFIER = re.compile(
    r"(?<![\w@.])(?:"
    r"\d[\d -]{6,18}\d"  # eight digits and more: numbers of people, telephones, accounts
    r"|[A-Za-z]{1,4}[ -]?\d{5,12}"  # letters and five digits: codes of cases
    r"|[^\s@<>()]{1,64}@[^\s@<>()]{1,64}\.[A-Za-z]{2,24}"  # an e-mail address
    r")(?![\w@])"
)
_FILLED = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to look at. Holds no text.

    Attributes:
        id: The same for the same place and question, so that a dismissal stays with it.
        kind: One of ``stages.protocol.CHECKS``.
        document, start, end: Where.
        label: The label it is about, "" where there is none.
        message: What is asked.
    """

    id: str
    kind: str
    document: int
    start: int
    end: int
    label: str
    message: str

    def as_json(self) -> dict[str, Any]:
        """For the browser."""
        return asdict(self)


Sections = Mapping[int, Sequence[ShownSection]]


def findings_of(texts: Mapping[int, Text], marks: Iterable[Mark], sections: Sections) -> list[Finding]:
    """Everything odd about a record, by document and place.

    Args:
        texts: Its documents.
        marks: In one layer.
        sections: Of each document.
    """
    there = list(marks)
    findings = [finding for check in _CHECKS for finding in _bounded(check(texts, there))]
    findings += _bounded(_residue(texts, there, sections))
    return sorted(findings, key=lambda finding: (finding.document, finding.start, finding.kind))


def _bounded(findings: Iterator[Finding]) -> Iterator[Finding]:
    for n_found, finding in enumerate(findings):
        if n_found == SHOWN_MAX:
            return
        yield finding


def make_finding(kind: str, document: int, start: int, end: int, label: str, message: str) -> Finding:
    """A finding with its id."""
    seed = f"{kind}/{document}/{start}/{end}/{label}".encode()
    return Finding(blake2b(seed, digest_size=8).hexdigest(), kind, document, start, end, label, message)


def _undecided(texts: Mapping[int, Text], marks: Sequence[Mark]) -> Iterator[Finding]:
    for mark in marks:
        if mark.is_undecided:
            words = "put off" if mark.state is State.LATER else "not decided"
            yield make_finding(UNDECIDED, mark.document, mark.start, mark.end, mark.label, words)


def _labels(texts: Mapping[int, Text], marks: Sequence[Mark]) -> Iterator[Finding]:
    """The same string under different labels, or rejected elsewhere."""
    rejected = {folded(_string(texts, mark)) for mark in marks if mark.state is State.REJECTED}
    for string, same in _by_string(texts, marks).items():
        if string in rejected:
            for mark in same:
                words = "the same string was rejected elsewhere"
                yield make_finding("labels", mark.document, mark.start, mark.end, mark.label, words)
        labels = sorted({mark.label for mark in same})
        if len(labels) > 1:
            for mark in same:
                words = f"the same string is {', '.join(labels)}"
                yield make_finding("labels", mark.document, mark.start, mark.end, mark.label, words)


def _unmarked(texts: Mapping[int, Text], marks: Sequence[Mark]) -> Iterator[Finding]:
    """Marked here, not there: what is capitalised or holds a digit, as names and numbers do."""
    taken: defaultdict[int, list[Mark]] = defaultdict(list)
    for mark in marks:
        taken[mark.document].append(mark)
    for same in _by_string(texts, marks).values():
        string = _string(texts, same[0])
        if not is_worth_finding(string):
            continue
        for text in texts.values():
            for start, end in places(string, text):
                there = text.text[start:end]
                is_like_a_name = not there.islower() or any(char.isdigit() for char in there)
                if is_like_a_name and not any(mark.start < end and start < mark.end for mark in taken[text.id]):
                    label = same[0].label
                    yield make_finding("unmarked", text.id, start, end, label, f"marked as {label} elsewhere")


def _residue(texts: Mapping[int, Text], marks: Sequence[Mark], sections: Sections) -> Iterator[Finding]:
    """Words of a section that identifies as a whole which no mark covers."""
    for text in texts.values():
        own = [mark for mark in marks if mark.document == text.id]
        for section in sections.get(text.id, ()):
            if section.policy != WHOLE:
                continue
            for match in _FILLED.finditer(text.text, section.start, section.end):
                if not any(mark.start < match.end() and match.start() < mark.end for mark in own):
                    words = f"left over in a section ({section.kind}) that identifies as a whole"
                    yield make_finding("residue", text.id, *match.span(), "", words)


def _identifier(texts: Mapping[int, Text], marks: Sequence[Mark]) -> Iterator[Finding]:
    """Shapes of numbers and addresses that nothing covers."""
    for text in texts.values():
        own = [mark for mark in marks if mark.document == text.id]
        for match in _IDENTIFIER.finditer(text.text):
            if not any(mark.start < match.end() and match.start() < mark.end for mark in own):
                yield make_finding("identifier", text.id, *match.span(), "", "looks like an identifier")


def _edge(texts: Mapping[int, Text], marks: Sequence[Mark]) -> Iterator[Finding]:
    """Marks that begin or end with a blank or a mark of punctuation; an abbreviation may end with its full stop."""
    for mark in marks:
        if not mark.is_human:
            continue
        if any(odd_ends(_string(texts, mark))):
            words = "ends on punctuation or a blank"
            yield make_finding("edge", mark.document, mark.start, mark.end, mark.label, words)


def _by_string(texts: Mapping[int, Text], marks: Iterable[Mark]) -> dict[str, list[Mark]]:
    """Decided marks by their folded string."""
    by_string: defaultdict[str, list[Mark]] = defaultdict(list)
    for mark in marks:
        if mark.is_human:
            by_string[folded(_string(texts, mark))].append(mark)
    return dict(by_string)


def _string(texts: Mapping[int, Text], mark: Mark) -> str:
    return texts[mark.document].text[mark.start : mark.end]


_CHECKS: tuple[Callable[[Mapping[int, Text], Sequence[Mark]], Iterator[Finding]], ...] = (
    _undecided,
    _labels,
    _unmarked,
    _identifier,
    _edge,
)
