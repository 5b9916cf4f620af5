"""A lone surrogate as an id or in a field costs its own document at most."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from maskerad.batch import DetectWork, Job, run_job
from maskerad.corpora import format_names
from maskerad.pipeline.configuration.settings import settings_for


@pytest.mark.parametrize("name", [name for name in format_names() if name != "docx"])
@pytest.mark.parametrize("field", ["id", "record", "ward", "text"])
def test_a_lone_surrogate_costs_its_document_at_most(tmp_path: Path, name: str, field: str) -> None:
    source = tmp_path / "in.jsonl"
    bad = {"id": "1", "record": "r", "ward": "w", "text": "Anna"} | {field: "x\ud800"}
    good = {"id": "2", "record": "s", "ward": "w", "text": "Anna"}
    source.write_text("".join(json.dumps(line) + "\n" for line in (good, bad, good | {"id": "3"})))
    account = run_job(Job(source, tmp_path / "out", target_format=name), DetectWork(settings_for("sv"))).account
    assert account.n_in == 3 and account.n_out >= 2 and account.n_quarantined == 3 - account.n_out
