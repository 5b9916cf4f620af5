"""What columns look like, in every language: those that identify are told, categories and measurements are not."""

from __future__ import annotations

from datetime import date

import pytest

from maskerad.core import Document
from maskerad.pipeline.columns.column_kinds import ColumnJudge
from maskerad.pipeline.configuration.settings import Settings

TEXTS = {
    "sv": "Patienten mår bra.",
    "nl": "De patiënt maakt het goed.",
    "ja": "患者は元気です。",
    "en": "The patient is well.",
    "de": "Der Patient ist wohlauf.",
    "fr": "Le patient va bien.",
    "es": "El paciente está bien.",
    "it": "Il paziente sta bene.",
}
TOLD: dict[str, dict[str, list[object]]] = {
    "sv": {
        "names": ["Anna Ek", "Öberg, Sven", "Lisa Berg"],
        "dates": ["3 maj 2021", "2021-05-04"],
        "ids": ["19500201-4512", "121212-1212"],
        "places": ["Lund", "Umeå", "Växjö"],
        "free text": ["Patienten har haft ont i magen sedan tre veckor tillbaka, mest på morgnarna."],
    },
    "nl": {
        "names": ["mw. De Boer", "Jan van der Wal"],
        "dates": ["12 november 2018"],
        "ids": ["111222333"],
        "places": ["Zwolle", "Utrecht"],
    },
    "ja": {"names": ["山田太郎", "佐藤花子", "鈴木一郎"], "dates": ["令和3年5月4日", "2021年5月4日"]},
    "en": {"names": ["John Smith", "Ward, Julie"], "dates": ["05/04/2021"], "ids": ["MRN-482133", "MRN-482177"]},
    "de": {"names": ["Heike Schneider", "Müller, Jan"], "dates": ["03.05.2021"], "ids": ["15070649C103"]},
    "fr": {"names": ["Élodie Lefèvre", "DUPONT Jean"], "dates": ["4 mai 2021", date(2021, 5, 4)]},
    "es": {"names": ["María García López", "Juan Pérez"], "dates": ["4 de mayo de 2021"], "ids": ["12345678Z"]},
    "it": {"names": ["Giulia Ferrari", "Rossi Mario"], "dates": ["4 maggio 2021", 20210504]},
}
QUIET: dict[str, dict[str, list[object]]] = {
    "sv": {"ward": ["Avd 3", "Avd 4"], "sex": ["man", "kvinna"], "code": ["I10.9", "J45"], "said": ["ja", "nej"]},
    "nl": {"ward": ["A3", "B2"], "sex": ["man", "vrouw"]},
    "ja": {"ward": ["3階東", "4階西"], "sex": ["男", "女"], "diagnosis": ["高血圧", "糖尿病"]},
    "en": {"ward": ["ICU", "ED"], "status": ["admitted", "discharged"], "pressure": ["130/80", "120/70"]},
    "de": {"ward": ["Station 3"], "diagnosis": ["Hypertonie", "Asthma"], "colour": ["rot", "grün"]},
    "fr": {"ward": ["Cardiologie", "Urgences"], "said": ["oui", "non"], "weight": [61.5, 70.1]},
    "es": {"sex": ["hombre", "mujer"], "score": [1, 2, 3], "seen": [True, False]},
    "it": {"ward": ["Cardiologia", "Chirurgia"], "dose": [500, 1000]},
}


@pytest.mark.parametrize("code", TEXTS)
def test_columns_that_identify_are_told_and_no_others(code: str) -> None:
    judge = ColumnJudge(Settings((code,)))
    found = judge.kinds({**TOLD[code], **QUIET[code]}, [Document("1", TEXTS[code])])
    assert found == {kind: kind for kind in TOLD[code]}


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("nl", "Geen klachten meer, komt volgende week terug"),
        ("sv", "Ringde i går, mår bättre"),
        ("en", "Seen again, no pain at rest"),
        ("ja", "痛みは軽減しており、来週また受診の予定です"),
    ],
)
def test_a_short_sentence_is_free_text(code: str, value: str) -> None:
    judge = ColumnJudge(Settings((code,)))
    assert judge.kinds({"b": [value], **QUIET[code]}, [Document("1", TEXTS[code])]) == {"b": "free text"}


def test_the_language_is_that_of_the_texts() -> None:
    judge = ColumnJudge(Settings(tuple(TEXTS), is_auto=True))
    documents = [Document(str(number), TEXTS["ja"]) for number in range(3)]
    assert judge.kinds({"a": ["山田太郎", "佐藤花子"], "b": ["高血圧"]}, documents) == {"a": "names"}
    assert judge.kinds({"a": ["山田太郎"]}, []) == {}


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["Anna Ek", "grön", "Sven Öberg", "blå"], "names"),
        (["Anna Ek", "grön", "röd"], "names"),
        (["Anna Ek", "grön", "röd", "svart"], ""),
    ],
)
def test_a_column_is_what_a_third_of_its_values_are(values: list[object], kind: str) -> None:
    found = ColumnJudge(Settings(("sv",))).kinds({"column": values}, [Document("1", TEXTS["sv"])])
    assert found.get("column", "") == kind


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("grön" + "x" * 36, ""),
        ("grön" + "x" * 37, "free text"),
        ("blå grön röd svart", ""),
        ("blå grön röd svart vit", "free text"),
        ("Anna " * 39 + "Maria", "names"),
        ("Anna " * 39 + "Amanda", "free text"),
        ("A12-34", ""),
    ],
)
def test_a_value_beyond_a_length_is_no_category(value: str, kind: str) -> None:
    found = ColumnJudge(Settings(("sv",))).kinds({"column": [value]}, [Document("1", TEXTS["sv"])])
    assert found.get("column", "") == kind


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["qx123z", "qx124z"], "ids"),
        (["qx12z", "qx13z"], ""),  # five characters
        (["qx123z", "qx124z", "qx125z", "qx126z", "grön"], "ids"),
        (["qx123z", "qx124z", "qx125z", "grön"], ""),
    ],
)
def test_a_column_of_codes_that_hardly_come_again_is_one_of_ids(values: list[object], kind: str) -> None:
    found = ColumnJudge(Settings(("sv",))).kinds({"column": values}, [Document("1", TEXTS["sv"])])
    assert found.get("column", "") == kind
