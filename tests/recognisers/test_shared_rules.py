"""Rules that hold in every language, on notes of their own."""

import pytest

import maskerad


@pytest.mark.parametrize(
    ("code", "text", "label", "found"),
    [
        ("de", "Frau Tümmler, geb. 12/31, Tochter kam.", "DATE", "12/31"),
        ("en", "Policy W1288 40217 lapsed.", "ID", "W1288 40217"),
        ("ja", "連絡先はFacebook: tome.kiryu88。", "USERNAME", "tome.kiryu88"),
        ("fr", "Vue par l'IDE : M. Quellec Yvon ce jour.", "PERSON", "Quellec Yvon"),
        ("fr", "Mme de la Tour est sortie.", "PERSON", "de la Tour"),
        ("it", "Abita in Via S. Ludovico Alpestre 33, Napoli.", "STREET", "Via S. Ludovico Alpestre 33"),
        ("es", "Usuaria: Dña. Hortensia Valbuena Prat, viuda.", "PERSON", "Hortensia Valbuena Prat"),
        ("nl", "HA Kramer, Piet Heinlaan 8 te Assen.", "STREET", "Piet Heinlaan 8"),
        ("en", "SNF: Marlow Grange vs Ashby Manor. DC soon.", "HOSPITAL", "Ashby Manor"),
        ("en", 'Re: Rosalind ("Roz") QUARMBY, seen today.', "PERSON", "QUARMBY"),
        ("en", "Lives at 12 Elm St, St. Paul with two cats.", "CITY", "St. Paul"),
        ("en", 'The code is set, password "blue heron", call first.', "OTHER_PHI", "blue heron"),
        ("en", "Brother Ted Low (a plumber in town) visited.", "PROFESSION", "plumber"),
        ("es", "Vive en Tudela, col. Altamira, con su hija.", "CITY", "Altamira"),
        ("es", "Vive en carril de los Naranjos km 3.", "STREET", "carril de los Naranjos"),
        ("es", "El abuelo tiene 91 tacos ya.", "AGE", "91 tacos"),
        ("it", "Stabile.\nT.R. inf.", "INITIALS", "T.R."),
        ("it", "Inviata a Lonato d/G, prov. Brescia.", "CITY", "Lonato d/G"),
        ("it", "Morosità con Casa SpA da mesi.", "ORGANIZATION", "Casa SpA"),
        ("it", "Controllo mar. 7/5 in ambulatorio.", "DATE", "mar. 7/5"),
        ("sv", "Ligger på Kirurgavd 34 sedan i går.", "HOSPITAL", "Kirurgavd 34"),
        ("sv", "insta är @rosiek om du vill", "USERNAME", "@rosiek"),
        ("sv", "hej, jag heter ebba-lou, är 15", "AGE", "15"),
        ("nl", "Pat.nr 4410927 ligt in de la.", "ID", "4410927"),
        ("nl", "Kinderen: Milan (6, groep 3) en Sofie.", "AGE", "6"),
        ("nl", "Mevrouw Pieters (Elzenbosch 12) belde.", "STREET", "Elzenbosch 12"),
        ("nl", "Gezien op 3 mei jl. thuis.", "DATE", "3 mei jl."),
        ("nl", "Haar advocaat mr. B. Postma te Zwolle belde.", "CITY", "Zwolle"),
        ("de", "Fax an HA (0 25 43 / 66 71 - 30) gesendet.", "PHONE", "0 25 43 / 66 71 - 30"),
        ("de", "Bruder (4 7/12) hustet.", "AGE", "4 7/12"),
        ("de", "Wohnt Kölner Str. 8, 50999.", "ZIP", "50999"),
        ("de", "Chefarzt Prof. Dr. med. Th. Brinkhoff", "CLINICIAN", "Th. Brinkhoff"),
        ("fr", "Transfert au CHXLB demain.", "HOSPITAL", "CHXLB"),
        ("fr", "Relève : Odile (ODR)", "INITIALS", "ODR"),
        ("fr", "IPP 0077216. 58 ans, retraité.", "AGE", "58 ans"),
        ("ja", "通訳のK. Nguyenと来院。", "PERSON", "K. Nguyen"),
        ("ja", "来週木曜に採型。", "TIME", "来週木曜"),
        ("ja", "住居はハイツみどり305、2階。", "STREET", "ハイツみどり305"),
        ("fr", "[03/05/2022 21:14] Zoé : salut", "DATE", "03/05/2022"),
        ("fr", "Née le l4/O7/1939 à Gap.", "DATE", "l4/O7/1939"),
        ("de", "geb. am O4.ll.1951 in Kassel", "DATE", "O4.ll.1951"),
        ("sv", "besökt oss den 1l/3-2O21.", "DATE", "1l/3-2O21"),
        ("de", "geb.: |1|2|0|5|1|9|4|6|  ☒ w ☐ m", "ID", "1|2|0|5|1|9|4|6"),
        ("nl", "BSN: [1][1][1][2][2][2][3][3][3]", "ID", "1][1][1][2][2][2][3][3][3"),
        ("it", "n. | 4 | 8 | 1 | 1 | 0 | 3 | 2 | 2 |", "ID", "4 | 8 | 1 | 1 | 0 | 3 | 2 | 2"),
        ("ja", "電話 0 5 4 - 6 4 1 - 9 9 2 0", "ID", "0 5 4 - 6 4 1 - 9 9 2 0"),
        ("de", "[14.02.22, 19:03] Kräuterhexe62: na?", "USERNAME", "Kräuterhexe62"),
        ("sv", "[2023-04-12 08:21] @lillagubben: hej", "USERNAME", "@lillagubben"),
    ],
)
def test_found(code: str, text: str, label: str, found: str) -> None:
    spans = [(span.label, text[span.start : span.end]) for span in maskerad.load(code, model=None).detect(text)]
    assert (label, found) in spans


