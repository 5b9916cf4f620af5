"""The same bytes as one process, on Spark with two workers; and nothing of key or text in what Spark writes down."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import date
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from maskerad.core import Document, Record, Released, extras
from maskerad.core.errors import ConfigError, ExtraError, FormatError, MissingError
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.known_people import known_people_of

pytest.importorskip("pyspark", reason="Spark is not installed (pip install 'maskerad[spark]')")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java, which is not installed", allow_module_level=True)

from pyspark.sql import SparkSession
from scripts import spark_job
from tests.spark.notes import CANARY, COLUMNS, KEY, SETTINGS, composed_rows, framed, in_one_process

from maskerad.spark import Columns, Counters, deidentify


def test_the_bytes_are_those_of_one_process(session: SparkSession, tmp_path: Path) -> None:
    counters = Counters.of(session)
    safe = deidentify(framed(session), SETTINGS, KEY, COLUMNS, counters)
    safe.write.parquet(str(tmp_path / "safe"))
    read = session.read.parquet(str(tmp_path / "safe")).collect()
    assert {(row["patient"], row["note"]): row["text"] for row in read} == in_one_process(composed_rows())
    assert all(row["quarantined"] is None and row["ward"] == int(row["note"]) for row in read)
    counts = counters.as_dict()
    assert (counts["documents"], counts["released"], counts["quarantined"]) == (96, 96, 0)
    assert counts["spans"] > 96


def test_nothing_of_key_or_text_is_written_down(session: SparkSession, capfd: pytest.CaptureFixture[str]) -> None:
    safe = deidentify(framed(session), SETTINGS, KEY, COLUMNS)
    safe.explain(extended=True)
    safe.write.format("noop").mode("overwrite").save()
    events = Path(session.conf.get("spark.eventLog.dir").removeprefix("file:"))
    logged = "".join(path.read_text(errors="replace") for path in events.rglob("*") if path.is_file())
    shown = logged + "".join(capfd.readouterr())
    assert "safe(" in shown
    assert KEY.hex() not in shown and str(KEY) not in shown and repr(list(KEY))[1:20] not in shown


def test_a_key_file_is_read_by_the_workers(session: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "k.key"
    path.write_text(KEY.hex() + "\n")
    path.chmod(0o600)
    read = deidentify(framed(session), SETTINGS, path, COLUMNS).collect()
    assert {(row["patient"], row["note"]): row["text"] for row in read} == in_one_process(composed_rows())


def test_what_must_not_leave_is_told_beside_the_rest(session: SparkSession) -> None:
    rows = [
        ("p1", "1", "en", f"{CANARY} came.", 1),
        ("p2", "1", "xx", None, 2),
        ("", "1", "en", "Dr Hargreaves rang.", 3),
    ]
    russian = ("p3", "1", "", "Это предложение написано по-русски, чтобы проверить язык сообщения.", 4)
    settings = settings_for("sv,en")
    read = {row["ward"]: row for row in deidentify(framed(session, [*rows, russian]), settings, KEY, COLUMNS).collect()}
    assert read[4]["text"] is None and read[4]["quarantined"]["code"] == "E106"
    assert "Quillfeather" not in read[1]["text"] and read[1]["quarantined"] is None
    assert read[2]["text"] is None and read[2]["quarantined"] is None
    assert "Hargreaves" not in read[3]["text"]


def test_known_people_and_columns_follow_their_rules(session: SparkSession) -> None:
    """As in one process: cells are mentions of the record, and what must not leave leaves in no column."""
    rules = ColumnRules({"who": "PATIENT", "mrn": "ID", "seen": "DATE", "ward": "drop"}, has_hashed_ids=True)
    settings = replace(settings_for("sv,en"), columns=rules)
    people = known_people_of([{"record": "p1", "given": "Quorra", "family": "Zzyzx"}])
    told, foreign = "Lindqvist (4821337) och quorra zzyzx kom.", "Это предложение о Карле написано по-русски сегодня."
    rows = [
        ("p1", 1, "Anna Lindqvist", 4821337, date(2024, 3, 1), "B2", told),
        ("p2", 2, "Karl Berg", 5119024, date(2024, 3, 2), "B2", foreign),
    ]
    frame = session.createDataFrame(rows, ["record", "id", "who", "mrn", "seen", "ward", "text"])
    first, second = sorted(deidentify(frame, settings, KEY, people=people).collect(), key=lambda row: not row["text"])
    beside = {"record": "p1", "id": "1", "who": "Anna Lindqvist", "mrn": "4821337", "seen": rows[0][4]}
    record = Record("p1", (Document("00000000", told, "", "p1", None, beside),))
    (alone,) = Deidentifier(settings, KEY).release(people.completed(record))
    assert isinstance(alone, Released)
    assert first["text"] == alone.text and "zzyzx" not in first["text"]
    assert {name: first[name] for name in ("who", "mrn", "seen")} == alone.columns
    assert "ward" not in first and len(first["record"]) == len(first["id"]) == 32
    assert second["quarantined"]["code"] == "E106"
    assert [second[name] for name in ("text", "who", "mrn", "seen")] == [None] * 4
    assert second["record"] not in (None, "p2")


def test_the_job_and_its_examples(session: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The job runs in this session; the examples name what is there, and the options that it has."""
    monkeypatch.setattr(SparkSession, "stop", lambda session: None)
    framed(session).write.parquet(str(tmp_path / "notes"))
    key = tmp_path / "k.key"
    key.write_text(KEY.hex() + "\n")
    key.chmod(0o600)
    place = ["--notes", str(tmp_path / "notes"), "--safe", str(tmp_path / "safe"), "--key", str(key)]
    columns = ["--record-column", "patient", "--id-column", "note", "--language-column", "lang"]
    assert spark_job.main([*place, *columns, "--language", "sv,nl,ja,en,de,fr,es,it"]) == 0
    read = session.read.parquet(str(tmp_path / "safe" / "notes")).collect()
    assert {(row["patient"], row["note"]): row["text"] for row in read} == in_one_process(composed_rows())
    assert session.read.parquet(str(tmp_path / "safe" / "quarantine")).count() == 0
    examples = Path(spark_job.__file__).parent / "spark"
    pod = yaml.safe_load((examples / "job.yaml").read_text())["spec"]["template"]["spec"]
    mounted = {one["name"] for each in (*pod["containers"], *pod["initContainers"]) for one in each["volumeMounts"]}
    assert mounted == {one["name"] for one in pod["volumes"]}
    arguments = pod["containers"][0]["args"]
    script = next(number for number, one in enumerate(arguments) if one.endswith("spark_job.py"))
    assert spark_job.parser().parse_args(arguments[script + 1 :]).language == "sv"
    copied = [line.split()[1:-1] for line in (examples / "Dockerfile").read_text().splitlines() if line[:5] == "COPY "]
    assert [name for names in copied for name in names if not (examples.parents[1] / name).exists()] == []


