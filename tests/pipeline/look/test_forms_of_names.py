"""Forms of names that nearly are some, each beside what is none: user names, pet forms, slips, initials."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from maskerad.core import Document, Record
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector

EN = "Patient: Cillian Featherstone. Seen by Dr Margaret Oldroyd."
SV = "Patient: Ann-Kristin Lindqvist. Dr Björn Hallgren."


@cache
def detector(code: str) -> Detector:
    return Detector(settings_for(code))


def found(code: str, known: str, later: str) -> set[str]:
    """The marked pieces of a text whose record knows somebody from another."""
    documents = tuple(Document(str(number), text, code) for number, text in enumerate((known, later)))
    spans = detector(code).detect(Record("r", documents))[1]
    return {later[span.start : span.end] for span in spans}


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        ("featherstone_9 wrote again", "featherstone_9"),
        ("feather_9 wrote again", ""),
        ("@cillian wrote again", "@cillian"),
        ("cfeatherstone wrote again", "cfeatherstone"),
        ("featherstonec wrote again", "featherstonec"),
        ("c.featherstone wrote again", "c.featherstone"),
        ("CFeatherstone wrote again", "CFeatherstone"),
        ("xcillian9 wrote again", "xcillian9"),
        ("superoldroyd9 wrote again", "superoldroyd9"),
        ("cf9 wrote again", ""),
        ("#OldroydRocks is trending", "OldroydRocks"),
        ("#OnTheRocks is trending", ""),
        ("Cillian-Oldroyd came", "Cillian-Oldroyd"),
        ("cillian-oldroyd9 wrote again", "cillian-oldroyd9"),
    ],
)
def test_user_names_are_built_of_names(later: str, expected: str) -> None:
    assert found("en", EN, later) == {expected} - {""}


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        ("23:22 - Cillan says five", "Cillan"),
        ("Peggy rang.", "Peggy"),
        ("Maggie rang.", "Maggie"),
        ("mom maggie rang", "maggie"),
        ("Marga rang", "Marga"),
        ("Cilli rang", "Cilli"),
        ("Cil rang", ""),
        ("Oldroid rang", "Oldroid"),
        ("Oldrod rang", "Oldrod"),
        ("Oldrad rang", ""),
        ("mr oldroid rang", "oldroid"),
        ("oldroid rang", ""),
        ("Feathreston rang", ""),
    ],
)
def test_what_is_nearly_a_name(later: str, expected: str) -> None:
    assert found("en", EN, later) == {expected} - {""}


def test_a_pet_form_that_is_a_word_is_a_name_with_a_capital_alone() -> None:
    assert found("en", "Patient: Robert Holt.", "Rob the bank. Bob came. bob up and down") == {"Bob"}
    assert found("en", "Patient: Daisy Holt.", "Days later.") == set()


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        ("Slept well. CF", "CF"),
        ("Slept well.\n/CF", "CF"),
        ("Slept well. /MO", "MO"),
        ("signed mo", "mo"),
        ("slept mo", ""),
        ("Entered by M.O.", "M.O."),
        ("Entered by M.O., at nine", "M.O."),
        ("Dressing new (mo), quiet.", "mo"),
        ("Signed MOl", "MOl"),
        ("signed Old", "Old"),
        ("initials OM", "OM"),
        ("C: slept", ""),
    ],
)
def test_initials_sign(later: str, expected: str) -> None:
    assert found("en", EN, later) == {expected} - {""}


@pytest.mark.parametrize(
    ("code", "later", "expected"),
    [
        ("en", "Cillian F. came", "Cillian F."),
        ("en", "Cillian X. came", "Cillian X."),
        ("en", "C. Featherstone came", "C. Featherstone"),
        ("en", "CX Featherstone came", "Featherstone"),
        ("en", "Featherstone C came", "Featherstone C"),
        ("en", "Featherstone-C. came", "Featherstone-C."),
        ("sv", "A-K Lindqvist kom", "A-K Lindqvist"),
        ("sv", "A.K. Lindqvist kom", "A.K. Lindqvist"),
        ("sv", "AK Lindqvist kom", "AK Lindqvist"),
        ("sv", "Ann-Kristin L. kom", "Ann-Kristin L."),
        ("sv", "Ann-Kristin L:s bror kom", "Ann-Kristin L"),
    ],
)
def test_initials_beside_a_name_go_with_it(code: str, later: str, expected: str) -> None:
    assert found(code, {"en": EN, "sv": SV}[code], later) == {expected}


@pytest.mark.parametrize(
    ("known", "later", "expected"),
    [
        ("Patient : M. Luc Petit.", "Petit frère présent. Petit est là.", {"Petit"}),
        ("Patiente : Marie Durand.", "Elle est mariée. Marié depuis. Marie dort.", {"Marie"}),
    ],
)
def test_words_like_a_name_are_told_from_it(known: str, later: str, expected: set[str]) -> None:
    assert found("fr", known, later) == expected


def test_a_disease_is_nobody_and_its_namesakes_wife_is() -> None:
    known = "Seen by Dr James Parkinson."
    assert found("en", known, "Parkinson's is likely.") == set()
    assert found("en", known, "Parkinson's wife rang.") == {"Parkinson"}


def test_a_form_of_address_that_somebody_is_called_leads_others() -> None:
    assert found("en", "Patient: Carla Oman.", "Note OMAN, Carla.") == {"OMAN, Carla"}
    assert "MAKI" in found("en", "Pt gave name as Toivo Maki, DOB 11/23/59.", "1/11 - MAKI, T MRN 00884152")


def test_a_form_that_is_never_marked_stays(tmp_path: Path) -> None:
    lists = tmp_path / "en" / "lists"
    lists.mkdir(parents=True)
    (lists / "never.txt").write_text("# source: own\n# licence: own\nPeggy\n", encoding="utf-8")
    texts = (EN, "Peggy rang. Maggie came.")
    documents = tuple(Document(str(number), text, "en") for number, text in enumerate(texts))
    spans = Detector(settings_for("en", tmp_path)).detect(Record("r", documents))[1]
    assert [texts[1][span.start : span.end] for span in spans] == ["Maggie"]