@pytest.mark.parametrize(
    ("code", "text", "kept"),
    [
        ("en", "Dr J. K. Anand (consultant) reviewed her.", "consultant"),
        ("en", "Mrs Lee comes Tuesdays and Fridays.", "Tuesdays"),
        ("en", "(w/c 8 May). Yours sincerely, Ann Lee, ST5", "Yours"),
        ("sv", 'Pappan "orolig" över läget.', "orolig"),
        ("en", "Dr Amber to visit Thu if not admitted.", "Thu"),
        ("en", "The call was taken by Garda Tierney.", "Garda"),
        ("es", "Cesárea por Dr. Gopar, anest. Dra. Nava.", "anest"),
        ("es", "Cerrado a las 18:40 h. Recoge: Paqui.", "Recoge"),
        ("it", "Il paziente è seguito al SerD (dr. Naldini).", "SerD"),
        ("it", "Serenase 1/2 f im alle due.", "1/2"),
        ("nl", "Pat.nr 4410927 ligt in de la.", "ligt"),
        ("nl", "Bij tante Karin aan de Molenwerf 6, boven.", "aan"),
        ("fr", "44000, NIR à vérifier.", "NIR"),
        ("fr", "Elle a 14/8 de tension.", "14/8"),
        ("es", "Acude con tensión de 14/8.", "14/8"),
        ("nl", "Op 25 mei 2021 om 16:12 schreef zij:", "om"),
        ("sv", "AUDIT: 0 1 2 4 0 1 0 0 1 2, PHQ 2 1 3", "2 4 0"),
        ("en", '"display": "Dr Imogen Thistlewood"', "Dr"),
        ("en", "From: O'Rahilly, Cormac (Dr) at noon", "(Dr)"),
    ],
)
def test_left_alone(code: str, text: str, kept: str) -> None:
    assert not any(kept in text[span.start : span.end] for span in maskerad.load(code, model=None).detect(text))


def test_a_province_named_as_its_city_does_not_keep_the_city() -> None:
    text = "Ospedale Fittizio, Cremona\nCremona, 3 ottobre 2022\nGentile Collega"
    assert "Cremona" not in maskerad.load("it").deidentify(text).text
