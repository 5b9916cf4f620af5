"""What a run says of itself: project, what is kept, what was known for nothing; more, less, or for programs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

NOTE = "Dr Karin Ek. Mamma Gunilla Lindqvist, tfn 0652-72 56, kommer den 12 mars 2020 till Lund.\n"


RUN = ("deidentify", "in.jsonl", "out.jsonl", "-l", "sv")


def run(*arguments: str | Path, cwd: Path, without: str = "") -> subprocess.CompletedProcess[str]:
    """The command, in an installation without some package."""
    hidden = f"import sys; sys.modules[{without!r}] = None; " if without else ""
    command = [sys.executable, "-c", f"{hidden}from maskerad.cli.main import run; run()", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = [{"id": str(n), "record": f"p{n}", "text": NOTE} for n in (1, 2)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "known.csv").write_text("record,given\np1,Gunilla\np7,Eva\np7,Bo\np8,Ulf\n")
    return tmp_path


def test_a_project_of_the_working_folder_is_named_with_what_it_keeps(folder: Path) -> None:
    assert run("init", ".", "-l", "sv", cwd=folder).returncode == 0
    file = folder / "project.toml"
    file.write_text(file.read_text().replace('default = "surrogate"', 'default = "keep"'))
    done = run("deidentify", "in.jsonl", "out.jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert f"project: {folder} (the working folder)" in done.stderr
    assert "keeps originals beyond the defaults: default=keep" in done.stderr
    assert "spans kept as they were" in done.stderr and "RELATIVE" in done.stderr
    done = run("detect", "in.jsonl", "found.jsonl", cwd=folder)
    assert "the working folder" in done.stderr


@pytest.mark.parametrize(("order", "n_again"), [("aabb", 0), ("abab", 2), ("aba", 1), ("", 0)])
def test_a_record_whose_documents_lie_apart_is_told(folder: Path, order: str, n_again: int) -> None:
    """Else a name that is found in one part may be read in the other."""
    lines = [{"id": str(n), "record": one, "text": "Tack, hej."} for n, one in enumerate(order or "--")]
    if not order:
        lines = [{"id": line["id"], "text": line["text"]} for line in lines]
    (folder / "in.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = run(*RUN, "--json", cwd=folder)
    assert json.loads(done.stdout)["records_that_came_again"] == n_again
    done = run(*RUN, "--overwrite", cwd=folder)
    assert ("sort by record" in done.stderr) == bool(n_again)


def test_the_summary_for_programs_holds_the_same_and_no_text(folder: Path) -> None:
    command = ("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", "--known", "known.csv", "-s", "CITY=keep")
    done = run(*command, "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["documents"] == {"in": 2, "out": 2, "quarantined": 0, "not_asked_for": 0}
    assert told["spans"]["PHONE"] == 2 and told["kept"] == {"CITY": 2} and told["status"] == 0
    assert told["known_records"] == {"given": 3, "in_no_document": 2}
    assert told["keeps_beyond_defaults"] == ["CITY=keep"] and told["outputs"] == ["out.jsonl"]
    assert "Gunilla" not in done.stdout + done.stderr
    found = run("detect", "in.jsonl", "found.jsonl", "-l", "sv", "--json", cwd=folder)
    assert json.loads(found.stdout)["documents"]["out"] == 2
    figures = run("evaluate", "found.jsonl", "found.jsonl", "--json", "-", cwd=folder)
    assert json.loads(figures.stdout)


def test_known_records_that_occur_nowhere_are_counted(folder: Path) -> None:
    done = run("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", "--known", "known.csv", cwd=folder)
    assert "known identifiers: records that occur in no document: 2 of 3" in done.stderr
    (folder / "known.csv").write_text("record,given\nx1,Gunilla\n")
    done = run("deidentify", "in.jsonl", "out2.jsonl", "-l", "sv", "--known", "known.csv", cwd=folder)
    assert "in no document: 1 of 1; is --record-column the right one?" in done.stderr


def test_more_or_less_is_said_when_asked(folder: Path) -> None:
    quiet = run("deidentify", "in.jsonl", "a.jsonl", "-l", "sv", "-q", cwd=folder)
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    assert (folder / "a.jsonl").is_file()
    again = run("deidentify", "in.jsonl", "a.jsonl", "-l", "sv", "--quiet", cwd=folder)
    assert again.returncode == 2 and again.stderr.startswith("error: ")
    verbose = run("deidentify", "in.jsonl", "b.jsonl", "-l", "sv", "-v", cwd=folder)
    assert "settings and languages:" in verbose.stderr and "worked on and written:" in verbose.stderr
    assert run("--version", cwd=folder).stdout.startswith("maskerad ")


@pytest.mark.parametrize("option", ["-q", "-v", "--json"])
def test_how_a_command_speaks_may_be_said_before_it(folder: Path, option: str) -> None:
    (folder / "before").mkdir()
    (folder / "behind").mkdir()
    before = run(option, "deidentify", "in.jsonl", "before/a.jsonl", "-l", "sv", cwd=folder)
    behind = run("deidentify", "in.jsonl", "behind/a.jsonl", "-l", "sv", option, cwd=folder)
    assert before.returncode == behind.returncode == 0
    told = [_without_figures(one.stdout + one.stderr) for one in (before, behind)]
    assert told[0].replace("before", "behind") == told[1]


def _without_figures(told: str) -> str:
    """What a run said without its times and its random key's fingerprint."""
    return re.sub(r"[0-9.,]+", "0", told)


