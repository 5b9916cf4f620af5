"""Cells of a table as small documents of their record, so that they go the whole way of its texts.

A cell under a label is one mention from end to end, unless it holds who speaks in a chat ("agent") and nobody's name.
What it holds is known beforehand: it is found in the texts, however it is written there, is linked with what is found,
and has the same surrogate. A cell of free text is read as a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, lru_cache

from maskerad.core import Document, Record, Released, Source, Span, SpanSet, load_scheme
from maskerad.core.document import Identifier
from maskerad.core.schemes import people_labels
from maskerad.corpora.fields import read_date
from maskerad.languages.section_cues import load_section_cues
from maskerad.pipeline.configuration.column_rules import BIRTH_DATE, TEXT, ColumnRules
from maskerad.surrogates.shape import parted
from maskerad.text.folding import fold

SOURCE = Source("column.v1", "rule", "the whole of a column is marked so")
MARK = "\0"  # between the id of a document and the name of its column
PATIENT = "PATIENT"
KINDS = {"GIVEN_NAME": "given", "FAMILY_NAME": "family", "ID": "id", "PHONE": "phone", "STREET": "address"}
KINDS |= {"EMAIL": "email"}
PEOPLE = people_labels() | {"PERSON"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One text of one field of a document.

    Attributes:
        row: Number of its document.
        column: Name of the field.
        place: Which of the texts of a field that is a list; -1 where it is no list.
        label: Of the mention that it is; "" for free text.
        document: The cell as a document of the record.
    """

    row: int
    column: str
    place: int
    label: str
    document: Document = field(repr=False)

    def marked(self, spans: SpanSet) -> SpanSet:
        """The cell as one mention, by the rule that found it all, if it found it under this label.

        Args:
            found: What was found in it without knowing its label.
        """
        before, text, _ = parted(self.document.text)
        start, end = len(before), len(before) + len(text)
        if start == end:
            return SpanSet(())
        same = (span for span in spans if (span.start, span.end, span.label) == (start, end, self.label))
        source = next((span.source for span in same), SOURCE)
        return SpanSet((Span(start, end, self.label, 1.0, source),))


class Cells:
    """The cells of a record that its rules name.

    Args:
        record: Its documents, with the fields beside their texts.
        rules: By column.
        language_of: Code of the language of a document.

    Attributes:
        free: Cells of free text.
        labelled: Cells that are a mention each.
        all: Both, in this order.
    """

    def __init__(self, record: Record, rules: ColumnRules, language_of: Callable[[Document], str]) -> None:
        self._given = record
        labels = dict.fromkeys(rules.named(TEXT), "") | dict(rules.marked)
        cells = list(_cells(record, labels, language_of)) if labels else []
        self.free = tuple(cell for cell in cells if not cell.label)
        self.labelled = tuple(cell for cell in cells if cell.label)
        self.all = self.free + self.labelled
        self._births = rules.named(BIRTH_DATE)
        self._by_row: dict[int, list[int]] = {}
        for number, cell in enumerate(self.all):
            self._by_row.setdefault(cell.row, []).append(number)

    @cached_property
    def record(self) -> Record:
        """The record with its cells behind its documents, and with what they tell among what is known of it."""
        known = tuple(self._known())
        if not self.all and not known:
            return self._given
        documents = self._given.documents + tuple(cell.document for cell in self.all)
        return replace(self._given, documents=documents, known=self._given.known + known)

    @property
    def read(self) -> Record:
        """The part of ``record`` in which something is to be found: all but the labelled cells."""
        n_read = len(self.record.documents) - len(self.labelled)
        return replace(self.record, documents=self.record.documents[:n_read])

    def columns(self, row: int, released: Sequence[Released]) -> Mapping[str, object]:
        """New values of the fields of document ``row``.

        Args:
            row: Its number.
            released: One for each document of ``record``.
        """
        fields = self._given.documents[row].metadata
        values: dict[str, object] = {}
        for number in self._by_row.get(row, ()):
            cell, new = self.all[number], released[len(self._given.documents) + number]
            if cell.place < 0:
                values[cell.column] = _typed(fields[cell.column], new.text)
            else:
                listed = values.setdefault(cell.column, list(_as_list(fields[cell.column])))
                assert isinstance(listed, list)
                listed[cell.place] = _typed(listed[cell.place], new.text)
        return values

    def _known(self) -> Iterator[Identifier]:
        """What the cells tell: each value once, the names of one row being one person's."""
        person = max((identifier.person for identifier in self._given.known), default=0)
        people: dict[tuple[tuple[str, str, str], ...], int] = {}
        seen: set[tuple[str, str, str, int]] = set()
        for row, _ in enumerate(self._given.documents):
            cells = (self.all[number] for number in self._by_row.get(row, ()))
            parts = [part for cell in cells if (part := _identifier(cell)) is not None]
            halves = tuple(part for part in parts if part[1] in ("given", "family"))
            for part in (*parts, *self._birth(row)):
                whose = halves if part in halves else (part,)
                number = people.setdefault(whose, person + len(people) + 1)
                if (*part, number) not in seen:
                    seen.add((*part, number))
                    yield Identifier(*part, number)

    def _birth(self, row: int) -> Iterator[tuple[str, str, str]]:
        for name in self._births:
            day = read_date(self._given.documents[row].metadata.get(name))
            if day is not None:
                yield PATIENT, "birth_date", day.isoformat()


def row_of(document_id: str) -> str:
    """The id of the document whose cell, or which, a document of the record is."""
    return document_id.partition(MARK)[0]


def column_of(document_id: str) -> str:
    """The column whose cell a document of the record is, "" for a text."""
    return document_id.partition(MARK)[2].partition(MARK)[0]


def _cells(record: Record, labels: Mapping[str, str], language_of: Callable[[Document], str]) -> Iterator[Cell]:
    for row, document in enumerate(record.documents):
        language = language_of(document) if any(name in document.metadata for name in labels) else ""
        for name, label in labels.items():
            value = document.metadata.get(name)
            is_list = isinstance(value, list | tuple)
            for place, text in enumerate(map(_text, _as_list(value))):
                if text.strip() and not (label in PEOPLE and fold(text.strip()) in _roles(language)):
                    cell_id = MARK.join((document.id, name, str(place)))
                    cell = replace(document, id=cell_id, text=text, language=language, metadata={})
                    yield Cell(row, name, place if is_list else -1, label, cell)


@lru_cache(maxsize=32)
def _roles(language: str) -> frozenset[str]:
    """Folded words for who speaks in a chat, those of English too, in which chats are kept everywhere."""
    codes = {language, "en"} - {""}
    return frozenset(fold(word) for code in codes for word in load_section_cues(code).chat_role)


def _as_list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else (value,)


def _text(value: object) -> str:
    if value is None or isinstance(value, dict):
        return ""
    return value.isoformat() if isinstance(value, date) else str(value)


def _typed(old: object, new: str) -> object:
    """A whole number where there was one, if the new text is no other than that number."""
    if isinstance(old, int) and not isinstance(old, bool) and new.isdecimal() and str(int(new)) == new:
        return int(new)
    return new


def _identifier(cell: Cell) -> tuple[str, str, str] | None:
    """Role, kind and value of what a cell makes known; None where only the same words would be found anyway."""
    if not cell.label:
        return None
    lineage = load_scheme("core").lineage(cell.label)
    kind = KINDS.get(cell.label) or ("name" if "PERSON" in lineage else "")
    role = cell.label if kind == "name" else PATIENT
    return (role, kind, cell.document.text.strip()) if kind else None
