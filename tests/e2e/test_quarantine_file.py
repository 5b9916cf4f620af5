"""The list of what was quarantined tells of its own run, or is not there; outputs with originals are their owner's."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.patience import until

from maskerad.corpora.files.partial import claimed_file, claimed_folder

NOTE = "Dr Karin Ek. Mamma Gunilla Lindqvist kommer den 12 mars 2020.\n"
LIST = "out.jsonl.quarantine.jsonl"


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "1", "text": NOTE}) + "\n")
    return tmp_path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "1", "text": NOTE}) + "\n{}\n")
    return tmp_path


@pytest.mark.parametrize("kind", ["clean", "broken"])
def test_a_list_of_another_run_is_not_overwritten_and_not_left_beside(
    kind: str, request: pytest.FixtureRequest
) -> None:
    folder: Path = request.getfixturevalue(kind)
    (folder / LIST).write_text("of another run\n")
    done = run("detect", "in.jsonl", "out.jsonl", "-l", "sv", cwd=folder)
    assert done.returncode == 2 and LIST in done.stderr
    assert (folder / LIST).read_text() == "of another run\n"
    assert not (folder / "out.jsonl").exists()


def test_where_it_may_be_replaced_it_tells_of_this_run(broken: Path) -> None:
    (broken / LIST).write_text("of another run\n")
    assert run("detect", "in.jsonl", "out.jsonl", "-l", "sv", "--overwrite", cwd=broken).returncode == 1
    (entry,) = map(json.loads, (broken / LIST).read_text().splitlines())
    assert entry["reason"] == "in.jsonl, line 2: no field 'id'" and entry["n_documents"] == 1


def test_where_it_may_be_replaced_and_nothing_is_quarantined_it_goes(clean: Path) -> None:
    (clean / LIST).write_text("of another run\n")
    assert run("detect", "in.jsonl", "out.jsonl", "-l", "sv", "--overwrite", cwd=clean).returncode == 0
    assert sorted(path.name for path in clean.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_output_with_originals_is_its_owners(clean: Path) -> None:
    assert run("init", ".", "-l", "sv", "--vault", cwd=clean).returncode == 0
    assert run("detect", "in.jsonl", "out.jsonl", cwd=clean).returncode == 0
    assert run("deidentify", "in.jsonl", "safe.jsonl", "--vault", "v", cwd=clean).returncode == 0
    asked = ("--vault", "v", "--who", "A", "--why", "b")
    assert run("reidentify", "safe.jsonl", "back.jsonl", *asked, cwd=clean).returncode == 0
    assert run("convert", "out.jsonl", "out.csv", cwd=clean).returncode == 0
    assert run("convert", "out.jsonl", "brat", "--to", "brat", cwd=clean).returncode == 0
    _write_two(clean / "two.jsonl")
    assert run("split", "two.jsonl", "parts", "--parts", "train=1,test=1", cwd=clean).returncode == 0
    held = ["out.jsonl", "back.jsonl", "out.csv", "brat", "brat/1.txt", "brat/1.ann", "parts", "parts/train.jsonl"]
    modes = {name: stat.S_IMODE((clean / name).stat().st_mode) for name in held}
    assert modes == {name: 0o700 if (clean / name).is_dir() else 0o600 for name in held}
    assert stat.S_IMODE((clean / "safe.jsonl").stat().st_mode) == 0o666 & ~_umask()


def test_one_run_at_a_time_makes_an_output_with_originals(clean: Path) -> None:
    assert run("detect", "in.jsonl", "out.jsonl", "-l", "sv", cwd=clean).returncode == 0
    _write_two(clean / "two.jsonl")
    splitting = ("split", "two.jsonl", "parts", "--parts", "train=1,test=1")
    commands = {"again.jsonl": ("convert", "out.jsonl", "again.jsonl"), "parts": splitting}
    for target, command in commands.items():
        claimed = claimed_folder if target == "parts" else claimed_file
        with claimed(clean / target):
            done = run(*command, cwd=clean)
        assert done.returncode == 2 and "another run is making it" in done.stderr
        assert not (clean / target).exists()


def _write_two(path: Path) -> None:
    """Two annotated records, of which none can be in both parts of a split."""
    path.write_text("".join(f'{{"id": "{name}", "text": "{name} kom", "entities": []}}\n' for name in "ab"))


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


@pytest.mark.skipif(os.name != "posix", reason="signals and locks")
def test_a_killed_run_leaves_what_only_its_owner_may_read_and_the_next_names_or_removes_it(tmp_path: Path) -> None:
    lines = [json.dumps({"id": str(number), "text": NOTE * 20}) + "\n" for number in range(3_000)]
    (tmp_path / "in.jsonl").write_text("".join(lines))
    command = [sys.executable, "-m", "maskerad", "detect", "in.jsonl", "out.jsonl", "-l", "sv"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    partial = tmp_path / ".out.jsonl.partial"
    until(lambda: process.poll() is not None or (partial.exists() and partial.stat().st_size > 0))
    process.send_signal(signal.SIGSTOP)  # it is under way for as long as the second takes
    second = run("detect", "in.jsonl", "out.jsonl", "-l", "sv", "--overwrite", cwd=tmp_path)
    assert second.returncode == 2 and "another run is making it" in second.stderr
    process.kill()
    process.wait()
    assert partial.stat().st_size and stat.S_IMODE(partial.stat().st_mode) == 0o600
    (tmp_path / "in.jsonl").write_text(lines[0])
    other = run("detect", "in.jsonl", "other.jsonl", "-l", "sv", cwd=tmp_path)
    assert other.returncode == 0 and f"may hold originals: {partial.name}; remove it" in other.stderr
    again = run("detect", "in.jsonl", "out.jsonl", "-l", "sv", cwd=tmp_path)
    assert again.returncode == 0 and "left over" not in again.stderr  # its own is removed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "other.jsonl", "out.jsonl"]


def test_the_list_reads_as_the_run_said_it_and_says_when_there_is_none(clean: Path) -> None:
    assert run("deidentify", "in.jsonl", "out.jsonl", "-l", "sv", cwd=clean).returncode == 0
    assert run("quarantine", "list", "out.jsonl", cwd=clean).stdout == "nothing is quarantined\n"
    russian = "Это предложение написано по-русски, чтобы проверить язык"
    rows = [{"id": str(n), "text": russian + "!" * n} for n in (1, 9)]
    (clean / "in.jsonl").write_text("\n".join(map(json.dumps, rows)))
    run("deidentify", "in.jsonl", "out.jsonl", "-l", "sv,en", "--overwrite", cwd=clean)
    (listed,) = json.loads(run("quarantine", "list", "out.jsonl", "--json", cwd=clean).stdout)
    assert listed["documents"] == 2
    assert listed["reason"] == "characters … seem to be in 'ru', which is not configured; configured: sv, en"
