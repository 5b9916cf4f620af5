"""The project folder: ``project.toml``, ``project.key``, and lists and rules of the user's own.

project.toml      language = "sv"        which languages; "auto" for all
                  foreign = "drop"       lines in another language: quarantine, drop or keep; when left out they are
                                         quarantined, and with one language not looked for
                  leaks = "mask"         an original found in the new text: mask it, or quarantine the record
                  recognisers = […]      names of recognisers, in order
                  [strategies]           LABEL = "strategy"
                  [scopes]               LABEL = "scope"
                  ids = "keep"           ids of documents and records: keep them, or put a keyed hash in their place
                  strict_columns = false whether a column that looks identifying and has no rule is refused
                  [columns]              NAME = "rule", for the columns beside the text
                  [limits]               characters, seconds, memory_mib of a record
                  [dates]                how dates move, and which columns move with them
project.key       32 random bytes that decide every surrogate; keep it, keep it secret
languages/sv/     lists/*.txt and rules/*.toml that add to or replace those of the language
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from maskerad.core.errors import MissingError
from maskerad.languages.toml_file import TomlFile
from maskerad.pipeline.configuration.column_rules import BIRTH_DATE, DATE, ColumnRules
from maskerad.pipeline.configuration.limits import limits_from_table
from maskerad.pipeline.configuration.policy import policy_from_table
from maskerad.pipeline.configuration.scopes import scopes_from_table
from maskerad.pipeline.configuration.settings import Settings, settings_for
from maskerad.pipeline.projects.project_problems import LANGUAGES_FOLDER, project_problems, refuse
from maskerad.surrogates import DateShift, shift_for

PROJECT_FILE, KEY_FILE = "project.toml", "project.key"
IDS = ("keep", "hash")

TEMPLATE = """\
# A Maskerad project. Every line may be left out; what stands here are the defaults.
language = "{language}"       # a code, several with commas, or "auto"
# foreign = "quarantine" # lines in another language: quarantine, drop or keep; with one language, looked for if asked
leaks = "mask"           # an original that still stands in the new text: mask it, or quarantine its record
ids = "keep"             # ids of documents and records, and so names of files: keep, or hash
strict_columns = false   # whether a column that looks as if it identified somebody, and has no rule, is refused

[strategies]             # suppress, drop, tag, indexed, surrogate, unissued, keep, substitute:TEXT, classes:FILE
default = "surrogate"
SEX = "keep"
TIME = "keep-times"      # clock and relative times stay; years and months move with the dates
COUNTRY = "keep"
NATIONAL_ID = "unissued" # numbers of the state, found by their form: ones that nobody has
GENERIC_CARE = "keep"    # "our hospital", "a clinic nearby" (Japanese)
FOREIGN_LINE = "drop"    # lines in another language, where foreign = "drop"

[scopes]                 # over what a replacement is the same: mention, document, record, corpus, limited(K)
default = "record"       # dates, times and ages move with their record unless they are named here

[columns]                # of tables: a label such as PATIENT or DATE, BIRTH_DATE, text, drop, hash, keep

[limits]                 # a record that asks for more is quarantined; 0 is no limit
characters = 10_000_000  # of one document
seconds = 600            # of work on one record
memory_mib = 0           # that a worker process may take for its work (Linux, two workers or more)

[dates]
shift = "weeks"          # whole weeks, up to 26; "weeks:52", "days", "days:30", "none"
public_holidays = ""     # a country, such as "SE": few dates become or cease to be its public holidays
columns = []             # the same as the rule DATE in [columns]; the column "date" always moves
birth_columns = []       # the same as the rule BIRTH_DATE
"""


def read_project(folder: Path, language: str = "") -> Settings:
    """Settings of a project folder; ``language`` takes the place of the project's own.

    Raises:
        MissingError: If there is no project file.
        FormatError: If it is not TOML.
        ConfigError: If anything in the folder is wrong; all of it is told, each with its file and line.
    """
    file = project_file(folder)
    refuse(folder, project_problems(folder, file))
    own = folder / LANGUAGES_FOLDER
    named = language or str(file.table.get("language", "auto"))
    return _with_choices(settings_for(named, own if own.is_dir() else None), file)


def project_file(folder: Path) -> TomlFile:
    """The project file of a folder.

    Raises:
        MissingError: If there is none.
        FormatError: If it is not TOML.
    """
    path = folder / PROJECT_FILE
    if not path.is_file():
        raise MissingError(f"{path} is not there; make a project with: maskerad init {folder}")
    return TomlFile.read(path, PROJECT_FILE)


def _with_choices(settings: Settings, file: TomlFile) -> Settings:
    table = file.table
    if "foreign" in table:
        settings = settings.with_foreign(str(table["foreign"]))
    policy = policy_from_table(_table(table, "strategies"), folder=file.path.parent)
    return replace(
        settings,
        project_file=file.path,
        quarantine_leaks=table.get("leaks") == "quarantine",
        policy=replace(policy, scopes=scopes_from_table(_table(table, "scopes"))),
        chain=_names(table, "recognisers") or settings.chain,
        shift=_shift(_table(table, "dates")),
        columns=_columns(table),
        limits=limits_from_table(_table(table, "limits")),
    )


def _shift(table: Mapping[str, object]) -> DateShift:
    return shift_for(str(table.get("shift", "weeks")), str(table.get("public_holidays", "")))


def _columns(table: Mapping[str, object]) -> ColumnRules:
    """Rules of columns; those of dates may be told under [dates] too."""
    dates = _table(table, "dates")
    rules = {name: str(rule) for name, rule in _table(table, "columns").items()}
    of_dates = dict.fromkeys(_names(dates, "columns"), DATE) | dict.fromkeys(_names(dates, "birth_columns"), BIRTH_DATE)
    return ColumnRules({**of_dates, **rules}, table.get("ids") == "hash", bool(table.get("strict_columns", False)))


def _names(table: Mapping[str, object], key: str) -> tuple[str, ...]:
    names = table.get(key, [])
    return tuple(map(str, names)) if isinstance(names, list) else ()


def _table(table: Mapping[str, object], name: str) -> Mapping[str, object]:
    value = table.get(name, {})
    return value if isinstance(value, dict) else {}
