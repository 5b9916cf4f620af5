"""Cells below a head that is a word for people are names, whatever parts the cells."""

import pytest

from maskerad.core import Document, Record
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.detect import Detector


def found(text: str, code: str = "en") -> dict[str, str]:
    """Mentions of people and their labels, found by rules alone."""
    spans = Detector(Settings((code,))).detect(Record("r", (Document("d", text, code),)))[0]
    people = ("PATIENT", "CLINICIAN", "RELATIVE", "PERSON")
    return {text[span.start : span.end]: span.label for span in spans if span.label in people}


@pytest.mark.parametrize("mark", ["\t", " | ", "|", ";", ",", "      "])
def test_every_cell_below_a_head_for_people_is_a_name(mark: str) -> None:
    rows = (("Bed", "Patient", "Consultant"), ("4", "Pollingworth", "Quillfeather"), ("5", "Hathersage", "Thornbury"))
    text = "\n".join(mark.join(row) for row in rows)
    assert found(text) == {
        "Pollingworth": "PATIENT",
        "Quillfeather": "CLINICIAN",
        "Hathersage": "PATIENT",
        "Thornbury": "CLINICIAN",
    }


def test_a_table_with_rulers_in_other_languages() -> None:
    table = "| {} | {} |\n|---|---|\n| Büdenbender | Pützstück |\n"
    heads = {"de": "Oberarzt", "sv": "Läkare", "nl": "Arts", "fr": "Médecin", "es": "Médico"}
    for code, head in heads.items():
        people = found(table.format("Paciente" if code == "es" else "Patient", head), code)
        assert (people["Büdenbender"], people["Pützstück"]) == ("PATIENT", "CLINICIAN"), code


def test_ordinary_words_numbers_and_what_is_behind_a_table_are_nobody() -> None:
    assert found("Date | Consultant\n12/3 | none\n13/3 | 4\n14/3 | Yes\n\nPlan | Hathersage review") == {}
    assert found("Saw the consultant, the nurse, and left.\nThen, he, went.") == {}
    assert found("Consultant | Date\nPlan | Next step | Thornbury") == {}


def test_a_row_of_a_form_that_holds_a_name_is_no_head() -> None:
    assert "Einweiser" not in found("Hausarzt      Dr. Lützenkirchen\nEinweiser     SAPV", "de")
    assert "Geboorteplaats" not in found("Roepnaam | Jay\nGeboorteplaats | Zwolle", "nl")
