"""The experiment commands: one run each on invented notes, and what is refused before any work."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from maskerad.cli.main import app
from training.notes import notes

RUN = CliRunner()


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("gold") / "gold.jsonl"
    lines = (
        {
            "id": item.document.id,
            "record": item.document.record,
            "text": item.document.text,
            "entities": [{"start": s.start, "end": s.end, "label": s.label} for s in item.spans],
        }
        for item in notes(16, per_record=2)
    )
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "command",
    [
        ["modules"],
        ["crossval", "--folds", "2", "-m", "rules", "-m", "frequent"],
        ["errors", "--folds", "2"],
        ["curve", "--shares", "50,100", "--samples", "2", "-m", "frequent"],
        ["compare", "--folds", "2", "-m", "frequent", "-m", "rules"],
        ["annotator"],
    ],
    ids=lambda command: command[0],
)
def test_a_study_prints_and_writes_the_same_tables_without_text(command: list[str], gold: str, tmp_path: Path) -> None:
    outputs = [f"--{name}={tmp_path / name}" for name in ("html", "json", "markdown")]
    done = RUN.invoke(app, ["experiment", command[0], gold, "-l", "sv", *command[1:], *outputs])
    assert done.exit_code == 0, done.output
    sheet = json.loads((tmp_path / "json").read_text())
    assert sheet["format"] == "maskerad-sheet-1"
    page, markdown = (tmp_path / "html").read_text(), (tmp_path / "markdown").read_text()
    for table in sheet["tables"]:
        assert table["title"] in markdown
        assert all(cell in page for row in table["rows"] for cell in row)
    for said in (done.output, page, markdown, json.dumps(sheet, ensure_ascii=False)):
        assert "Falkbring" not in said
    assert "://" not in page
    for picture in re.findall(r"<figure.*?</figure>", page, re.DOTALL):
        drawn = ElementTree.fromstring(picture)
        assert "nan" not in picture
        assert all(0 <= float(bar.get("width", "0").rstrip("%")) <= 100.01 for bar in drawn.iter("rect"))


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (["crossval", "{gold}", "-m", "magic"], "unknown method"),
        (["crossval", "{gold}", "-m", "rules", "-m", "rules"], "named twice"),
        (["crossval", "{gold}", "--folds", "99"], "cannot be split"),
        (["augment", "{gold}", "again={gold}", "--folds", "2"], "near-duplicate"),
        (["mix", "one={gold}", "two={gold}", "--folds", "2"], "near-duplicate"),
        (["crossdomain", "{gold}"], "two domains or more"),
        (["crossdomain", "{gold}", "--by", "ward"], "no field 'ward'"),
        (["compare", "{gold}", "{gold}"], "a name of its own, not gold, gold; name them: ONE=PATH"),
        (["crossdomain", "{gold}", "{gold}"], "a name of its own"),
        (["compare", "{gold}", "-l", "nl"], "2 languages for 1 corpora"),
        (["curve", "{gold}", "--shares", "ten"], "percents"),
        (["crossval", "missing.jsonl"], "is not there"),
        (["modules", "{gold}", "--modules", "XY"], "unknown module"),
        (["crossval", "{gold}", "--html", "{gold}"], "exists"),
    ],
)
def test_what_cannot_be_run_is_refused(wish: list[str], said: str, gold: str) -> None:
    done = RUN.invoke(app, ["experiment", *(part.format(gold=gold) for part in wish), "-l", "sv"])
    assert done.exit_code != 0
    assert said in str(done.exception)
