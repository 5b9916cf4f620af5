"""Columns beside the text: rules for them, and what is told of those without one."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from maskerad.api.engine import Engine
from maskerad.batch import DeidentifyWork, Job, Summary, run_job
from maskerad.batch.released import IdColumns
from maskerad.core import Document, Record, Released
from maskerad.core.errors import ConfigError, MissingError, UnknownNameError
from maskerad.corpora import FormatOptions
from maskerad.pipeline.configuration.column_rules import ColumnRules, parse_columns
from maskerad.pipeline.configuration.policy import parse_policy
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.projects.project import read_project

KEY = bytes(range(32))
ROWS = [
    {
        "id": "1",
        "patient": "p1",
        "name": "Anna-Karin Lindqvist",
        "mrn": "48213377",
        "admitted": "2024-03-10",
        "ward": "B2",
        "age": "74",
        "letter": "Hälsar Anna-Karin, tfn 0652-72 56.",
        "text": "Lindqvist (nr 48213377) inkom 10/3. Anna-Karin mår bättre, sa ANNAKARIN. RR 130/80.",
    },
    {
        "id": "2",
        "patient": "p1",
        "name": "Anna-Karin Lindqvist",
        "mrn": "48213377",
        "admitted": "2024-03-24",
        "ward": "B2",
        "age": "74",
        "letter": "",
        "text": "Återbesök 24/3.",
    },
    {
        "id": "3",
        "patient": "p2",
        "name": "Sven Öberg",
        "mrn": "51902246",
        "admitted": "2024-05-02",
        "ward": "A1",
        "age": "51",
        "letter": "",
        "text": "Patienten Öberg är utan besvär.",
    },
]
IDS = IdColumns("id", "patient")
OPTIONS = FormatOptions(record_column="patient")


def write_rows(path: Path) -> None:
    if path.suffix == ".parquet":
        table = pa.Table.from_pylist(ROWS)
        table = table.set_column(3, "mrn", pa.array([int(row["mrn"]) for row in ROWS], pa.int64()))
        pq.write_table(table, path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps({**row, "mrn": int(row["mrn"])}) + "\n" for row in ROWS), encoding="utf-8")
    else:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(ROWS[0]))
            writer.writeheader()
            writer.writerows(ROWS)


def read_rows(path: Path) -> list[dict[str, object]]:
    if path.suffix == ".parquet":
        return pq.read_table(path).to_pylist()
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    with path.open(encoding="utf-8", newline="") as file:
        return [dict(row) for row in csv.DictReader(file)]


def run(
    tmp_path: Path, *rules: str, suffix: str = ".csv", hashes: bool = False, is_strict: bool = False, strategy: str = ""
) -> tuple[list[dict[str, object]], Summary]:
    source, target = tmp_path / f"in{suffix}", tmp_path / f"out{suffix}"
    write_rows(source)
    columns = ColumnRules(parse_columns(rules), hashes, is_strict)
    settings = Settings(("sv",), columns=columns, policy=parse_policy([strategy] if strategy else []))
    job = Job(source, target, options=OPTIONS, has_spans=False, overwrite=True)
    summary = run_job(job, DeidentifyWork(settings, KEY, ids=IDS))
    return read_rows(target), summary


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".jsonl"])
def test_a_cell_under_a_label_is_a_mention_of_its_record(tmp_path: Path, suffix: str) -> None:
    rows, summary = run(tmp_path, "name=PATIENT", "mrn=ID", "admitted=DATE", suffix=suffix)
    assert not summary.quarantined
    name, number = str(rows[0]["name"]), str(rows[0]["mrn"])
    assert name == rows[1]["name"] != rows[2]["name"]
    given, family = name.split()
    text = str(rows[0]["text"])
    assert text.startswith(f"{family} (nr {number}) inkom ") and f" {given} mår" in text
    assert number != "48213377" and len(number) == len("48213377")
    for row, old in zip(rows, ROWS, strict=True):
        for part in (*old["name"].split(), "ANNAKARIN", old["mrn"]):
            assert part not in str({key: value for key, value in row.items() if key != "letter"})
    assert rows[0]["admitted"] != "2024-03-10" and rows[0]["ward"] == "B2"


def test_a_name_that_only_a_column_tells_is_found_in_the_text(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("id,vorname,nachname,text\n1,Berta,Wald,im wald sah Wald die b. wald\n", encoding="utf-8")
    columns = ColumnRules({"vorname": "GIVEN_NAME", "nachname": "FAMILY_NAME"})
    run_job(Job(source, target, has_spans=False), DeidentifyWork(Settings(("de",), columns=columns), KEY))
    (row,) = read_rows(target)
    assert "Wald" not in str(row["text"]) and str(row["nachname"]) in str(row["text"])
    assert row["vorname"] not in ("Berta", "") and row["nachname"] not in ("Wald", "")


def test_strategies_and_free_text(tmp_path: Path) -> None:
    rows, _ = run(tmp_path, "name=PATIENT", "letter=text", strategy="PERSON=indexed")
    assert rows[0]["name"] == "[PATIENT-1]" and "[PATIENT-1]" in str(rows[0]["text"])
    assert "[PATIENT-1]" in str(rows[0]["letter"]) and "0652" not in str(rows[0]["letter"])
    assert rows[1]["letter"] == ""


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".jsonl"])
def test_dropped_and_hashed(tmp_path: Path, suffix: str) -> None:
    rows, summary = run(tmp_path, "name=drop", "mrn=hash", "admitted=keep", "letter=drop", suffix=suffix)
    assert all("name" not in row and "letter" not in row for row in rows)
    assert rows[0]["mrn"] == rows[1]["mrn"] != rows[2]["mrn"]
    assert len(str(rows[0]["mrn"])) == 32 and int(str(rows[0]["mrn"]), 16)
    assert rows[0]["admitted"] == "2024-03-10"
    assert not summary.looks and not summary.beside


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".jsonl"])
def test_columns_without_a_rule_are_told(tmp_path: Path, suffix: str) -> None:
    _, summary = run(tmp_path, suffix=suffix)
    looks = {name: kind for name, kind in summary.looks.items() if name != "letter"}
    assert looks == {"name": "names", "mrn": "ids", "admitted": "dates"}
    assert summary.beside["name"] == 3 and summary.beside["mrn"] == 2 and "ward" not in summary.beside


def test_a_column_can_be_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="'admitted' \\(dates\\)"):
        run(tmp_path, "name=keep", is_strict=True)
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".jsonl"])
def test_a_rule_for_no_column(tmp_path: Path, suffix: str) -> None:
    with pytest.raises(MissingError, match="'nmae'"):
        run(tmp_path, "nmae=drop", suffix=suffix)
    assert not (tmp_path / f"out{suffix}").exists()


def test_rules_that_are_none() -> None:
    with pytest.raises(UnknownNameError, match="PATIENT"):
        ColumnRules({"name": "PATIENTS"})
    with pytest.raises(ConfigError, match="NAME=RULE"):
        parse_columns(["name"])
    with pytest.raises(ConfigError, match="two rules"):
        parse_columns(["name=drop", "name=hash"])


def test_the_text_can_have_no_rule(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds the text"):
        run(tmp_path, "text=drop")


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".jsonl"])
def test_ids_as_digests(tmp_path: Path, suffix: str) -> None:
    rows, _ = run(tmp_path, suffix=suffix, hashes=True)
    assert rows[0]["patient"] == rows[1]["patient"] != rows[2]["patient"]
    assert all(len(str(row[name])) == 32 for row in rows for name in ("id", "patient"))


def test_names_of_files_that_name_somebody(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "Lindqvist_Anna.txt").write_text("Patienten Anna Lindqvist mår bra.", encoding="utf-8")
    (folder / "b.txt").write_text("Patienten Sven Öberg mår bra.", encoding="utf-8")
    told = run_job(Job(folder, tmp_path / "safe"), DeidentifyWork(Settings(("sv",)), KEY))
    assert dict(told.beside) == {"id of the document": 1}
    settings = Settings(("sv",), columns=ColumnRules(has_hashed_ids=True))
    hashed = run_job(Job(folder, tmp_path / "hashed"), DeidentifyWork(settings, KEY))
    names = sorted(path.stem for path in (tmp_path / "hashed").iterdir())
    assert not hashed.beside and len(names) == 2 and all(len(name) == 32 for name in names)


def test_rules_of_a_project(tmp_path: Path) -> None:
    (tmp_path / "project.toml").write_text(
        'language = "sv"\nids = "hash"\nstrict_columns = true\n[columns]\nname = "PATIENT"\n'
        '[dates]\ncolumns = ["admitted"]\nbirth_columns = ["born"]\n',
        encoding="utf-8",
    )
    rules = read_project(tmp_path).columns
    assert dict(rules.chosen) == {"admitted": "DATE", "born": "BIRTH_DATE", "name": "PATIENT"}
    assert rules.has_hashed_ids and rules.is_strict


@pytest.mark.parametrize("number", ["660503-1236", "660503-1234", "050503-1235", "660563-1235"])
def test_a_national_number_is_one_with_and_without_its_century_in_cells_and_texts(number: str) -> None:
    """Right and wrong check digits, a number of a person born in this century, a coordination number."""
    century = "20" if number.startswith("0") else "19"
    plain = number.replace("-", "")
    forms = [number, century + number, plain, century + plain, number.replace("-", " ")]
    columns, policy = ColumnRules({"pnr": "ID"}), parse_policy(["NATIONAL_ID=surrogate"])
    engine = Engine(Settings(("sv",), columns=columns, policy=policy), KEY)
    for cell, written in zip(forms, [*forms[1:], forms[0]], strict=True):
        document = Document("a", f"Personnr {written} kom.", record="p1", metadata={"pnr": cell})
        (released,) = engine.deidentify_record(Record("p1", (document,)))
        assert isinstance(released, Released)
        digits = ["".join(filter(str.isdecimal, text)) for text in (str(released.columns["pnr"]), released.text)]
        assert digits[0][-10:] == digits[1][-10:] != plain, (cell, written)


@pytest.mark.parametrize("text", ["50 02 01 noterat", "bilaga nr19500201"])
def test_the_birth_date_of_a_column_is_known_in_the_text_however_it_is_written(text: str) -> None:
    engine = Engine(Settings(("sv",), columns=ColumnRules({"born": "BIRTH_DATE"})), KEY)
    for born, is_found in (("1950-02-01", True), ("1951-07-23", False)):
        (released,) = engine.deidentify_record(Record("p", (Document("a", text, record="p", metadata={"born": born}),)))
        assert isinstance(released, Released)
        assert ("DATE" in {span.label for span in released.spans}) == is_found
        assert (released.text != text) == is_found


def test_rules_that_are_said_lie_over_those_there_are() -> None:
    rules = ColumnRules({"name": "PATIENT", "ward": "drop"}).updated({"ward": "hash", "note": "text"})
    assert rules.chosen == {"name": "PATIENT", "ward": "hash", "note": "text"}
