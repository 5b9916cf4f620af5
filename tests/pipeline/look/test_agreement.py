"""Where a name ends, and that it is one, is told by the whole record."""

from __future__ import annotations

from functools import cache

import pytest

from maskerad.core import Document, Record
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector


@cache
def detector(code: str) -> Detector:
    return Detector(settings_for(code))


def found(code: str, *texts: str) -> list[set[tuple[str, str]]]:
    """Text and label of what is marked in every text of one record."""
    documents = tuple(Document(str(number), text, code) for number, text in enumerate(texts))
    spans = detector(code).detect(Record("r", documents))
    return [{(text[s.start : s.end], s.label) for s in some} for text, some in zip(texts, spans, strict=True)]


TWO = [
    ("en", ("Partners: Drs H. Close, B. Ahmadzai, F. Summers\n",), {"B. Ahmadzai", "F. Summers"}),
    ("en", ("Patient: Mr Osas Igbinedion. Son Destiny (5).", "Lives with  : Osas, Destiny, baby Saoirse"), {"Osas"}),
    ("de", ("Angehöriger: Herr Petersen.", "Moin Herr Petersen, Ole war von 8:10 bis 8:50 da"), {"Petersen"}),
    ("it", ("Parla il fratello Diego Dalla Riva.", "Buonasera dott. Adjei, Diego si è convinto."), {"Adjei", "Diego"}),
    ("sv", ("Anh samlade: Tord, Katarina (kom 23.5)",), {"Tord", "Katarina"}),
    ("fr", ("Nos réf. : HC/nb – IPP 19-330714-M",), {"HC", "nb"}),
    ("en", ("CHI 090129 6643  McNAB, Euphemia  F  94\n",), {"McNAB, Euphemia"}),
]

ONE = [
    ("en", "Pt: Xiong, Pa Houa  MRN 10-4471-93", "Xiong, Pa Houa"),
    ("en", "Patient: Mr. Al Masri, Abdul Rahman; DOB 1 January 1960", "Al Masri, Abdul Rahman"),
    ("de", "Bewohnerin: Blume, Gisela, geb. 29.02.1940", "Blume, Gisela"),
    ("fr", "Prénoms : ROSE, Aimée\n", "ROSE, Aimée"),
    ("sv", "Patient: Lindqvist, Anna Maria", "Lindqvist, Anna Maria"),
]


@pytest.mark.parametrize(("code", "texts", "names"), TWO)
def test_names_of_two_people_are_two_mentions(code: str, texts: tuple[str, ...], names: set[str]) -> None:
    assert names <= {text for text, _ in found(code, *texts)[-1]}


@pytest.mark.parametrize(("code", "text", "name"), ONE)
def test_family_name_and_given_name_with_a_comma_are_one_mention(code: str, text: str, name: str) -> None:
    assert name in {marked for marked, _ in found(code, text)[0]}


NAMED = [
    ("de", ("Herr Horst Kallinowski, alter Bergmann.", "Wir haben Abschied von Horst genommen."), "Horst"),
    ("it", ("Sig. Fabrizio Dell'Acqua, ricoverato.", "allego esami di Fabrizio fatti ieri"), "Fabrizio"),
    ("it", ("h 01 figlio Alvise al letto.", "il paziente va a casa con Alvise. Pacemaker: no."), "Alvise"),
]


@pytest.mark.parametrize(("code", "texts", "name"), NAMED)
def test_who_is_named_elsewhere_is_no_town(code: str, texts: tuple[str, ...], name: str) -> None:
    labels = {label for text, label in found(code, *texts)[-1] if text == name}
    assert len(labels) == 1
    assert not labels & {"CITY", "REGION", "HOSPITAL", "ORGANIZATION"}


def test_a_town_of_the_name_of_somebody_stays_one() -> None:
    marked = found("en", "Patient: Mrs Charlotte Oldroyd.", "She was flown in from Charlotte, NC on Monday.")
    assert ("Charlotte", "CITY") in marked[-1]
    house = found("de", "Tochter Hedwig Amsel ist da.", "Verlegung in das Pflegeheim St. Hedwig am Montag.")
    assert not {("St. Hedwig", "RELATIVE"), ("Hedwig", "RELATIVE")} & house[-1]


def test_a_letter_with_a_stop_is_an_initial_though_capitals_follow() -> None:
    marked = found("it", "Paziente: BARDELLI Oreste, nato a Cortona.", "27/5 Bardelli O. PA 130/80.")
    assert "Bardelli O." in {text for text, _ in marked[-1]}
