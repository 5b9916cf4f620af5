"""The judge of released records finds every planted contradiction, and none where nothing contradicts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from benchmarks.world.judge import APART, CLASSES, faults
from benchmarks.world.record import Found
from benchmarks.world.release import how_found, mention_of
from tests.judging.planted import world

from maskerad.core import Document, Span, SpanSet
from maskerad.pipeline.rewrite import rewrite

SOUND = {
    "sv": (
        "Onsdag ⟦DATE:T1|22/5→12/6⟧ kom ⟦PATIENT:P1|Anna Maria Lindkvist→Karin Eva Hedberg⟧, "
        "född ⟦DATE:T2|1950-03-05→1952-03-26⟧, ⟦AGE:A1|74 år→72 år⟧, från ⟦CITY:L1|Falun→Borlänge⟧. Sign "
        "⟦INITIALS:D1|EK→MB⟧, dr ⟦CLINICIAN:D1|Erik Krantz→Magnus Berg⟧. ⟦PATIENT:P1|Annas→Karins⟧ mor ⟦RELATIVE:R1|"
        "Gunilla Lindkvist→Birgitta Hedberg⟧, ⟦EMAIL:E1|gunilla.lindkvist@x.se→birgitta.hedberg@example.org⟧.",
        "Åter ⟦DATE:T3|tisdag 28/5→tisdag 18/6⟧ på ⟦HOSPITAL:H1|Falu lasarett→Borlänge lasarett⟧, "
        "⟦STREET:S1|Storgatan 4→Skolgatan 9⟧, ⟦ZIP:Z1|791 30→781 22⟧ ⟦CITY:L1|FALUN→BORLÄNGE⟧; "
        "opererad ⟦DATE:T4|i mars 2019→i april 2019⟧. Sign ⟦DATE:T5|220524→120624⟧.",
    ),
    "fr": (
        "M. ⟦PATIENT:P1|Paul Durand→Jean Lefort⟧ revient d'⟦CITY:L1|Angers→Évreux⟧ le ⟦DATE:T1|14 mai 2024→"
        "4 juin 2024⟧ ; sa femme, ⟦PROFESSION:J1|infirmière→aide-soignante⟧, vit ⟦STREET:S1|3 rue Haute→8 rue Basse⟧.",
    ),
    "ja": (
        "⟦PATIENT:P1|佐藤 花子→鈴木 恵子⟧様、⟦DATE:T1|2024年5月1日→2024年5月22日⟧入院。⟦PATIENT:P1|佐藤→鈴木⟧様は"
        "⟦DATE:T2|5月10日→5月31日⟧に退院。",
    ),
    "nl": (
        "⟦PATIENT:P1|Trijntje 't Hart-Been→Greetje van Rijn-Kuipers⟧. K14 mw ⟦PATIENT:P1|'T HART→VAN RIJN⟧; "
        "⟦PATIENT:P1|T. 't Hart-Been→G. van Rijn-Kuipers⟧, "
        "⟦CLINICIAN:D1|Theo Bot→Luuk Post⟧, ⟦CLINICIAN:D1|Th. J. Bot→L. A. Post⟧.",
    ),
    "en": (
        "⟦CLINICIAN:D1|Cornelius J. Van Etten→Larry O. O'Sullivan⟧ ⟦INITIALS:D1|CJVE→LOOS⟧; Dr. "
        "⟦CLINICIAN:D2|Vo→Le⟧, ⟦CLINICIAN:D2|Nghia Vo→An Le⟧; ⟦CLINICIAN:D3|Jun-Jun→Bin-Bin⟧ "
        "⟦CLINICIAN:D3|Jun-Jun Villareal→Bin-Bin Xu⟧",
        "He belongs to ⟦ORGANIZATION:O1|St. Hyacinth parish→St Luke's parish⟧.",
        "Typed ⟦DATE:T1|30/04/2024→21/05/2024⟧, clinic ⟦DATE:T2|28/04/2024→19/05/2024⟧. Mrs ⟦PATIENT:P1|Effie Grieve→"
        "Ginny Russell⟧, ⟦STREET:S1|14 Forest Road→25 Princess Road⟧, ⟦CITY:L1|Selkirk→Dalkeith⟧. "
        "⟦DATE:T3|14/02/1934→21/03/1935⟧",
    ),
    "it": (
        "Dimessa il ⟦DATE:T1|3 maggio→24 maggio⟧ dall'⟦HOSPITAL:H1|Ospedale Maggiore→Ospedale San Luca⟧: "
        "⟦PATIENT:P1|Rossi Anna→Conti Elena⟧, poi ⟦PATIENT:P1|Anna→Elena⟧; "
        "⟦RELATIVE:R1|Nguyen Thi Lan→Le Phuong Khanh⟧, ⟦RELATIVE:R1|T.L. Nguyen→P.K. Le⟧. "
        "Inviato da nefrologia ⟦HOSPITAL:H2|S. Croce→S. Rita⟧.",
    ),
    "es": (
        "Su esposa, ⟦RELATIVE:R1|M.ª Mercedes Soto Casado→C.ª Emilia Merino Pascual⟧.",
    ),
}  # fmt: skip

SHIFTED = "Inlagd ⟦DATE:T8|2024-04-01→2024-06-10⟧, op ⟦DATE:T9|2024-04-04→2024-06-13⟧. "

BRITISH = "Admitted ⟦DATE:T8|28/04/2024→19/05/2024⟧, op ⟦DATE:T9|30/04/2024→21/05/2024⟧. "

PLANTED = [
    ("intervals", "sv", SHIFTED + "Åter ⟦DATE:T1|2024-05-02→2024-07-12⟧."),
    ("intervals", "sv", SHIFTED + "Åter ⟦DATE:T1|2/5→12/7⟧."),
    ("intervals", "sv", SHIFTED + "Vårdtid ⟦DATE:T1|2024-04-01–2024-04-09→2024-06-10–2024-06-19⟧."),
    ("intervals", "sv", SHIFTED + "Åter ⟦DATE:T1|v. 20→v. 31⟧."),
    ("intervals", "sv", SHIFTED + "Sign ⟦DATE:T1|220524→310525⟧."),  # the day of the document, day first
    ("weekdays", "sv", SHIFTED + "Åter ⟦DATE:T1|torsdag 2/5→fredag 11/7⟧."),
    ("order", "sv", SHIFTED + "Röntgen ⟦DATE:T1|i mars 2024→i augusti 2024⟧."),
    ("order", "sv", SHIFTED + "Sjuk sedan ⟦DATE:T1|2016→2018⟧."),
    ("orders", "en", BRITISH + "Seen ⟦DATE:T1|02/05/2024→02/26/2024⟧, then ⟦DATE:T2|03/05/2024→24/05/2024⟧."),
    ("feasts", "en", "Weak since ⟦DATE:T1|Christmas→Easter⟧ and at ⟦DATE:T2|New Year→Easter⟧."),
    ("feasts", "en", BRITISH + "Weak since ⟦DATE:T1|Christmas→Labor Day⟧."),
    ("old", "sv", SHIFTED + "Patienten är ⟦AGE:A1|93 år→94 år⟧."),
    ("old", "sv", SHIFTED + "Född ⟦DATE:T1|1928-03-05→1929-03-26⟧."),
    ("regions", "fr", "Née à ⟦CITY:L1|Brest→Nantes⟧, reste dans le ⟦REGION:G1|Finistère→Finistère⟧."),
    ("areas", "de", "Aus ⟦CITY:L1|Weiden→Rosenheim⟧, Tel. ⟦PHONE:F1|0961 44718→0551 44718⟧"),
    ("unissued", "de", "Aus ⟦CITY:L1|Weiden→Rosenheim⟧, Tel. ⟦PHONE:F1|0961 44718→08031 07804⟧"),
    ("postcodes", "sv", "Från ⟦CITY:L1|Falun→Borlänge⟧; adress ⟦ZIP:Z1|791 30→211 22⟧."),
    ("natures", "sv", "Bor i ⟦CITY:L1|Mora→Lindqvist⟧."),
    ("natures", "de", "Herr ⟦PATIENT:P1|Beierl→Rosenheim⟧ kam."),
    ("natures", "sv", "Går på ⟦ORGANIZATION:O1|Två Björnar→Lindqvist⟧."),
    ("occupations", "sv", "Hon är ⟦PROFESSION:J1|sjuksköterska→rörmokare⟧."),
    ("unmoved", "sv", SHIFTED + "Järntabletter till ⟦DATE:T1|valborg→valborg⟧."),
    ("ages", "sv", "Sonen är ⟦AGE:A1|4 år→6 år⟧."),
    ("ages", "sv", "Hon är ⟦AGE:A1|17 år→19 år⟧."),
    ("births", "sv", SHIFTED + "Född ⟦DATE:T1|1950-03-05→1950-03-26⟧, nu ⟦AGE:A1|74 år→72 år⟧."),
    ("forms", "sv", "⟦PATIENT:P1|Anna Lind→Karin Hed⟧ kom. ⟦PATIENT:P1|Anna→Berit⟧ mår bra."),
    ("forms", "ja", "⟦PATIENT:P1|佐藤花子→鈴木恵子⟧様。⟦PATIENT:P1|花子→幸子⟧様。"),
    ("forms", "nl", "Mw ⟦PATIENT:P1|Trijntje 't Hart→Greetje van Rijn⟧. ⟦PATIENT:P1|'T HART→VAN DAM⟧"),
    ("split", "sv", "I ⟦CITY:L1|Mora→Orsa⟧, sedan ⟦CITY:L1|Mora→Rättvik⟧."),
    ("families", "sv", "⟦PATIENT:P1|Anna Lind→Karin Hed⟧, dotter till ⟦RELATIVE:R1|Olle Lind→Per Wall⟧."),
    ("initials", "sv", "Dr ⟦CLINICIAN:D1|Erik Krantz→Magnus Berg⟧. ⟦INITIALS:D1|EK→MK⟧"),
    ("initials", "sv", "Dr ⟦CLINICIAN:D1|Erik Krantz→Magnus Berg⟧; ⟦CLINICIAN:D1|E. Krantz→P. Berg⟧."),
    ("initials", "nl", "⟦CLINICIAN:D1|Theo Bot→Luuk Post⟧; ⟦CLINICIAN:D1|Th. J. Bot→G. A. Post⟧."),
    ("initials", "en", "⟦CLINICIAN:D1|Cornelius J. Van Etten→Larry O. O'Sullivan⟧ ⟦INITIALS:D1|CJVE→LOAS⟧"),
    ("initials", "en", "⟦PATIENT:P1|Maria Lane→Ann Ross⟧ signed ⟦PATIENT:P1|Ma. Gpe. Lane→K. T. Ross⟧"),
    ("addresses", "sv", "⟦RELATIVE:R1|Erik Krantz→Magnus Berg⟧, ⟦EMAIL:E1|e.krantz@x.se→post@example.org⟧"),
    ("gender", "sv", "Sonen ⟦RELATIVE:R1|Erik Lund→Karin Berg⟧ ringde."),
    ("gender", "it", "La ⟦PATIENT:P1|Ioana M. Conti→Marco T. Conti⟧ firma."),
    ("gender", "es", "La Dra. ⟦CLINICIAN:D1|Carmen Ruiz→Rafael Soto⟧ firma."),
    ("postcodes", "sv", "⟦ZIP:Z1|791 30→211 22⟧ ⟦CITY:L1|FALUN→BORLÄNGE⟧"),
    ("regions", "en", "⟦CITY:L1|Rockford→Dallas⟧, ⟦REGION:G1|Illinois→Ohio⟧"),
    ("towns", "sv", "Från ⟦CITY:L1|Falun→Borlänge⟧ till ⟦HOSPITAL:H1|Falun lasarett→Sundsvalls lasarett⟧."),
    ("kinds", "sv", "Åter på ⟦HOSPITAL:H1|Solsidans vårdcentral→Höjden⟧."),
    ("kinds", "it", "Trasporto con ⟦ORGANIZATION:O1|Croce Verde Nichelino→Aurora⟧."),
    ("intervals", "en", BRITISH + "Mrs ⟦PATIENT:P1|Effie Grieve→Ginny Russell⟧ walks to the shop and back, "
     "by herself since ⟦DATE:T1|14/02/2021→23/03/2021⟧."),
    ("streets", "sv", "Bor ⟦STREET:S1|Lillgatan 4→Lilltorget 4⟧."),
    ("occupations", "fr", "Elle est ⟦PROFESSION:J1|infirmière→boucher⟧."),
    ("seams", "fr", "Il vient d'⟦CITY:L1|Angers→Metz⟧."),
    ("seams", "it", "Fino all'⟦DATE:T1|11 maggio→24 maggio⟧."),
    ("seams", "it", "Torna ad ⟦DATE:T1|aprile→febbraio⟧."),
    ("seams", "es", "Niña de ⟦AGE:A1|dos años→un años⟧."),
    ("seams", "en", "She is an ⟦PROFESSION:J1|electrician→carpenter⟧."),
    ("seams", "en", "This is a ⟦AGE:A1|79 year old→81 year old⟧."),
    ("seams", "en", "Seen at the ⟦HOSPITAL:H1|Grove Clinic→The Old Clinic⟧."),
    ("seams", "sv", "⟦PATIENT:P1|Anna Ek→Karin Hed⟧. ⟦PATIENT:P1|Annas→Karin⟧ bror."),
    ("seams", "ja", "ＭＲＩ2⟦DATE:T1|/1/10→38619⟧"),
    ("shapes", "sv", "⟦PATIENT:P1|LINDKVIST ANNA→Hedberg Karin⟧"),
    ("shapes", "ja", "⟦PATIENT:P1|佐藤→サトウ⟧様"),
    ("reused", "sv", "⟦CLINICIAN:D1|Erik Krantz→Magnus Berg⟧ och ⟦CLINICIAN:D2|Ola Frid→Magnus Berg⟧."),
    ("left", "sv", "Bor i ⟦CITY:L1|Mora→Mora⟧."),
    ("left", "sv", "⟦PATIENT:P1|Anna Lind→Berit Hed⟧ och ⟦RELATIVE:R1|Berit Hed→Stina Ljung⟧."),
    ("placeholders", "sv", "Åter ⟦DATE:T1|2/5→[DATUM]⟧."),
]  # fmt: skip


@pytest.mark.parametrize("language", SOUND)
def test_a_sound_release_has_no_faults(language: str) -> None:
    assert [(fault.kind, fault.why, fault.mention.old) for fault in faults(world(language, *SOUND[language]))] == []


@pytest.mark.parametrize(("kind", "language", "text"), PLANTED)
def test_a_planted_fault_is_found_and_no_other(kind: str, language: str, text: str) -> None:
    assert {fault.kind for fault in faults(world(language, text))} == {kind}


def test_words_masked_outside_all_mentions_are_counted() -> None:
    found = list(faults(world("fr", "Petit résumé de ⟦PATIENT:P1|Paul Petit→Jean Lefort⟧", masked=((0, 5),))))
    assert [fault.kind for fault in found] == ["masked"]


def test_one_surrogate_over_two_mentions_is_joined_and_not_reused() -> None:
    sound = world("en", "Seen by ⟦CLINICIAN:D1|Savage, May→Hughes, Lane⟧ today.")
    (whole,) = sound.mentions
    left = whole._replace(end=whole.start + 6, old="Savage", found=Found.BORDER)
    right = whole._replace(start=whole.start + 8, old="May", entity="D2", found=Found.BORDER)
    found = list(faults(replace(sound, mentions=(left, right))))
    assert [fault.kind for fault in found] == ["joined"]
    assert found[0].found is Found.BORDER


def test_what_was_found_with_other_borders_is_split_where_it_shares_no_word() -> None:
    text = "⟦HOSPITAL:H1|WB2→WB5⟧ ruft an. Dann ⟦HOSPITAL:H1|WB2→{}⟧."
    for new, kinds in (("WB5 Abendruh", []), ("Abendruh", ["split"])):
        one, other = (released := world("de", text.format(new))).mentions
        released = replace(released, mentions=(one, other._replace(found=Found.BORDER)))
        assert [fault.kind for fault in faults(released)] == kinds


def test_how_a_mention_was_found_is_told_by_the_spans_over_it() -> None:
    gold = Span(10, 14, "PATIENT")
    marked = {
        Found.MISSED: [],
        Found.RIGHT: [Span(10, 14, "CLINICIAN")],
        Found.LABEL: [Span(10, 14, "CITY")],
        Found.BORDER: [Span(10, 20, "PATIENT")],
    }
    assert [how_found(gold, spans) for spans in marked.values()] == list(marked)
    assert how_found(gold, [Span(10, 12, "PATIENT"), Span(12, 14, "PATIENT")]) is Found.BORDER


def test_words_that_a_longer_span_keeps_are_none_of_the_surrogate() -> None:
    document = Document("d", "Rezept Praxis Dr. Ebner gefaxt")
    longer, name = Span(7, 23, "HOSPITAL"), Span(18, 23, "CLINICIAN", entity="D1")
    released = rewrite(document, SpanSet.of([longer]), ["Praxis Dr. Horn"])
    assert mention_of(0, document, name, released).new == "Horn"


def test_every_class_is_planted() -> None:
    assert {kind for kind, *_ in PLANTED} | {"masked", "joined"} == {*CLASSES, *APART}
