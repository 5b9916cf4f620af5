"""Sections: letters, notes and chats, with the cues that ship and with none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.languages.section_cues import load_section_cues
from maskerad.text.cues import SectionCues, SectionKind
from maskerad.text.line_shapes import fields, has_postcode, is_date, turn
from maskerad.text.sections import Section, SectionSplitter

CODES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")

LETTER = "{practice}\n{street}\n{town}\n\n{date}\n{reference}: 12/21\n\n{salutation}\n\n{body}\n\n{closing}\n\n{name}"
PARTS = ("practice", "street", "town", "date", "reference", "salutation", "body", "closing", "name")
LETTERS = {
    "sv": "Ekby vårdcentral|Björkgatan 3|123 45 EKBY|Ekby 3 mars 2021|Vår ref|Hej Siv!|Proverna var bra.|"
    "Med vänlig hälsning|Alva Rönn\ndistriktsläkare",
    "nl": "Praktijk De Linde|Lindelaan 3|1234 AB Ekdorp|Ekdorp, 3 maart 2021|Ons kenmerk|Geachte collega,|"
    "De uitslag was goed.|Met collegiale groet,|Joost Boom\nhuisarts",
    "en": "Oak Surgery|3 Birch Lane|Oakham LE9 9ZZ|3rd March 2021|Our ref|Dear Dr Moss,|The results were fine.|"
    "Yours sincerely|Ellen Reed\nGP",
    "de": "Praxis am Teich|Birkenweg 3|12345 Eichdorf|Eichdorf, den 3. März 2021|Unser Zeichen|Sehr geehrte Frau Moos,|"
    "die Werte waren gut.|Mit freundlichen Grüßen|Erla Schilf\nInternistin",
    "fr": "Cabinet du Lac|3 rue du Chêne|12345 Chêneville|Chêneville, le 3 mars 2021|N/réf |Cher confrère,|"
    "Le bilan est bon.|Bien confraternellement,|Odile Marchal\nmédecin",
    "es": "Centro del Lago|Calle Roble 3|12345 Robledo|Robledo, 3 de marzo de 2021|N/ref|Estimada compañera:|"
    "Los resultados son buenos.|Un cordial saludo,|Elisa Junco\nmédica",
    "it": "Studio del Lago|Via Quercia 3|12345 Querceto|Querceto, 3 marzo 2021|Rif|Gentile Collega,|"
    "Gli esami vanno bene.|Cordiali saluti,|Elisa Canna\nmedico di base",
}


def found(code: str, text: str) -> list[tuple[SectionKind, str, str]]:
    sections = SectionSplitter([load_section_cues(code)]).split(text)
    return [(section.kind, section.heading, text[section.start : section.end]) for section in sections]


@pytest.mark.parametrize("code", LETTERS)
def test_a_letter_has_its_parts(code: str) -> None:
    text = LETTER.format(**dict(zip(PARTS, LETTERS[code].split("|"), strict=True)))
    kinds = [kind for kind, _, _ in found(code, text)]
    assert kinds == [
        *(SectionKind.ADDRESS, SectionKind.DATE, SectionKind.HEADING, SectionKind.REFERENCE, SectionKind.SALUTATION),
        *(SectionKind.BODY, SectionKind.CLOSING, SectionKind.SIGNATURE),
    ]
    signature = found(code, text)[-1][2]
    assert len(signature.splitlines()) == 2


def test_a_japanese_letter_has_its_parts() -> None:
    text = "2021年3月3日\n〒123-4567\n樫県樫市樫町3丁目\n樫内科\n\n拝啓\n検査結果は良好でした。\n敬具\n\n桂木 葵"
    kinds = [kind.value for kind, _, _ in found("ja", text)]
    assert kinds == ["date", "address", "body", "salutation", "body", "closing", "signature"]


@pytest.mark.parametrize(
    ("code", "text", "label", "value"),
    [
        ("sv", "Ansvarig läkare: Alva Rönn", "Ansvarig läkare", "Alva Rönn"),
        ("en", "Assigned nurse: Ellen Reed", "Assigned nurse", "Ellen Reed"),
        ("es", "Paciente: Elisa Junco", "Paciente", "Elisa Junco"),
        ("fr", "Personne de confiance : Odile Marchal", "Personne de confiance", "Odile Marchal"),
        ("ja", "【患者】桂木 葵", "患者", "桂木 葵"),
        ("ja", "患者氏名：桂木　葵", "患者氏名", "桂木　葵"),
        ("de", "- Vers.-Nr.: A123", "Vers.-Nr.", "A123"),
    ],
)
def test_a_label_is_the_heading_of_what_follows(code: str, text: str, label: str, value: str) -> None:
    assert found(code, text)[-1][1:] == (label, value)
    assert found(code, text)[0][:2] == (SectionKind.HEADING, label)


def test_a_heading_holds_until_the_next() -> None:
    text = "Anamnes\nFrisk.\n\nHostar sedan mars.\nStatus\nTemp: 38,2\nOpåverkad."
    assert [(heading, piece) for kind, heading, piece in found("sv", text) if kind is SectionKind.BODY] == [
        ("Anamnes", "Frisk.\n\nHostar sedan mars."),
        ("Temp", "38,2"),
        ("Status", "Opåverkad."),
    ]


def test_several_labels_on_a_line() -> None:
    values = [
        (heading, piece)
        for kind, heading, piece in found("ja", "氏名：桂木　葵　性別：女　ID：12")
        if kind is not SectionKind.HEADING
    ]
    assert values == [("氏名", "桂木　葵"), ("性別", "女"), ("ID", "12")]
    assert [field.label for field in fields("Tolk: nej   Smitta: nej\tWaran: ja")] == ["Tolk", "Smitta", "Waran"]


@pytest.mark.parametrize(
    "text", ["kl 8:30 idag", "se https://exempel.se", "Hon gick hem igen. Sedan sa hon: nej", "förhållande 1:10"]
)
def test_what_is_no_label(text: str) -> None:
    assert fields(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Alva: Hej!\nsiv_82: hej\nAlva: Vad gäller det?\nsiv_82: en tid\noch ett recept",
        "[12:50] Alva : Hej!\n[12:51] siv_82 : hej",
        "<alva> Hej!\n<siv_82> hej",
        "10:02 Agent Alva: Hej!\n10:03 Kund: hej",
        "Alva (16:02): Hej!\nsiv_82 (16:03): hej\nAlva (16:04): Och?\nsiv_82 (16:05): nej",
    ],
)
def test_a_chat_has_speakers_and_turns(text: str) -> None:
    sections = found("sv", text)
    assert {kind for kind, _, _ in sections} == {SectionKind.SPEAKER, SectionKind.TURN}
    assert [piece for kind, _, piece in sections if kind is SectionKind.TURN][:2] == ["Hej!", "hej"]
    speakers = [heading.lower().removeprefix("agent ") for kind, heading, _ in sections if kind is SectionKind.SPEAKER]
    assert speakers[:2] in (["alva", "siv_82"], ["alva", "kund"])


def test_a_turn_of_two_lines_is_one() -> None:
    turns = [
        piece
        for kind, _, piece in found("sv", "Bot: Hej!\nKund: en tid\noch ett recept\nBot: Ja")
        if kind is SectionKind.TURN
    ]
    assert turns == ["Hej!", "en tid\noch ett recept", "Ja"]


def test_a_note_with_labels_is_no_chat() -> None:
    text = "S: hostar\nO: rassel\nA: bronkit\nP: åter vid behov\nHb: 120\nCRP: 12"
    assert {kind for kind, _, _ in found("sv", text)} == {SectionKind.HEADING, SectionKind.BODY}


@pytest.mark.parametrize("code", CODES)
def test_dates_and_postcodes(code: str) -> None:
    assert is_date("2021-03-03")
    assert is_date({"ja": "令和3年3月3日", "en": "March 3rd, 2021"}.get(code, "3. mars 2021"))
    assert not is_date("RR 120/80")
    assert not has_postcode(
        "Patienten vårdades 12345 dagar i Ekby enligt en mycket lång anteckning som är ett stycke text"
    )


def test_a_turn_keeps_names_out_of_repr() -> None:
    head = turn("Alva Rönn: hej")
    assert head is not None
    assert "Alva" not in repr(head)
    assert "Alva" not in repr(Section(0, 3, SectionKind.TURN, "Alva"))


PROSE = ["Anamnes", "Status:", "123 45 EKBY", "3 mars 2021", "Hej Siv!", "mvh", "Alva Rönn", "Ref: 12", "dikt AR"]
CHATS = ["Alva: hej", "[10:30] siv: ja", "<bot> hej", "a: b   c: d", "  ", "----", ":", "：", "<>", "[]"]
JAPANESE = ["【患者】林", "氏名：林　性別：男", "■ 所見", "# x"]
LINES = st.sampled_from([*PROSE, *CHATS, *JAPANESE])
TEXTS = st.lists(st.one_of(LINES, st.text(max_size=20)), max_size=20).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n", "\n\n"]).map(lambda end: end.join(lines))
)


@given(TEXTS)
def test_every_character_that_is_not_blank_lies_in_one_section(text: str) -> None:
    sections = SectionSplitter([load_section_cues(code) for code in CODES]).split(text)
    inside = [i for section in sections for i in range(section.start, section.end)]
    assert len(inside) == len(set(inside))
    assert inside == sorted(inside)
    assert all(0 <= section.start < section.end <= len(text) for section in sections)
    assert all(char.isspace() for i, char in enumerate(text) if i not in set(inside))


@given(TEXTS)
def test_without_cues_a_text_still_has_sections(text: str) -> None:
    sections = SectionSplitter([SectionCues()]).split(text)
    assert bool(sections) == bool(text.strip())
