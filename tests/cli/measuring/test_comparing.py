"""The agreement and compare commands on invented notes."""

from __future__ import annotations

import json
import stat
from pathlib import Path

from typer.testing import CliRunner

from maskerad.cli.main import app

TEXT = "Dr Bo Ek ringde Zaquarius Al i Umeå."
BO = {"start": 3, "end": 8, "label": "CLINICIAN"}
ZAQ = {"start": 16, "end": 28, "label": "PATIENT"}


def written(path: Path, *entities: dict[str, object], text: str = TEXT) -> str:
    lines = [json.dumps({"id": str(i), "text": text, "entities": entities}) for i in range(3)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_agreement_writes_union_and_sheets_without_text(tmp_path: Path) -> None:
    one = written(tmp_path / "one.jsonl", BO, ZAQ)
    two = written(tmp_path / "two.jsonl", BO, {**ZAQ, "label": "RELATIVE"})
    outputs = [f"--{name}={tmp_path / name}" for name in ("html", "json", "markdown")]
    done = CliRunner().invoke(app, ["agreement", one, two, f"--union={tmp_path / 'gold'}", *outputs])
    assert done.exit_code == 0, done.output
    values = json.loads((tmp_path / "json").read_text())["values"]
    assert values["f1"] == 0.5
    assert len(values["conflicts"]) == 3
    for name in ("html", "json", "markdown"):
        assert "Zaquarius" not in (tmp_path / name).read_text()
    union = [json.loads(line)["entities"] for line in (tmp_path / "gold").read_text().splitlines()]
    assert [[(e["start"], e["end"], e["label"]) for e in entities] for entities in union] == [
        [(3, 8, "CLINICIAN"), (16, 28, "PATIENT")]
    ] * 3


def test_an_output_that_exists_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    one = written(tmp_path / "one.jsonl", BO)
    done = CliRunner().invoke(app, ["agreement", one, one, f"--html={one}"])
    assert done.exit_code != 0
    assert "exists" in str(done.exception)


def test_compare_says_what_better_is(tmp_path: Path) -> None:
    gold = written(tmp_path / "gold.jsonl", BO, ZAQ)
    half, all_of_it = written(tmp_path / "half.jsonl", BO), written(tmp_path / "all.jsonl", BO, ZAQ)
    done = CliRunner().invoke(app, ["compare", gold, half, all_of_it, f"--json={tmp_path / 'json'}"])
    assert done.exit_code == 0, done.output
    values = json.loads((tmp_path / "json").read_text())["values"]
    assert values["exact_recall"] == {"left": 0.5, "right": 1.0, "p": 2 / 8}


def test_the_pages_show_plots_and_single_disagreements_with_text_only_when_asked(tmp_path: Path) -> None:
    one = written(tmp_path / "one.jsonl", BO, ZAQ)
    two = written(tmp_path / "two.jsonl", BO, {**ZAQ, "label": "RELATIVE"})
    page = tmp_path / "page.html"
    for command in (["agreement", one, two], ["compare", one, one, two]):
        for asked in ([], ["--with-text"]):
            done = CliRunner().invoke(app, [*command, f"--html={page}", "--overwrite", *asked])
            assert done.exit_code == 0, done.output
            shown = page.read_text(encoding="utf-8")
            assert '<figure class="plot">' in shown
            assert shown.count("<li data-kind=") == 3
            assert ("Zaquarius" in shown) == bool(asked)
            assert "Zaquarius" not in done.output


def test_texts_that_differ_are_named_without_text(tmp_path: Path) -> None:
    one, two = written(tmp_path / "one.jsonl", BO), written(tmp_path / "two.jsonl", BO, text=TEXT[:-1] + "!")
    done = CliRunner().invoke(app, ["agreement", one, two])
    assert "text differ" in str(done.exception)
    assert "Zaquarius" not in str(done.exception)


def test_a_page_with_the_words_is_its_owner_s_alone(tmp_path: Path) -> None:
    one, two = written(tmp_path / "one.jsonl", BO), written(tmp_path / "two.jsonl", ZAQ)
    page = tmp_path / "page.html"
    done = CliRunner().invoke(app, ["agreement", one, two, f"--html={page}", "--with-text"])
    assert done.exit_code == 0, done.output
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
