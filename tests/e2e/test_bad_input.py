"""What is wrong is named, the input stays as it was, and nothing half-made stands under a final name."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.patience import PATIENCE_S, until

NOTE = "Dr Karin Ek. Mamma Gunilla Lindqvist, tfn 0652-72 56, kommer den 12 mars 2020.\n"


def run(
    *arguments: str | Path, cwd: Path, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, preexec_fn=before)


def many(path: Path, n: int) -> bytes:
    lines = [json.dumps({"id": str(number), "text": NOTE * 20}, ensure_ascii=False) + "\n" for number in range(n)]
    path.write_text("".join(lines), encoding="utf-8")
    return path.read_bytes()


def quarantined(folder: Path, name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (folder / f"{name}.quarantine.jsonl").read_text().splitlines()]


def test_a_row_without_an_id_is_withheld_and_named(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f'id,text\n1,"{NOTE}"\n,"{NOTE}"\n3,"{NOTE}"\n', encoding="utf-8")
    done = run("deidentify", "in.csv", "out.csv", "-l", "sv", cwd=tmp_path)
    assert done.returncode == 1
    assert [row["reason"] for row in quarantined(tmp_path, "out.csv")] == ["in.csv, lines 4 to 5: field 'id' is empty"]
    assert (tmp_path / "out.csv").read_text().count("Mamma") == 2


def test_a_line_without_an_id_among_others_is_withheld_and_named(tmp_path: Path) -> None:
    lines = [{"id": "1", "text": NOTE}, {"text": NOTE}, {"id": None, "text": NOTE}, {"id": "4", "text": NOTE}]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", cwd=tmp_path).returncode == 1
    reasons = [row["reason"] for row in quarantined(tmp_path, "out.jsonl")]
    assert reasons == ["in.jsonl, line 2: no field 'id'", "in.jsonl, line 3: field 'id' is empty"]
    assert [json.loads(line)["id"] for line in (tmp_path / "out.jsonl").read_text().splitlines()] == ["1", "4"]


def test_lines_that_have_no_ids_at_all_are_numbered(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text((json.dumps({"text": NOTE}) + "\n") * 2)
    assert run("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", cwd=tmp_path).returncode == 0


def test_a_record_that_was_asked_for_and_is_empty_is_withheld(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f'id,patient,text\n1,p1,"{NOTE}"\n2,,"{NOTE}"\n', encoding="utf-8")
    done = run("deidentify", "in.csv", "out.csv", "-l", "sv", "--record-column", "patient", cwd=tmp_path)
    assert done.returncode == 1
    assert [row["reason"] for row in quarantined(tmp_path, "out.csv")] == [
        "in.csv, lines 4 to 5: field 'patient' is empty"
    ]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("record,given\np1,Quorra,Zzyzx\n", "line 2"),
        ("record,given,family\np1,Quorra\n", "line 2"),
        ("record,given\np0,Eva\n,Quorra\n", "line 3"),
        ("record,birth_date\np1,12/3 Quorra\n", "line 2"),
        ("record,role,given\np1,QUORRA,Quorra\n", "line 2"),
        ("record,quorra\np1,x\n", "1 unknown columns"),
        ("given\nQuorra\n", "record"),
        ('record,given\np1,"Quorra\n', "broken CSV"),
        ("", "record"),
    ],
)
def test_a_broken_table_of_known_identifiers_stops_the_run_and_tells_its_line(
    tmp_path: Path, table: str, says: str
) -> None:
    (tmp_path / "known.csv").write_text(table, encoding="utf-8")
    (tmp_path / "in.txt").write_text(NOTE, encoding="utf-8")
    done = run("deidentify", "in.txt", "out.txt", "-l", "sv", "--known", "known.csv", cwd=tmp_path)
    assert done.returncode == 2
    assert "known.csv" in done.stderr and says in done.stderr
    assert "Traceback" not in done.stderr and "uorra" not in done.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in.txt", "known.csv"]


@pytest.fixture
def small_disk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A file system with little room, by default for 200 KiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    room = f"size={getattr(request, 'param', '200k')}"
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", room, "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a file system of its own may not be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a file system")
@pytest.mark.parametrize("small_disk", ["40k"], indirect=True)
@pytest.mark.parametrize("target", ["out.jsonl", "out.csv", "out"])
def test_a_full_disk_is_named_and_leaves_nothing(tmp_path: Path, small_disk: Path, target: str) -> None:
    before = many(tmp_path / "in.jsonl", 70)
    (small_disk / "old.jsonl").write_text("kept", encoding="utf-8")
    to = ("--to", "text") if target == "out" else ()
    done = run("deidentify", "in.jsonl", small_disk / target, "-l", "sv", *to, cwd=tmp_path)
    assert done.returncode == 3
    assert "No space left on device" in done.stderr and f"disk/{target}" in done.stderr
    assert "Traceback" not in done.stderr and "partial" not in done.stderr
    assert [file.name for file in small_disk.iterdir()] == ["old.jsonl"]
    done = run("deidentify", "in.jsonl", small_disk / "old.jsonl", "-l", "sv", "--overwrite", cwd=tmp_path)
    assert done.returncode == 3
    assert (small_disk / "old.jsonl").read_text() == "kept"
    assert (tmp_path / "in.jsonl").read_bytes() == before


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a file system")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_vault_on_a_full_disk_stops_the_run(tmp_path: Path, small_disk: Path, workers: str) -> None:
    many(tmp_path / "in.jsonl", 400)
    assert run("init", ".", "-l", "sv", "--vault", cwd=tmp_path).returncode == 0
    vault = small_disk / "v"
    done = run("deidentify", "in.jsonl", "out.jsonl", "--vault", vault, "--workers", workers, cwd=tmp_path)
    assert done.returncode == 3
    assert f"vault {vault}" in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "out.jsonl").exists()
    assert "all whole" in run("vault", "check", vault, cwd=tmp_path).stdout


@pytest.mark.skipif(os.name != "posix", reason="a limit of the system")
def test_a_file_that_may_not_grow_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    before = many(tmp_path / "in.jsonl", 60)
    limit = 20_000
    done = run(
        "deidentify",
        "in.jsonl",
        "out.jsonl",
        "-l",
        "sv",
        cwd=tmp_path,
        before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 3
    assert "out.jsonl" in done.stderr and "Traceback" not in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["in.jsonl"]
    assert (tmp_path / "in.jsonl").read_bytes() == before


@pytest.mark.skipif(sys.platform != "linux", reason="a folder that nobody can write to")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(NOTE, encoding="utf-8")
    done = run("deidentify", "in.txt", "/proc/out.txt", "-l", "sv", cwd=tmp_path)
    assert done.returncode == 3
    assert "/proc/out.txt" in done.stderr and "Traceback" not in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["in.txt"]


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_nothing_under_a_final_name(tmp_path: Path, workers: str, how: int) -> None:
    before = many(tmp_path / "in.jsonl", 3_000)
    (tmp_path / "out.jsonl").write_text("old", encoding="utf-8")
    command = [sys.executable, "-m", "maskerad", "deidentify", "in.jsonl", "out.jsonl", "-l", "sv", "--overwrite"]
    process = subprocess.Popen(
        [*command, "--spans-to", "spans.jsonl", "--workers", workers],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until(lambda: process.poll() is not None or len(list(tmp_path.iterdir())) >= 4)  # both outputs have been begun
    os.killpg(process.pid, how) if how == signal.SIGINT else process.send_signal(how)  # Ctrl-C goes to all of them
    _, messages = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == (-how if how == signal.SIGKILL else 128 + how), messages
    assert "Karin" not in messages and "Traceback" not in messages
    assert (tmp_path / "in.jsonl").read_bytes() == before
    assert (tmp_path / "out.jsonl").read_text() == "old"
    assert not (tmp_path / "spans.jsonl").exists()
    if how != signal.SIGKILL:  # after which nobody is left to tidy up
        assert sorted(file.name for file in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_a_stray_quote_in_a_table_is_named_by_its_line_and_hides_nothing(tmp_path: Path) -> None:
    rows = [f'{number},"Patient {number} mår bra."\n' for number in range(1, 2001)]
    for row in ('1000,"Patient mår bra.\n', '1000,"Patient" mår bra."\n'):
        (tmp_path / "in.csv").write_text("id,text\n" + "".join([*rows[:999], row, *rows[1000:]]), encoding="utf-8")
        done = run("detect", "in.csv", "out.jsonl", "-l", "sv", "--overwrite", cwd=tmp_path)
        assert done.returncode == 1
        assert "documents in 2,000 out 1,999 quarantined 1" in " ".join(done.stderr.split())
        assert [row["reason"] for row in quarantined(tmp_path, "out.jsonl")] == [
            "in.csv, line 1001: text beside a quoted field, or a quoted field without end"
        ]
        ids = [json.loads(line)["id"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
        assert ids == [str(number) for number in range(1, 2001) if number != 1000]


def test_a_folder_of_spans_is_not_written_to_standard_output(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("Anna Ek kom.", encoding="utf-8")
    done = run("detect", "in.txt", "-", "-l", "sv", cwd=tmp_path)
    assert done.returncode == 2 and "name a format of lines" in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["in.txt"]
    done = run("detect", "in.txt", "-", "-l", "sv", "--to", "jsonl", cwd=tmp_path)
    assert done.returncode == 0 and json.loads(done.stdout)["entities"]
