"""The short and pet forms by which somebody is called whom a table or another note knows by the name in full."""

from __future__ import annotations

import pytest

from maskerad.core import Document, Record
from maskerad.core.document import Identifier
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector

CALLED = [
    ("sv", "Karl", "Kalle", "{} sover."),
    ("nl", "Cornelis", "Kees", "{} slaapt."),
    ("en", "William", "Bill", "{} is well."),
    ("en", "Edward", "Ted", "Spoke with {} today."),
    ("de", "Johannes", "Hansi", "{} schläft."),
    ("fr", "Frédéric", "Fred", "{} dort."),
    ("es", "Francisco", "Paco", "{} duerme."),
    ("es", "José", "Pepe", "Hoy {} camina."),
    ("it", "Giuseppe", "Beppe", "{} dorme."),
]


def found(code: str, text: str, *known: Identifier) -> list[str]:
    (spans,) = Detector(settings_for(code)).detect(Record("r", (Document("d", text, code),), known))
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(("code", "name", "called", "text"), CALLED)
def test_a_pet_form_of_somebody_known_is_that_person(code: str, name: str, called: str, text: str) -> None:
    assert called in found(code, text.format(called), Identifier("PATIENT", "given", name, 1))


def test_a_whole_name_that_is_known_has_pet_forms_too() -> None:
    assert found("es", "Paco duerme.", Identifier("RELATIVE", "name", "Francisco Ruiz Vidal", 2)) == ["Paco"]


@pytest.mark.parametrize("text", ["PaCO 45 mmHg, PO2 80.", "paco2 45", "PACO 44"])
def test_a_measure_that_is_written_like_one_stays(text: str) -> None:
    assert found("es", text, Identifier("PATIENT", "given", "Francisco", 1)) == []


def test_nobody_who_is_not_known_is_called_so() -> None:
    assert found("es", "Paco duerme.", Identifier("PATIENT", "given", "Carmen", 1)) == []
