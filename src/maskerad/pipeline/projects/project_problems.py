"""Everything that is wrong in a project folder, so that nothing in it is without effect in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from maskerad.core.errors import ConfigError, FormatError, MaskeradError, did_you_mean
from maskerad.languages import LanguagePack, language_codes, load_pack
from maskerad.languages.pack import DATA, SHARED
from maskerad.languages.problems import (
    config_problems,
    file_problems,
    format_problem,
    list_problems,
    shipped_list_names,
)
from maskerad.languages.shape import OF_FILE, shape_problems
from maskerad.languages.toml_file import Key, Problem, TomlFile
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.label_choices import EVERY_LABEL
from maskerad.pipeline.configuration.limits import limits_from_table
from maskerad.pipeline.configuration.never_mark import NEVER_LIST
from maskerad.pipeline.configuration.policy import Kind, policy_from_table
from maskerad.pipeline.configuration.scopes import Extent, scopes_from_table
from maskerad.pipeline.configuration.settings import AUTO, languages_named
from maskerad.recognisers import recogniser_names
from maskerad.recognisers.rules.problems import RuleCheck
from maskerad.recognisers.rules.rulebook import STANDARD_LISTS
from maskerad.surrogates import shift_for

LANGUAGES_FOLDER = "languages"


def refuse(folder: Path, problems: Sequence[Problem]) -> None:
    """Raises one error for all problems: the first in its message, the others as its notes.

    Raises:
        ConfigError: If there is one.
    """
    if problems:
        first, *others = problems
        error = ConfigError(f"project {folder}: {first}")
        for other in others:
            error.add_note(str(other))
        raise error


def project_problems(folder: Path, file: TomlFile) -> list[Problem]:
    """What is wrong in a project file and in the folders of languages beside it."""
    own = folder / LANGUAGES_FOLDER
    problems = shape_problems(file, "project")
    places = {problem.where for problem in problems}  # a value of the wrong type is wrong only once
    problems += [
        problem for problem in _value_problems(file, own if own.is_dir() else None) if problem.where not in places
    ]
    return [*problems, *_misnamed(folder), *(language_problems(own) if own.is_dir() else ())]


def _value_problems(file: TomlFile, own: Path | None) -> Iterator[Problem]:
    """What is wrong with values, if they have the right type."""
    table = file.table
    for code in languages_named(str(table.get("language", AUTO))):
        if code not in (AUTO, *language_codes(own)):
            near, known = did_you_mean(code, language_codes(own)), ", ".join(language_codes(own))
            yield file.problem(("language",), f"unknown language {code!r}{near}; known: {known}")
    for name, value in _table(table, "strategies").items():
        read = partial(policy_from_table, folder=file.path.parent)
        yield from _chosen(file, ("strategies", name), read, value, Kind.KEEP.value)
    for name, value in _table(table, "scopes").items():
        yield from _chosen(file, ("scopes", name), scopes_from_table, value, Extent.RECORD.value)
    for name, value in _table(table, "columns").items():
        yield from _tried(file, ("columns", name), partial(ColumnRules, {name: str(value)}))
    for name, value in _table(table, "limits").items():
        yield from _tried(file, ("limits", name), partial(limits_from_table, {name: value}))
    dates = _table(table, "dates")
    yield from _tried(file, ("dates", "shift"), partial(shift_for, str(dates.get("shift", "weeks"))))
    country = str(dates.get("public_holidays", ""))
    yield from _tried(file, ("dates", "public_holidays"), partial(shift_for, "weeks", country))
    names = table.get("recognisers")
    if names == []:
        yield file.problem(("recognisers",), "name at least one")
    for name in map(str, names) if isinstance(names, list) else ():
        if name not in recogniser_names():
            near, known = did_you_mean(name, recogniser_names()), ", ".join(recogniser_names())
            yield file.problem(("recognisers",), f"unknown recogniser {name!r}{near}; known: {known}")


def _chosen(
    file: TomlFile, key: tuple[str, str], read: Callable[[Mapping[str, object]], object], value: object, right: str
) -> Iterator[Problem]:
    """What is wrong with a choice: with its label, asked with a value that is ``right``, and with its value."""
    of_label = list(_tried(file, key, partial(read, {key[1]: right})))
    yield from of_label
    yield from _tried(file, key, partial(read, {EVERY_LABEL if of_label else key[1]: value}))


def _tried(file: TomlFile, key: Key, read: Callable[[], object]) -> Iterator[Problem]:
    try:
        read()
    except MaskeradError as error:
        yield file.problem(key, str(error.args[0]))


def _table(table: Mapping[str, object], name: str) -> Mapping[str, object]:
    value = table.get(name, {})
    return value if isinstance(value, dict) else {}


def _misnamed(folder: Path) -> Iterator[Problem]:
    """A folder that is nearly called as that of the languages is."""
    for entry in sorted(folder.iterdir()):
        if entry.is_dir() and entry.name != LANGUAGES_FOLDER and did_you_mean(entry.name, [LANGUAGES_FOLDER]):
            yield Problem(entry.name, f"nothing reads this{did_you_mean(entry.name, [LANGUAGES_FOLDER])}")


def language_problems(home: Path) -> list[Problem]:
    """What is wrong in the language folders of a project."""
    codes = language_codes(home)
    problems: list[Problem] = []
    for folder in sorted(home.iterdir()):
        name = f"{home.name}/{folder.name}"
        if folder.name.startswith(".") or folder.suffix == ".md":
            continue
        if not folder.is_dir() or folder.name not in {*codes, SHARED}:
            what = f"no language is called so{did_you_mean(folder.name, codes)}; known: {', '.join(codes)}"
            problems.append(Problem(name, f"{what}; a new language needs a pack.toml"))
        else:
            problems += [*file_problems(folder, name), *_of_language(home, folder, name)]
    return problems


def _of_language(home: Path, folder: Path, name: str) -> Iterator[Problem]:
    broken = list(config_problems(folder, name))
    yield from broken
    own: list[TomlFile] = []
    for path in sorted((folder / "rules").glob("*.toml")):
        try:
            own.append(TomlFile.read(path, f"{name}/rules/{path.name}"))
        except FormatError as error:
            yield format_problem(error)
    if not broken:
        pack = _pack(home, folder.name)
        rules = RuleCheck(pack, own)
        yield from rules.problems()
        yield from list_problems(folder, name, pack, _list_names(pack), rules.list_names)
        yield from _unused_words(folder, name, pack, rules)


def _pack(home: Path, code: str) -> LanguagePack:
    """The language of a folder; for what all share, any that ships, whose lists and rules it extends."""
    return load_pack(language_codes()[0] if code == SHARED else code, home)


def _list_names(pack: LanguagePack) -> set[str]:
    """Names of the lists that a language has; all, for one of the user's own."""
    shipped = [home for home in pack.folders if home.is_relative_to(DATA)]
    names = {path.stem for home in shipped for path in (home / "lists").glob("*.txt")}
    is_shipped = any(home.name == pack.code for home in shipped)
    return {*(names if is_shipped else shipped_list_names()), *STANDARD_LISTS, NEVER_LIST}


def _unused_words(folder: Path, name: str, pack: LanguagePack, rules: RuleCheck) -> Iterator[Problem]:
    """Groups of words of the user's own that no rule names."""
    known = {group for code in language_codes() for group in _groups(load_pack(code).config)} | rules.list_names
    for path in sorted(folder.glob("*.toml")):
        if path.name in OF_FILE:
            file = TomlFile.read(path, f"{name}/{path.name}")
            for table in ("words", "suffixes"):
                for group in _table(file.table, table):
                    if group not in known:
                        yield file.problem(
                            (table, group), f"no rule reads words of this name{did_you_mean(group, known)}"
                        )


def _groups(config: Mapping[str, object]) -> set[str]:
    return {*_table(config, "words"), *_table(config, "suffixes")}
