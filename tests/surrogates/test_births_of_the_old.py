"""Beside "90 or over" no year of birth tells how old somebody was: the one that is told is that of somebody of 90."""

from __future__ import annotations

import re

import pytest

import maskerad
from maskerad.core import Document, Record, Released

KEYS = (bytes(32), b"k" * 32, bytes(range(32)))
BORN, SEEN, OLD = 1931, 2024, "93"
NOTES = {
    "sv": [
        "Karin Ek, 93 år, född 1931, inkom 2024-03-12.",
        "Karin Ek, 93 år, född 1931-02-03, inkom 2024-03-12.",
        "93-årig kvinna f. 1931. Besök 2024-03-12.",
        "Kvinna född i februari 1931, nu 93 år gammal. Besök 2024-03-12.",
        "Kvinna (1931), 93 år. Besök 2024-03-12.",
    ],
    "nl": [
        "Mevrouw De Vries, 93 jaar, geboren 1931, opgenomen 12-03-2024.",
        "Mevrouw De Vries (93 jaar), geb. 03-02-1931, opgenomen 12-03-2024.",
        "Geboortejaar: 1931. Leeftijd: 93 jaar. Opgenomen 12-03-2024.",
    ],
    "en": [
        "Mrs Hargreaves, aged 93, born in 1931, was seen on 12 March 2024.",
        "Born in 1931, 93 years old. Seen on 12 March 2024.",
        "93-year-old woman, DOB 02/03/1931, seen 03/12/2024.",
        "93yo (b. 1931), seen 12 March 2024.",
    ],
    "de": [
        "Frau Schneider, 93 Jahre, geboren 1931, aufgenommen am 12.03.2024.",
        "93-jährige Patientin, geb. 03.02.1931, Aufnahme 12.03.2024.",
        "Jahrgang 1931, 93 Jahre alt. Aufnahme 12.03.2024.",
        "Frau Schneider (*1931), 93 Jahre. Aufnahme 12.03.2024.",
    ],
    "fr": [
        "Mme Dupont, 93 ans, née en 1931, vue le 12/03/2024.",
        "Patiente de 93 ans, née le 03/02/1931, vue le 12/03/2024.",
        "Née en février 1931, 93 ans. Vue le 12/03/2024.",
    ],
    "es": [
        "Mujer de 93 años, nacida en 1931, ingresa el 12/03/2024.",
        "Año de nacimiento: 1931. Edad: 93 años. Ingresa el 12/03/2024.",
        "Paciente de 93 años, fecha de nacimiento 03/02/1931, ingresa el 12/03/2024.",
    ],
    "it": [
        "La signora Rossi, 93 anni, nata nel 1931, ricoverata il 12/03/2024.",
        "Paziente di 93 anni, nata il 03/02/1931, ricovero 12/03/2024.",
        "Classe 1931, 93 anni. Ricovero 12/03/2024.",
    ],
    "ja": [
        "佐藤花子、93歳、1931年生まれ。2024年3月12日入院。",
        "93歳女性、生年月日1931年2月3日。2024年3月12日受診。",
    ],
}


@pytest.mark.parametrize("code", NOTES)
def test_the_year_of_birth_is_that_of_somebody_of_ninety(code: str) -> None:
    for key in KEYS:
        engine = maskerad.load(code, key=key)
        for note in NOTES[code]:
            text = engine.deidentify(note, record="r").text
            *_, born, seen = sorted([int(year) for year in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", text)])
            assert seen - born in (90, 91), (note, text)
            assert OLD not in re.sub(r"\d{4}|\d\d[-/.]\d\d", "", text) and "90" in text, (note, text)


def test_what_is_no_birth_moves_with_the_record() -> None:
    note = "Karin Ek, 93 år, född 1931. Höftprotes 1998. Besök 2024-03-12."
    text = maskerad.load("sv", key=bytes(32)).deidentify(note, record="r").text
    assert "1934" in text and re.search(r"Höftprotes (1997|1999)", text)


@pytest.mark.parametrize("key", KEYS)
def test_notes_of_the_year_before_tell_ninety_too_where_none_has_its_date(key: bytes) -> None:
    notes = ["12/14 畠沢さん 91才 誤嚥性肺炎", "記載日：令和6年1月9日　畠沢 キワ　S7.2.20生", "2024/3/19、ご自宅へ"]
    engine = maskerad.load("ja", key=key)
    record = Record("r", tuple(Document(str(number), note) for number, note in enumerate(notes)))
    texts = [one.text for one in engine.deidentify_record(record) if isinstance(one, Released)]
    birth = re.search(r"S(\d+)\.(\d+)\.(\d+)生", texts[1])
    first = re.match(r"(\d+)/(\d+)", texts[0])
    last = re.match(r"(\d{4})/(\d+)/(\d+)", texts[2])
    assert birth and first and last and "90才以上" in texts[0]
    year, month, day = (int(one) for one in last.groups())
    earlier = (int(first[1]), int(first[2])) < (month, day)
    seen = (year if earlier else year - 1, int(first[1]), int(first[2]))
    assert (seen[0] - 90, *seen[1:]) >= (1925 + int(birth[1]), int(birth[2]), int(birth[3]))
