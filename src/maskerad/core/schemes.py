"""Label schemes and their mappings, read from ``scheme_data/*.toml`` or a file of the user's own.

A scheme is a closed vocabulary. Each label may name a parent, and every scheme but the core one says, label by
label, what it is in the core scheme (``core``) and which core labels it takes in on output (``takes``).
Any scheme maps to any other through the core scheme.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

from maskerad.core.errors import ConfigError, LabelError, UnknownNameError
from maskerad.core.span import Span

CORE = "core"
OWN_SUFFIX = ".toml"


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
            >>> load_scheme("core").lineage("PATIENT")
            ('PATIENT', 'PERSON')
        """
        chain = [self.check(label)]
        while chain[-1] in self.parents:
            chain.append(self.parents[chain[-1]])
        return tuple(chain)


@dataclass(frozen=True, slots=True)
class SchemeMap:
    """Translates labels of one scheme into another, through the core scheme."""

    source: LabelScheme
    target: LabelScheme

    def label(self, label: str) -> str | None:
        """The label of the target scheme, or None when it has no place for it.

        Raises:
            LabelError: If ``label`` is not of the source scheme.
        """
        self.source.check(label)
        if self.source.name == self.target.name:
            return label
        core = self.source.to_core[label]
        return self.target.from_core.get(core) if core else None

    def spans(self, spans: Iterable[Span]) -> list[Span]:
        """Relabels what the target can express and leaves the rest out."""
        pairs = ((span, self.label(span.label)) for span in spans)
        return [span.relabelled(label) for span, label in pairs if label is not None]


def scheme_names() -> list[str]:
    """Names of all schemes that ship with Maskerad, the core scheme first."""
    files = resources.files(__package__).joinpath("scheme_data").iterdir()
    names = sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml"))
    return sorted(names, key=lambda name: name != CORE)


@cache
def people_labels() -> frozenset[str]:
    """Labels of the core scheme that names of people have.

    Example:
        >>> "RELATIVE" in people_labels(), "HOSPITAL" in people_labels()
        (True, False)
    """
    core = load_scheme(CORE)
    return frozenset(label for label in core.labels if "PERSON" in core.lineage(label))


@lru_cache(maxsize=32)
def load_scheme(name: str) -> LabelScheme:
    """Reads one scheme.

    Args:
        name: Of a scheme that ships with Maskerad, or the path of a file that ends in ``.toml``.

    Raises:
        UnknownNameError: If there is none of that name.
        MissingError, FormatError, ConfigError: If the file is not there, not TOML, or not a scheme.
    """
    if name.lower().endswith(OWN_SUFFIX):
        from maskerad.core.own_scheme import read_scheme

        return read_scheme(Path(name))
    if name not in scheme_names():
        raise UnknownNameError("label scheme", name, [*scheme_names(), f"or a file {OWN_SUFFIX}"])
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
    core = load_scheme(CORE)
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
