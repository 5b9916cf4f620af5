"""Output appears whole or not at all, and never on the input."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.corpora.drawing import FORMATS_KEPT

from maskerad.core import Document
from maskerad.core.errors import ConfigError, InputError, MissingError
from maskerad.corpora import Destination, open_writer, read_documents
from maskerad.corpora.files.partial import left_over

FORMAT = pytest.mark.parametrize("name", sorted(FORMATS_KEPT))


class Stop(Exception):
    """Anything that goes wrong."""


def write(target: Path, name: str, *texts: str, source: Path | None = None, overwrite: bool = False) -> None:
    with open_writer(Destination(target, source, overwrite), format_name=name) as writer:
        for number, text in enumerate(texts):
            writer.write(Document(f"n{number}", text))


@FORMAT
@pytest.mark.parametrize("error", [Stop, KeyboardInterrupt])
def test_a_failure_midway_leaves_nothing(tmp_path: Path, name: str, error: type[BaseException]) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    with pytest.raises(error), open_writer(Destination(target), format_name=name) as writer:
        writer.write(Document("a", "canary"))
        raise error
    assert list(tmp_path.iterdir()) == []


@FORMAT
def test_a_failure_midway_leaves_the_old_output(tmp_path: Path, name: str) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    write(target, name, "old")
    with pytest.raises(Stop), open_writer(Destination(target, overwrite=True), format_name=name) as writer:
        writer.write(Document("a", "new"))
        raise Stop
    assert [item.document.text for item in read_documents(target, format_name=name)] == ["old"]
    assert list(tmp_path.iterdir()) == [target]


@FORMAT
def test_an_output_that_exists_is_replaced_only_when_asked(tmp_path: Path, name: str) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    write(target, name, "old", "old too")
    with pytest.raises(ConfigError, match="exists"):
        write(target, name, "new")
    write(target, name, "new", overwrite=True)
    assert [item.document.text for item in read_documents(target, format_name=name)] == ["new"]
    assert list(tmp_path.iterdir()) == [target]


@FORMAT
def test_nothing_appears_before_the_end(tmp_path: Path, name: str) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    with open_writer(Destination(target), format_name=name) as writer:
        writer.write(Document("a", "x"))
        assert not target.exists()
    assert target.exists()


@FORMAT
def test_the_input_is_never_written(tmp_path: Path, name: str) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    write(target, name, "old")
    link = tmp_path / f"link{target.suffix}"
    link.symlink_to(target)
    for path in (target, link, tmp_path / "." / target.name):
        with pytest.raises(ConfigError, match="input"):
            write(path, name, "new", source=target, overwrite=True)
    assert [item.document.text for item in read_documents(target, format_name=name)] == ["old"]


def test_output_inside_or_around_the_input_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "notes" / "inner"
    write(tmp_path / "notes", "text", "x")
    source.mkdir()
    with pytest.raises(ConfigError, match="inside the input"):
        write(source / "safe", "text", "x", source=tmp_path / "notes")
    with pytest.raises(ConfigError, match="holds the input"):
        write(tmp_path / "notes", "text", "x", source=source, overwrite=True)


def test_a_folder_with_other_files_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "safe"
    write(target, "text", "x")
    (target / "thesis.tex").write_text("mine")
    with pytest.raises(ConfigError, match=r"thesis\.tex"):
        write(target, "text", "y", overwrite=True)
    assert (target / "thesis.tex").read_text() == "mine"


def test_a_folder_is_not_replaced_by_a_file_nor_the_other_way(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").mkdir()
    (tmp_path / "b").write_text("x")
    with pytest.raises(ConfigError, match="is a folder"):
        write(tmp_path / "a.jsonl", "jsonl", "x", overwrite=True)
    with pytest.raises(ConfigError, match="is a file"):
        write(tmp_path / "b", "text", "x", overwrite=True)


def test_the_folder_above_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="nowhere"):
        write(tmp_path / "nowhere" / "out.jsonl", "jsonl", "x")


@pytest.mark.parametrize("name", ["text", "brat", "i2b2", "docx"])
@pytest.mark.parametrize(
    "bad", ["../x", "/etc/x", "a//b", "a/../../b", "", ".hidden", "a\0b", "a\nb", "C:\\x", "x" * 300]
)
def test_ids_do_not_lead_out_of_the_folder(tmp_path: Path, name: str, bad: str) -> None:
    target = tmp_path / "out"
    reason = "cannot be the name of a file"
    with pytest.raises(InputError, match=reason), open_writer(Destination(target), format_name=name) as writer:
        writer.write(Document(bad, "x"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["text", "brat", "i2b2", "docx"])
def test_two_documents_of_one_name_are_refused(tmp_path: Path, name: str) -> None:
    target, reason = tmp_path / "out", "one of that name"
    with pytest.raises(InputError, match=reason), open_writer(Destination(target), format_name=name) as writer:
        writer.write(Document("a", "x"))
        writer.write(Document("a", "y"))


def test_one_file_for_one_document(tmp_path: Path) -> None:
    source, target = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text("old")
    write(target, "text", "new", source=source)
    assert target.read_text() == "new"
    with pytest.raises(InputError, match="holds one document"):
        write(target, "text", "one", "two", source=source, overwrite=True)
    assert target.read_text() == "new"


def test_no_document_makes_no_single_file(tmp_path: Path) -> None:
    write(tmp_path / "out.txt", "text")
    assert list(tmp_path.iterdir()) == []


@FORMAT
def test_only_the_owner_may_read_what_is_in_the_making(tmp_path: Path, name: str) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    with open_writer(Destination(target), format_name=name) as writer:
        writer.write(Document("a", "x"))
        (partial,) = tmp_path.iterdir()
        assert stat.S_IMODE(partial.stat().st_mode) == (0o700 if partial.is_dir() else 0o600)


@FORMAT
@pytest.mark.parametrize("is_private", [True, False])
def test_finished_output_is_as_private_as_asked(tmp_path: Path, name: str, is_private: bool) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    before = os.umask(0o022)
    try:
        with open_writer(Destination(target, is_private=is_private), format_name=name) as writer:
            writer.write(Document("ward/a" if FORMATS_KEPT[name].target == "out" else "a", "x"))
    finally:
        os.umask(before)
    for path in (target, *target.rglob("*")):
        expected = (0o700 if path.is_dir() else 0o600) if is_private else (0o755 if path.is_dir() else 0o644)
        assert stat.S_IMODE(path.stat().st_mode) == expected


@FORMAT
def test_output_is_on_the_disk_before_it_appears(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    calls: list[str] = []
    fsync, rename, replace = os.fsync, Path.rename, Path.replace

    def syncing(handle: int) -> None:
        calls.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def moving(self: Path, to: Path) -> Path:
        calls.append("move")
        return (rename if self.is_dir() else replace)(self, to)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(Path, "rename", moving)
    monkeypatch.setattr(Path, "replace", moving)
    with open_writer(Destination(target), format_name=name) as writer:
        writer.write(Document("a", "x"))
    at = calls.index("move")
    assert "file" in calls[:at] and calls[at + 1 :] == ["folder"]
    if target.is_dir():
        n_files = sum(1 for path in target.rglob("*") if path.is_file())
        assert calls[:at].count("file") == n_files and "folder" in calls[:at]


KILLED = """
import os, signal, sys
from pathlib import Path
from maskerad.core import Document
from maskerad.corpora import Destination, open_writer
with open_writer(Destination(Path(sys.argv[1]), overwrite=True), format_name=sys.argv[2]) as writer:
    writer.write(Document("a", "canary"))
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process")
@FORMAT
def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path, name: str) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    subprocess.run([sys.executable, "-c", KILLED, str(target), name], check=False)
    (left,) = left_over(tmp_path)
    assert stat.S_IMODE(left.stat().st_mode) & 0o077 == 0
    write(target, name, "new")
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.skipif(sys.platform == "win32", reason="no such locks")
@FORMAT
def test_the_second_of_two_runs_to_one_output_is_refused(tmp_path: Path, name: str) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    with open_writer(Destination(target), format_name=name) as writer:
        writer.write(Document("a", "first"))
        assert left_over(tmp_path) == []
        with pytest.raises(ConfigError, match="another run is making it"):
            write(target, name, "second", overwrite=True)
    assert [item.document.text for item in read_documents(target, format_name=name)] == ["first"]
    assert list(tmp_path.iterdir()) == [target]


