"""The table of known identifiers: what each cell tells of whom, and what is wrong with a table, told by its line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from maskerad.core import Document, Record
from maskerad.core.document import Identifier
from maskerad.core.errors import EncodingError, FormatError, MaskeradError, MissingError
from maskerad.pipeline.known_people import NOBODY, known_people_of, read_known_people


def told(text: str, tmp_path: Path) -> Mapping[str, tuple[Identifier, ...]]:
    file = tmp_path / "known.csv"
    file.write_text(text, encoding="utf-8")
    return read_known_people(file).by_record


def test_every_cell_tells_something_of_the_person_of_its_row_or_of_another(tmp_path: Path) -> None:
    found = told(
        "record,role,given,family,birth_date,ids,phone,address,email,relatives,clinicians\n"
        "p1,,Anna Maria,Berg,1950-02-01,48213377; 19500201-1234,0652-72 56,Lillgatan 4;Box 7,a@x.se, Gunilla Berg ;Bo,"
        "Karin Ek\n",
        tmp_path,
    )
    assert list(found) == ["p1"]
    assert [(one.role, one.kind, one.value, one.person) for one in found["p1"]] == [
        ("PATIENT", "given", "Anna Maria", 1),
        ("PATIENT", "family", "Berg", 1),
        ("PATIENT", "birth_date", "1950-02-01", 1),
        ("PATIENT", "id", "48213377", 1),
        ("PATIENT", "id", "19500201-1234", 1),
        ("PATIENT", "phone", "0652-72 56", 1),
        ("PATIENT", "address", "Lillgatan 4", 1),
        ("PATIENT", "address", "Box 7", 1),
        ("PATIENT", "email", "a@x.se", 1),
        ("RELATIVE", "name", "Gunilla Berg", 2),
        ("RELATIVE", "name", "Bo", 3),
        ("CLINICIAN", "name", "Karin Ek", 4),
    ]


def test_rows_of_one_record_are_people_of_their_own(tmp_path: Path) -> None:
    found = told(
        "record_id,given,role,relatives\np1,Anna,,Bo\np2,Eva, clinician ,\np1,Ulf,RELATIVE,\np3,,,\n", tmp_path
    )
    assert [(one.role, one.value, one.person) for one in found["p1"]] == [
        ("PATIENT", "Anna", 1),
        ("RELATIVE", "Bo", 2),
        ("RELATIVE", "Ulf", 3),
    ]
    assert [(one.role, one.person) for one in found["p2"]] == [("CLINICIAN", 1)]
    assert found["p3"] == ()


def test_a_name_may_hold_the_sign_that_parts_others(tmp_path: Path) -> None:
    (one,) = told("record,family\np1,Berg; född Ek\n", tmp_path)["p1"]
    assert one.value == "Berg; född Ek"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("given\nAnna\n", "need one column of record or record_id"),
        ("record,record_id,given\np1,p1,Anna\n", "need one column of record or record_id"),
        ("record,givn,familly\np1,Anna,Ek\n", "2 unknown columns; known: address, birth_date"),
        ("record,given\np1,Anna\n ,Bo\n", "line 3: no record id"),
        ("record,given\np1\n", "line 2: not as many cells as columns"),
        ("record,given\np1,Anna,Berg\n", "line 2: not as many cells as columns"),
        ("record,role\np1,DOKTOR\n", "line 2: the role is no label of the core scheme"),
        ("record,birth_date\np1,1 May 1950\n", "line 2: birth_date must be YYYY-MM-DD"),
        ('record,given\np1,"Anna\n', "broken CSV near line"),
    ],
)
def test_a_broken_table_is_told_by_its_line_and_without_its_text(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="known identifiers") as caught:
        told(text, tmp_path)
    assert says in str(caught.value)
    assert not any(word in str(caught.value) for word in ("Anna", "DOKTOR", "May", "givn"))


def test_a_table_that_is_not_there_or_not_utf8_is_told(tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="no such file"):
        read_known_people(tmp_path)
    (tmp_path / "old.csv").write_bytes(b"record,given\np1,\xc5sa\n")
    with pytest.raises(EncodingError, match="not UTF-8 at byte 16"):
        read_known_people(tmp_path / "old.csv")


def test_rows_in_hand_are_read_alike_and_told_by_their_number() -> None:
    rows = [{"record": "p1", "given": "Anna"}, {"record": "p1", "family": "Ek", "role": "CLINICIAN"}]
    assert [(one.kind, one.person) for one in known_people_of(rows).by_record["p1"]] == [("given", 1), ("family", 2)]
    with pytest.raises(MaskeradError, match="row 2: no record id"):
        known_people_of([*rows[:1], {"given": "Bo", "record": ""}])


def test_a_record_is_completed_by_its_own_rows_behind_what_it_knows() -> None:
    people = known_people_of([{"record": "p1", "given": "Anna"}, {"record": "p2", "given": "Bo"}])
    own = Identifier("PATIENT", "id", "48213377")
    record = Record("p1", (Document("d", "Hej.", "sv"),), (own,))
    assert [one.value for one in people.completed(record).known] == ["48213377", "Anna"]
    other = Record("p9", record.documents)
    assert people.completed(other) is other
    assert NOBODY.completed(record) is record
    assert "Anna" not in repr(people)
