"""Frames of pandas, polars and pyarrow keep their rows, index, types and missing values."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import maskerad
from maskerad import frames
from maskerad.core.errors import InputError, MissingError

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
