"""The demo, on an installation without the parts that are optional."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from maskerad.cli.main import app
from maskerad.core import extras


def test_a_language_that_cannot_be_read_is_left_out_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.MODULES, "ja", ("no_such_module",))
    done = CliRunner().invoke(app, ["demo", str(tmp_path / "demo")])
    assert done.exit_code == 0
    assert "maskerad[ja]" in done.stderr and "left out" in done.stderr
    page = (tmp_path / "demo" / "report.html").read_text(encoding="utf-8")
    assert "Lindqvist" in page and "様" not in page
