"""Somebody is called like a country, a region or an everyday word: once that is known, the name is nowhere left."""

from __future__ import annotations

import re

import pytest

from maskerad.core import Document, Record, Released
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier

KEY = bytes(range(32))
# A text of two parts, and the name that must not stand in its release.
NOTES = [
    ("en", "Mr Jordan Smith was seen. | Jordan is well.", "Jordan"),
    ("en", "Dr Ward assessed him. | According to Ward he may go home.", "Ward"),
    ("en", "Ms Julie Ward was seen. | Mr Ward is well.", "Ward"),
    ("en", "Dr Anne-Marie B. Parish rang. | According to Parish she may go home.", "Parish"),
    ("nl", "Mevr. Annelies Kerk kwam. | Mevr. Kerk belde.", "Kerk"),
    ("es", "Carmen Ruiz Vidal, 54 años. | CARMEN VINO AYER.", "CARMEN"),
    ("en", "WARD, Julie. | Ward is allergic to penicillin.", "Ward"),
    ("en", "K. Read rang yesterday. | The sister of Read comes tomorrow.", "Read"),
    ("en", "Mrs Page is stable. | Page walked to the bathroom.", "Page"),
    ("sv", "Herr Kuba Lindqvist undersöktes. | Kuba mår bra.", "Kuba"),
    ("sv", "Dr Ung har bedömt patienten. | Enligt Ung kan hen gå hem.", "Ung"),
    ("nl", "Mw. Kerk van der Quast werd gezien. | Kerk maakt het goed.", "Kerk"),
    ("de", "Frau Oman Wrammelin wurde untersucht. | Oman geht es gut.", "Oman"),
    ("de", "K. Winter rief gestern an. | Die Schwester von Winter kommt morgen.", "Winter"),
    ("fr", "Monsieur Tibet Vauquelin a été examiné. | Tibet va bien.", "Tibet"),
    ("fr", "VILLE, Karine. | Le patient Ville revient lundi.", "Ville"),
    ("es", "El señor Israel Urquijo fue visto. | Israel está bien.", "Israel"),
    ("it", "Il signor Italia Brambillasca è stato visitato. | Italia sta bene.", "Italia"),
    ("it", "OMAN, Carla. | Il paziente Oman torna lunedì.", "Oman"),
    ("sv", "Hennes dotter Anna Vård ringde. | Fru Vård kommer i morgon.", "Vård"),
    ("nl", "Haar dochter Anna Zorg belde. | Mevr. Zorg komt morgen.", "Zorg"),
    ("en", "Her daughter Anna Home rang. | Mrs Home comes tomorrow.", "Home"),
    ("en", "Her aunt Florence Ward rang. | Mrs Ward comes tomorrow.", "Ward"),
    ("de", "Ihre Tochter Lena Kirche rief an. | Frau Kirche kommt morgen.", "Kirche"),
    ("de", "Begleitet von der Tochter Lena Pflege. | Frau Pflege kommt morgen.", "Pflege"),
    ("fr", "Sa fille Anne Chambre a appelé. | Mme Chambre vient demain.", "Chambre"),
    ("es", "Su hija Marta Planta llamó. | La Sra. Planta viene mañana.", "Planta"),
    ("it", "La figlia Giulia Reparto ha chiamato. | La signora Reparto viene domani.", "Reparto"),
    ("it", "Sua sorella Anna Camera ha chiamato. | La signora Camera viene domani.", "Camera"),
    ("es", "Paciente: José Iglesias Pazos, 58 años. | iglesias cama 6, llega de boxes.", "iglesias"),
    ("sv", "Patient: Anna Berg, 58 år. | berg säng 6, kom från akuten.", "berg"),
    ("en", "Patient: Anna Rose, 58 years. | rose bed 6, came from the ED.", "rose"),
    ("ja", "母の町花子より電話。 | 町さんが来院。", "町"),
    ("ja", "妹の金さくらが同席。 | 金さんに連絡。", "金"),
    ("ja", "林先生が診察した。 | 担当は林医師。明日林より電話する。", "林"),
    ("ja", "患者は南様。 | 南さんの妹が明日来院する。", "南"),
    ("ja", "南花子様が来院。 | 南様は元気です。", "南"),
]
# A text, and what must still stand in its release: there the word is the word, whoever is called so.
EVERYDAY = [
    ("en", "Dr Ward saw him on the Ward. Notes read on the ward.", ("the Ward.", "the ward.")),
    ("de", "Frau Winter kam im Winter.", ("im Winter",)),
    ("sv", "Dr Ask bad om en ask med tabletter.", ("en ask med",)),
    ("en", "Dr Parkinson treats Parkinson's disease.", ("Parkinson's disease",)),
    ("sv", "Dr Parkinson behandlar Parkinsons sjukdom.", ("Parkinsons sjukdom",)),
    ("de", "Dr. Parkinson behandelt das Parkinson-Syndrom.", ("Parkinson-Syndrom",)),
    ("de", "Tochter Anna Pflege zu Hause, Sohn Karl Hilfe im Haushalt.", ("Pflege zu Hause", "Hilfe im")),
    ("de", "Mit der Tochter Anna Pflege besprochen.", ("Pflege besprochen",)),
    ("nl", "Dochter Anna Zorg belde. De zorg gaat door.", ("De zorg",)),
    ("it", "Figlia Giulia Reparto in reparto.", ("in reparto",)),
    ("en", "Son Tom Page left his bed. Turn the page.", ("the page",)),
    ("fr", "Le Dr Parkinson traite la maladie de Parkinson.", ("maladie de Parkinson",)),
]
ENGINES: dict[str, Deidentifier] = {}


def released(code: str, *texts: str) -> list[str]:
    engine = ENGINES.setdefault(code, Deidentifier(settings_for(code), KEY))
    outcomes = engine.release(Record("r", tuple(Document(str(at), text) for at, text in enumerate(texts))))
    assert all(isinstance(outcome, Released) for outcome in outcomes)
    return [outcome.text for outcome in outcomes if isinstance(outcome, Released)]


def stands(name: str, text: str) -> bool:
    border = "" if name > "\u3000" else r"\b"
    return re.search(f"{border}{name}{border}", text, re.IGNORECASE) is not None


@pytest.mark.parametrize(("code", "text", "name"), NOTES)
def test_the_name_is_nowhere_left(code: str, text: str, name: str) -> None:
    assert not stands(name, released(code, text.replace(" | ", " "))[0])


@pytest.mark.parametrize(("code", "text", "name"), NOTES)
def test_nor_in_another_document_of_the_record(code: str, text: str, name: str) -> None:
    first, _, rest = text.partition(" | ")
    assert not any(stands(name, new) for new in released(code, rest, first))


@pytest.mark.parametrize(("code", "text", "kept"), EVERYDAY)
def test_the_word_stays_where_it_is_the_word(code: str, text: str, kept: tuple[str, ...]) -> None:
    (new,) = released(code, text)
    assert all(piece in new for piece in kept)
