"""JSON objects to documents, one or several each, and back."""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal

from maskerad.core.document import Document
from maskerad.core.errors import FormatError, InputError, MissingError, SpanError
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Item
from maskerad.corpora.entities import read_entities
from maskerad.corpora.fields import KeptFields, Slot, known_fields
from maskerad.corpora.losses import LossReport
from maskerad.corpora.objects.json_tree import LIST, Tree, TreeFields, is_path, make_tree, parse_path
from maskerad.corpora.options import FormatOptions


@dataclass
class ObjectReader:
    """Documents of the objects of one file.

    Objects are numbered where the first has no id; where it has one, all need one.

    Attributes:
        name: Of the file.
        options: Which fields hold what.
        losses: Counts what a ``Span`` cannot hold.
    """

    name: str
    options: FormatOptions
    losses: LossReport
    _missing: set[str] = field(init=False)

    def __post_init__(self) -> None:
        deep = {self.options.text_name} if is_path(self.options.text_name) else set()
        self._missing = {*self.options.ruled, *deep}

    def read(self, value: dict[str, object], number: int, where: str) -> Iterator[Item]:
        """The documents of one object; ``where`` it stands is told where it cannot be read."""
        is_deep = is_path(self.options.text_name) and self.options.text_name not in value
        for item in self._deep(value, number, where) if is_deep else self._flat(value, number, where):
            if isinstance(item, AnnotatedDocument) and self.options.id_name in value:
                self.options = replace(self.options, id_column=self.options.id_name)
            yield item

    def check(self) -> None:
        """Called at the end.

        Raises:
            MissingError: If a field that was asked for stood in no object.
        """
        if self._missing:
            raise MissingError(f"{self.name}: no object has a field {' or '.join(map(repr, sorted(self._missing)))}")

    def _flat(self, value: dict[str, object], number: int, where: str) -> Iterator[Item]:
        document_id = ""
        self._missing.difference_update(value)
        fields = dict(value)
        try:
            known = known_fields(fields, self.options, number)
            document_id = known.id
            text = _taken_text(fields, self.options.text_name)
            spans = read_entities(fields.get(self.options.entities_column), text, self.losses)
        except (InputError, SpanError) as error:
            yield Broken.of(where, error, document_id)
            return
        is_annotated = fields.get(self.options.entities_column) is not None
        if self.options.entities_column in fields:
            fields[self.options.entities_column] = Slot.ENTITIES
        kept = KeptFields({name: value for name, value in fields.items() if name not in self.options.dropped})
        document = Document(known.id, text, known.language, known.record, known.date, kept)
        yield AnnotatedDocument(document, spans, is_annotated)

    def _deep(self, value: dict[str, object], number: int, where: str) -> Iterator[Item]:
        options, known_values = self.options, dict(value)
        try:
            path = parse_path(options.text_name)
            self._missing.difference_update(known_values)
            tree, texts = make_tree(value, number, path, options.dropped, options.entities_column)
            items = [self._text(tree, place, texts, known_values, number) for place in range(max(1, len(texts)))]
        except (InputError, SpanError) as error:
            yield Broken.of(where, error)
            return
        self._missing.difference_update(*(document.document.metadata for document in items))
        self._missing -= {options.text_name} if texts else set()
        yield from items

    def _text(
        self, tree: Tree, place: int, texts: list[str], value: dict[str, object], number: int
    ) -> AnnotatedDocument:
        fields = TreeFields(tree, place)
        known = known_fields(ChainMap(fields, value), self.options, number)  # type: ignore[arg-type]  # only read
        is_several = LIST in self.options.text_name
        has_own_id = not is_several or LIST in self.options.id_name
        document_id = known.id if has_own_id else f"{known.id}/{place + 1}"
        text = texts[place] if texts else ""
        beside = tree.at(fields.text[:-1]) if fields.text else {}
        entities = beside.get(self.options.entities_column) if isinstance(beside, dict) else None
        spans = read_entities(entities, text, self.losses)
        record = known.record or (_id_of(value, self.options, number) if is_several else "")
        document = Document(document_id, text, known.language, record, known.date, fields)
        return AnnotatedDocument(document, spans, entities is not None)


def parse_object(line: str) -> dict[str, object]:
    """A JSON object; numbers that a float would round are decimals.

    Raises:
        FormatError: If the line is not a JSON object; gives the column, not the text.
    """
    try:
        fields = DECODER.decode(line.strip())
    except json.JSONDecodeError as error:
        reason = f"not JSON at column {error.colno}"
    except (RecursionError, ValueError):
        reason = "JSON too deep, or with a number too long"
    else:
        if isinstance(fields, dict):
            return fields
        reason = "not a JSON object"
    raise FormatError(reason)


def _id_of(value: dict[str, object], options: FormatOptions, number: int) -> str:
    """The id of the object itself."""
    given = value.get(options.id_name)
    return str(given) if isinstance(given, str | int) and str(given).strip() else str(number)


def _number(spelt: str) -> float | Decimal:
    value = float(spelt)
    return value if repr(value) == spelt else Decimal(spelt)


DECODER = json.JSONDecoder(parse_float=_number)


def _taken_text(fields: dict[str, object], name: str) -> str:
    """Takes the text out of the fields and leaves its slot."""
    text = fields.get(name)
    if not isinstance(text, str):
        raise FormatError(f"no field {name!r}" if name not in fields else f"field {name!r} is not a string")
    fields[name] = Slot.TEXT
    return text
