"""Rows of a form whose cells are parted by strokes are no wrapped lines."""

from __future__ import annotations

from maskerad.core import Document, Record
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector

FORM = """Voornaam           | Jay Sewdien Pinas
Roepnaam           | Jay
Geb.datum          | 12-03-2019
Woonzorgcentrum    | De Binder, contact met dr. Vos
Tel. noodgeval     | 06-12345678
School             | De Kameleon, groep 1, juf Samira
Logopedie          | ______
"""


def test_no_name_reaches_into_the_next_row() -> None:
    (spans,) = Detector(settings_for("nl")).detect(Record("r", (Document("d", FORM),)))
    found = [FORM[span.start : span.end] for span in spans]
    assert {"Jay", "Vos", "Samira"} <= set(found)
    assert not [text for text in found if "\n" in text]
