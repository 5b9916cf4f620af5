"""What a record knows is found in every form, in all its documents; words that only look so stay."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Document, Record
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.look.titles import acronym


@cache
def detector(code: str) -> Detector:
    return Detector(settings_for(code))


def found(code: str, *texts: str) -> list[set[str]]:
    """The marked pieces of every text of one record."""
    documents = tuple(Document(str(number), text, code) for number, text in enumerate(texts))
    spans = detector(code).detect(Record("r", documents))
    return [{text[s.start : s.end] for s in some} for text, some in zip(texts, spans, strict=True)]


WHO = {
    "sv": "Patient: Ann-Kristin Lindqvist, 460312-1231. Dr Björn Hallgren, Ouse View äldreboende.",
    "nl": "Patiënt: Jeroen van der Meulen. Dr. Bram Hoogdalem heeft hem gezien.",
    "en": "Patient: Cillian Featherstone. Seen by Dr Margaret Oldroyd. Phone 313.555.0188.",
    "de": "Patient: Baptiste Strohmaier. Dr. Gerti Spannbauer hat ihn untersucht.",
    "fr": "Patient : M. Bastien Lenfant. Vu par le Dr Leïla Benchekroun.",
    "es": "Paciente: Candelaria Kaczmarek. Visto por el Dr. Esteban Uribe.",
    "it": "Paziente: Berardo Scaramuzza. Visitato dal dott. Carmelo Fragalà.",
    "ja": "患者:橋本 陽向。担当医:鈴木 一郎先生。",
}

FORMS = [
    ("sv", "ann-kristin sov gott, lindqvist åt lite", {"lindqvist"}),
    ("sv", "Sårvård utförd.\n/A-K L", {"A-K L"}),
    ("sv", "Ang. Lindqvist, Ann-Kristin, kommer i dag", {"Lindqvist, Ann-Kristin"}),
    ("sv", "Sårvård utförd. sign AKL", {"AKL"}),
    ("sv", "09:14 A-K: hemma nu", {"A-K"}),
    ("sv", "Rådgjort med BH i dag. /BH", {"BH"}),
    ("sv", "användare aklindqvist_46 skrev igen", {"aklindqvist_46"}),
    ("sv", "@ann-kristin_l72 skrev igen", {"ann-kristin_l72"}),
    ("sv", "Kort: slutar på 1231", {"1231"}),
    ("sv", "Hon trivs på ouse view nu", {"ouse view"}),
    ("nl", "jvdmeulen95 | band links loopt leeg", {"jvdmeulen95"}),
    ("nl", "Wond schoon.\nparaaf: JvdM", {"JvdM"}),
    ("en", "23:22 – Cill says five", {"Cill"}),
    ("en", "My GP Peg is on leave. Dr O notified.", {"Peg", "Dr O"} - {"Dr O"} | {"O"}),
    ("sv", "heja! #LindqvistOrkar #Hemma", {"LindqvistOrkar"}),
    ("en", "e-signed: mfeatherstone 0912", {"mfeatherstone"}),
    ("en", "logged in: pxoldroyd at nine", {"pxoldroyd"}),
    ("en", "Mr J. Q. Wintersgill came too. Copy: JQW; GP", {"J. Q. Wintersgill", "JQW"}),
    ("en", "phone his mother on the number ending 0188", {"0188"}),
    ("en", "feathrestone's rash is gone, mr feathrestone", {"feathrestone"}),
    ("de", "RR stabil.\ngez. gsp", {"gsp"}),
    ("de", "Gruß, Bapt", {"Bapt"}),
    ("de", "Verband neu (GS), ruhig.", {"GS"}),
    ("fr", "merci bastien_lenfant34", {"bastien_lenfant34"}),
    ("fr", "vu avec Benchek. hier", set()),
    ("es", "09:12 cande: gracias", {"cande"}),
    ("it", "Sigla b.s.", {"b.s."}),
    ("ja", "ハシモトは来院せず。", {"ハシモト"}),
]


@pytest.mark.parametrize(("code", "later", "expected"), FORMS)
def test_a_form_of_somebody_known_is_found_in_another_document(code: str, later: str, expected: set[str]) -> None:
    alone = found(code, later)[0]
    here = found(code, WHO[code], later)[1]
    assert {piece.rstrip(".") for piece in expected} <= {piece.rstrip(".") for piece in here}, (alone, here)


STAYING = [
    ("en", "Patient: Rose Ward.", "His pulse rose on the ward.", {"rose", "ward"}),
    ("en", "Patient: Will Hale.", "Her son will come and his son will stay.", {"will"}),
    ("en", "Patient: Anna Peterson.", "Ventilated, AP 12, PA film clear, A: stable. P: home.", {"AP", "PA", "A", "P"}),
    ("en", "Patient: Margaret Oldroyd.", "PEG tube in place.", {"PEG"}),
    ("en", "Patient: Ann Carver.", "logged in: pxcarver at nine", {"pxcarver"}),
    ("sv", "Patient: Mats Lind.", "Ropivacain 3,75 mg/ml gavs.", {"ml"}),
    ("sv", "Patient: Ask Berg.", "En ask tabletter.", {"ask"}),
    ("de", "Patient: Sofie Oster.", "Nacht So/Mo ruhig.", {"So", "Mo"}),
    ("fr", "Patient : Marc Petit.", "M. Durand attend.", {"M.", "M"}),
]


@pytest.mark.parametrize(("code", "first", "later", "staying"), STAYING)
def test_words_that_only_look_like_forms_stay(code: str, first: str, later: str, staying: set[str]) -> None:
    assert not staying & found(code, first, later)[1]


def test_an_acronym_is_not_the_name_without_its_marks() -> None:
    seen, later, heading = found(
        "sv", "Dr Åsa Lindqvist såg henne.", "Beh: ASA 300 mg, ticagrelor.", "LÄKARE ASA LINDQVIST"
    )
    assert seen == {"Åsa Lindqvist"}
    assert later == set()
    assert any("ASA" in one for one in heading)


def test_everyday_words_are_names_where_a_person_stands() -> None:
    _, told, speaking = found("en", "Patient: Rose Featherstone.", "my sister rose came", "09:12 rose: ok thanks")
    assert "rose" in told and "rose" in speaking


def test_the_same_town_is_found_in_lower_case_and_in_the_name_of_a_hospital() -> None:
    _, later = found("sv", "Hon vårdades på Falu lasarett. Hon bor i Katrineholm.", "hämtas i katrineholm i morgon")
    assert "katrineholm" in later


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("S: well\nA: stable\nP: home", None),
        ("09:14 A: home now", "A"),
        ("See you soon\nA.", "A."),
        ("A.: home now", "A."),
        ("Plan\nA", None),
    ],
)
def test_a_lone_letter_is_somebody_who_signs_or_speaks_and_no_heading(text: str, letter: str | None) -> None:
    assert found("en", f"Patient: Anna Peterson.\n{text}")[0] == {"Anna Peterson", letter} - {None}


@pytest.mark.parametrize(
    ("family", "handle", "is_hers"), [("Ekdal", "superekdal9", True), ("Holm", "stockholm9", False)]
)
def test_a_user_name_may_end_in_a_name_of_five_letters(family: str, handle: str, is_hers: bool) -> None:
    _, told = found("sv", f"Patient: Anna {family}, ringde.", f"i dag {handle} igen")
    assert told == ({handle} if is_hers else set())


def test_initials_beside_a_name_belong_to_it() -> None:
    assert "Cillian F" in found("en", WHO["en"], "Cillian F came back.")[1]
    assert "C Featherstone" in found("en", WHO["en"], "C Featherstone came back.")[1]
    assert "C. Featherstone" in found("en", WHO["en"], "I saw C. Featherstone again.")[1]


def test_short_forms_of_an_institution() -> None:
    first = "Moved to Tamsworth View Nursing Home on Monday."
    assert "Tamsworth View" in found("en", first, "Keith unhappy with Tamsworth View: glasses lost.")[1]
    assert (acronym("Groote Schuur Hospital"), acronym("Oak House"), acronym("さくらの里")) == ("GSH", "", "")


def test_a_name_in_kana_is_heard_over_a_line_end() -> None:
    _, told = found("ja", "患者：金城 大地 様。", "母が「だ\nいちー、起きれー」と耳元で。")
    assert told == {"だ\nいちー"}


def test_nothing_is_looked_for_in_a_record_without_mentions() -> None:
    assert found("en", "Slept well.", "No complaints.") == [set(), set()]


NAMES = {
    "sv": ("Gunilla Wrammelin", "Torbjörn Ekenstam"),
    "nl": ("Godelieve Hoogdalem", "Siem Vandenbroucke"),
    "en": ("Demelza Penhaligon", "Craig Wanless"),
    "de": ("Annegret Wrammelin", "Balz Frischknecht"),
    "fr": ("Gwenaëlle Kerbrat", "Souleymane Vauquelin"),
    "es": ("Montserrat Urquijo", "Leandro Kaczmarek"),
    "it": ("Teodora Brambillasca", "Mattia Scaramuzza"),
}


def forms(name: str) -> list[str]:
    """Ways to write a name that stand in a text by themselves."""
    first, last = name.split()
    return [name, name.lower(), name.upper(), first, last, last.lower(), f"{last}, {first}", f"{first[0]}. {last}"]


@pytest.mark.parametrize("code", NAMES)
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_every_form_in_any_document_is_covered_and_their_order_does_not_matter(code: str, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(NAMES[code]))
    picks = data.draw(st.lists(st.sampled_from(forms(name)), min_size=1, max_size=3, unique=True))
    cue = next(iter(load_pack(code).strings("patient_cue", "words"))).capitalize()
    texts = [f"{cue}: {name}.\n", *(f"{pick} - 12 mg\n" for pick in picks)]
    order = data.draw(st.permutations(range(len(texts))))
    documents = tuple(Document(str(number), texts[number], code) for number in range(len(texts)))
    straight = detector(code).detect(Record("r", documents))
    mixed = detector(code).detect(Record("r", tuple(documents[number] for number in order)))
    assert [straight[number] for number in order] == mixed
    for text, spans in zip(texts[1:], straight[1:], strict=True):
        left = "".join(char for at, char in enumerate(text) if not any(s.start <= at < s.end for s in spans))
        assert not any(part.lower() in left.lower() for part in name.split())


def test_a_name_that_is_a_month_stays_a_name_behind_a_time_of_day() -> None:
    text = "Dottern Maj hjälper till. Åb tors 12/3 kl 13.15. Maj meddelas."
    (spans,) = Detector(settings_for("sv")).detect(Record("r", (Document("d", text),)))
    assert [text[span.start : span.end] for span in spans if span.label != "DATE"] == ["Maj", "Maj"]


@pytest.mark.parametrize(
    ("code", "text", "name"),
    [
        ("en", "Dr Lord assessed the patient. According to Lord he may go home.", "Lord"),
        ("en", "Dr Lord assessed the patient. Discussed again with Lord. Plan agreed.", "Lord"),
        ("fr", "Monsieur Petit Vauquelin a été examiné. Petit va bien.", "Petit"),
        ("it", "Il dott. Pastore ha visto il paziente. Secondo Pastore può tornare a casa.", "Pastore"),
    ],
)
def test_a_form_of_address_that_is_somebodys_name_is_found_again(code: str, text: str, name: str) -> None:
    (spans,) = detector(code).detect(Record("r", (Document("d", text),)))
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert {text.rindex(name), text.index(name)} <= covered


def test_letters_with_their_value_are_no_initials_of_the_record() -> None:
    (_, marked) = found("it", "Paziente: Piero Amato. Infermiera Paola Alfieri.", "Al letto, PA 128/82, FC 104.")
    assert marked == set()


def test_a_language_is_no_country_of_the_record() -> None:
    (_, marked) = found("ja", "国籍：ベトナム。", "ベトナム語の通訳を依頼。")
    assert marked == set()


def test_the_stop_of_an_initial_within_a_line_belongs_to_the_name() -> None:
    (marked,) = found("fr", "Oramorph 10 mg. Nadège F. IDE nuit")
    assert "Nadège F." in marked
