"""The audit through its public door and through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.experiments.invented import RARE, corpus, write

from maskerad.core import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation import Pair, pair_up
from maskerad.evaluation.label_cover import label_covers
from maskerad.experiments.audit import Audit, AuditPlan, audit
from maskerad.experiments.audit_page import to_html
from maskerad.experiments.audit_tables import to_json, to_markdown, to_plain
from maskerad.pipeline.configuration.settings import settings_for

SETTINGS = settings_for("sv")


def made(n_missed: int = 3, **choices: object) -> Audit:
    """An audit of a detection that missed the last mention of some documents."""
    gold = corpus(6)
    found = [
        AnnotatedDocument(item.document, item.spans[:-1] if i < n_missed else item.spans) for i, item in enumerate(gold)
    ]
    plan = AuditPlan(scopes=("mention", "record"), rounds=1, resamples=100, **choices)
    return audit(gold, pair_up(gold, found), SETTINGS, plan)


def test_covers_by_label_count_characters_under_any_label() -> None:
    gold = [Span(0, 4, "PATIENT"), Span(5, 9, "CITY"), Span(2, 4, "PATIENT")]
    rows = label_covers([Pair("a", "", "Anna Lund och", gold, [Span(2, 7, "AGE")])], resamples=0)
    assert [(row.label, row.mentions.part, row.mentions.whole) for row in rows] == [("CITY", 0, 1), ("PATIENT", 1, 2)]
    assert [(row.characters.part, row.characters.whole) for row in rows] == [(2, 4), (2, 4)]
    assert rows[0].mentions_interval is None
    assert label_covers([Pair("a", "", "x", [], [])]) == []


def test_measured_and_highest_possible_rates() -> None:
    rates = [price.rate for price in made().prices]
    assert list(dict.fromkeys(rates)) == ["measured", "at most 0.139"]  # 3 of 60, Clopper and Pearson
    assert list(dict.fromkeys(price.rate for price in made(0).prices)) == ["at most 0.060"]


def test_reports_agree_and_hold_no_text() -> None:
    found = made()
    machine = json.loads(to_json(found))
    assert machine["leaks"]["mentions_exposed"]["part"] == 3
    assert machine["labels"]["CLINICIAN"]["mentions"] == {
        "covered": 21,
        "all": 24,
        "value": 0.875,
        "interval": machine["labels"]["CLINICIAN"]["mentions"]["interval"],
    }
    assert len(machine["scopes"]) == 2 * 2 * 2
    texts = [to_plain(found), to_markdown(found), to_json(found), to_html(found)]
    for text in texts:
        assert "0.875" in text
        assert not any(name in text for name in ("Bergqvist", "Lindqvist", "Mottagningsbesök", "Holmberg"))
    page = texts[-1]
    assert "http" not in page.replace("http-equiv", "") and "<script" not in page
    assert repr(found).count("Anna") == 0


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "maskerad", "audit", *arguments], capture_output=True, text=True, cwd=folder, check=False
    )


def test_the_command_detects_writes_and_repeats_itself(tmp_path: Path) -> None:
    write(corpus(4, RARE), tmp_path / "gold.jsonl")
    options = ("gold.jsonl", "-l", "sv", "--rounds", "1", "--scope", "record", "--miss-rate", "0.2")
    first = run(*options, "--html", "a.html", "--json", "a.json", "--markdown", "a.md", folder=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "Scopes and their price" in first.stdout and "parrot" in first.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "a.json", "a.md", "gold.jsonl"]
    assert run(*options, folder=tmp_path).stdout == first.stdout
    assert run(*options, "--json", "a.json", folder=tmp_path).returncode == 2
    for name in ("a.html", "a.json", "a.md"):
        assert not any(rare in (tmp_path / name).read_text(encoding="utf-8") for rare in RARE)


@pytest.mark.parametrize("entities", [[], None])
def test_gold_that_marks_nothing_is_refused_and_says_what_was_not_done(
    tmp_path: Path, entities: list[object] | None
) -> None:
    fields = {} if entities is None else {"entities": entities}
    lines = [json.dumps({"id": str(n), "text": "Mamma Eva Berg ringde."} | fields) + "\n" for n in range(3)]
    (tmp_path / "gold.jsonl").write_text("".join(lines))
    done = run("gold.jsonl", "-l", "sv", "--html", "a.html", folder=tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert "nothing was measured and no attack was made" in done.stderr and "3 documents" in done.stderr
    assert not (tmp_path / "a.html").exists()


def test_without_anybody_to_attack_the_table_says_so() -> None:
    found = made(0, roots=("EMAIL",))
    assert found.prices == () and "no attack was made, since GOLD marks no EMAIL" in to_plain(found)


def test_wrong_calls_end_before_any_work(tmp_path: Path) -> None:
    write(corpus(2), tmp_path / "gold.jsonl")
    for wrong in (("--scope", "village"), ("--label", "NOBODY"), ("--html", "a", "--json", "a")):
        done = run("gold.jsonl", "-l", "sv", *wrong, folder=tmp_path)
        assert done.returncode == 2 and done.stdout == "", wrong
        assert [path.name for path in tmp_path.iterdir()] == ["gold.jsonl"]