def test_wrong_use_is_told_before_any_work(session: SparkSession) -> None:
    frame = framed(session)
    with pytest.raises(MissingError, match="'record'"):
        deidentify(frame, SETTINGS, KEY, Columns())
    with pytest.raises(ConfigError, match="no strings"):
        deidentify(frame, SETTINGS, KEY, Columns(text="ward", record="patient", id="note"))
    with pytest.raises(ConfigError, match="32 bytes"):
        deidentify(frame, SETTINGS, b"short", COLUMNS)
    with pytest.raises(ConfigError, match="already"):
        deidentify(frame.withColumnRenamed("ward", "quarantined"), SETTINGS, KEY, COLUMNS)


def test_a_key_file_that_is_none_is_told_before_any_work(session: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "k.key"
    with pytest.raises(MissingError, match="no such file"):
        deidentify(framed(session), SETTINGS, path, COLUMNS)
    path.write_bytes(KEY)
    path.chmod(0o600)
    with pytest.raises(FormatError, match="64 hexadecimal digits"):
        deidentify(framed(session), SETTINGS, path, COLUMNS)


def test_a_machine_without_pandas_is_told_so_before_spark_asks_for_it(
    session: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = framed(session)
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "pandas" else find_spec(name))
    with pytest.raises(ExtraError, match="'spark'"):
        deidentify(frame, SETTINGS, KEY, COLUMNS)
