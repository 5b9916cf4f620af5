"""The way back from Spark: sealed by the workers, kept in one vault on the driver, shown to nobody on the way."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from maskerad.cli.main import app
from maskerad.core import Document
from maskerad.core.errors import ConfigError, MissingError, TamperError, VaultKeyError
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.vault import Restored, Vault, VaultAccess

pytest.importorskip("pyspark", reason="Spark is not installed (pip install 'maskerad[spark]')")
pytest.importorskip("cryptography", reason="what seals is not installed (pip install 'maskerad[vault]')")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java, which is not installed", allow_module_level=True)

from pyspark.sql import SparkSession
from scripts import spark_job
from tests.spark.notes import CANARY, COLUMNS, KEY, SETTINGS, composed_rows, framed

from maskerad.spark import deidentify, keep_ways_back

VAULT_KEY = bytes(range(100, 132))
RUSSIAN = "Это предложение о Карле написано по-русски сегодня."


def key_file(path: Path, key: bytes) -> Path:
    """A key on the disk."""
    path.write_text(key.hex() + "\n")
    path.chmod(0o600)
    return path


def test_the_job_and_reidentify_lead_back(
    session: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SparkSession, "stop", lambda session: None)
    framed(session).write.parquet(str(tmp_path / "notes"))
    keys = key_file(tmp_path / "k.key", KEY), key_file(tmp_path / "vault.key", VAULT_KEY)
    columns = ["--record-column", "patient", "--id-column", "note", "--language-column", "lang"]
    place = ["--notes", str(tmp_path / "notes"), "--safe", str(tmp_path / "safe"), "--key", str(keys[0])]
    vault = ["--vault", str(tmp_path / "study.vault"), "--vault-key", str(keys[1])]
    assert spark_job.main([*place, *columns, *vault, "--language", "sv,nl,ja,en,de,fr,es,it"]) == 0
    safe = parquet.read_table(tmp_path / "safe" / "notes")
    assert "way_back" not in safe.column_names
    parquet.write_table(safe, tmp_path / "safe.parquet")
    asked = ["--who", "A. Steward", "--why", "request 1", *columns[:4]]
    paths = [str(tmp_path / name) for name in ("safe.parquet", "asked.parquet")]
    assert CliRunner().invoke(app, ["reidentify", *paths, *vault, *asked]).exit_code == 0
    given = parquet.read_table(tmp_path / "asked.parquet").to_pylist()
    told = {(row["patient"], row["note"]): row["text"] for row in given}
    assert told == {(row[0], row[1]): row[3] for row in composed_rows()}


def test_nothing_of_the_vaults_key_or_of_an_original_is_written_down(
    session: SparkSession, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    safe = deidentify(framed(session), SETTINGS, KEY, COLUMNS, vault_key=VAULT_KEY)
    safe.explain(extended=True)
    safe.write.parquet(str(tmp_path / "all"))
    access = VaultAccess(tmp_path / "study.vault", VAULT_KEY)
    assert keep_ways_back(session.read.parquet(str(tmp_path / "all")), access) == len(composed_rows())
    assert keep_ways_back(session.read.parquet(str(tmp_path / "all")), access) == len(composed_rows())
    with access.open() as vault:
        assert vault.check() == len(composed_rows())
    events = Path(session.conf.get("spark.eventLog.dir").removeprefix("file:"))
    logged = b"".join(path.read_bytes() for path in events.rglob("*") if path.is_file())
    shown = logged + "".join(capfd.readouterr()).encode()
    rows = parquet.read_table(tmp_path / "all").to_pylist()
    written = b"".join(row["way_back"] for row in rows)
    for key in (KEY, VAULT_KEY):
        assert key not in shown + written
        assert not any(told.encode() in shown for told in (key.hex(), str(key), repr(list(key))[1:20]))
    assert b"way_back" in shown
    assert not any(word.encode() in shown + written for word in CANARY.split())


def test_ids_and_cells_that_changed_lead_back_and_what_is_quarantined_has_no_way(
    session: SparkSession, tmp_path: Path
) -> None:
    rules = ColumnRules({"mrn": "ID", "seen": "DATE"}, has_hashed_ids=True)
    settings = replace(settings_for("sv,en"), columns=rules)
    rows = [
        ("p1", 1, 4821337, date(2024, 3, 1), "Anna Lindqvist (4821337) kom."),
        ("p1", 2, 4821337, date(2024, 3, 5), RUSSIAN),
        (None, 3, 5119024, date(2024, 3, 2), "Karl Berg ringde."),
    ]
    frame = session.createDataFrame(rows, "record string, id int, mrn int, seen date, text string")
    deidentify(frame, settings, KEY, vault_key=VAULT_KEY).write.parquet(str(tmp_path / "all"))
    access = VaultAccess(tmp_path / "study.vault", VAULT_KEY)
    assert keep_ways_back(session.read.parquet(str(tmp_path / "all")), access) == 2
    table = parquet.read_table(tmp_path / "all").to_pylist()
    assert [row["way_back"] is None for row in table] == [row["quarantined"] is not None for row in table]
    released = sorted((row for row in table if row["text"]), key=lambda row: row["record"] is None)
    with access.open() as vault:
        for row, came in zip(released, (rows[0], rows[2]), strict=True):
            (given,) = vault.give_back(
                row["record"] or row["id"], [Document(row["id"], row["text"])], "A. Steward", "request 1"
            )
            assert isinstance(given, Restored)
            assert given.text == came[4]
            told = {"record": came[0], "id": str(came[1]), "mrn": str(came[2]), "seen": came[3]}
            assert {name: told[name] for name in given.columns} == given.columns
            assert given.columns.keys() >= {"id", "mrn", "seen"}
        records = [access.record for access in vault.accesses()]
    assert records == [released[0]["record"], released[1]["id"]]


def test_wrong_use_is_told(session: SparkSession, tmp_path: Path) -> None:
    frame = framed(session, composed_rows()[:3])
    with pytest.raises(ConfigError, match="'way_back' already"):
        deidentify(frame.withColumnRenamed("ward", "way_back"), SETTINGS, KEY, COLUMNS)
    with pytest.raises(ConfigError, match="32 bytes"):
        deidentify(frame, SETTINGS, KEY, COLUMNS, vault_key=b"short")
    with pytest.raises(MissingError, match="no such file"):
        deidentify(frame, SETTINGS, KEY, COLUMNS, vault_key=tmp_path / "vault.key")
    other = VaultAccess(tmp_path / "other.vault", bytes(32))
    with pytest.raises(MissingError, match="'way_back'"):
        keep_ways_back(frame, other)
    made = deidentify(frame, SETTINGS, KEY, COLUMNS, vault_key=VAULT_KEY)
    with pytest.raises(TamperError, match="another key"):
        keep_ways_back(made, other)
    with other.open() as vault:
        assert vault.check() == 0
    with pytest.raises(VaultKeyError):
        Vault(other.path, VAULT_KEY)
