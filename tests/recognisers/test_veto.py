"""What knows medicine: values, doses, terms and eponyms stand as they are; people beside them do not."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Document, Record, Span
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.recognisers.veto import Veto

# Sentences without anybody in them: nothing is marked.
MEDICINE = {
    "sv": (
        "Stolen är Panthera, tel.tid 8-9.",
        "Åt lunch 3/4, drack bra.",
        "Variant BRCA2 (NM_000059.4) c.5946delT.",
        "Kraft 4/5 i höger ben, känsel ua.",
        "MMSE 22/30, tidsorientering 2/5.",
        "Pupiller 4/3, trögare höger.",
        "Får ej rör utan Li-heparin.",
        "Hon tog Eliquisen i morse, men inte Angioseal.",
        "Systoliskt blåsljud 2/6 apex.",
        "CAS 3/6, NMS 5/9.",
        "Eliquis 2,5 mg x 2.",
        "Batteri 2,98 V, ca 10,4 års livslängd.",
        "Lab: LPK 3,9, bil 29, krea 71.",
        "AVA 0,7 cm2, medelgradient 48 mmHg.",
        "Hoehn & Yahr 2, MoCA 27/30.",
        "Morisons ficka fri.",
        "Gravid, nu i v 32+4.",
        "S. epidermidis i 1/4 flaskor.",
        "Monofilament 3/5 vä, 4/5 hö.",
        "Servo PC 14/8, FiO2 0,55.",
        "Lågt socker, hävt med Dextrosol.",
        "Madopark på klockslag 08 11 14 17 20.",
        "FK djup, van Herick 4/4, Sampaolesi neg.",
        "Lund-Mackay 14, Brandt-Daroff hemma.",
        "Jay dyna i rullstolen.",
        "Kurator erbjudet, vill gärna.",
        "Stämgaffel 5/8 bilateralt.",
        "Vänd v 3:e timme.",
    ),
    "nl": (
        "Radiocefale fistel volgens Brescia-Cimino.",
        "KIT D816V-mutatie negatief.",
        "Lunch 1/2 gegeten.",
        "Kracht 4/5 links, reflexen 2/4.",
        "MMSE 22/30.",
        "Week 12 van de zwangerschap.",
        "Bilirubine 29, kreat 71.",
        "Souffle 2/6.",
        "Kellgren & Lawrence graad 1-2.",
        "Paracetamol 3dd 1000 mg.",
        "Schema 07 / 10 / 13 / 16 / 19 / 22.",
        "Codering: T77100 M81403, T67700 M82633, T02 M87203.",
        "Poliepen Lund-Kennedy, Brandt-Daroff thuis 5x.",
        "Jay kussen in de rolstoel.",
        "Semmes-Weinstein 10 g 2/7 gevoeld.",
    ),
    "ja": (
        "腱反射 2/4、MMT 4/5。",
        "瞳孔 3/3、収縮期雑音 2/6。",
        "クレアチニン 0.8、血糖 112。",
        "石原式 12/12・3/12。",
        "表在覚 6/10、読解 9/10。",
        "手技 説明 3/5 自立。",
        "TelはPHSで。",
    ),
    "en": (
        "Prognosis for somebody with a 6-month history of ALS.",
        "ARDS (Berlin, moderate), on BiPAP.",
        "TEG: Howell-Jolly bodies, Bush-Francis 14.",
        "Procedure codes 27590 and 90945 were denied.",
        "Power 4/5 throughout, reflexes 2/4.",
        "SOB 3/7, worse on exertion.",
        "Bowels not open 4/7.",
        "Cough for 5/7.",
        "Deauville 2 on PET.",
        "Pain 7/10 (Wong-Baker), Rumack-Matthew above the line.",
        "Wagner 2.",
        "Foley 16F in situ, 28F ICC on the left.",
        "0900   101  96/48 (64)     93    0.45",
        "Calc Sanders 3AC, blister.",
        "Diagnosis coded M85003, T04.",
        "Hudson-Stahl line, Insall-Salvati 1.3.",
        "Bilirubin 29, ALT 41, PO4 2.11.",
        "Mobilises 10 m with a frame.",
        "BM 2200 17.4, 0600 11.9.",
        "Oramorph 2.5 at 0230, good effect.",
        "Neuro: SBS -1, PERRL.",
        "PRVC 12/5, FiO2 .30.",
        'NKDA except "Elastoplast".',
        "Redressed, Zetuvit over it.",
        "Wheelchair with Jay cushion, tilt in space.",
        "Neville Barnes forceps x2 pulls.",
        "Falls (Humpty Dumpty): 13 high.",
        "Rose K lens fit, CXL no.",
        "OTC: St Johns wort.",
    ),
    "de": (
        "RR-Werte Di 141/90, Mi 129/80.",
        "M. Crohn, Montreal A2 L3 B2.",
        "Kraft 4/5 links, PSR 2/4.",
        "VF, 1x 200 J biphasisch, SR.",
        "Gleason 4+3=7b in 6/14 Stanzen.",
        "IES-R 42, BDI-II 24.",
        "Bic 32, Krea 1,1.",
        "MNA-SF 8 Punkte.",
        "Jay Kissen im Rollstuhl.",
        "Wehen kräftig 3/10.",
        "Sitzung 14/20, Semmes 4,31.",
        "SN: 1/2 Makromet.",
    ),
    "fr": (
        "Adénome, Vienne 4.1-4.2, Paris 0-Is.",
        "BRCA1 : c.5266dup, p.(Gln1756Profs*74), classe 5.",
        "Syst 2/6, TA 19/10 couchée.",
        "Force 4/5 à gauche.",
        "Pupilles 3/3.",
        "GCS 13 (E4V3M6).",
        "PAM 74-82 mmHg.",
        "Semaine 12 de grossesse.",
        "Fracture tête radiale Mason II, écharpe.",
        "Coussin Jay au fauteuil max 1h30.",
        "Spatules Thierry prêtes.",
        "PCR 210, GB 17.8.",
        "Bjr jai la tension a 15/9.",
    ),
    "es": (
        "GDS 6, Gijón 16.",
        "Cena 1/2, desayuno 3/4.",
        "Fuerza 4/5 izq.",
        "Beighton 7/9.",
        "Cincinnati 3/3.",
        "Diuresis +750 ml.",
        "TAS 92 mmHg.",
        "Nueva vía en ESI, 20G.",
        "Oper.: Buenos días.",
        "Espátulas de Thierry de reserva.",
        "Dado oxitocina 10 UI, Duncan, íntegra.",
        "Fugl-Meyer MS 21/66, CFNR 88/43.",
        "Llega por ripio, barrial.",
        "Acceso por ripio.",
    ),
    "it": (
        "Ambulatorio lun-ven 8-10, mar-gio 15-18.",
        "Ripetuto PA +20 136/84 +35 131/80.",
        "Mangia minestra 3/4, acqua gel.",
        "Forza 2/5 a destra.",
        "Soffio 3/6.",
        "Pupille 3/3.",
        "PSV 12/8, FiO2 0,35.",
        "Linfonodi 1/14.",
        "SpO2 91 aa.",
        "Ileopsoas 3/5, quadricipite 4/5.",
        "PCR 210, GB 17.8.",
        "PA in 178/94.",
        "Cuscino Jay in carrozzina.",
        "HARK 1/4.",
    ),
}

# What looks like medicine and is somebody, some place or some day.
PEOPLE = {
    "sv": (
        ("Kommer lördag 5/10 kl 9.", "5/10"),
        ("| m.t.\n1 apr | 7x5 | granul.", "1 apr"),
        ("Dr Wagner bedömde patienten.", "Wagner"),
        ("Patienten, Ava Lindqvist, mår bra.", "Ava"),
        ("Återbesök hos dr Hartmann 12/4.", "12/4"),
        ("MMSE 22/30 den 17/2.", "17/2"),
        ("Han är 45 år.", "45 år"),
        ("Går sedan 13 mån, springer nu.", "13 mån"),
    ),
    "nl": (("Dr. Wagner zag patiënt.", "Wagner"), ("Mw. Hartmann belde.", "Hartmann")),
    "ja": (("橋本先生が診察した。", "橋本"),),
    "en": (
        ("Her nurse, Carl Ramsay, rang.", "Ramsay"),
        ("She lives in Berlin, moderate heating.", "Berlin"),
        ("Not eating since 3/4, dry.", "3/4"),
        ("Dr Wagner saw him.", "Wagner"),
        ("Mrs Sara Clark rang.", "Clark"),
        ("Seen by Dr Evans on 11/7.", "11/7"),
        ("Last HD Sat 4/9, 2.1 L off.", "4/9"),
        ("Case CAS 219/04/2026 Harare.", "CAS 219/04/2026"),
        ("She turned 27 in March.", "27"),
        ("Jago Penhaligon 22/11/59 (65) - crabber.", "65"),
        ("72F c/o cough, NG tube out.", "72"),
        ("Her sister, Ava Clark, rang.", "Ava"),
        ("Lent by Mrs Jay, cushion returned.", "Jay"),
        ("Needs the forceps, Barnes agrees.", "Barnes"),
    ),
    "de": (
        ("Hb 5.2. 8,1, Kontrolle morgen.", "5.2."),
        ("CPAP bis 21.9., dann Highflow.", "21.9."),
        ("Ist auf See bis 18.11 (Tochter anrufen).", "18.11"),
        ("ASS nur bis 19.2.; Ramipril 2,5.", "19.2."),
        ("Dr. Wagner untersuchte ihn.", "Wagner"),
        ("Frau Böhler rief an.", "Böhler"),
    ),
    "fr": (("Le Dr Dubois a vu le patient.", "Dubois"), ("Mme Sanders a appelé.", "Sanders")),
    "es": (("La Dra. Medina valoró al paciente.", "Medina"), ("Padre fallecido a los 58 años.", "58")),
    "it": (
        ("Il dott. Milano ha visto il paziente.", "Milano"),
        ("Età 45 aa.", "45"),
        ("Assistito n. 45872, codice fiscale BNCDLA38C44F979I.", "BNCDLA38C44F979I"),
    ),
}
CODES = sorted(MEDICINE)


@cache
def _detector(code: str) -> Detector:
    return Detector(settings_for(code))


def found(code: str, text: str) -> list[str]:
    (spans,) = _detector(code).detect(Record("r", (Document("d", text),)))
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(("code", "text"), [(code, text) for code in CODES for text in MEDICINE[code]])
def test_medicine_is_nobody(code: str, text: str) -> None:
    assert found(code, text) == []


@pytest.mark.parametrize(("code", "text", "name"), [(code, *pair) for code in CODES for pair in PEOPLE[code]])
def test_people_and_days_beside_medicine_are_found(code: str, text: str, name: str) -> None:
    assert any(name in one for one in found(code, text)), found(code, text)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(CODES),
    st.integers(1, 9),
    st.integers(0, 9),
    st.sampled_from(["mg", "ml", "mmol/l", "mmHg", "cm", "µg/l"]),
)
def test_a_value_with_a_unit_is_nobody(code: str, whole: int, part: int, unit: str) -> None:
    text = f"Metoprolol {whole},{part} {unit}"
    assert all(not any(sign.isdigit() for sign in one) for one in found(code, text))


def test_a_listed_study_that_begins_with_a_town_is_no_house() -> None:
    before, inner = "who has an elevated ", "Framingham Risk Score"
    place = Span(len(before), len(before + inner), "HOSPITAL", 0.99)
    assert Veto(load_rulebook("en")).reason(f"{before}{inner} then", place)


@pytest.mark.parametrize(
    ("text", "inner", "label", "is_judged"),
    [
        ("tingling of the 3rd and 4th fingers", "3rd", "DATE", True),
        ("tingling of the 3rd and 4th fingers", "4th", "DATE", True),
        ("drain out 21st if dry", "21st", "DATE", False),
        ("Slot 21st ok for her", "21st", "DATE", False),
        ("seen on the 3rd May", "3rd", "DATE", False),
        ("Blood pressure: 120/77", "120/77", "PHONE", True),
        ("bleep 0120/77412", "0120/77412", "PHONE", False),
    ],
)
def test_ordinals_of_things_and_pressures_are_no_days_or_numbers(
    text: str, inner: str, label: str, is_judged: bool
) -> None:
    start = text.index(inner)
    place = Span(start, start + len(inner), label, 0.99)
    assert bool(Veto(load_rulebook("en")).reason(text, place)) is is_judged
