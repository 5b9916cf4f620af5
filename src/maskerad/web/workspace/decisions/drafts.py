"""The marks of one record and layer while an operation works on them; what it changed can be told at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from maskerad.core.errors import BoundsError, StaleError
from maskerad.web.workspace.decisions.edges import trimmed
from maskerad.web.workspace.decisions.strings import Text
from maskerad.web.workspace.marks import Change, Mark, State

ID_BYTES = 6


@dataclass(frozen=True, slots=True)
class Author:
    """Who acts, when, and under which id of an operation, from which the ids of new marks are made."""

    name: str
    at: str
    op_id: str


@dataclass
class Draft:
    """The marks of a record in one layer.

    Attributes:
        texts: The documents of the record by number, in their order.
        marks: All marks by id.
        author: Who acts.
    """

    texts: Mapping[int, Text] = field(repr=False)
    marks: dict[str, Mark]
    author: Author

    def __post_init__(self) -> None:
        self._first = dict(self.marks)
        self._n_new = 0
        self._by_document: dict[int, dict[str, Mark]] = {document: {} for document in self.texts}
        for mark in self.marks.values():
            self._by_document[mark.document][mark.id] = mark

    def mark(self, mark_id: str) -> Mark:
        """One mark.

        Raises:
            StaleError: If it is gone.
        """
        if mark_id not in self.marks:
            raise StaleError(f"span {mark_id!r} is not there any more")
        return self.marks[mark_id]

    def on(self, document: int) -> list[Mark]:
        """The marks of a document in the order of the text."""
        return sorted(self._by_document[document].values(), key=lambda mark: (mark.start, mark.end, mark.id))

    def under(self, document: int, start: int, end: int) -> list[Mark]:
        """The marks that share a character with a stretch of a document."""
        return [mark for mark in self._by_document[document].values() if mark.start < end and start < mark.end]

    def string(self, mark: Mark) -> str:
        """The text under a mark."""
        return self.texts[mark.document].text[mark.start : mark.end]

    def check(self, document: int, start: int, end: int) -> None:
        """Refuses ends that are no span of the document.

        Raises:
            BoundsError: With the offsets and the length.
        """
        if document not in self.texts:
            raise BoundsError(f"document {document} is not of this record")
        n_chars = len(self.texts[document].text)
        if not 0 <= start < end <= n_chars:
            raise BoundsError(f"document {document}: span {start}..{end}; need 0 <= start < end <= {n_chars}")

    def decide(self, mark: Mark, state: State = State.HUMAN, **changed: object) -> Mark:
        """The mark as its author has decided it; suggestions that it newly touches are cut back or taken away."""
        decided = replace(mark, state=state, by=self.author.name, at=self.author.at, **changed)  # type: ignore[arg-type]  # fields of a mark, told by name
        if decided.is_human:
            self._clear_under(decided, self.marks.get(mark.id) if mark.is_human else None)
        return self.put(decided)

    def put(self, mark: Mark) -> Mark:
        """Takes a mark in, in place of the one with its id."""
        self.check(mark.document, mark.start, mark.end)
        self.marks[mark.id] = self._by_document[mark.document][mark.id] = mark
        return mark

    def new(self, document: int, start: int, end: int, label: str, state: State, source: str = "") -> Mark:
        """A mark that was not there; it is not taken in yet."""
        self.check(document, start, end)
        self._n_new += 1
        seed = f"{self.author.op_id}/{self._n_new}".encode()
        author = ("", "") if state in (State.SUGGESTED, State.WEAK) else (self.author.name, self.author.at)
        return Mark(
            blake2b(seed, digest_size=ID_BYTES).hexdigest(),
            document,
            start,
            end,
            label,
            state,
            source,
            1.0,
            "",
            *author,
        )

    def remove(self, mark_id: str) -> None:
        """Takes a mark out."""
        del self._by_document[self.marks.pop(mark_id).document][mark_id]

    def changes(self) -> list[Change]:
        """What is another way than it was, document by document."""
        return list(_changes(self._first, self.marks))

    def _clear_under(self, decided: Mark, former: Mark | None) -> None:
        """Makes room for a decided mark among undecided ones that it touches now and did not touch before.

        What it takes the smaller part of stays suggested in the rest: otherwise nobody would be asked about that.
        """
        for other in self.under(decided.document, decided.start, decided.end):
            if other.id == decided.id or not other.is_undecided:
                continue
            if former is None or not former.overlaps(other):
                self._cut_back(other, decided)

    def _cut_back(self, mark: Mark, decided: Mark) -> None:
        sides = ((mark.start, decided.start), (decided.end, mark.end))
        left = next((side for side in sides if 2 * (side[1] - side[0]) > mark.end - mark.start), None)
        if left is None:
            self.remove(mark.id)
        else:
            start, end = trimmed(self.texts[mark.document].text, *left)
            self.put(replace(mark, start=start, end=end))


def _changes(first: Mapping[str, Mark], last: Mapping[str, Mark]) -> Iterator[Change]:
    touched = [key for key in {**first, **last} if first.get(key) != last.get(key)]
    for document in sorted({(first.get(key) or last[key]).document for key in touched}):
        yield Change(document, tuple(_of(first, touched, document)), tuple(_of(last, touched, document)))


def _of(marks: Mapping[str, Mark], touched: Iterable[str], document: int) -> Iterator[Mark]:
    return (marks[key] for key in touched if key in marks and marks[key].document == document)
