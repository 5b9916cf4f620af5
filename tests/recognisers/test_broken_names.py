"""Names over a line end or a tab that no wrapping explains."""

import pytest
from tests.text.test_linear_time import LIMIT, growth

from maskerad.core import Document, Record
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.settings import settings_for

PEOPLE = {"PERSON", "PATIENT", "RELATIVE", "CLINICIAN", "OTHER_PERSON", "GIVEN_NAME", "FAMILY_NAME"}


def marked(text: str, code: str) -> str:
    """The letters that are marked as names of people, in order."""
    spans = Detector(settings_for(code)).detect(Record("r", (Document("d", text),)))[0]
    return "|".join(text[span.start : span.end] for span in spans if span.label in PEOPLE)


@pytest.mark.parametrize(
    ("code", "text", "name"),
    [
        ("de", "Begleitet von ihrer Mutter Heike\nWinterhalder, die den Schlüssel hat.", "Heike\nWinterhalder"),
        ("it", "Presente la figlia Giulia\tMondonico con le chiavi.", "Giulia\tMondonico"),
        ("en", "Seen with her daughter Gerry\nAskham-Lowe at home.", "Gerry\nAskham-Lowe"),
        ("sv", "Ringt handläggare S.\nBoström om intyget.", "S.\nBoström"),
        ("nl", "Ingevuld door: Bram\nvan\nder\nLaan", "Bram\nvan\nder\nLaan"),
        ("fr", "Accompagnée de sa fille Odile\nKerbrat, inquiète.", "Odile\nKerbrat"),
        ("es", "Acude con su hija Sabela\nOrtigueira de urgencia.", "Sabela\nOrtigueira"),
    ],
)
def test_a_name_over_a_line_end_is_marked_on_both_sides(code: str, text: str, name: str) -> None:
    found = marked(text, code)
    assert all(word in found for word in name.split())


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Mit freundlichen Grüßen\nDr. Heike Schneider\nOberärztin\nKardiologie"),
        ("sv", "Med vänlig hälsning\nElsa Rask\nSekreterare"),
        ("en", "Read by: Kwabena Asante\nLocum\nRadiology"),
        ("es", "Firmado: Pablo León\nAgente"),
    ],
)
def test_a_title_in_the_line_below_is_no_name(code: str, text: str) -> None:
    found = marked(text, code)
    below = text.split("\n")[-2:]
    assert not any(word in found for word in below if " " not in word)


def test_two_people_in_two_lines_stay_two() -> None:
    assert marked("Närvarande:\nAnna Lindqvist\nKarin Ekström", "sv") == "Anna Lindqvist|Karin Ekström"


@pytest.mark.parametrize("unit", ["Anna\n", "Berg\nAnna, ", "Anna\t", "A.\n"])
def test_time_is_linear(unit: str) -> None:
    assert growth(lambda text: marked(text, "sv"), unit, n_chars=500) < LIMIT
