"""No side doors: a canary in the input appears in the output that was asked for and nowhere else."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from traceback import format_exception

import pytest

import maskerad
from maskerad.core import Document, MaskeradError, Record, Span, SpanSet
from maskerad.core.document import Identifier
from maskerad.pipeline.rewrite import rewrite

CANARY = "Zzyzxqvist"
TEXT = f"Dr {CANARY} ringde 070-174 06 18 den 12 mars 2020. Mamma {CANARY} kom."


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def everything_under(folder: Path) -> str:
    files = (file for file in folder.rglob("*") if file.is_file())
    return "".join(file.name + file.read_text(encoding="utf-8", errors="replace") for file in files)


def test_objects_do_not_show_text_when_printed():
    engine = maskerad.load("sv")
    released = engine.deidentify(TEXT)
    shown = [Document("d", TEXT), Record("r", (Document("d", TEXT),)), Identifier("PATIENT", "given", CANARY)]
    assert CANARY not in repr([*shown, engine.detect(TEXT), released.spans, released])


def test_the_safe_output_and_all_messages_are_free_of_it(tmp_path: Path):
    source, made = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    made.mkdir()
    (source / "note.txt").write_text(TEXT, encoding="utf-8")
    done = run(
        "deidentify", str(source), str(made / "safe"), "--language", "sv", "--spans-to", str(made / "s.jsonl"), cwd=made
    )
    assert done.returncode == 0, done.stderr
    assert CANARY not in done.stdout + done.stderr + everything_under(made)


BROKEN = {
    "line.jsonl": f'{{"id": "1", "text": "{CANARY}"\n',
    "no_text.jsonl": json.dumps({"id": "1", "note": CANARY}) + "\n",
    "bad_span.jsonl": json.dumps({"id": "1", "text": CANARY, "entities": [{"start": 0, "end": 99, "label": "X"}]})
    + "\n",
    "not_an_object.jsonl": json.dumps([CANARY]) + "\n",
    "row.csv": f'id,text\n1,"{CANARY}',
    "cells.csv": f"id,text\n1,{CANARY},{CANARY}\n",
    "tags.xml": f"<deIdi2b2><TEXT><![CDATA[{CANARY}]]></TEXT><TAGS><NAME id='1' start='x' end='2'/></TAGS></deIdi2b2>",
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_input_is_quarantined_or_refused_without_it(tmp_path: Path, name: str):
    source, made = tmp_path / name, tmp_path / "made"
    made.mkdir()
    source.write_text(BROKEN[name], encoding="utf-8")
    done = run("detect", str(source), str(made / name), "--language", "sv", cwd=made)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert CANARY not in done.stdout + done.stderr + everything_under(made)


def test_an_error_inside_a_recogniser_quarantines_the_record_without_it(tmp_path: Path, monkeypatch):
    from maskerad.batch import DetectWork, Job, run_job
    from maskerad.pipeline.configuration.settings import settings_for
    from maskerad.recognisers.rules.propagation import Propagation

    def explode(self: object, evidence: object) -> object:
        raise RuntimeError(f"could not cope with {CANARY}")

    monkeypatch.setattr(Propagation, "recognise", explode)
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps({"id": "1", "text": TEXT}) + "\n", encoding="utf-8")
    summary = run_job(Job(source, tmp_path / "out.jsonl"), DetectWork(settings_for("sv")))
    assert [item.code for item in summary.quarantined] == ["E999"]
    written = (tmp_path / "out.jsonl").read_text() + (tmp_path / "out.jsonl.quarantine.jsonl").read_text()
    assert CANARY not in written


REFUSED = {
    "a line in another language": lambda: maskerad.load("sv", foreign="quarantine").detect(
        f"{TEXT}\nThe patient {CANARY} was seen by her doctor and is doing very well today."
    ),
    "a place behind the end": lambda: maskerad.load("sv", model=None).deidentify(TEXT).offsets.to_new(10**6),
    "a number for a text": lambda: maskerad.load("sv", model=None).deidentify([TEXT]),
    "two documents of one id": lambda: Record("r", (Document("a", TEXT), Document("a", TEXT))),
    "spans over one another": lambda: SpanSet((Span(0, 13, "PERSON", entity=CANARY), Span(3, 20, "CITY"))),
    "a span behind the end": lambda: rewrite(Document("a", TEXT), SpanSet((Span(0, 10**6, "PERSON"),)), [CANARY]),
}


@pytest.mark.parametrize("call", REFUSED.values(), ids=REFUSED)
def test_our_own_errors_do_not_hold_it(call: Callable[[], object]):
    with pytest.raises(MaskeradError) as refused:
        call()
    assert CANARY not in "".join(format_exception(refused.value))


def test_the_core_works_with_sockets_forbidden(monkeypatch):
    def refuse(*arguments: object, **named: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for code in ("sv", "en", "de"):
        assert maskerad.load(code).deidentify("Anna 12 mars 2020").text
    assert maskerad.load("auto").detect("Hej, jag heter Anna och bor i Lund.\nMy name is John and I live here.")
