"""Names that a record knows, found again in disguise."""

import base64
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Document, Record, Released, Span, SpanSet
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.verification.disguises import find_disguised, readings
from maskerad.pipeline.verification.originals import Hit, Originals

NAME = "Mr Jordan Askham-Lowe was seen with his wife. "


def released(text: str) -> str:
    outcome = Deidentifier(settings_for("en"), bytes(32)).release(Record("r", (Document("d", NAME + text),)))[0]
    assert isinstance(outcome, Released)
    return outcome.text


def test_what_stands_far_from_a_code_is_read_once() -> None:
    encoded = base64.b64encode(b"Jordan Askham").decode()
    (view,) = readings("Nothing is coded here. " * 500 + encoded + " Nor is anything here." * 500)
    assert "Jordan Askham" in view.text and len(view.text) < 300


DISGUISES = [
    "Jor\ndan",
    "Jor-\ndan",
    "Jor-\r\n> dan",
    "J o r d a n",
    "J.o.r.d.a.n",
    "J-o-r-d-a-n",
    "J_o_r_d_a_n",
    "J O R D A N",
    "J\u0336o\u0336r\u0336d\u0336a\u0336n\u0336",
    "Jo\u0323\u0336rdan",
    "J\u20ddordan",
    "\u202enadroJ\u202c",
    "Jo\u202drd\u202can",
    r"\u004aordan",
    r"\u004a\u006f\u0072\u0064\u0061\u006e",
    "%4Aord%61n",
    base64.b64encode(b"Jordan").decode(),
    base64.urlsafe_b64encode(b"Jordan Askham-Lowe, born 4 May").decode(),
    "https://clinic.example/notes/jordan-askham.html",
    "https://clinic.example/find?q=" + quote("Jordan Askham-Lowe"),
    r'{"note": "seen\nJordan\tagain"}',
]


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_known_name_in_disguise_is_replaced(disguise: str) -> None:
    new = released(f"He wrote {disguise} himself.")
    assert disguise not in new
    assert "Jordan" not in new
    assert new.endswith("himself.")


def test_a_whole_name_in_single_letters() -> None:
    assert "k h a m" not in released("Signed J o r d a n  A s k h a m  himself.")
    assert "A S K" not in released("Signed J O R D A N A S K H A M L O W E himself.")


def test_names_run_together() -> None:
    assert "askham" not in released("File jordanaskhamlowe sent, see askhamlowejordan.").lower()


@pytest.mark.parametrize(
    "text",
    ["a b c d e f", "Grade I I I I", "x.y.z.w", "nothing-at-all/ever", "C:\\notes\\table", "100%20 of"],
)
def test_what_looks_like_a_disguise_stays(text: str) -> None:
    assert released(f"He wrote {text} himself.").endswith(f"He wrote {text} himself.")


def test_a_reading_goes_back_to_the_text() -> None:
    text = "So J o r d a n, Jor-\n> dan, Sm9yZGFu."
    found = []
    for view in readings(text):
        start = view.text.index("Jordan")
        left, right = view.to_original(start, start + 6)
        found.append(text[left:right])
    assert found == ["J o r d a n", "Jor-\n> dan", "Sm9yZGFu"]


FORMS = Originals.of([("Rosa Berg", "PATIENT"), ("Berg Rosa Ek", "RELATIVE"), ("0652-7256", "PHONE")])
PIECES = st.sampled_from(
    ["Rosa", "Berg", "rosa", "Ek", "R o s a", "Ro-\nsa", "0652-7256", "06527256", "kom", ",", "\n"]
)


def is_ordinary(text: str, start: int, end: int) -> bool:
    return text[start:end].lower() in ("rosa", "ek")


@given(st.lists(PIECES, max_size=12).map(" ".join), st.data())
def test_what_is_marked_already_takes_nothing_from_what_is_not(text: str, data: st.DataObject) -> None:
    cuts = sorted(set(data.draw(st.lists(st.integers(0, len(text)), max_size=6))))
    spans = SpanSet(tuple(Span(*ends, "PATIENT") for ends in zip(cuts[::2], cuts[1::2], strict=False)))

    def left(hits: list[Hit]) -> list[Hit]:
        return [hit for hit in hits if not any(one.start <= hit[0] and hit[1] <= one.end for one in spans)]

    assert left(find_disguised(FORMS, text, is_ordinary, spans)) == left(find_disguised(FORMS, text, is_ordinary))


def test_a_name_within_a_mark_is_not_judged() -> None:
    judged = list[str]()

    def judge(text: str, start: int, end: int) -> bool:
        judged.append(text[start:end])
        return True

    spans = SpanSet((Span(0, 4, "PATIENT"),))
    assert find_disguised(FORMS, "Rosa mit Berg", judge, spans) == []
    assert set(judged) == {"Berg"}
