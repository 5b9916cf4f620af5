"""The vault gives back every text byte for byte, tells nothing without its key, and survives whatever happens to it."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.patience import PATIENCE_S

from maskerad.core import Document, MaskeradError
from maskerad.core.errors import (
    ConfigError,
    FormatError,
    MissingError,
    RestoreError,
    TamperError,
    VaultError,
    VaultKeyError,
)
from maskerad.surrogates import make_key, read_key
from maskerad.vault import Restored, Vault, read_vault_key, rotate
from maskerad.vault.cells import read_cell, written_cell
from maskerad.vault.framing import framed, padded_bytes, unframed

from .vaults import make_vault, numbered, released, restored

PROGRAM = [sys.executable, str(Path(__file__).with_name("vaults.py"))]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return make_vault(tmp_path)


def opened(files: tuple[Path, Path]) -> Vault:
    path, key = files
    return Vault(path, read_vault_key(key, path))


@st.composite
def releases(draw: st.DrawFn) -> tuple[str, list[tuple[int, int, str]]]:
    """A text of any characters, and pieces of it that may touch, with texts that may be empty or the same."""
    text = draw(st.text(st.characters(codec=None), min_size=1, max_size=40))
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True).map(sorted))
    news = st.sampled_from(["", "Eva", "Eva Berg", "***", text[:1]])
    pieces = [(a, b, draw(news)) for a, b in pairwise(cuts) if draw(st.booleans())]
    return text, pieces


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(releases(), st.text(max_size=5), st.text(max_size=5))
def test_round_trip(files: tuple[Path, Path], drawn, name: str, record: str) -> None:
    text, pieces = drawn
    vault = opened(files)
    whole, one = released(text, pieces, name, record)
    vault.keep(whole, [one])
    answer = restored(vault, one, record)
    if isinstance(answer, RestoreError):  # another example had the same ids and safe text
        assert "several" in str(answer)
    else:
        assert answer == text


@given(st.lists(st.text(st.characters(codec=None), max_size=30), max_size=6))
def test_framing_round_trip(fields: list[str]) -> None:
    data = framed(fields)
    assert unframed(data) == fields
    assert len(data) == padded_bytes(len(data))


@given(st.integers(1, 10**9))
def test_padding_is_small_and_leaves_few_lengths(n_bytes: int) -> None:
    padded = padded_bytes(n_bytes)
    assert n_bytes <= padded < n_bytes * 1.13 + 256


def test_the_same_twice_is_kept_once_and_two_originals_of_one_safe_text_are_not_confused(files) -> None:
    vault = opened(files)
    for text in ("Anna kom", "Anna kom", "Bert kom"):
        record, one = released(text, [(0, 4, "***")])
        vault.keep(record, [one])
    assert vault.check() == 2
    answer = restored(vault, one)
    assert isinstance(answer, RestoreError) and "several originals" in str(answer)


def test_only_the_text_that_was_released_is_given_an_original(files) -> None:
    vault = opened(files)
    record, one = numbered(1)
    vault.keep(record, [one])
    for name, text in (("d1", one.text + " "), ("d1", ""), ("d1", one.text.replace("Eva", "Ava"))):
        answer = vault.give_back("r1", [Document(name, text)], "A. Steward", "a test")[0]
        assert isinstance(answer, RestoreError)
        assert "Quorra" not in str(answer)


def test_a_document_that_lost_its_ids_is_known_by_its_text_and_logged_by_its_record(files) -> None:
    vault = opened(files)
    record, one = numbered(1)
    vault.keep(record, [one])
    answer = vault.give_back("other", [Document("7", one.text)], "A. Steward", "a test")
    assert answer == [Restored(record.documents[0].text)]
    assert [access.record for access in vault.accesses()] == ["other", "r1"]


@given(
    st.one_of(
        st.text(),
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False),
        st.dates(),
        st.datetimes(),
        st.decimals(allow_nan=False),
        st.lists(st.text()),
    )
)
def test_values_of_columns_come_back_with_their_types(value: object) -> None:
    back = read_cell(written_cell(value))
    assert (type(back), back) == (type(value), value)


def test_without_the_key_nothing_is_learnt(files) -> None:
    vault = opened(files)
    record, one = released("Quorra Zzyzx", [(0, 6, "Eva")], "document-zzyzx", "record-zzyzx")
    vault.keep(record, [one])
    restored(vault, one, "record-zzyzx")
    written = b"".join(file.read_bytes() for file in files[0].parent.glob("v.vault*"))
    for secret in ("zzyzx", "Quorra", "Eva", "Steward", "a test", "reidentify", one.spans[0].label):
        assert secret.encode() not in written
        assert secret.encode().hex().encode() not in written


def test_equal_records_give_unlike_files_and_lengths_are_blurred(tmp_path: Path) -> None:
    sizes = set()
    for number, length in enumerate((1, 30, 60)):
        folder = tmp_path / str(number)
        folder.mkdir()
        path, key = make_vault(folder)
        vault = Vault(path, read_key(key))
        record, one = released("x" * length, [(0, length, "y")])
        vault.keep(record, [one])
        rows = sqlite3.connect(path).execute("SELECT tag, sealed FROM entries").fetchall()
        sizes.add(len(rows[0][1]))
    assert len(sizes) == 1


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_files_are_their_owners_alone(files) -> None:
    vault = opened(files)
    vault.settle()
    assert {file.stat().st_mode & 0o777 for file in files[0].parent.iterdir()} == {0o600}


def test_a_wrong_key_is_named_and_opens_nothing(files, tmp_path: Path) -> None:
    other = tmp_path / "other.key"
    make_key(other)
    with pytest.raises(VaultKeyError, match="its key is"):
        Vault(files[0], read_key(other))
    with pytest.raises(VaultKeyError):
        Vault.make(files[0], read_key(other))
    with pytest.raises(VaultKeyError):
        rotate(files[0], other, "A. Steward", "a test")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["other.key", "v.vault", "vault.key"]


def test_files_that_are_no_vault(tmp_path: Path) -> None:
    key = tmp_path / "vault.key"
    make_key(key)
    text, database = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("not a vault " * 500)
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE t (x)")
    for path in (text, database):
        before = path.read_bytes()
        for attempt in (Vault, Vault.make):
            with pytest.raises(FormatError, match=path.name):
                attempt(path, read_key(key))
        assert path.read_bytes() == before
    with pytest.raises(MissingError, match="nosuch"):
        Vault(tmp_path / "nosuch", read_key(key))
    with pytest.raises(MissingError):
        Vault.make(tmp_path / "nosuch" / "v", read_key(key))


def test_any_flipped_byte_is_an_error_or_changes_nothing_and_never_gives_a_wrong_text(files, tmp_path: Path) -> None:
    vault = opened(files)
    kept = [numbered(number) for number in range(3)]
    for record, one in kept:
        vault.keep(record, [one])
    restored(vault, kept[0][1], "r0")
    vault.close()
    data, n_noticed = files[0].read_bytes(), 0
    for place in [*range(100), *range(100, len(data), 37)]:
        path = tmp_path / "flipped.vault"
        path.touch(0o600)
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        try:
            damaged = Vault(path, read_key(files[1]))
            answers = [restored(damaged, one, record.id) for record, one in kept]
            list(damaged.accesses())
        except MaskeradError:
            n_noticed += 1
        else:
            expected = [record.documents[0].text for record, _ in kept]
            assert all(a == text or isinstance(a, RestoreError) for a, text in zip(answers, expected, strict=True))
            n_noticed += any(isinstance(answer, RestoreError) for answer in answers)
        for file in tmp_path.glob("flipped.vault*"):
            file.unlink()
    assert n_noticed > 30


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_a_vault_that_others_may_read_or_write_is_refused(files, mode: int) -> None:
    files[0].chmod(mode)
    for attempt in (Vault, Vault.make):
        with pytest.raises(ConfigError, match="chmod 600"):
            attempt(files[0], read_key(files[1]))
    with pytest.raises(ConfigError, match="chmod 600"):
        rotate(*files, "A. Steward", "a test")


def damaged(files: tuple[Path, Path], *statements: str) -> Vault:
    with sqlite3.connect(files[0]) as connection:
        for statement in statements:
            connection.execute(statement)
    return opened(files)


def test_entries_that_were_swapped_are_not_given_back(files) -> None:
    vault = opened(files)
    for number in (1, 2):
        record, one = numbered(number)
        vault.keep(record, [one])
    vault.close()
    changed = damaged(files, "UPDATE entries SET sealed = (SELECT max(sealed) FROM entries)")
    answers = [restored(changed, numbered(number)[1], f"r{number}") for number in (1, 2)]
    assert sum(isinstance(answer, RestoreError) for answer in answers) == 1
    with pytest.raises(TamperError, match="entry"):
        changed.check()


ONE_ENTRY = "SELECT max(tag) FROM entries"


@pytest.mark.parametrize(
    "statements",
    [
        (f"DELETE FROM entries WHERE tag = ({ONE_ENTRY})",),
        ("DELETE FROM entries",),
        ("DELETE FROM about WHERE name = 'census of entries'",),
        ("UPDATE about SET value = zeroblob(300) WHERE name = 'census of entries'",),
        ("UPDATE about SET value = (SELECT value FROM about WHERE name = 'log head') WHERE name LIKE 'census%'",),
    ],
)
def test_an_entry_that_was_taken_out_is_missed(files, statements: tuple[str, ...]) -> None:
    filled(files, 4)
    changed = damaged(files, *statements)
    with pytest.raises(TamperError, match="entries"):
        changed.check()
    changed.close()
    with pytest.raises(TamperError, match="entries"):
        rotate(*files, "A. Steward", "a test")


def test_an_older_census_does_not_hide_that_entries_were_taken_out(files) -> None:
    filled(files, 2)
    census = "SELECT value FROM about WHERE name = 'census of entries'"
    (older,) = sqlite3.connect(files[0]).execute(census).fetchone()
    first_two = sqlite3.connect(files[0]).execute("SELECT tag FROM entries").fetchall()
    filled(files, 4)
    changed = damaged(files)
    changed._connection.executemany("DELETE FROM entries WHERE tag = ?", first_two)
    changed._connection.execute("UPDATE about SET value = ? WHERE name = 'census of entries'", (older,))
    with pytest.raises(TamperError, match="entries"):
        changed.check()


EDITABLE = ("DROP TRIGGER log_no_UPDATE", "DROP TRIGGER log_no_DELETE")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM log WHERE number = 3",
        "DELETE FROM log WHERE number = 2",
        "DELETE FROM log",
        "DELETE FROM about WHERE name = 'log head'",
        "UPDATE log SET sealed = (SELECT sealed FROM log WHERE number = 1) WHERE number = 2",
        "UPDATE log SET number = number + 10",
        "INSERT INTO log SELECT number + 10, sealed FROM log",
        "UPDATE log SET sealed = zeroblob(4)",
    ],
)
def test_a_log_that_was_changed_says_so(files, statement: str) -> None:
    vault = opened(files)
    for number in range(3):
        restored(vault, numbered(number)[1], f"r{number}")
    assert [access.record for access in vault.accesses()] == ["r0", "r1", "r2"]
    vault.close()
    changed = damaged(files, *EDITABLE, statement)
    with pytest.raises(TamperError, match="access log"):
        list(changed.accesses())


def test_the_log_is_append_only_in_the_database_too(files) -> None:
    vault = opened(files)
    restored(vault, numbered(1)[1])
    vault.close()
    for statement in ("DELETE FROM log", "UPDATE log SET number = 7"):
        with sqlite3.connect(files[0]) as connection, pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)


def test_nothing_is_given_when_the_access_cannot_be_noted(files, monkeypatch: pytest.MonkeyPatch) -> None:
    from maskerad.vault.access_log import AccessLog

    def full(*arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    vault = opened(files)
    monkeypatch.setattr(AccessLog, "append", full)
    with pytest.raises(VaultError):
        restored(vault, numbered(1)[1])


def filled(files: tuple[Path, Path], n: int) -> None:
    vault = opened(files)
    for number in range(n):
        record, one = numbered(number)
        vault.keep(record, [one])
    restored(vault, numbered(0)[1], "r0")
    vault.close()


def test_rotation_changes_everything_and_loses_nothing(files) -> None:
    filled(files, 5)
    old_key, before = read_key(files[1]), files[0].read_bytes()
    tags = {tag for (tag,) in sqlite3.connect(files[0]).execute("SELECT tag FROM entries")}
    kept = rotate(files[0], files[1], "A. Steward", "yearly")
    assert read_key(kept) == old_key != read_key(files[1])
    vault = opened(files)
    assert vault.check() == 5
    assert [restored(vault, numbered(n)[1], f"r{n}") for n in range(5)] == [
        numbered(n)[0].documents[0].text for n in range(5)
    ]
    assert [access.action for access in vault.accesses()][:2] == ["reidentify", "rotate"]
    assert not any(tag in files[0].read_bytes() for tag in tags) and before != files[0].read_bytes()
    with pytest.raises(VaultKeyError):
        Vault(files[0], old_key)


def test_a_writer_with_the_old_key_stops_at_once(files) -> None:
    writer = opened(files)
    rotate(files[0], files[1], "A. Steward", "yearly")
    record, one = numbered(1)
    for attempt in (lambda: writer.keep(record, [one]), lambda: restored(writer, one), lambda: list(writer.accesses())):
        with pytest.raises(VaultKeyError):
            attempt()


def test_a_rotation_of_a_broken_vault_changes_nothing(files) -> None:
    filled(files, 3)
    damaged(files, "UPDATE entries SET sealed = zeroblob(300) WHERE tag = (SELECT max(tag) FROM entries)").close()
    with pytest.raises(TamperError):
        rotate(files[0], files[1], "A. Steward", "yearly")
    vault = opened(files)
    assert sum(not isinstance(restored(vault, numbered(n)[1], f"r{n}"), RestoreError) for n in range(3)) == 2


@pytest.mark.parametrize(("call", "after"), [("make_key", 0), ("seal", 0), ("seal", 4), ("seal", 12), ("exchange", 0)])
def test_a_rotation_that_is_killed_leaves_a_vault_that_opens_and_can_be_finished(files, call: str, after: int) -> None:
    filled(files, 10)
    done = subprocess.run([*PROGRAM, "rotate", *map(str, files), call, str(after)], check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    vault = opened(files)
    assert vault.check() == 10
    assert restored(vault, numbered(7)[1], "r7") == "Quorra Zzyzx nr 7"
    vault.close()
    rotate(files[0], files[1], "A. Steward", "again")
    assert not files[1].with_name("vault.key.new").exists()
    vault = Vault(files[0], read_key(files[1]))
    assert vault.check() == 10
    assert [access.action for access in vault.accesses()].count("rotate") == 1


def test_a_writer_that_is_killed_loses_nothing_that_was_kept(files) -> None:
    command = [*PROGRAM, "until_killed", *map(str, files), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(60)]
        process.kill()
        told += [int(line) for line in process.stdout.read().splitlines() if line.isdigit()]
    vault = opened(files)
    assert vault.check() >= len(told)
    for number in told:
        assert restored(vault, numbered(number)[1], f"r{number}") == f"Quorra Zzyzx nr {number}"


def test_two_processes_write_at_once_into_a_vault_that_is_not_there_yet(tmp_path: Path) -> None:
    key, path = tmp_path / "vault.key", tmp_path / "v.vault"
    make_key(key)
    commands = [[*PROGRAM, "keep", str(path), str(key), str(first), "150"] for first in (0, 100, 1000)]
    processes = [subprocess.Popen(command) for command in commands]
    assert [process.wait(timeout=PATIENCE_S) for process in processes] == [0, 0, 0]
    vault = Vault(path, read_key(key))
    assert vault.check() == 250 + 150  # fifty of them were kept by two
    assert restored(vault, numbered(1149)[1], "r1149") == "Quorra Zzyzx nr 1149"


def test_a_copy_with_its_log_of_writes_is_whole(files, tmp_path: Path) -> None:
    vault = opened(files)
    record, one = numbered(1)
    vault.keep(record, [one])
    (tmp_path / "copy").mkdir()
    for file in tmp_path.glob("v.vault*"):
        shutil.copy(file, tmp_path / "copy")
    assert Vault(tmp_path / "copy" / "v.vault", read_key(files[1])).check() == 1


def test_a_key_that_others_may_read_is_refused(files) -> None:
    files[1].chmod(0o644)
    with pytest.raises(ConfigError, match="others may read it"):
        read_vault_key(files[1], files[0])
