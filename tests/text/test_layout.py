"""Which line ends are the writer's, and which only ran out of room."""

import re
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.text.views import normalise

PARAGRAPH = (
    "The patient came in with her mother Heike Schneider, who had found her on the kitchen floor in the morning. She "
    "was seen by Dr. Adam Okafor and then by Prof. Lin, who asked for a scan of the head; nothing was found in it. "
    "Mrs. Schneider will stay with her until Friday, 4 May 2018, and can be called at any hour of the day or night."
)
WIDTHS = range(40, 121, 8)


def on_one_line(text: str) -> str:
    """The view of a text, sentences of their own lines put behind one another: such line ends tell nothing."""
    return re.sub(r"(?<=[.!?])\n", " ", normalise(text).text).replace("。\n", "。").strip()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_wrapped_paragraph_is_one_line(width: int) -> None:
    assert on_one_line(textwrap.fill(PARAGRAPH, width)) == PARAGRAPH


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("prefix", ["> ", ">> ", "> > ", ">", "    ", "> >  "])
def test_so_is_one_that_was_quoted_or_indented(prefix: str, width: int) -> None:
    quoted = textwrap.fill(PARAGRAPH, width, initial_indent=prefix, subsequent_indent=prefix)
    assert on_one_line(quoted) == PARAGRAPH
    assert on_one_line(quoted.replace("\n", "\r\n")) == PARAGRAPH


def test_paragraphs_stay_apart() -> None:
    text = "\n\n".join([textwrap.fill(PARAGRAPH, 72)] * 3)
    assert normalise(text).text == "\n\n".join([PARAGRAPH] * 3)


def test_a_wrapped_paragraph_beside_a_long_line() -> None:
    text = f"{PARAGRAPH}\n\n{textwrap.fill(PARAGRAPH, 72)}"
    assert normalise(text).text == f"{PARAGRAPH}\n\n{PARAGRAPH}"


@pytest.mark.parametrize(
    "text",
    [
        "Dr. A. Lindqvist\nKullens vårdcentral\nGussarvsgatan 18\n776 32 HEDEMORA\n0225-63 61 00 ankn. 4417",
        "Mit freundlichen Grüßen\n\nProf. Dr. Ruprecht Westermayr\nÄrztlicher Direktor",
        "- paracetamol 500 mg three times a day\n- omeprazole 20 mg in the morning\n- warfarin as before, INR weekly",
        "1. Edema and effusions, more on the left than right\n2. Rounded atelectasis, no mass in it\n3. none",
        "Name: Harold Rose of Quincy, a sailor and a widower\nAddress: 5 Main Street, Quincy, Mass.\nTel: x",
        "Hb        134   g/l    within what was expected\nNa        140   mmol/l within what was expected",
        "患者ID：0034-7781\n氏名：林　茂（ハヤシ シゲル）　性別：男\n生年月日：昭和13年3月2日（78歳）\n入院日：11月7日",
        "Anna:\tBerg Lund\nKarin Ek\tLund",
    ],
)
def test_lists_forms_tables_addresses_and_signatures_keep_their_lines(text: str) -> None:
    assert normalise(text).text.count("\n") == text.count("\n")


@pytest.mark.parametrize("line", ["- see below: nothing", "1. Nothing more", "Status: good", "■ Status"])
def test_a_wrapped_paragraph_is_not_joined_to_what_follows(line: str) -> None:
    text = textwrap.fill(PARAGRAPH, 76)
    full = text + "x" * (76 - len(text.splitlines()[-1]))  # the last line as long as the others
    assert normalise(f"{full}\n{line}").text.endswith(f"x\n{line}")


def test_japanese_lines_break_anywhere_and_join_without_a_blank() -> None:
    note = (
        "六十五歳時に前壁梗塞で横須賀に入院し、以後は近医の原先生に加療されていた。十月下旬頃から息切れが増悪し、"
        "入院前日には起坐呼吸となったため当院の救急外来を受診し、そのまま入院となった。"
    )
    for width in range(15, 40):
        lines = [note[at : at + width] for at in range(0, len(note), width)]
        assert on_one_line("\n".join(lines)) == note


def test_no_writer_begins_a_line_with_a_japanese_comma() -> None:
    assert normalise("沙織様「MORALES SAORI\n、旧姓 森\n」\n女性").text == "沙織様「MORALES SAORI、旧姓 森」\n女性"
    assert normalise("薬剤\n・アスピリン\n・ワルファリン").is_identity


def test_a_hyphen_at_the_end_of_a_full_line() -> None:
    text = "She was sent home in the end with her sister-in-law, Maria Haapala-\nFrisk, who will see to it that she "
    text += "takes all her medicines until\nshe can walk again."
    assert "Maria Haapala-Frisk, who" in normalise(text).text


def test_tabs_that_are_blanks() -> None:
    assert normalise("Mutter\tGiulia\tFerrari").text == "Mutter Giulia Ferrari"
    assert normalise("Hb\t134\nAnna Berg\tLund").text == "Hb 134\nAnna Berg\tLund"


def test_a_value_greater_than_is_no_quote() -> None:
    assert normalise("BP 130\n>90 mmHg").is_identity


@given(
    st.lists(
        st.sampled_from(
            ["Anna", "Berg,", "och", "Dr.", "a.", "12", "林", "茂", "- ", "\n", "\n> ", "\t", "  ", "\r\n"]
        ),
        max_size=60,
    )
)
def test_layout_takes_no_letter_and_adds_none(pieces: list[str]) -> None:
    text = " ".join(pieces)
    view = normalise(text)
    letters = [char for char in text if char.isalnum()]
    assert [char for char in view.text if char.isalnum()] == letters
    for at, char in enumerate(view.text):
        start, end = view.to_original(at, at + 1)
        assert not char.isalnum() or char in text[start:end]
