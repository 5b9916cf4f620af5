"""Names over a line end or a tab that no wrapping explains."""

import pytest
from tests.text.test_linear_time import LIMIT, growth

from maskerad.core import Document, Record
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector

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
        # two words with a hyphen are one name, and not yet a whole one
        ("sv", "Åter till sjukgymnast.\n\nEva-Lena\nStark\nkurator", "Eva-Lena\nStark"),
        ("nl", "Gezien door fysio Jan-Willem\nPut. Oefent thuis.", "Jan-Willem\nPut"),
        # parts that were found each by itself, and one between them that was not
        ("es", "Un saludo,\nJon\nAitor\nRuiz\nde\nEguílaz\nPsicólogo clínico", "Jon\nAitor\nRuiz\nEguílaz"),
        # the line goes on with a colon, but with a name before it
        ("nl", "Bij ontslag.\n\nDiëtist Farida\nKort: gewicht 61,8.", "Farida\nKort"),
        # a shortened given name, words in small letters, what tells generations apart
        ("de", "Rückruf an diensthabenden Arzt Th.\nVogel. Anordnung folgt.", "Vogel"),
        ("es", "Indique su nombre.\nUsuaria_12: xiomara\nquispe\nmamani por la cita", "xiomara\nquispe\nmamani"),
        ("nl", "Gisteravond opa Kees\nsr via videobellen.", "Kees\nsr"),
        # what stands before the break is of an institution
        ("de", "Hausarztpraxis Dr. Rudolf\nWimmbacher | Talweg 4", "Wimmbacher"),
        # a lone initial, one behind a comma form, one that something else marked a part of
        ("sv", "Kastades fem meter enl vittne Jasmina\nT som stod på hållplatsen.", "Jasmina\nT"),
        ("fr", "Responsables légaux : Mme Guérin\nC. / M. Daviau\nL.\nMédecin : Dr Nedelec", "Guérin\nC"),
        ("en", "DISCHARGE SUMMARY\n\nPT: MARSH,EDWIN\nJ    MRN 4471-02-98", "MARSH,EDWIN\nJ"),
        ("nl", "Betrokken: cliënt Joris\tPrins (36 jaar), medebewoner Yusuf\tK.\nWanneer: 19 juni", "Yusuf\tK"),
        ("it", "Caso 4: T.\nMarco, 66 aa, idraulico, cirrosi", "T.\nMarco"),
        ("ja", "術者 古賀\u3000助手 浅野\nK.・早川\u3000麻酔 GE", "浅野\nK"),
        # a nickname in brackets; capitals before an address
        ("nl", "mede namens R.K.\tMahabier\n\nM.\t(Loes)\tvan\tGorp, AIOS geriatrie", "M.\tLoes\tGorp"),
        ("sv", "Patient: FRISK,\tGUN-BRITT\tMARGARETA\nTallkarlsvägen 7, 776 98 Lund", "GUN-BRITT\tMARGARETA"),
        # in small letters: everyday words between names, words that no list has
        ("sv", "Brukare: 271021-9896 ström,\nulf\ndag\nemanuel\n\nTid: natten", "ström\nulf\ndag\nemanuel"),
        ("de", "Bitte Namen nennen.\nbiene_81: detlef\tkummrich, 3.11.77, W102588473", "detlef\tkummrich"),
        ("it", "con chi parlo?\nnina_88: d'angelo\ncarla, polizza SaluteSerena PS-4470", "d'angelo\ncarla"),
        ("it", "con chi parlo?\nnina_88: d'amico\ntita, polizza SaluteSerena PS-4470", "d'amico\ntita"),
        # among others, the last of whom has one name before the tab
        ("en", "Present: D Sharp, Savage, Olusegun\tMay (radiol), BCN Hope", "D Sharp|Savage|Olusegun\tMay|Hope"),
        ("en", "Present: D Sharp; Savage, Olusegun\tMay (radiol)", "Olusegun\tMay"),
        # Japanese: a name in kana, in Latin letters, and behind a word of kinship
        ("ja", "面接日:2024年2月6日 担当:佐野\nさくら(MSW)", "佐野\nさくら"),
        ("ja", "Pt-ID 20771836 Omar\nDaigo 5Y2M M", "Omar\nDaigo"),
        ("ja", "連絡先:長女 浅野\n薫(携帯 090-0000-1154)", "浅野\n薫"),
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
        ("sv", "Dosen hoppas över enligt dr Åberg-Rask\nE Temp 37,4"),
        ("en", "Seen by Kwabena Asante\nT 37.2 and well"),
        ("fr", "Accompagné de sa fille Odile\nIII opéré en mars"),
        ("en", "Seen by sister Odette\nS: tired, sleeps badly\nO: pale"),
        ("sv", "Prov taget av ssk Jasmina\nK 4,2 och Na 139\nKrea"),
        ("de", "Gesehen von Schwester Heike\nL5 frei\nS1 auch"),
    ],
)
def test_a_title_in_the_line_below_is_no_name(code: str, text: str) -> None:
    found = marked(text, code)
    below = text.split("\n")[-2:]
    assert not any(word in found for word in below if " " not in word)


@pytest.mark.parametrize(
    ("code", "text", "name"),
    [
        ("fr", "Déclaré par le Dr Puig\nFait le 3 mars", "Puig"),
        ("nl", "Verwezen door dr. Terpstra\nOnderzoek volgt", "Terpstra"),
    ],
)
def test_everyday_words_in_the_line_below_are_no_name(code: str, text: str, name: str) -> None:
    assert marked(text, code) == name


def test_two_people_in_two_lines_stay_two() -> None:
    assert marked("Närvarande:\nAnna Lindqvist\nKarin Ekström", "sv") == "Anna Lindqvist|Karin Ekström"


@pytest.mark.parametrize("unit", ["Anna\n", "Berg\nAnna, ", "Anna\t", "A.\n"])
def test_time_is_linear(unit: str) -> None:
    assert growth(lambda text: marked(text, "sv"), unit, n_chars=500) < LIMIT
