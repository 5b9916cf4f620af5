"""What the rule files of a pack say, merged: a rule or macro of the same name takes the earlier one's place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from maskerad.core.errors import ConfigError
from maskerad.languages.toml_file import TomlFile
from maskerad.recognisers.rules.grammar import SIGNS, expressions_of, literals_of, place_names
from maskerad.recognisers.rules.patterns import PLACES

Table = dict[str, object]

KINDS = ("token", "text")
_NAME = re.compile(r"\w+")


@dataclass
class RuleSources:
    """Everything the rule files of a pack say."""

    macros: dict[str, str] = field(default_factory=dict)
    atoms: dict[str, str] = field(default_factory=dict)
    rules: dict[str, Table] = field(default_factory=dict)

    def add(self, file: TomlFile) -> None:
        """Lays a file over what was read before.

        Raises:
            ConfigError: If a rule has no name.
        """
        self.macros |= texts_of(file, "macros")
        self.atoms |= texts_of(file, "atoms")
        for kind in KINDS:
            for entry in entries_of(file, kind):
                if "name" not in entry:
                    raise ConfigError(f"rule file {file.name}: a rule without a name")
                self.rules[str(entry["name"])] = entry | {"kind": kind}

    def active(self, kind: str) -> Iterator[tuple[str, Table]]:
        """Name and entry of the rules of a kind that no file takes away."""
        return ((name, rule) for name, rule in self.rules.items() if rule["kind"] == kind and not rule.get("off"))

    def token_patterns(self) -> list[str]:
        """All token patterns and macros."""
        return [*(str(rule.get("pattern", "")) for _, rule in self.active("token")), *self.macros.values()]

    def expressions(self) -> Iterator[str]:
        """Every expression over atoms that any rule uses."""
        for pattern in self.token_patterns():
            yield from expressions_of(pattern)
        for _, rule in self.active("text"):
            places = (name for key in PLACES if key in rule for name in place_names(str(rule[key])))
            yield from (place for place in places if place not in SIGNS)

    def names(self) -> set[str]:
        """Every name of a list, group or alias in any expression."""
        return {name for source in (*self.expressions(), *self.atoms.values()) for name in _NAME.findall(source)}

    def quoted_words(self) -> set[str]:
        """Every word that any expression or pattern names in quotes."""
        sources = [*self.token_patterns(), *self.expressions(), *self.atoms.values()]
        return {word for source in sources for word in literals_of(source)}


def read_sources(files: Iterable[TomlFile]) -> RuleSources:
    """What some rule files say together.

    Raises:
        ConfigError: If a rule has no name.
    """
    sources = RuleSources()
    for file in files:
        sources.add(file)
    return sources


def texts_of(file: TomlFile, table: str) -> dict[str, str]:
    """The texts of one of its tables."""
    value = file.table.get(table, {})
    return {str(key): text for key, text in value.items() if isinstance(text, str)} if isinstance(value, dict) else {}


def entries_of(file: TomlFile, kind: str) -> list[Table]:
    """Its rules of one kind."""
    value = file.table.get(kind, [])
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
