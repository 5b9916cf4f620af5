"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from maskerad.core.errors import ConfigError
from maskerad.core.extras import JAPANESE, require
from maskerad.languages import load_pack
from maskerad.languages.pack import needs_morphemes

Source = Annotated[
    Path, typer.Argument(help="File or folder to read; - for standard input.", show_default=False, metavar="IN")
]
_INPUTS = typer.Argument(
    help="Files or folders to read, or patterns of their names; - is standard input.",
    show_default=False,
    metavar="IN...",
)
_OUTPUT = typer.Argument(
    help="File or folder to make; - is standard output; of several inputs, a folder.", show_default=False, metavar="OUT"
)
Sources = Annotated[list[Path], _INPUTS]
Target = Annotated[Path, _OUTPUT]
MaybeSources = Annotated[list[Path] | None, _INPUTS]
MaybeTarget = Annotated[Path | None, _OUTPUT]
Language = Annotated[
    str, typer.Option("--language", "-l", help="Code (sv), several (sv,en), or auto for each line's own.")
]


def _one_language(code: str) -> str:
    """A language of which there is a pack, and only one.

    Raises:
        ConfigError: If several are named.
        UnknownNameError: If there is no such language.
        ExtraError: If what it needs is not installed.
    """
    if "," in code or code == "auto":
        raise ConfigError(f"--language {code}: one language here; train a model for each, and give them with --model")
    if needs_morphemes(load_pack(code)):
        require(JAPANESE, f"language {code!r}")
    return code


OneLanguage = Annotated[
    str, typer.Option("--language", "-l", help="Code of the language of the texts.", callback=_one_language)
]
FromFormat = Annotated[
    str, typer.Option("--from", "--format", help="Format of IN, when it cannot be told.", metavar="FORMAT")
]
ToFormat = Annotated[str, typer.Option("--to", help="Format of OUT, when its name does not tell.", metavar="FORMAT")]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        help="NAME=RULE for a column beside the text, again for each: a label (PATIENT, DATE …) or BIRTH_DATE, whose "
        "cells are mentions of the record; text, which is read as the text is; drop, hash or keep.",
        metavar="NAME=RULE",
    ),
]
StrictColumns = Annotated[
    bool, typer.Option("--strict-columns", help="Refuse a column that looks identifying and has no rule.")
]
Ids = Annotated[
    str, typer.Option(help="Ids of documents and records, and so names of files: keep, or hash.", show_default=False)
]
Scheme = Annotated[
    str, typer.Option(help="Label scheme of the spans that are written: a name (see: maskerad labels) or a file .toml.")
]
Known = Annotated[
    Path | None,
    typer.Option(help="CSV of known identifiers: record, role, given, family, birth_date, ids, phone …", metavar="CSV"),
]
Project = Annotated[
    Path | None,
    typer.Option(help="Project folder, made by maskerad init.", envvar="MASKERAD_PROJECT", metavar="FOLDER"),
]
Foreign = Annotated[
    str,
    typer.Option(
        help="Lines in a language that is not configured: quarantine, drop (take them out) or keep.", show_default=False
    ),
]
MaxCharacters = Annotated[
    int | None, typer.Option(help="Quarantine documents with more code points; 0: no limit.", show_default="10000000")
]
MaxSeconds = Annotated[
    float | None, typer.Option(help="Quarantine records that take longer; 0: no limit.", show_default="600")
]
MaxMemory = Annotated[
    int | None,
    typer.Option(
        help="Quarantine records that need more MiB of a worker process; 0: no limit. Linux; works in processes.",
        show_default="0",
        metavar="MIB",
    ),
]
DefuseFormulas = Annotated[
    bool,
    typer.Option(
        "--defuse-formulas",
        help="In CSV, put an apostrophe before cells that a spreadsheet would take for formulas.",
    ),
]
Workers = Annotated[int, typer.Option(help="Processes to work with.", min=1, max=256)]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace outputs that exist.")]
Model = Annotated[
    list[Path] | None,
    typer.Option(
        "--model",
        help="Folder of a trained model in place of the shipped one, again for another; none: rules alone.",
        metavar="FOLDER|none",
        show_default=False,
    ),
]
Resume = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Keep a journal beside OUT, and go on where a run of this command was stopped; OUT is the same as ever.",
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Do all but write.")]
Recognisers = Annotated[
    str,
    typer.Option(
        help="Names of recognisers in order, with commas; see: maskerad languages. The trained one is model.",
        show_default=False,
    ),
]
VaultKey = Annotated[
    Path | None,
    typer.Option(help="Key of the vault; vault.key of the project when not named.", metavar="FILE", dir_okay=False),
]
Who = Annotated[str, typer.Option(help="Who asks; goes into the vault's access log.", metavar="NAME")]
Why = Annotated[str, typer.Option(help="Why; goes into the vault's access log.", metavar="TEXT")]
Strategy = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        "-s",
        help="LABEL=STRATEGY, again for each label: suppress, drop, tag, indexed, indexed:TEXT#, surrogate, keep, "
        "substitute:TEXT, classes:FILE. A choice for PERSON or LOCATION holds for their kinds; 'default' for all else.",
        metavar="LABEL=STRATEGY",
    ),
]
ScopeOf = Annotated[
    list[str] | None,
    typer.Option(
        "--scope",
        help="LABEL=SCOPE, again for each label: over what a replacement is the same: mention, document, record "
        "(the default), corpus, or limited(K) for runs of at most K mentions.",
        metavar="LABEL=SCOPE",
    ),
]
Key = Annotated[
    Path | None,
    typer.Option(help="Key that decides the surrogates, instead of the project's.", metavar="FILE", dir_okay=False),
]
Shift = Annotated[
    str, typer.Option(help="How the dates of a record move: weeks, weeks:52, days, days:30, none.", show_default=False)
]
PublicHolidays = Annotated[
    str, typer.Option(help="Few dates become or cease to be public holidays of this country.", metavar="COUNTRY")
]
DateColumn = Annotated[
    list[str] | None, typer.Option(help="Column that holds dates, which move with the record's; again for each.")
]
BirthDateColumn = Annotated[list[str] | None, typer.Option(help="Column that holds dates of birth; again for each.")]