def test_a_folder_that_was_being_replaced_when_its_run_was_killed_is_put_back(tmp_path: Path) -> None:
    target = tmp_path / "out"
    write(target, "text", "old")
    target.rename(tmp_path / ".out.old")
    with pytest.raises(ConfigError, match="exists"):
        write(target, "text", "new")
    assert (target / "n0.txt").read_text() == "old"


@FORMAT
@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes")
def test_links_and_what_is_no_plain_file_are_not_replaced(tmp_path: Path, name: str) -> None:
    target = tmp_path / FORMATS_KEPT[name].target
    elsewhere = tmp_path / "elsewhere"
    for place in (elsewhere, tmp_path / "nothing"):
        write(elsewhere, "text", "kept") if place == elsewhere else None
        target.symlink_to(place)
        with pytest.raises(ConfigError, match="exists"):
            write(target, name, "x")
        with pytest.raises(ConfigError, match="is a link"):
            write(target, name, "x", overwrite=True)
        target.unlink()
    os.mkfifo(target)
    with pytest.raises(ConfigError, match=r"is a file|no plain file"):
        write(target, name, "x", overwrite=True)


@pytest.mark.parametrize("content", [b"ab" * 32 + b"\n", b"SQLite format 3\0" + bytes(100)])
def test_keys_and_vaults_are_not_replaced(tmp_path: Path, content: bytes) -> None:
    for name in ("out.jsonl", "vault.txt", "project.key"):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ConfigError, match=r"is a key|is a vault"):
            write(tmp_path / name, "jsonl", "x", overwrite=True)
        assert (tmp_path / name).read_bytes() == content
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.txt").write_bytes(content)
    with pytest.raises(ConfigError, match=r"is a key|is a vault"):
        write(tmp_path / "folder", "text", "x", overwrite=True)
