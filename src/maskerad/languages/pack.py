"""Reads a language pack: ``pack.toml``, ``surrogates.toml``, ``linking.toml``, late files, lists and rules.

The folder ``data/xx`` ships with Maskerad; a project folder may hold a folder of the same name whose lists are
added to (or, when their first line is ``#! replace``, put in place of) the shipped ones.

A list is UTF-8 text, one entry a line. Lines that begin with ``#``, among its first fifty, are its header: title,
source, licence, and, when entries have more than one tab-separated column, ``# columns: name region``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from maskerad.core.errors import FormatError, UnknownNameError
from maskerad.core.extras import JAPANESE, is_installed
from maskerad.languages.toml_file import TomlFile
from maskerad.text.folding import fold_lines

DATA = Path(__file__).parent / "data"
SHARED = "shared"
CONFIG_FILES = ("pack.toml", "surrogates.toml", "linking.toml")
REPLACE_MARK = "#! replace"
HEADER_MAX_LINES = 50


@dataclass(frozen=True)
class WordList:
    """One list of a pack.

    Attributes:
        name: File name without ``.txt``.
        header: Comment lines without their ``#``.
        lines: The entries as written, columns parted by tabs.
        is_replacing: Whether it takes the place of the list of the same name that was read before.
    """

    name: str
    header: tuple[str, ...]
    lines: tuple[str, ...] = field(repr=False)
    is_replacing: bool = False

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Each entry as its tuple of columns; the first is the entry itself."""
        return tuple(tuple(line.split("\t")) for line in self.lines)

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """First column of every row."""
        if len(self.columns) == 1:
            return self.lines
        return tuple(line.partition("\t")[0] for line in self.lines)

    @cached_property
    def folded(self) -> tuple[str, ...]:
        """The entries, each folded."""
        return fold_lines(self.entries)

    @cached_property
    def by_folded(self) -> Mapping[str, str]:
        """Folded entry to its line; of entries that are folded alike, the first one's."""
        return dict(zip(reversed(self.folded), reversed(self.lines), strict=True))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns, ``("name",)`` when the header does not say."""
        named = (line.partition(":")[2] for line in self.header if line.strip().startswith("columns:"))
        return tuple(next(named, "name").split())


@dataclass(frozen=True, eq=False)
class LanguagePack:
    """Everything Maskerad knows about one language. ``load_pack`` makes one object a language, the key of many caches.

    Attributes:
        code: ISO 639-1 code.
        folders: Where its files are looked for, the shipped folder first.
        config: The parsed ``CONFIG_FILES``, later folders laid over earlier ones table by table.
    """

    code: str
    folders: tuple[Path, ...]
    config: Mapping[str, object] = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """English name of the language."""
        return str(self.config["name"])

    def table(self, name: str) -> Mapping[str, object]:
        """One table of ``pack.toml``, empty when it has none of that name."""
        value = self.config.get(name)
        return value if isinstance(value, dict) else {}

    def strings(self, name: str, table: str = "") -> tuple[str, ...]:
        """An array of strings of ``pack.toml`` (or of one of its tables), empty when missing."""
        return _strings(self, name, table)

    def late_table(self, file: str, name: str) -> Mapping[str, object]:
        """One table of a TOML file that is read when it is first asked for; empty when it has none of that name.

        Raises:
            FormatError: If the file cannot be parsed.
        """
        value = _late_config(self, file).get(name)
        return value if isinstance(value, dict) else {}

    def list_names(self) -> tuple[str, ...]:
        """Names of all word lists, sorted."""
        return tuple(sorted({f.stem for folder in self.folders for f in (folder / "lists").glob("*.txt")}))

    def list(self, name: str) -> WordList:
        """One word list; an empty one when no folder has it.

        Raises:
            FormatError: If the file is not UTF-8.
        """
        return _merged_list(self, name)

    def rule_files(self) -> tuple[Path, ...]:
        """All ``rules/*.toml``, the shared ones first."""
        return tuple(f for folder in self.folders for f in sorted((folder / "rules").glob("*.toml")))


def needs_morphemes(pack: LanguagePack) -> bool:
    """Whether words are told by a morphological analyser, because the language writes no blanks between them."""
    return pack.config.get("words_by") == "morphemes"


def readable_codes(extra: Path | None = None) -> tuple[str, ...]:
    """Codes of the languages for which all is installed that they need; a pack is read only where something is not."""
    codes = language_codes(extra)
    return tuple(code for code in codes if is_installed(JAPANESE) or not needs_morphemes(load_pack(code, extra)))


@lru_cache(maxsize=4096)
def _strings(pack: LanguagePack, name: str, table: str) -> tuple[str, ...]:
    source = pack.table(table) if table else pack.config
    value = source.get(name, ())
    return tuple(str(item) for item in value) if isinstance(value, (list, tuple)) else ()


@lru_cache(maxsize=64)
def _late_config(pack: LanguagePack, file: str) -> dict[str, object]:
    config: dict[str, object] = {}
    for folder in pack.folders:
        config = _overlaid(config, _read_config(folder / file))
    return config


@lru_cache(maxsize=512)
def _merged_list(pack: LanguagePack, name: str) -> WordList:
    merged = WordList(name, (), ())
    for folder in pack.folders:
        path = folder / "lists" / f"{name}.txt"
        if path.is_file():
            merged = _laid_over(merged, read_list(path))
    return merged


def _laid_over(under: WordList, over: WordList) -> WordList:
    if over.is_replacing or not under.lines:
        return over
    return WordList(under.name, under.header + over.header, under.lines + over.lines)


def read_list(path: Path) -> WordList:
    """Reads one list file.

    Raises:
        FormatError: If it is not UTF-8.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise FormatError(f"word list {path.name}: not UTF-8 at byte {error.start}") from None
    header = tuple(line[1:].strip() for line in lines[:HEADER_MAX_LINES] if line[:1] == "#")
    return WordList(
        path.stem, header, _entries(lines), is_replacing=lines[:1] != [] and lines[0].startswith(REPLACE_MARK)
    )


def _entries(lines: Sequence[str]) -> tuple[str, ...]:
    """All lines but comments and empty ones; where these stand at the head alone, no line is looked at."""
    n_head = next((number for number, line in enumerate(lines) if line[:1] != "#"), len(lines))
    body = lines[n_head:]
    if "" not in body and "\n#" not in "\n".join(body):
        return tuple(body)
    return tuple(line for line in filter(None, body) if line[0] != "#")


def language_codes(extra: Path | None = None) -> list[str]:
    """Codes of the packs that ship with Maskerad and, if given, of those in a project folder."""
    homes = [DATA] if extra is None else [DATA, extra]
    return sorted({f.parent.name for home in homes for f in home.glob("*/pack.toml")} - {SHARED})


@lru_cache(maxsize=32)
def load_pack(code: str, extra: Path | None = None) -> LanguagePack:
    """Loads a language; its word lists are read when they are first asked for.

    Args:
        code: ISO 639-1 code.
        extra: A project folder whose ``<code>/`` extends or overrides the shipped pack.

    Raises:
        UnknownNameError: If no folder has the language.
        FormatError: If one of its TOML files cannot be parsed.
    """
    if code not in language_codes(extra):
        raise UnknownNameError("language", code, language_codes(extra))
    homes = [DATA] if extra is None else [DATA, extra]
    folders = tuple(home / part for home in homes for part in (SHARED, code) if (home / part).is_dir())
    config: dict[str, object] = {}
    for folder in folders:
        for name in CONFIG_FILES:
            config = _overlaid(config, _read_config(folder / name))
    return LanguagePack(code, folders, config)


def _read_config(path: Path) -> dict[str, object]:
    if not path.is_file():
        return {}
    return TomlFile.read(path).table


def _overlaid(under: Mapping[str, object], over: Mapping[str, object]) -> dict[str, object]:
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _overlaid(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged
