"""Label schemes and their mappings, read from ``scheme_data/*.toml`` or a file of the user's own.

A scheme is a closed vocabulary. Each label may name a parent, and every scheme but the core one says, label by
label, what it is in the core scheme (``core``) and which core labels it takes in on output (``takes``).
Any scheme maps to any other through the core scheme.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

from maskerad.core.errors import UnknownNameError
from maskerad.core.label_scheme import CORE, LabelScheme, shipped_scheme
from maskerad.core.own_scheme import read_scheme
from maskerad.core.span import Span

OWN_SUFFIX = ".toml"


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
        return read_scheme(Path(name))
    if name not in scheme_names():
        raise UnknownNameError("label scheme", name, [*scheme_names(), f"or a file {OWN_SUFFIX}"])
    return shipped_scheme(name)
