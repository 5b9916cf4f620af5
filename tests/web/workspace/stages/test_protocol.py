"""Protocols: what a stage asks for, and what a section's policy holds back."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.workspace.persons import Person, come_in, next_id
from tests.web.workspace.projects import project_of

from maskerad.core.errors import ConfigError
from maskerad.core.schemes import load_scheme
from maskerad.web.workspace.stages.protocol import FILE, parse_protocol

LETTER = (
    "Sehr geehrte Frau Berg,\n\nwir berichten über Karl Lind, der am 7.6.2024 kam.\n\n"
    "Mit freundlichen Grüßen\nDr. Ulrike Sommer\nOberärztin"
)
STAGE = '[[stages]]\nname = "annotate"\n'


def held(tmp_path: Path, protocol: str) -> list[tuple[str, str]]:
    """Kinds and strings of the findings that hold a stage of the letter, of which nothing but the date is marked."""
    project = project_of(tmp_path, LETTER, language="de")
    if protocol:
        (project.folder / FILE).write_text(protocol, encoding="utf-8")
    anna = come_in(project)
    return findings(anna)


def findings(anna: Person) -> list[tuple[str, str]]:
    at = LETTER.index("7.6.2024")
    op = {"kind": "add", "start": at, "end": at + 8, "label": "DATE"}
    assert anna.ops(anna.get("/api/documents/1"), op).status_code == 200
    answer = anna.post("/api/documents/1/finish", stage="annotate", op_id=next_id())
    if answer.status_code == 200:
        return []
    assert answer.status_code == 409, answer.text
    return [(one["kind"], LETTER[one["start"] : one["end"]]) for one in answer.json()["findings"]]


def test_what_is_left_over_in_a_section_that_identifies_as_a_whole_holds_its_stage(tmp_path: Path) -> None:
    assert {("residue", "Ulrike"), ("residue", "Sommer")} <= set(held(tmp_path, ""))


@pytest.mark.parametrize(
    "protocol",
    [
        f'{STAGE}[policies]\nsignature = "parts"\n',
        f'{STAGE}sections = ["body"]\n',
        f'{STAGE}checks = ["undecided"]\n',
    ],
)
def test_a_protocol_says_what_holds_a_stage(tmp_path: Path, protocol: str) -> None:
    assert held(tmp_path, protocol) == []


def test_a_section_can_be_made_one_that_identifies_as_a_whole(tmp_path: Path) -> None:
    kinds = held(tmp_path, f'{STAGE}[policies]\nsalutation = "whole"\nsignature = "parts"\n')
    assert ("residue", "Berg") in kinds and ("residue", "Sommer") not in kinds


@pytest.mark.parametrize(
    "wrong",
    [
        {"policies": {"letterhead": "whole"}},
        {"policies": {"address": "some"}},
        {"stages": []},
        {"stages": [{"name": "a"}, {"name": "a"}]},
        {"stages": [{"name": "a", "labels": ["NOBODY"]}]},
        {"stages": [{"name": "a", "sections": ["nowhere"]}]},
        {"release": ["b"]},
        {"miss_rate": 2.0},
    ],
)
def test_what_a_protocol_cannot_say_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="protocol"):
        parse_protocol({"stages": [{"name": "a"}], **wrong}, load_scheme("core"))
