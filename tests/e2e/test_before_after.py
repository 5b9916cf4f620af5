"""The page of one's own notes: both texts, what was found, readable by nobody else."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

NOTE = "Dr Karin Ek ringde. Mamma Gunilla Lindqvist, tfn 0652-72 56, kommer. a < b & c"


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    (tmp_path / "in.jsonl").write_text(
        "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in (("n1", NOTE), ("n2", 7))),
        encoding="utf-8",
    )
    return tmp_path


def test_show_makes_a_private_page_of_both_texts_and_nothing_else(notes: Path):
    done = run("show", "in.jsonl", "-l", "sv", "-o", "page.html", "-s", "PERSON=indexed", cwd=notes)
    assert done.returncode == 1, done.stderr  # the second line holds no text
    page = (notes / "page.html").read_text(encoding="utf-8")
    assert "Gunilla Lindqvist" in page and "[RELATIVE-2]" in page and "a &lt; b &amp; c" in page
    assert "<h2>Quarantined</h2>" in page and "<td>read</td>" in page
    assert stat.S_IMODE((notes / "page.html").stat().st_mode) == 0o600
    assert "holds the originals" in done.stderr and "Gunilla" not in done.stderr
    assert sorted(file.name for file in notes.iterdir()) == ["in.jsonl", "page.html"]


def test_any_run_can_make_the_page_beside_its_output(notes: Path):
    arguments = ("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", "--html", "page.html")
    done = run(*arguments, "--workers", "2", cwd=notes)
    assert done.returncode == 1, done.stderr
    page = (notes / "page.html").read_text(encoding="utf-8")
    (safe,) = (json.loads(line)["text"] for line in (notes / "out.jsonl").read_text(encoding="utf-8").splitlines())
    assert "Gunilla Lindqvist" in page and "Lindqvist" not in safe
    assert safe[-60:].split("tfn")[0].split()[-1].strip(",") in page
    before = (notes / "page.html").read_bytes()
    assert run(*arguments, cwd=notes).returncode == 2  # it is there
    assert (notes / "page.html").read_bytes() == before


def test_the_page_is_never_one_of_the_other_files(notes: Path):
    before = (notes / "in.jsonl").read_bytes()
    for page in ("in.jsonl", "out.jsonl", "nosuch/page.html"):
        done = run("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", "--html", page, "--overwrite", cwd=notes)
        assert done.returncode == 2 and page.split("/")[0] in done.stderr
    assert (notes / "in.jsonl").read_bytes() == before
    assert [file.name for file in notes.iterdir()] == ["in.jsonl"]


def test_a_dry_run_makes_no_page(notes: Path):
    run("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", "--html", "page.html", "--dry-run", cwd=notes)
    assert [file.name for file in notes.iterdir()] == ["in.jsonl"]
