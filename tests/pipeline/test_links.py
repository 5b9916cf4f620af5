"""Linking is done once for a record in which the second look finds nothing more."""

from __future__ import annotations

import pytest

from maskerad.core import Document, Record
from maskerad.core.document import record_of
from maskerad.languages import load_pack
from maskerad.linking import Linked, link
from maskerad.pipeline import links
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.links import LastLinks

TEXT = "Patient: Anna Lindqvist. Mamma Karin Lindqvist ringde. Dr Ek svarade."
WITH_MORE = ("Patient: Cillian Featherstone. Phone 313.555.0188.", "feathrestone's rash is gone, mr feathrestone")


@pytest.fixture
def linked(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """The records that linking was done for, in order."""
    asked: list[Record] = []

    def counted(record: Record, *others: object) -> Linked:
        asked.append(record)
        return link(record, *others)

    monkeypatch.setattr(links, "link", counted)
    return asked


def released(code: str, *texts: str) -> list[str]:
    engine = Deidentifier(settings_for(code), b"k" * 32)
    record = Record("r", tuple(Document(str(n), text, code) for n, text in enumerate(texts)))
    return [one.text for one in engine.release(record)]


def test_a_record_is_linked_once_when_nothing_more_is_found(linked: list[Record]) -> None:
    (text,) = released("sv", TEXT)
    assert len(linked) == 1
    assert "Lindqvist" not in text


def test_it_is_linked_again_when_the_second_look_finds_more(linked: list[Record]) -> None:
    texts = released("en", *WITH_MORE)
    assert len(linked) > 1
    assert "feathrestone" not in texts[1]


def test_what_was_kept_is_of_the_same_record_and_spans_and_given_out_once() -> None:
    pack = load_pack("sv")
    one, other = (record_of(Document("d", text, "sv")) for text in (TEXT, TEXT.replace("Anna", "Elsa")))
    spans, fewer = Detector(settings_for("sv")).detect(one), Detector(settings_for("sv")).detect(other)
    kept = LastLinks()
    first = kept.keep(one, spans, [pack])
    assert kept.take(one, spans, [pack]) is first
    assert kept.take(one, spans, [pack]) is not first
    kept.keep(one, spans, [pack])
    assert kept.take(other, fewer, [pack]) == link(other, fewer, [pack])
