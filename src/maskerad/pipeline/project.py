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
                  [dates]                how dates move, and which columns move with them
project.key       32 random bytes that decide every surrogate; keep it, keep it secret
languages/sv/     lists/*.txt and rules/*.toml that add to or replace those of the language
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

from maskerad.core.errors import ConfigError, FormatError, MissingError
from maskerad.pipeline.column_rules import BIRTH_DATE, DATE, ColumnRules
from maskerad.pipeline.policy import policy_from_table
from maskerad.pipeline.scopes import scopes_from_table
from maskerad.pipeline.settings import Foreign, Settings, settings_for
from maskerad.recognisers import recogniser_names
from maskerad.surrogates import DateShift, shift_for

PROJECT_FILE, KEY_FILE, LANGUAGES_FOLDER = "project.toml", "project.key", "languages"
KEYS = (
    "language",
    "foreign",
    "leaks",
    "recognisers",
    "strategies",
    "scopes",
    "ids",
    "strict_columns",
    "columns",
    "dates",
)
DATE_KEYS = ("shift", "public_holidays", "columns", "birth_columns")
LEAKS = ("mask", "quarantine")
IDS = ("keep", "hash")

TEMPLATE = """\
# A Maskerad project. Every line may be left out; what stands here are the defaults.
language = "{language}"       # a code, several with commas, or "auto"
# foreign = "quarantine" # lines in another language: quarantine, drop or keep; with one language, looked for if asked
leaks = "mask"           # an original that still stands in the new text: mask it, or quarantine its record
ids = "keep"             # ids of documents and records, and so names of files: keep, or hash
strict_columns = false   # whether a column that looks as if it identified somebody, and has no rule, is refused

[strategies]             # suppress, drop, tag, indexed, surrogate, keep, substitute:TEXT, classes:FILE
default = "surrogate"
SEX = "keep"
TIME = "keep-times"      # clock and relative times stay; years and months move with the dates
COUNTRY = "keep"
NATIONAL_ID = "tag"      # numbers of the state, found by their form
GENERIC_CARE = "keep"    # "our hospital", "a clinic nearby" (Japanese)
FOREIGN_LINE = "drop"    # lines in another language, where foreign = "drop"

[scopes]                 # over what a replacement is the same: mention, document, record, corpus, limited(K)
default = "record"       # dates, times and ages move with their record unless they are named here

[columns]                # of tables: a label such as PATIENT or DATE, BIRTH_DATE, text, drop, hash, keep

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
        ConfigError: If a key or value is not allowed.
    """
    path = folder / PROJECT_FILE
    if not path.is_file():
        raise MissingError(f"{path} is not there; make a project with: maskerad init {folder}")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{path}: {error}") from None
    unknown = sorted(set(table) - set(KEYS))
    if unknown:
        raise ConfigError(f"{path}: unknown keys {', '.join(unknown)}; known: {', '.join(KEYS)}")
    own = folder / LANGUAGES_FOLDER
    settings = settings_for(language or _text(table, "language", "auto", path), own if own.is_dir() else None)
    return _with_choices(settings, table, path)


def _with_choices(settings: Settings, table: dict[str, object], path: Path) -> Settings:
    if "foreign" in table:
        settings = settings.with_foreign(_choice(table, "foreign", [kind.value for kind in Foreign], path))
    leaks = _choice(table, "leaks", LEAKS, path)
    policy = policy_from_table(_table(table, "strategies", path), folder=path.parent)
    return replace(
        settings,
        quarantine_leaks=leaks == "quarantine",
        policy=replace(policy, scopes=scopes_from_table(_table(table, "scopes", path))),
        chain=_chain(table, settings.chain, path),
        shift=_shift(_table(table, "dates", path), path),
        columns=_columns(table, path),
    )


def _shift(table: dict[str, object], path: Path) -> DateShift:
    unknown = sorted(set(table) - set(DATE_KEYS))
    if unknown:
        raise ConfigError(f"{path}: [dates] unknown keys {', '.join(unknown)}; known: {', '.join(DATE_KEYS)}")
    return shift_for(_text(table, "shift", "weeks", path), _text(table, "public_holidays", "", path))


def _columns(table: dict[str, object], path: Path) -> ColumnRules:
    """Rules of columns; those of dates may be told under [dates] too."""
    dates, named = _table(table, "dates", path), _table(table, "columns", path)
    rules = {name: _text(named, name, "", path) for name in named}
    of_dates = dict.fromkeys(_names(dates, "columns", path), DATE)
    of_dates |= dict.fromkeys(_names(dates, "birth_columns", path), BIRTH_DATE)
    is_strict = table.get("strict_columns", False)
    if not isinstance(is_strict, bool):
        raise ConfigError(f"{path}: strict_columns must be true or false")
    return ColumnRules({**of_dates, **rules}, _choice(table, "ids", IDS, path) == "hash", is_strict)


def _names(table: dict[str, object], key: str, path: Path) -> tuple[str, ...]:
    names = table.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ConfigError(f"{path}: {key} must be an array of names")
    return tuple(names)


def _table(table: dict[str, object], name: str, path: Path) -> dict[str, object]:
    value = table.get(name, {})
    if not isinstance(value, dict):
        raise ConfigError(f"{path}: [{name}] must be a table")
    return value


def _chain(table: dict[str, object], default: tuple[str, ...], path: Path) -> tuple[str, ...]:
    names = table.get("recognisers", list(default))
    if not isinstance(names, list) or not names:
        raise ConfigError(f"{path}: recognisers must be an array of names: {', '.join(recogniser_names())}")
    return tuple(str(name) for name in names)


def _text(table: dict[str, object], key: str, default: str, path: Path) -> str:
    value = table.get(key, default)
    if not isinstance(value, str):
        raise ConfigError(f"{path}: {key} must be a text")
    return value


def _choice(table: dict[str, object], key: str, allowed: list[str] | tuple[str, ...], path: Path) -> str:
    value = _text(table, key, allowed[0], path)
    if value not in allowed:
        raise ConfigError(f"{path}: {key} must be one of {', '.join(allowed)}")
    return value
