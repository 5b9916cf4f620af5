"""Frames of pandas, polars and pyarrow keep their rows, index, types and missing values."""

from __future__ import annotations

import datetime as dt
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import maskerad
from maskerad import frames
from maskerad.core.errors import ConfigError, InputError, MissingError, UnknownNameError
from maskerad.pipeline.columns.digests import digest_of
from maskerad.surrogates import Keyed

KEY = bytes(range(32))
NOTES = ["Gunilla Lindqvist kom.", None, "inget", "Sedan gick Lindqvist.", "Anna Ek kom."]
PATIENTS = ["p1", "p1", None, "p1", "p2"]


@pytest.fixture(scope="module")
def engine():
    return maskerad.load("sv", key=KEY)


@pytest.mark.parametrize("dtype", ["object", "string", "str"])
def test_pandas(engine, dtype: str):
    frame = pd.DataFrame(
        {"n": np.arange(5), "note": pd.Series(NOTES, dtype=dtype), "patient": PATIENTS},
    ).set_index(pd.Index(["x", "x", "b", "a", "c"], name="row"))
    before = frame.copy(deep=True)
    safe = frames.deidentify(frame, engine, text="note", record="patient")
    pd.testing.assert_frame_equal(frame, before)
    pd.testing.assert_frame_equal(safe.drop(columns="note"), frame.drop(columns="note"))
    assert list(safe.columns) == list(frame.columns) and safe["note"].dtype == frame["note"].dtype
    assert safe["note"].isna().tolist() == frame["note"].isna().tolist()
    check(safe["note"].tolist())


def test_polars_and_arrow(engine):
    frame = pl.DataFrame({"n": range(5), "note": NOTES, "patient": PATIENTS})
    safe = frames.deidentify(frame, engine, text="note", record="patient")
    assert isinstance(safe, pl.DataFrame) and safe.schema == frame.schema and frame["note"][0] == NOTES[0]
    assert safe.drop("note").equals(frame.drop("note"))
    check(safe["note"].to_list())
    table = pa.table({"note": NOTES, "patient": PATIENTS})
    assert frames.deidentify(table, engine, text="note", record="patient")["note"].to_pylist() == safe["note"].to_list()


def check(notes: list[object]) -> None:
    """Rows of one patient agree wherever they stand; a name of one row is found in the others."""
    assert notes[2] == "inget" and "Lindqvist" not in f"{notes}" and "Anna" not in f"{notes[4]}"
    family = str(notes[0]).removesuffix(" kom.").split()[-1]
    assert notes[3] == f"Sedan gick {family}."


def test_without_a_record_column_every_text_is_its_own(engine):
    frame = pd.DataFrame({"text": ["Anna Ek kom den 3 maj 2020.", "Anna Ek gick den 3 maj 2020."] * 3})
    safe = frames.deidentify(frame, engine)["text"].tolist()
    assert safe == [engine.deidentify(text).text for text in frame["text"]]


def test_what_must_not_leave_is_missing_and_told_without_text():
    engine = maskerad.load("sv,en", key=KEY)
    russian = "Это предложение написано по-русски, чтобы проверить язык сообщения."
    frame = pl.DataFrame({"text": ["Anna kom hem till Lund.", russian]})
    with pytest.warns(frames.QuarantineWarning, match="1 of 2 texts") as told:
        safe = frames.deidentify(frame, engine)
    assert safe["text"][1] is None and safe["text"][0] is not None
    assert "предложение" not in str(told[0].message)


def test_empty_frames_and_wrong_columns(engine):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(frames.deidentify(pd.DataFrame({"text": pd.Series([], dtype="str")}), engine)) == 0
        assert len(frames.deidentify(pl.DataFrame({"text": pl.Series([None], dtype=pl.String)}), engine)) == 1
    with pytest.raises(MissingError, match="'note'"):
        frames.deidentify(pd.DataFrame({"text": ["a"]}), engine, text="note")
    with pytest.raises(InputError, match="row 1"):
        frames.deidentify(pd.DataFrame({"text": ["a", 3]}), engine)


ROWS = {
    "patient": ["p1", "p2", "p1", "p2"],
    "name": ["Anna Lindqvist", "Sven Öberg", "Anna Lindqvist", None],
    "mrn": [48213377, 51902246, 48213377, 51902246],
    "admitted": [dt.date(2024, 3, 10), dt.date(2024, 5, 2), dt.date(2024, 3, 24), None],
    "ward": ["B2", "A1", "B2", "A1"],
    "score": [3, 4, 5, 6],
    "note": ["Lindqvist (nr 48213377) inkom 10/3.", "Öberg är utan besvär.", None, "Åter hem."],
}
RULES = {"name": "PATIENT", "mrn": "ID", "admitted": "DATE", "ward": "drop", "score": "keep"}


def make_frame(kind: str):
    return pl.DataFrame(ROWS) if kind == "polars" else pd.DataFrame(ROWS, index=[7, 7, 3, 1])