def test_a_command_without_a_summary_says_so_and_does_nothing(folder: Path) -> None:
    refused = run("--json", "convert", "in.jsonl", "out.jsonl", cwd=folder)
    assert refused.returncode == 2 and "convert has no summary" in refused.stderr
    assert not (folder / "out.jsonl").exists()


def test_what_was_said_before_one_command_does_not_hold_for_the_next(folder: Path) -> None:
    program = (
        "from maskerad.cli.main import app; app(['-q', 'languages'], standalone_mode=False); "
        "from maskerad.cli.output.console import manner; assert manner.is_quiet; "
        "app(['languages'], standalone_mode=False); assert not manner.is_quiet"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [("deidentify", "notes", "safe", "-l", "sv"), ("convert", "notes", "safe.jsonl")])
def test_a_quiet_run_still_says_what_it_did_not_read(folder: Path, command: tuple[str, ...]) -> None:
    (folder / "notes").mkdir()
    (folder / "notes" / "a.txt").write_text(NOTE)
    (folder / "notes" / "b.html").write_text(f"<p>{NOTE}")
    done = run(*command, "-q", cwd=folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert ".html" in done.stderr and "a.txt" not in done.stderr and "Gunilla" not in done.stderr


def test_a_quiet_run_still_says_what_it_quarantined(folder: Path) -> None:
    (folder / "broken.csv").write_text(f'id,text\n1,"{NOTE.strip()}"\n2,a,b\n')
    done = run("deidentify", "broken.csv", "safe.csv", "-l", "sv", "-q", cwd=folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert "safe.csv.quarantine.jsonl" in done.stderr and "characters/s" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "package", "extra"),
    [
        (("deidentify", "in.jsonl", "out.jsonl", "-l", "ja"), "sudachipy", "ja"),
        (("deidentify", "in.docx", "out.docx", "-l", "sv"), "docx", "documents"),
        (("convert", "in.docx", "out.jsonl"), "docx", "documents"),
        (
            ("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", "--vault", "v", "--vault-key", "v.key"),
            "cryptography",
            "vault",
        ),
        (("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", "--public-holidays", "SE"), "holidays", "holidays"),
    ],
)
def test_a_part_that_is_not_installed_is_named_before_any_work(
    folder: Path, arguments: tuple[str, ...], package: str, extra: str
) -> None:
    (folder / "in.docx").write_bytes(b"PK\x03\x04")
    run("key", "new", "v.key", cwd=folder)
    done = run(*arguments, cwd=folder, without=package)
    assert done.returncode == 2
    assert f"pip install 'maskerad[{extra}]'" in done.stderr and "Traceback" not in done.stderr
    assert not list(folder.glob("out*"))


def test_all_languages_are_those_of_which_all_is_installed(folder: Path) -> None:
    done = run("deidentify", "in.jsonl", "out.jsonl", "--json", cwd=folder, without="sudachipy")
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stdout)["languages"]) == {"sv", "nl", "en", "de", "fr", "es", "it"}


def test_explain_knows_the_project_and_the_people_of_a_record(folder: Path) -> None:
    assert run("init", "study", "-l", "sv", cwd=folder).returncode == 0
    own = folder / "study/languages/sv/rules/own.toml"
    own.parent.mkdir(parents=True)
    own.write_text("[[text]]\nname = 'own_shelf'\nlabel = 'ID'\nat = \"'hylla'\"\npattern = 'hylla [ ] \\d+'\n")
    line = {"id": "1", "record": "p1", "text": "quorra hämtade hylla 17."}
    (folder / "in.jsonl").write_text(json.dumps(line) + "\n")
    (folder / "known.csv").write_text("record,given\np1,Quorra\n")
    done = run("explain", "in.jsonl", "--project", "study", "--known", "known.csv", "--no-text", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "own_shelf" in done.stdout and "known.v1" in done.stdout and "quorra" not in done.stdout
    bare = run("explain", "in.jsonl", "-l", "sv", "--no-text", cwd=folder)
    assert "own_shelf" not in bare.stdout and "known.v1" not in bare.stdout


def test_what_got_a_placeholder_is_counted_by_label(folder: Path) -> None:
    (folder / "in.jsonl").write_text(json.dumps({"id": "1", "text": "Patienten Anna Ek, åter 31/2 och 30/2."}) + "\n")
    done = run("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", "--model", "none", cwd=folder)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stderr.splitlines()]
    assert ["placeholders", "2"] in lines and ["DATE", "2"] in lines[lines.index(["placeholders", "2"]) :]
    told = run("deidentify", "in.jsonl", "more.jsonl", "-l", "sv", "--model", "none", "--json", cwd=folder)
    assert json.loads(told.stdout)["quarantined_at"] == {}
