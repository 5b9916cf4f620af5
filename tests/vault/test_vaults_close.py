"""No command leaves a vault open in a process that goes on, however it ends."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maskerad.cli.main import app
from maskerad.core.errors import ConfigError, FormatError
from maskerad.surrogates import make_key, read_key
from maskerad.vault import Vault, VaultAccess

WHO = ("--who", "A. Steward", "--why", "a test")
DESCRIPTORS = Path("/proc/self/fd")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the descriptors of a process are counted there")


def n_open(vault: Path) -> int:
    """How many descriptors of this process are of a vault or of its write-ahead log."""
    named = map(_target, DESCRIPTORS.iterdir())
    return sum(name.startswith(str(vault.resolve())) for name in named)


def _target(descriptor: Path) -> str:
    try:
        return str(descriptor.readlink())
    except FileNotFoundError:  # that of the listing itself
        return ""


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """What is left to the collector of garbage stays, so that it is seen."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with the key of a vault, in which a good and a broken input lie."""
    monkeypatch.chdir(tmp_path)
    assert status("init", ".", "-l", "sv", "--vault") == 0
    lines = [json.dumps({"id": str(n), "record": f"p{n}", "text": "Mamma Gunilla Lindqvist kom."}) for n in range(3)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    (tmp_path / "broken.csv").write_bytes(b"id,text\n1,Anna Berg kom.\n2,Eva\xff Berg kom.\n")
    return tmp_path


def status(*arguments: str) -> int:
    return CliRunner().invoke(app, list(arguments)).exit_code


@pytest.mark.parametrize(
    ("arguments", "ends"),
    [
        (("deidentify", "in.jsonl", "out.jsonl"), 0),
        (("deidentify", "in.jsonl", "resumed.jsonl", "--resume"), 0),
        (("deidentify", "broken.csv", "out.csv"), 1),
        (("deidentify", "in.jsonl", "missing/out.jsonl"), 1),
        (("deidentify", "in.jsonl", "out.jsonl", "--html", "missing/page.html"), 1),
    ],
)
def test_a_run_closes_its_vault(study: Path, arguments: tuple[str, ...], ends: int) -> None:
    found = status(*arguments, "--vault", "v")

    assert (study / "v").is_file()
    assert bool(found) == bool(ends)
    assert n_open(study / "v") == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("reidentify", "safe.jsonl", "back.jsonl", "--vault", "v", *WHO),
        ("reidentify", "safe.jsonl", "missing/back.jsonl", "--vault", "v", *WHO),
        ("reidentify", "safe.jsonl", "back.jsonl", "--vault", "v", "--record", "nobody", *WHO),
        ("vault", "log", "v"),
        ("vault", "check", "v"),
        ("vault", "census", "v", "--entries", "3", *WHO),
        ("key", "rotate", "v", *WHO),
    ],
)
def test_a_command_of_vaults_closes_them(study: Path, arguments: tuple[str, ...]) -> None:
    assert status("deidentify", "in.jsonl", "safe.jsonl", "--vault", "v") == 0

    status(*arguments)

    assert n_open(study / "v") == 0


def test_a_run_that_is_stopped_midway_closes_its_vault(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        assert n_open(study / "v") > 0  # else this test looks at nothing
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("maskerad.batch.run.book", broken)

    assert status("deidentify", "in.jsonl", "out.jsonl", "--vault", "v") != 0
    assert n_open(study / "v") == 0


def test_what_is_no_vault_is_not_left_open(tmp_path: Path) -> None:
    key, other = tmp_path / "vault.key", tmp_path / "notes.txt"
    make_key(key)
    other.write_bytes(b"no database at all, and long enough that nobody takes it for an empty one" * 20)

    with pytest.raises(FormatError):
        Vault(other, read_key(key))

    assert n_open(other) == 0


def test_a_vault_that_others_may_read_is_not_left_open(tmp_path: Path) -> None:
    key = tmp_path / "vault.key"
    make_key(key)
    access = VaultAccess(tmp_path / "v", read_key(key))
    with access.open() as vault:
        assert vault.check() == 0
    (tmp_path / "v").chmod(0o644)

    with pytest.raises(ConfigError):
        access.open()

    assert n_open(tmp_path / "v") == 0
