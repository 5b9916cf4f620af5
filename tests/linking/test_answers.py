"""What linking answers can be neither changed nor wrong about how a mention is written."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import pytest

from maskerad.core import Document, Form, Record, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.linking import Linked, link
from maskerad.linking.report import Ambiguity, Conflict


@pytest.mark.parametrize(
    "answer",
    [Linked(()), Ambiguity("d1", 0, 4, ()), Conflict("PATIENT-1", "gender", ())],
    ids=lambda one: str(type(one)),
)
def test_answers_are_frozen(answer: object) -> None:
    for one in fields(answer):
        with pytest.raises(FrozenInstanceError):
            setattr(answer, one.name, None)
    assert not hasattr(answer, "__dict__")


def test_a_mention_tells_its_typing_errors() -> None:
    text = "Anna Bergkvist inkom. Anna Bergqvist mår bra. Bergkvist går hem."
    spans = [Span(0, 14, "PATIENT"), Span(22, 36, "PATIENT"), Span(46, 55, "PATIENT")]
    (entity,) = link(Record("r", (Document("d1", text),)), [SpanSet.of(spans)], [load_pack("sv")]).entities
    told = [(mention.span.start, mention.form, mention.distance) for mention in entity.mentions]
    assert told == [(0, Form.FULL, 0), (22, Form.MISSPELT, 1), (46, Form.FAMILY, 0)]
