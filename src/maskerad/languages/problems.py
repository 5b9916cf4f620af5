"""What is wrong in a language folder of the user's own, beside its rules: files, word lists, settings."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from maskerad.core.errors import FormatError, did_you_mean
from maskerad.languages.pack import DATA, REPLACE_MARK, LanguagePack, read_list
from maskerad.languages.shape import OF_FILE, shape_problems
from maskerad.languages.toml_file import Problem, TomlFile

FOLDERS = {"lists": ".txt", "rules": ".toml"}


def file_problems(folder: Path, name: str) -> Iterator[Problem]:
    """Files and folders that no part of Maskerad would read; hidden ones and notes (``.md``) may stand there.

    Args:
        folder: A language folder.
        name: How messages call it.
    """
    for entry in sorted(folder.iterdir()):
        if entry.name in FOLDERS and entry.is_dir():
            ending = FOLDERS[entry.name]
            for file in sorted(entry.iterdir()):
                if file.suffix != ending and not _may_stand(file):
                    yield Problem(f"{name}/{entry.name}/{file.name}", f"only *{ending} files are read here")
        elif entry.name not in OF_FILE and not _may_stand(entry):
            known = (*FOLDERS, *OF_FILE)
            what = f"nothing reads this{did_you_mean(entry.name, known)}; known: {', '.join(known)}"
            yield Problem(f"{name}/{entry.name}", what)


def _may_stand(path: Path) -> bool:
    return path.name.startswith(".") or path.suffix == ".md"


def config_problems(folder: Path, name: str) -> Iterator[Problem]:
    """What is wrong in its TOML files."""
    for path in sorted(folder.glob("*.toml")):
        if path.name in OF_FILE:
            try:
                yield from shape_problems(TomlFile.read(path, f"{name}/{path.name}"), OF_FILE[path.name])
            except FormatError as error:
                yield format_problem(error)


def list_problems(
    folder: Path, name: str, pack: LanguagePack, known: Collection[str], used: Collection[str]
) -> Iterator[Problem]:
    """What is wrong in its word lists.

    Args:
        folder: A language folder.
        name: How messages call it.
        pack: The language with the folder.
        known: Names of the lists that the language has.
        used: Other names that its rules read.
    """
    for path in sorted((folder / "lists").glob("*.txt")):
        where = f"{name}/lists/{path.name}"
        if path.stem not in known and path.stem not in used:
            what = f"no rule reads a list of this name{did_you_mean(path.stem, known)}"
            yield Problem(where, f"{what}; known: {', '.join(sorted(known))}")
        yield from _list_problems(path, where, pack)


def _list_problems(path: Path, where: str, pack: LanguagePack) -> Iterator[Problem]:
    try:
        words = read_list(path)
    except FormatError as error:
        yield Problem(where, str(error.args[0]).rpartition(": ")[2])
        return
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    if lines and lines[0].startswith("#!") and not lines[0].startswith(REPLACE_MARK):
        yield Problem(f"{where}, line 1", f"must be {REPLACE_MARK!r} or a comment (#)")
    if not words.lines:
        yield Problem(where, "holds no entry")
    n_columns = len(pack.list(path.stem).columns)
    for number, line in enumerate(lines, start=1):
        if line.startswith("#") or not line:
            continue
        if line != line.strip() or not line.split("\t")[0].strip():
            yield Problem(f"{where}, line {number}", "blanks at the beginning or end would be part of the entry")
        elif line.count("\t") >= n_columns:
            yield Problem(f"{where}, line {number}", f"more columns than the list has, which is {n_columns}")


def format_problem(error: FormatError) -> Problem:
    """An unreadable file as a problem."""
    where, _, what = str(error.args[0]).partition(": ")
    return Problem(where, what)


def shipped_list_names() -> set[str]:
    """Names of the lists of all shipped languages."""
    return {path.stem for path in DATA.glob("*/lists/*.txt")}