def as_rows(frame) -> list[dict[str, object]]:
    if isinstance(frame, pl.DataFrame):
        return frame.to_dicts()
    return frame.astype(object).where(frame.notna(), None).to_dict("records")


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_columns_follow_the_rules_of_tables(engine, kind: str):
    frame = make_frame(kind)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        safe = frames.deidentify(frame, engine, text="note", record="patient", columns=RULES)
    assert as_rows(frame) == as_rows(make_frame(kind))
    rows = as_rows(safe)
    assert list(rows[0]) == ["patient", "name", "mrn", "admitted", "score", "note"]
    assert [row["score"] for row in rows] == [3, 4, 5, 6] and rows[2]["note"] is None and rows[3]["name"] is None
    name, number = str(rows[0]["name"]), str(rows[0]["mrn"])
    assert rows[2]["name"] == name != "Anna Lindqvist" and number == rows[2]["mrn"] != "48213377"
    assert str(rows[0]["note"]).startswith(f"{name.split()[-1]} (nr {number}) inkom ")
    assert rows[2]["admitted"] - rows[0]["admitted"] == dt.timedelta(14) and rows[3]["admitted"] is None
    assert rows[0]["admitted"] != dt.date(2024, 3, 10)
    assert not any(old in str(rows) for old in ("Anna", "Lindqvist", "Sven", "Öberg", "48213377", "51902246"))
    if kind == "polars":
        assert safe.schema == {**frame.drop("ward").schema, "mrn": pl.String}
    else:
        assert list(safe.index) == [7, 7, 3, 1]


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_a_hash_is_that_of_files_and_a_column_of_text_is_read(engine, kind: str):
    frame = make_frame(kind)
    rules = ["mrn=hash", "name=text", "admitted=keep", "ward=keep"]
    rows = as_rows(frames.deidentify(frame, engine, text="note", record="patient", columns=rules))
    assert rows[0]["mrn"] == digest_of("48213377", Keyed(KEY)) == rows[2]["mrn"]
    assert "Lindqvist" not in str(rows) and rows[0]["admitted"] == dt.date(2024, 3, 10)


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_columns_that_look_identifying_are_told(engine, kind: str):
    with pytest.warns(frames.ColumnWarning) as told:
        frames.deidentify(make_frame(kind), engine, text="note", record="patient")
    messages = " ".join(str(one.message) for one in told)
    assert all(f"column '{name}' looks like" in messages for name in ("name", "admitted")) and "score" not in messages
    assert "column 'mrn'" in messages and not any(cell in messages for cell in ("Lindqvist", "48213377", "2024"))


def test_a_row_that_must_not_leave_leaves_in_no_column():
    engine = maskerad.load("sv,en", key=KEY)
    russian = "Это предложение написано по-русски, чтобы проверить язык сообщения."
    frame = pl.DataFrame({"name": ["Anna Ek", "Sven Öberg"], "text": ["Anna kom hem till Lund.", russian]})
    with pytest.warns(frames.QuarantineWarning, match="1 of 2"):
        safe = frames.deidentify(frame, engine, columns={"name": "PATIENT"})
    assert safe.row(1) == (None, None) and None not in safe.row(0)


@pytest.mark.parametrize("text", ["inget", None])
def test_rows_without_a_record_are_people_by_themselves(engine, text: str | None):
    frame = pd.DataFrame({"text": [text] * 2, "born": ["1950-01-01", "1980-02-02"], "name": ["Eva Ek", "Bo Alm"]})
    safe = frames.deidentify(frame, engine, columns={"born": "BIRTH_DATE", "name": "PATIENT"})
    days = [dt.date.fromisoformat(day) for day in safe["born"]]
    assert days[0] - dt.date(1950, 1, 1) != days[1] - dt.date(1980, 2, 2)
    assert set(safe["name"]).isdisjoint(frame["name"])


def test_categories_numbers_with_gaps_and_wrong_rules(engine):
    names = pd.Series(["Anna Ek", "Sven Öberg", None], dtype="category")
    frame = pd.DataFrame({"text": ["Ek kom."] * 3, "name": names, "mrn": [48213377, None, 51902246]})
    safe = frames.deidentify(frame, engine, columns={"name": "PATIENT", "mrn": "ID"})
    assert safe["name"].isna().tolist() == [False, False, True] and safe["mrn"].isna().tolist() == [False, True, False]
    assert len(safe["mrn"][0]) == 8 and set(safe["name"][:2]).isdisjoint(names)
    with pytest.raises(MissingError, match="'ward'"):
        frames.deidentify(frame, engine, columns={"ward": "drop"})
    with pytest.raises(UnknownNameError):
        frames.deidentify(frame, engine, columns={"name": "PATEINT"})
    with pytest.raises(ConfigError, match="holds the text"):
        frames.deidentify(frame, engine, columns={"text": "drop"})
