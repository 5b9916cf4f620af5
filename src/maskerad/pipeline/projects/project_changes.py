"""What a project changes, in words: settings beside the defaults, lists and rules beside those of the languages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from maskerad.core.counted import counted
from maskerad.languages import load_pack
from maskerad.languages.pack import SHARED, LanguagePack, read_list
from maskerad.languages.toml_file import TomlFile
from maskerad.pipeline.configuration.policy import DEFAULT, Kind, Policy
from maskerad.pipeline.configuration.settings import Foreign, Settings
from maskerad.recognisers import DEFAULT_CHAIN
from maskerad.recognisers.rules.sources import KINDS, entries_of, read_sources
from maskerad.surrogates import BY_WEEKS

KEEPING = frozenset({Kind.KEEP, Kind.KEEP_TIMES, Kind.KEEP_LARGE})


def settings_changes(settings: Settings) -> Iterator[str]:
    """A line for every setting that is not the default."""
    yield f"languages: {', '.join(settings.languages)}"
    if settings.foreign and settings.foreign is not Foreign.QUARANTINE:
        yield f"lines in another language: {settings.foreign.value}"
    if settings.quarantine_leaks:
        yield "an original in the new text: its record is quarantined"
    if settings.chain != DEFAULT_CHAIN:
        yield f"recognisers: {', '.join(settings.chain)}"
    for label, strategy in settings.policy.chosen.items():
        if DEFAULT.chosen.get(label) != strategy:
            yield f"strategy of {label}: {strategy}"
    for label, scope in settings.policy.scopes.chosen.items():
        if DEFAULT.scopes.chosen.get(label) != scope:
            yield f"scope of {label}: {scope}"
    if settings.shift != BY_WEEKS:
        yield "dates move in another way than by whole weeks, or mind public holidays"
    yield from (f"column {name}: {rule}" for name, rule in settings.columns.chosen.items())
    if settings.columns.has_hashed_ids:
        yield "ids of documents and records: keyed hashes"
    if settings.columns.is_strict:
        yield "a column that looks identifying and has no rule: refused"


def kept_beyond_default(policy: Policy) -> list[str]:
    """The choices that leave an original where the defaults would not, written as on the command line."""
    kept = {label: strategy for label, strategy in policy.chosen.items() if strategy.kind in KEEPING}
    return [f"{label}={strategy}" for label, strategy in kept.items() if DEFAULT.chosen.get(label) != strategy]


def language_changes(home: Path) -> Iterator[str]:
    """A line for every list, setting and kind of rule that language folders add, replace or take away.

    Args:
        home: The folder of them, free of mistakes.
    """
    for folder in sorted(path for path in home.iterdir() if path.is_dir()):
        if not folder.name.startswith("."):
            shipped = _shipped(folder.name)
            yield from (f"{folder.name}: {line}" for line in _of_folder(folder, shipped))


def _shipped(code: str) -> LanguagePack | None:
    """The language as it ships; any, for what all share; None for one of the user's own."""
    from maskerad.languages import language_codes

    codes = language_codes()
    return load_pack(codes[0] if code == SHARED else code) if code in (*codes, SHARED) else None


def _of_folder(folder: Path, shipped: LanguagePack | None) -> Iterator[str]:
    if shipped is None:
        yield "a language of its own"
    for path in sorted((folder / "lists").glob("*.txt")):
        yield f"list {path.stem}: {_list_change(path, shipped)}"
    changed = sorted(path.name for path in folder.glob("*.toml"))
    if changed:
        yield f"settings laid over those of the language: {', '.join(changed)}"
    yield from _rule_changes(folder, shipped)


def _list_change(path: Path, shipped: LanguagePack | None) -> str:
    words = read_list(path)
    there = set(shipped.list(path.stem).entries) if shipped else set[str]()
    new = set(words.entries) - there
    if words.is_replacing and there:
        return f"{counted(len(words.entries), 'entry')} instead of {len(there):,}"
    known = len(words.entries) - len(new)
    return f"{counted(len(new), 'entry')} added" + (f" ({known:,} were there)" if known else "")


def _rule_changes(folder: Path, shipped: LanguagePack | None) -> Iterator[str]:
    there = read_sources(map(TomlFile.read, shipped.rule_files())).rules if shipped else {}
    files = [TomlFile.read(path) for path in sorted((folder / "rules").glob("*.toml"))]
    own = {str(entry["name"]): entry for file in files for kind in KINDS for entry in entries_of(file, kind)}
    off = [name for name, entry in own.items() if entry.get("off")]
    rest = own.keys() - set(off)
    yield from _named("rules added", rest - there.keys())
    yield from _named("rules replaced", rest & there.keys())
    yield from _named("rules taken away", off)
    macros = {name for file in files for name in _table(file.table, "macros") | _table(file.table, "atoms")}
    yield from _named("names for patterns", macros)


def _named(what: str, names: Collection[str]) -> Iterator[str]:
    if names:
        yield f"{what}: {', '.join(sorted(names))}"


def _table(table: Mapping[str, object], name: str) -> dict[str, object]:
    value = table.get(name, {})
    return value if isinstance(value, dict) else {}
