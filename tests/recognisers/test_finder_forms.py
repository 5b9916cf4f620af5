"""Forms that a finder has to find: values and words of a chart stand, days and ids are believed."""

from __future__ import annotations

import pytest

from maskerad.core.span import Span
from maskerad.recognisers.finder.forms import has_form


def judged(text: str, inner: str, label: str) -> bool:
    start = text.index(inner)
    return has_form(text, Span(start, start + len(inner), label))


@pytest.mark.parametrize(
    ("text", "inner", "label"),
    [
        ("obs 148/77 p96 r22", "148/77", "ID"),
        ("Diagnose: 26-D-09 Krampfanfall", "26-D-09", "DATE"),
        ("bitte zusammenführen @edv_hofer.k", "zusammenführen @edv_hofer.k", "EMAIL"),
        ("Wiebe Jelle      M   geb. 1930", "M", "PERSON"),
        ("dx 00039 riesgo de aspiración", "00039", "PHONE"),
        ("COPD target 88-92).", "88-92", "ID"),
        ("densité 1003)", "1003", "ID"),
        ("BM 14.2 / 11.8. U/O", "2 / 11.8", "DATE"),
        ("血圧は128/76前後", "128/76", "DATE"),
        ("PÜNKTLICH (7-11-15-19)", "7-11-15-19", "DATE"),
        ("orthostase -18/-6)", "-18/-", "DATE"),
        ("komt 16.15. nr", "16.15", "DATE"),
        ("| 8-6-8 | schéma", "8-6", "DATE"),
        ("19.50 in OP", "19.50", "DATE"),
        ("teary 2000ish re dog", "2000", "DATE"),
        ("rientro da s.op. ore", "s.op", "EMAIL"),
        ("pas de cours aujourd'hui demain", "aujourd'hui", "INITIALS"),
        ("punctaat:  K.aer  M.morg", "K.aer", "INITIALS"),
        ("Levo I.  C.alb: Anidula S", "I.", "INITIALS"),
        ("CD34 HLA-DR+ MPO+; t(8;21)", "MPO", "INITIALS"),
        ("PLT nad  121   58    77", "121", "PHONE"),
        ("absentes 16 26 36 46 38 48 ;", "16 26 36 46 38 48", "PHONE"),
        ("PAR-Vorbeh.: AIT 17-27", "17-27", "PHONE"),
        ("C1    C2    C3", "C2", "ID"),
        ("dép SLL 03h41 / CH 04h32.", "SLL 03h41 / CH 04h32", "ID"),
        ("S 9, E/e' 17, FEVI 62", "e' 17", "DATE"),
        ("Ht 5'11\"  Wt 190 lb", "5'11", "DATE"),
        ("depart 0552 dest 0629 clear 0710", "0552 dest 0629", "ID"),
        ("Iloprost in corso 0,8 ng", "corso 0", "STREET"),
        ("transport A/R assis", "A/R", "INITIALS"),
        ("Ergotherapeutin B.Sc.", "B.Sc.", "INITIALS"),
        ("he's on the boats till thurs", "s on the boats", "OTHER_PHI"),
        ("in presenza di lei e di altri due", "presenza di lei e di altri due", "OTHER_PHI"),
        ("Blocco: PR 188 QRS 122 (BBS no)", "PR 188 QRS 122", "ID"),
        ("BIOMIC (CCT 548/579)", "CCT 548/579", "ID"),
        ("ALAT 61 PAL 301 GGT 288", "61 PAL 301 GGT 288", "STREET"),
        ("ASAT/GGT/AP 54/38/22 x", "54/38/22", "DATE"),
        ("ora       06     10     14     18\nPAM  70", "14", "DATE"),
        ("RASS   -4     -4     -3     -2\n", "-3", "STREET"),
        ("L4 2, L5 1 ; sx 4-/3/3/2/2.", "-/3/3/2/2", "URL"),
    ],
)
def test_values_and_words_stand(text: str, inner: str, label: str) -> None:
    assert not judged(text, inner, label)


@pytest.mark.parametrize(
    ("text", "inner", "label"),
    [
        ("seen 4/12 by", "4/12", "DATE"),
        ("d. 24/12.", "24/12", "DATE"),
        ("im 12/98 operiert", "12/98", "DATE"),
        ("am 3.4. wieder", "3.4.", "DATE"),
        ("op 23-2-5 en", "23-2-5", "DATE"),
        ("1.-4.3. Urlaub", "1.-4.3.", "DATE"),
        ("since 2015 well", "2015", "DATE"),
        ("ref 704 118 22", "704 118 22", "ID"),
        ("on the 9th of May", "9th of May", "DATE"),
        ("bleep 1846", "1846", "PHONE"),
        ("mail to anna (at) ward.example", "anna (at) ward.example", "EMAIL"),
        ("gez. abc", "abc", "INITIALS"),
        ("sign A.K.L.", "A.K.L.", "INITIALS"),
        ("utrett. /A\n", "A", "INITIALS"),
        ("CLAUDE  Jean    06 12 34 56 78    12    14\n", "06 12 34 56 78", "PHONE"),
        ("VUB Isaksson M / amb.sjv KL\n", "amb.sjv KL", "INITIALS"),
        ("rappel au 06 12 34 56 78 svp", "06 12 34 56 78", "PHONE"),
        ("Fahrzeug: JU-417 RK", "JU-417 RK", "ID"),
        ("op 12/03/98 en", "12/03/98", "DATE"),
        ("Hauptstr. 14, Whg. 3", "Hauptstr. 14, Whg. 3", "STREET"),
        ("see klinik.example/zeiten", "klinik.example/zeiten", "URL"),
    ],
)
def test_days_and_ids_are(text: str, inner: str, label: str) -> None:
    assert judged(text, inner, label)


def test_a_chart_keeps_its_values_as_installed() -> None:
    import maskerad

    text = (
        "0640 late entry for nite. pt found on floor b/side of bed 0315. no LOC, GCS15 perl. obs 148/77 p96 r22 88% 2L "
        "t36.4 bm 9.0. sats 90 on 2L, scale 2 COPD target 88-92. dr Feroze Anwar rang back 0410."
    )
    released = maskerad.load("en", key=bytes(32)).deidentify(text).text
    assert "obs 148/77 p96 r22 88% 2L" in released
    assert "target 88-92" in released
    assert "Anwar" not in released


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("settled after 0100. T 38.0 @0400. clexane 40 given 2000. boss rang 2015, nil info given.", "given 2000"),
        ("settled after 0100. T 38.0 @0400. clexane 40 given 2000. boss rang 2015, nil info given.", "rang 2015"),
    ],
)
def test_a_time_of_day_is_no_year(text: str, stays: str) -> None:
    import maskerad

    assert stays in maskerad.load("en", key=bytes(32)).deidentify(text).text


def test_a_year_among_times_of_day_is_one() -> None:
    import maskerad

    text = "0100 settled. 0400 obs done. PMH: appendicectomy 2015, MI in 2008. Seen on 3 May 2021."
    spans = maskerad.load("en", key=bytes(32)).detect(text)
    assert {"2015", "2008"} <= {span.text for span in spans if span.label == "DATE"}
