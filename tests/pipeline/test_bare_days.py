"""Days told by their number alone move with the days beside them: one that stayed would give away the shift."""

import pytest

import maskerad
from maskerad.core import Span, SpanSet
from maskerad.languages import load_pack
from maskerad.pipeline.bare_days import with_bare_days

NOTES = {
    "sv": ("Inskriven 2023-03-03. Den 18 ringde dottern. Den 19 och 20 inga insatser.", ("18", "19", "20")),
    "de": ("Aufnahme 13.03.2023. Am 14. und 15. wenig gegessen, seit dem 16. besser.", ("14.", "15.", "16.")),
    "es": ("Ingreso 03/03/2023. El día 5 se realiza TAC; el 7 punción lumbar.", ("5", "7")),
    "nl": ("Opname 14-02-2023. Logeeropvang van 17 naar 24 februari, zitting is de 23e.", ("17", "24", "23e")),
    "it": ("Ricovero 03/03/2023. Il 15 punta febbrile, dal 16 apiretico.", ("15", "16")),
    "en": ("Admitted 12 July 2023. I can do July 13 or 14, not the 15th.", ("13", "14", "15th")),
}

VALUES = {
    "sv": "Inskriven 2023-03-03. Den 2 cm stora knölen, den 3 gången, den 50-åriga, Hb 92 och 95.",
    "de": "Aufnahme 13.03.2023. Am 5. postoperativen Tag, zum 3. Mal, im 2. OG, § 24 bis 04.03.2023.",
    "es": "Ingreso 03/03/2023. El 5 % mejora, el 7 de la planta, el 3 por ciento.",
    "it": "Ricovero 03/03/2023. Il 5 % migliora, il 3 mese, dal 2 piano.",
    "nl": "Opname 14-02-2023. De 5e dag, de 3e verdieping, de 2e MRI.",
    "en": "Admitted 12 July 2023. On the 5th day, the 3rd rib, the 2nd toe.",
}


@pytest.mark.parametrize("code", NOTES)
def test_every_day_beside_a_date_is_replaced(code: str) -> None:
    text, days = NOTES[code]
    engine = maskerad.load(code, model="none", key=bytes(32))
    marked = [text[span.start : span.end] for span in engine.detect(text)]
    assert all(any(day in one for one in marked) for day in days)


@pytest.mark.parametrize("code", VALUES)
def test_what_counts_or_measures_is_no_day(code: str) -> None:
    text = VALUES[code]
    start = next(at for at, char in enumerate(text) if char.isdigit())
    date = Span(start, text.index(".", start + 9 if code == "de" else start), "DATE")
    assert len(with_bare_days(text, SpanSet((date,), "core"), load_pack(code))) == 1


def test_without_a_date_nothing_is_looked_for() -> None:
    assert len(with_bare_days("Den 18 ringde dottern.", SpanSet((), "core"), load_pack("sv"))) == 0
