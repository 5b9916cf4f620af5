"""How every command is called on one set of small inputs that hold two canaries, and what it may then show.

``NAME`` is the name of a person, which rules and annotations find; ``WORD`` is a word of the text that stays in it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from maskerad.cli.command import SummaryCommand
from maskerad.cli.main import app

NAME, WORD = "Zzyzxqvist", "qwfpgarst"
LANGUAGE = ("-l", "sv")
COMPLAINTS = ("hosta", "feber", "yrsel", "utslag", "illamående", "värk i knät", "svullnad", "trötthet", "andnöd", "oro")
UNITS = ("dagar", "timmar", "veckor", "mg", "slag", "steg", "gånger", "minuter", "droppar", "tabletter")
REPORT = ("--html", "page.html", "--json", "figures.json", "--markdown", "figures.md")
WHO = ("--who", "A. Steward", "--why", "request 14")
SMALL_NETWORK = ("--hidden", "8", "--epochs", "1", "--batch", "4", "--dev", "dev.jsonl")


@dataclass(frozen=True)
class Call:
    """One call of a command.

    Attributes:
        arguments: Without the name of the command, for a run in the folder of inputs.
        reads: Files and folders that are read.
        safe: Files and folders of released text that it makes: the word may stand there, the name may not.
        full: What it makes to hold the originals, or what was learnt from them.
        is_shown: Whether standard output holds the originals, because that was asked for.
        needs: A module without which it cannot run.

    Whatever else it makes holds neither.
    """

    arguments: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    safe: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    is_shown: bool = False
    needs: str = "maskerad"


def study(*arguments: str) -> Call:
    """A study of the annotated texts."""
    return Call(("gold.jsonl", *LANGUAGE, *arguments, *REPORT), ("gold.jsonl",))


def training(*arguments: str, needs: str = "torch") -> Call:
    """A training on the annotated texts."""
    return Call(("gold.jsonl", "made", *arguments), ("gold.jsonl",), full=("made", "made.training"), needs=needs)


FOLDS = ("-m", "rules", "-m", "frequent", "--folds", "2")
TWO_CORPORA = ("one=gold.jsonl", "two=dev.jsonl", *LANGUAGE, "-m", "frequent")

CALLS: dict[str, Call] = {
    "init": Call(("project", *LANGUAGE, "--vault")),
    "check": Call(("study",), ("study",)),
    "deidentify": Call(
        (
            "table.csv",
            "safe.csv",
            "--project",
            "study",
            "--record-column",
            "patient",
            "--column",
            "who=PATIENT",
            "--known",
            "known.csv",
            "--spans-to",
            "spans.jsonl",
            "--doubts",
            "doubts.jsonl",
            "--html",
            "page.html",
            "--vault",
            "new.vault",
        ),
        ("table.csv", "known.csv"),
        safe=("safe.csv", "spans.jsonl"),
        full=("page.html",),
    ),
    "reidentify": Call(
        ("safe.jsonl", "back.jsonl", "--vault", "kept.vault", "--project", "study", *WHO),
        ("safe.jsonl", "kept.vault"),
        full=("back.jsonl",),
    ),
    "show": Call(("notes", *LANGUAGE, "-o", "page.html"), ("notes",), full=("page.html",)),
    "detect": Call(
        ("gold.jsonl", "found.conll", *LANGUAGE, "--known", "known.csv"),
        ("gold.jsonl", "known.csv"),
        full=("found.conll",),
    ),
    "explain": Call(("gold.jsonl", *LANGUAGE), ("gold.jsonl",), is_shown=True),
    "convert": Call(("gold.jsonl", "gold.conll"), ("gold.jsonl",), full=("gold.conll",)),
    "evaluate": Call(("gold.jsonl", "other.jsonl", *REPORT), ("gold.jsonl", "other.jsonl")),
    "agreement": Call(
        ("gold.jsonl", "other.jsonl", "--union", "union.jsonl", *REPORT),
        ("gold.jsonl", "other.jsonl"),
        full=("union.jsonl",),
    ),
    "compare": Call(("gold.jsonl", "other.jsonl", "gold.jsonl", *REPORT), ("gold.jsonl", "other.jsonl")),
    "audit": Call(
        ("gold.jsonl", "--predicted", "other.jsonl", *LANGUAGE, "--rounds", "2", *REPORT),
        ("gold.jsonl", "other.jsonl"),
    ),
    "split": Call(("gold.jsonl", "parts", "--parts", "train=50,test=50"), ("gold.jsonl",), full=("parts",)),
    "languages": Call(),
    "labels": Call(("meddocan",)),
    "demo": Call(("shown",)),
    "key show": Call(("study/project.key",), ("study/project.key",)),
    "key new": Call(("another.key",)),
    "key rotate": Call(("kept.vault", "--project", "study", *WHO), ("kept.vault",)),
    "vault census": Call(
        ("older.vault", "--entries", "12", "--project", "study", *WHO),
        ("older.vault",),
    ),
    "vault check": Call(("kept.vault", "--project", "study"), ("kept.vault",)),
    "vault log": Call(("kept.vault", "--project", "study"), ("kept.vault",)),
    "train crf": training(*LANGUAGE, "--iterations", "2", "--dev", "dev.jsonl", needs="pycrfsuite"),
    "train silver": Call(("notes", "silver.jsonl", "--model", "model"), ("notes",), full=("silver.jsonl",)),
    "train hybrid": training(*LANGUAGE, "--member", "crf", "--iterations", "2", "--folds", "2", needs="pycrfsuite"),
    "train bilstm": training(*LANGUAGE, *SMALL_NETWORK),
    "train charlm": Call(
        ("archive.jsonl", "made", "--hidden", "8", "--epochs", "1"),
        ("archive.jsonl",),
        full=("made", "made.training"),
        needs="torch",
    ),
    "train transformer": training(
        *LANGUAGE, "--base", "base", "--epochs", "1", "--dev", "dev.jsonl", needs="transformers"
    ),
    "train adopt": Call(
        ("theirs", "made", *LANGUAGE, "--labels", "labels.toml"), ("theirs",), full=("made",), needs="transformers"
    ),
    "experiment modules": study("--modules", "DT"),
    "experiment crossval": study(*FOLDS),
    "experiment errors": study("--folds", "2"),
    "experiment curve": study("-m", "frequent", "--shares", "50,100", "--samples", "1"),
    "experiment annotator": study(),
    "experiment augment": replace(study(), arguments=(*TWO_CORPORA, "--folds", "2", *REPORT)),
    "experiment compare": replace(study(), arguments=(*TWO_CORPORA, "--folds", "2", *REPORT)),
    "experiment crossdomain": replace(study(), arguments=(*TWO_CORPORA, *REPORT)),
    "experiment mix": replace(study(), arguments=(*TWO_CORPORA, "--folds", "2", *REPORT)),
    "experiment blind build": Call(("gold.jsonl", "blind", *LANGUAGE), ("gold.jsonl",), full=("blind",)),
    "experiment blind serve": Call(("asked", "--port", "0"), ("asked",)),
    "watch": Call(("notes", "out", "--project", "study", "--statistics", "days.csv"), ("notes",), safe=("out",)),
    "serve": Call((*LANGUAGE, "--port", "8399"), needs="prometheus_client"),
    "quarantine list": Call(("out.jsonl.quarantine.jsonl",), ("out.jsonl.quarantine.jsonl",)),
    "quarantine show-ids": Call(("out.jsonl.quarantine.jsonl",), ("out.jsonl.quarantine.jsonl",)),
    "quarantine retry": Call(("out.jsonl",), safe=("again.jsonl",)),
    "preselect": Call(
        ("gold.jsonl", "first.jsonl", "-n", "3", *LANGUAGE), ("gold.jsonl",), full=("first.jsonl",), needs="fastapi"
    ),
    "workspace demo": Call(("shown", "-l", "sv", "--port", "0"), needs="fastapi"),
    "workspace serve": Call(("annotated", "--port", "0"), ("annotated",), needs="fastapi"),
    "workspace import": Call(("new", "gold.jsonl", *LANGUAGE), ("gold.jsonl",), full=("new",), needs="fastapi"),
    "workspace export": Call(
        ("annotated", "out.jsonl", "--layer", "imported"), ("annotated",), full=("out.jsonl",), needs="fastapi"
    ),
    "workspace users add": Call(
        ("annotated", "anna", "--no-password"), ("annotated",), full=("annotated",), needs="fastapi"
    ),
    "workspace users change": Call(
        ("annotated", "annotator", "--inactive"), ("annotated",), full=("annotated",), needs="fastapi"
    ),
    "workspace users list": Call(("annotated",), ("annotated",), needs="fastapi"),
    "workspace backup": Call(("annotated",), ("annotated",), full=("annotated",), needs="fastapi"),
    "workspace restore": Call(("annotated", "kept.db"), ("annotated", "kept.db"), full=("annotated",), needs="fastapi"),
    "workspace findings": Call(("annotated", "--layer", "imported"), ("annotated",), needs="fastapi"),
    "workspace check": Call(("annotated",), ("annotated",), needs="fastapi"),
    "experiment blind analyse": Call(("asked", *REPORT), ("asked",)),
}


def command_names() -> set[str]:
    """The path of every command that there is."""
    return {" ".join(path) for path, _ in _commands(typer.main.get_command(app))}


def has_json(name: str) -> bool:
    """Whether a command has a summary for programs."""
    return isinstance(dict(_commands(typer.main.get_command(app)))[tuple(name.split())], SummaryCommand)


def _commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if not hasattr(command, "commands"):
        yield path, command
        return
    for name, inner in command.commands.items():
        yield from _commands(inner, (*path, name))


def note(number: int) -> dict[str, Any]:
    """A note about somebody whose name is the canary, with its annotations; no two are near-duplicates."""
    draw = random.Random(number)
    text, entities = "", []
    for piece, label in (
        (f"Besök {number}. Patient: ", ""),
        (f"Tyra {NAME}", "PATIENT"),
        (f"\nMamma {NAME} kom med {WORD}. {_complaints(draw)} ", ""),
        (f"{number % 28 + 1} mars 2020", "DATE"),
        (f" {_complaints(draw)}\nUndertecknat av Dr ", ""),
        (f"{NAME}sson" if number % 2 else "Halvar Ekelöv", "CLINICIAN"),
        (f" i {WORD}.\n", ""),
    ):
        if label:
            entities.append({"start": len(text), "end": len(text) + len(piece), "label": label})
        text += piece
    return {"id": f"d{number}", "record": f"r{number // 2}", "text": text, "entities": entities}


def _complaints(draw: random.Random) -> str:
    return " ".join(f"{draw.choice(COMPLAINTS)} {draw.randint(2, 60)} {draw.choice(UNITS)}," for _ in range(8))


def write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    """Rows as JSONL."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
