"""One label scheme, and those that ship with Maskerad: ``scheme_data/*.toml``.

A scheme is a closed vocabulary. Each label may name a parent, and every scheme but the core one says, label by
label, what it is in the core scheme (``core``) and which core labels it takes in on output (``takes``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from maskerad.core.errors import ConfigError, LabelError

CORE = "core"


@dataclass(frozen=True, slots=True)
class LabelScheme:
    """A closed set of labels.

    Attributes:
        name: As given on the command line.
        title: For people.
        source: Where the labels come from.
        labels: Every label with its one-line meaning, in the scheme's own order.
        parents: Label to parent label; roots are missing.
        to_core: Label to core label ("" when the core scheme has no such thing).
        from_core: Core label to label of this scheme; core labels that the scheme does not know are missing.
    """

    name: str
    title: str
    source: str
    labels: Mapping[str, str]
    parents: Mapping[str, str] = field(default_factory=dict)
    to_core: Mapping[str, str] = field(default_factory=dict)
    from_core: Mapping[str, str] = field(default_factory=dict)

    def check(self, label: str) -> str:
        """Returns ``label`` if the scheme has it.

        Raises:
            LabelError: If it has not; the message lists what is allowed.
        """
        if label not in self.labels:
            raise LabelError(f"label {label!r} is not in scheme {self.name!r}; it has: {', '.join(self.labels)}")
        return label

    def lineage(self, label: str) -> tuple[str, ...]:
        """The label, its parent, and so on to the root.

        Example:
            >>> shipped_scheme("core").lineage("PATIENT")
            ('PATIENT', 'PERSON')
        """
        chain = [self.check(label)]
        while chain[-1] in self.parents:
            chain.append(self.parents[chain[-1]])
        return tuple(chain)


@cache
def shipped_scheme(name: str) -> LabelScheme:
    """Reads a scheme that ships with Maskerad, by its name."""
    data = resources.files(__package__).joinpath("scheme_data", f"{name}.toml").read_bytes()
    return parse_scheme(name, tomllib.loads(data.decode()))


def parse_scheme(name: str, data: Mapping[str, object]) -> LabelScheme:
    """Builds a scheme from parsed TOML.

    Raises:
        ConfigError: If a parent or a core label does not exist.
    """
    table = data["labels"]
    if not isinstance(table, dict):
        raise ConfigError(f"scheme {name!r}: [labels] must be a table")
    labels = {label: str(entry["text"]) for label, entry in table.items()}
    parents = {label: entry["parent"] for label, entry in table.items() if "parent" in entry}
    unknown = sorted(set(parents.values()) - set(labels))
    if unknown:
        raise ConfigError(f"scheme {name!r}: unknown parents {', '.join(unknown)}")
    if name == CORE:
        same = {label: label for label in labels}
        return LabelScheme(name, str(data["title"]), str(data["source"]), labels, parents, same, same)
    to_core = {label: str(entry.get("core", "")) for label, entry in table.items()}
    from_core = _taken(name, table, to_core)
    return LabelScheme(name, str(data["title"]), str(data["source"]), labels, parents, to_core, from_core)


def _taken(name: str, table: Mapping[str, Mapping[str, object]], to_core: Mapping[str, str]) -> dict[str, str]:
    """Core label to scheme label: what ``takes`` names, then each label's own ``core``, then by core parents."""
    core = shipped_scheme(CORE)
    taken: dict[str, str] = {}
    for label, entry in table.items():
        takes = entry.get("takes", [])
        for core_label in takes if isinstance(takes, list) else []:
            if taken.setdefault(core.check(core_label), label) != label:
                raise ConfigError(f"scheme {name!r}: both {taken[core_label]} and {label} take {core_label}")
    for label, core_label in to_core.items():
        if core_label:
            taken.setdefault(core.check(core_label), label)
    for core_label in core.labels:
        heir = next((taken[up] for up in core.lineage(core_label) if up in taken), None)
        if heir is not None:
            taken.setdefault(core_label, heir)
    return taken
