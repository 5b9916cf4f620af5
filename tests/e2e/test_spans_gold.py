"""Corpora that people annotated: what they marked is replaced, and their annotations stand around the surrogates."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from maskerad.core import Document, Span
from maskerad.corpora import FormatOptions, read_documents
from maskerad.corpora.files.atomic import Destination
from maskerad.corpora.formats import open_writer

TEXT = "Paciente: Quorra Zamacona Iturbe, 47 años. Vive en Xanadú. Quorra pagó 300 euros el 12 de marzo de 2020."


def span(words: str, label: str, entity: str = "", text: str = TEXT, nth: int = 0) -> Span:
    start = -1
    for _ in range(nth + 1):
        start = text.index(words, start + 1)
    return Span(start, start + len(words), label, entity=entity)


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "maskerad", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def write(path: Path, format_name: str, scheme: str, *documents: tuple[str, str, list[Span]]) -> None:
    with open_writer(Destination(path), FormatOptions(scheme=scheme), format_name=format_name) as writer:
        for name, text, spans in documents:
            writer.write(Document(name, text), spans)


MEDDOCAN = [
    span("Quorra Zamacona Iturbe", "NOMBRE_SUJETO_ASISTENCIA"),
    span("47 años", "EDAD_SUJETO_ASISTENCIA"),
    span("Xanadú", "TERRITORIO"),
    span("Quorra", "NOMBRE_SUJETO_ASISTENCIA", nth=1),
    span("12 de marzo de 2020", "FECHAS"),
]


@pytest.mark.parametrize(
    ("format_name", "name"), [("brat", "in"), ("meddocan", "in"), ("jsonl", "in.jsonl"), ("csv", "in.csv")]
)
def test_exactly_what_is_marked_is_replaced_and_marked_again(tmp_path: Path, format_name: str, name: str):
    if format_name == "csv":
        cell = json.dumps([{"start": one.start, "end": one.end, "label": one.label} for one in MEDDOCAN])
        (tmp_path / name).write_text(f'id,text,entities\n1,"{TEXT}","{cell.replace(chr(34), chr(34) * 2)}"\n', "utf-8")
    else:
        write(tmp_path / name, format_name, "meddocan", ("1", TEXT, MEDDOCAN))
    out = name.replace("in", "out")
    done = run("deidentify", name, out, "-l", "es", "--spans", "gold", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (new,) = read_documents(tmp_path / out, format_name=format_name)
    text = new.document.text
    assert [one.label for one in new.spans] == [one.label for one in MEDDOCAN]
    pieces = [text[one.start : one.end] for one in new.spans]
    assert (
        f"Paciente: {pieces[0]}, {pieces[1]}. Vive en {pieces[2]}. {pieces[3]} pagó 300 euros el {pieces[4]}." == text
    )
    assert pieces[3] in pieces[0].split()  # one person
    everything = "".join(file.read_text("utf-8") for file in (tmp_path / out).rglob("*") if file.is_file())
    everything += (tmp_path / out).read_text("utf-8") if (tmp_path / out).is_file() else ""
    assert not any(word in everything for word in ("Quorra", "Zamacona", "Xanadú", "12 de marzo"))


def test_labels_that_name_no_identifier_stay_with_their_text(tmp_path: Path):
    spans = [span("Xanadú", "LOCATION"), span("300 euros", "MONEY")]
    write(tmp_path / "in.jsonl", "jsonl", "irex", ("1", TEXT, spans))
    done = run(
        "deidentify", "in.jsonl", "out.jsonl", "-l", "es", "--spans", "gold", "--gold-scheme", "irex", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "their text stays: MONEY (1)" in done.stderr
    (new,) = read_documents(tmp_path / "out.jsonl")
    assert [(new.document.text[one.start : one.end], one.label) for one in new.spans][1] == ("300 euros", "MONEY")
    assert "Xanadú" not in new.document.text and "Quorra" in new.document.text  # what nobody marked stays


def test_what_annotators_forgot_is_replaced_with_what_they_marked_and_told(tmp_path: Path):
    write(tmp_path / "in.jsonl", "jsonl", "meddocan", ("1", TEXT, MEDDOCAN[:3]))
    done = run("deidentify", "in.jsonl", "out.jsonl", "-l", "es", "--spans", "gold", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "replaced too: 1 mention of" in done.stderr and "Quorra" not in done.stderr
    (new,) = read_documents(tmp_path / "out.jsonl")
    assert len(new.spans) == 3 and "Quorra" not in new.document.text and "12 de marzo de 2020" in new.document.text


def test_ids_of_entities_say_who_is_who(tmp_path: Path):
    text = "Quorra llamó. Zamacona vino. La Bimba, en el Palacio, cerca de la Casa Grande."
    spans = [
        span("Quorra", "PATIENT", "Quorra Z", text),
        span("Zamacona", "PATIENT", "Quorra Z", text),
        span("Bimba", "PERSON", "x", text),
        span("Palacio", "HOSPITAL", "h", text),
        span("Casa Grande", "HOSPITAL", "h", text),
    ]
    write(tmp_path / "in.jsonl", "jsonl", "core", ("1", text, spans))
    done = run(
        "deidentify", "in.jsonl", "out.jsonl", "-l", "es", "--spans", "gold", "-s", "default=indexed",
        "-s", "PERSON=indexed", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (new,) = read_documents(tmp_path / "out.jsonl")
    expected = "[PATIENT-1] llamó. [PATIENT-1] vino. La [PERSON-2], en el [HOSPITAL-1], cerca de la [HOSPITAL-1]."
    assert new.document.text == expected
    assert [one.entity for one in new.spans] == ["PATIENT-1", "PATIENT-1", "PERSON-1", "HOSPITAL-1", "HOSPITAL-1"]
    assert "Quorra" not in (tmp_path / "out.jsonl").read_text("utf-8")


def test_overlapping_annotations_keep_their_places(tmp_path: Path):
    text = "Ingresó en el Hospital de Xanadú ayer."
    spans = [span("Hospital de Xanadú", "HOSPITAL", text=text), span("Xanadú", "CITY", text=text)]
    write(tmp_path / "in.jsonl", "jsonl", "core", ("1", text, spans))
    assert run("deidentify", "in.jsonl", "out.jsonl", "-l", "es", "--spans", "gold", cwd=tmp_path).returncode == 0
    (new,) = read_documents(tmp_path / "out.jsonl")
    whole, inner = new.spans
    assert (whole.label, inner.label) == ("HOSPITAL", "CITY") and whole.end == inner.end and whole.start <= inner.start
    assert new.document.text[: whole.start] == "Ingresó en el " and new.document.text[whole.end :] == " ayer."
    assert "Xanadú" not in new.document.text


def test_a_text_at_which_nobody_looked_does_not_leave(tmp_path: Path):
    write(tmp_path / "in", "brat", "meddocan", ("1", TEXT, MEDDOCAN), ("2", TEXT, []), ("3", "Quorra", []))
    (tmp_path / "in" / "3.ann").unlink()
    done = run("deidentify", "in", "out", "-l", "es", "--spans", "gold", cwd=tmp_path)
    assert done.returncode == 1
    assert sorted(file.stem for file in (tmp_path / "out").glob("*.txt")) == ["1", "2"]
    (entry,) = map(json.loads, (tmp_path / "out.quarantine.jsonl").read_text("utf-8").splitlines())
    assert entry["document"] == "3" and "no annotations" in entry["reason"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--spans", "golden"], "known: found, gold"),
        (["--spans", "gold", "--gold-scheme", "nosuch"], "nosuch"),
        (["--spans", "gold"], "no annotations"),
    ],
)
def test_a_wrong_call_is_one_clear_line(tmp_path: Path, arguments: list[str], says: str):
    (tmp_path / "in.txt").write_text(TEXT, "utf-8")
    done = run("deidentify", "in.txt", "out.txt", "-l", "es", *arguments, cwd=tmp_path)
    assert done.returncode == 2 and says in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "out.txt").exists()
