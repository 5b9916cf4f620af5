"""Date columns move by the shift of the record's text; ages, birth dates and their columns agree."""

from __future__ import annotations

import csv
import re
from datetime import date
from pathlib import Path

import pytest

from maskerad.batch import DeidentifyWork, Job, Summary, run_job
from maskerad.core.errors import ConfigError, MissingError
from maskerad.corpora import FormatOptions
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.projects.project import read_project
from maskerad.surrogates import shift_for
from maskerad.surrogates.dates.births import years_between

TABLE = """id,record,date,admitted,born,text
1,p1,2024-03-12,2024-03-10 08:15,1950-02-01,"74-årig man född 1950-02-01. Inkom 2024-03-10, åter 26/3."
2,p1,2024-03-26,26/03/2024,,"Återbesök efter 2024-03-12."
3,p2,2023-01-02,okänt,1990-05-05,"Kontroll den 31 februari."
"""


def released(tmp_path: Path, columns: ColumnRules, shift: str = "weeks") -> tuple[list[dict[str, str]], Summary]:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(TABLE, encoding="utf-8")
    settings = Settings(("sv",), shift=shift_for(shift), columns=columns)
    summary = run_job(Job(source, target, options=FormatOptions()), DeidentifyWork(settings, bytes(range(32))))
    with target.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file)), summary


def test_columns_move_with_the_text(tmp_path: Path) -> None:
    rows, _ = released(tmp_path, ColumnRules({"admitted": "DATE", "born": "BIRTH_DATE"}))
    first, second = date.fromisoformat(rows[0]["date"]), date.fromisoformat(rows[1]["date"])
    shift = first - date(2024, 3, 12)
    assert shift.days % 7 == 0 and shift.days and (second - first).days == 14
    admitted = date(2024, 3, 10) + shift
    assert rows[0]["admitted"] == f"{admitted} 08:15" and str(admitted) in rows[0]["text"]
    assert rows[1]["admitted"] == second.strftime("%d/%m/%Y") and str(first) in rows[1]["text"]


def test_birth_date_column_text_and_age_agree(tmp_path: Path) -> None:
    rows, _ = released(tmp_path, ColumnRules({"born": "BIRTH_DATE"}))
    age = int(re.match(r"\d+", rows[0]["text"])[0])
    born = date.fromisoformat(rows[0]["born"])
    assert str(born) in rows[0]["text"] and 1 <= abs(age - 74) <= 2
    assert {years_between(born, date.fromisoformat(row["date"])) for row in rows[:2]} == {age}
    assert rows[1]["born"] == ""


def test_what_cannot_be_read_is_taken_out_and_told(tmp_path: Path) -> None:
    rows, summary = released(tmp_path, ColumnRules({"admitted": "DATE"}))
    assert rows[2]["admitted"] == "" and "[DATUM]" in rows[2]["text"]
    assert dict(summary.refused) == {
        ("admitted", "the written date cannot be read"): 1,
        ("DATE", "no such day in the calendar"): 1,
    }


def test_dates_that_stay(tmp_path: Path) -> None:
    rows, _ = released(tmp_path, ColumnRules({"admitted": "DATE"}), "none")
    assert rows[0]["date"] == "2024-03-12" and rows[0]["admitted"] == "2024-03-10 08:15"
    assert "2024-03-10" in rows[0]["text"]


def test_a_column_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="no column 'discharged'"):
        released(tmp_path, ColumnRules({"discharged": "DATE"}))
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("text", ["years", "weeks:0", "days:99999", "none:3", ""])
def test_no_shift(text: str) -> None:
    with pytest.raises(ConfigError):
        shift_for(text)


def test_public_holidays_change_as_little_as_can_be() -> None:
    pytest.importorskip("holidays")
    with pytest.raises(ConfigError):
        shift_for("weeks", "Utopia")
    assert shift_for("weeks", "SE").country == "SE"


def test_project_file(tmp_path: Path) -> None:
    (tmp_path / "project.toml").write_text(
        'language = "sv"\n[dates]\nshift = "days:30"\ncolumns = ["admitted"]\nbirth_columns = ["born"]\n'
    )
    settings = read_project(tmp_path)
    assert (settings.shift.unit_days, settings.shift.limit) == (1, 30)
    assert settings.columns == ColumnRules({"admitted": "DATE", "born": "BIRTH_DATE"})
    (tmp_path / "project.toml").write_text('[dates]\nshifts = "days"\n')
    with pytest.raises(ConfigError, match="shifts"):
        read_project(tmp_path)
