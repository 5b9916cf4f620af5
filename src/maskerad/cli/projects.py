"""The commands that make something from nothing: init and demo."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.output.console import error_console, output_console
from maskerad.core import Quarantined, Record
from maskerad.core.errors import ConfigError, ExtraError
from maskerad.corpora import Destination
from maskerad.corpora.files.atomic import atomic_file
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.model_choice import with_models
from maskerad.pipeline.configuration.settings import AUTO, settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.projects.project import KEY_FILE, PROJECT_FILE, TEMPLATE
from maskerad.surrogates import KEY_BYTES, VAULT_KEY_FILE, make_key
from maskerad.web.before_after import Pair, before_after_page
from maskerad.web.bundled_records import demo_records

DEMO_KEY = bytes(KEY_BYTES)  # the demo's records are fictional, so its key may be known


def init(
    folder: Annotated[Path, typer.Argument(help="Folder of the project.", metavar="FOLDER")] = Path(),
    language: Annotated[str, typer.Option("--language", "-l", help="Code, several, or auto.")] = "auto",
    vault: Annotated[bool, typer.Option("--vault", help="Also make the key of a vault.")] = False,
) -> None:
    """Makes a project: a settings file, and the secret key that decides every surrogate.

    [bold]Example[/bold]

    maskerad init study --language sv
    """
    settings_for(language)
    folder.mkdir(parents=True, exist_ok=True)
    keys = [KEY_FILE, *([VAULT_KEY_FILE] if vault else [])]
    existing = [name for name in (PROJECT_FILE, *keys) if (folder / name).exists()]
    if existing:
        lacking = [f"maskerad key new {folder / name}" for name in keys if name not in existing]
        hint = f"; to make the key that is missing: {' and '.join(lacking)}" if lacking else ""
        raise ConfigError(f"{folder}: {' and '.join(existing)} exist already; nothing was changed{hint}")
    with atomic_file(Destination(folder / PROJECT_FILE)) as file:
        file.write(TEMPLATE.format(language=language).encode())
    for name in keys:
        make_key(folder / name)
    made = " and ".join(str(folder / name) for name in keys)
    error_console().print(f"made {folder / PROJECT_FILE} and {made} (secret: keep it, share it with nobody)")


def demo(
    folder: Annotated[Path, typer.Argument(help="Where the page goes.", metavar="FOLDER")] = Path("demo"),
) -> None:
    """De-identifies bundled fictional records in several languages and writes a before/after page."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in ("record", "language", "documents", "characters", "spans", "people", "quarantined"):
        table.add_column(column, justify="left" if column in ("record", "language") else "right")
    pairs: list[Pair] = []
    left_out: list[str] = []
    readable = settings_for(AUTO).languages
    for record in demo_records():
        code = record.id
        if code not in readable:
            left_out.append(code)
            continue
        outcomes = Deidentifier(with_models(settings_for(code)), DEMO_KEY).release(record)
        released = [
            Pair(document, outcome, code)
            for document, outcome in zip(record.documents, outcomes, strict=True)
            if not isinstance(outcome, Quarantined)
        ]
        pairs += released
        table.add_row(record.id, code, *(f"{figure:,}" for figure in _figures(record, released)))
    output_console().print(table)
    for code in left_out:
        error_console().print(f"left out: {ExtraError(code, load_pack(code).name).args[0]}", markup=False)
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "report.html"
    with atomic_file(Destination(page, overwrite=True)) as file:
        file.write(before_after_page("Before and after", pairs).encode())
    output_console().print(f"\nwrote {page}", highlight=False)


def _figures(record: Record, released: list[Pair]) -> tuple[int, ...]:
    spans = [span for pair in released for span in pair.released.spans]
    people = {span.entity for span in spans if span.entity and span.label in PEOPLE}
    n_chars = sum(len(document.text) for document in record.documents)
    return len(record.documents), n_chars, len(spans), len(people), len(record.documents) - len(released)


PEOPLE = frozenset({"PERSON", "PATIENT", "RELATIVE", "CLINICIAN", "OTHER_PERSON", "GIVEN_NAME", "FAMILY_NAME"})
