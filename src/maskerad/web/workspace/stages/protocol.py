"""Protocols: which stages a document passes, what each asks for, and when it may be finished. A file of the project.

    name = "two passes"
    release = ["read"]                 # stages that a document must have passed before it is exported as released
    miss_rate = 0.05                   # the learner may work alone under this upper bound

    [policies]                         # by kind of section; left out: address, signature and reference are "whole"
    reference = "parts"                # "whole": every letter and digit is to be marked or dismissed with a reason

    [[stages]]
    name = "names"
    labels = ["PERSON", "PATIENT"]     # left out: all; a label stands for those below it too
    sections = ["body", "signature"]   # left out: all
    checks = ["undecided", "labels"]   # kinds of findings that must be settled; left out: all

Without a file there is one stage, ``annotate``, that asks for everything.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from maskerad.core.errors import ConfigError, FormatError
from maskerad.core.label_scheme import LabelScheme
from maskerad.text.cues import SectionKind
from maskerad.web.workspace.stages.sections import PARTS, POLICIES, WHOLE, Policies, ShownSection

FILE = "protocol.toml"
UNDECIDED = "undecided"
CHECKS = (UNDECIDED, "labels", "unmarked", "residue", "identifier", "edge")
MISS_RATE = 0.05


@dataclass(frozen=True, slots=True)
class Stage:
    """One pass over a document.

    Attributes:
        name: Of the stage.
        labels: What is looked for; empty for all.
        sections: Where; empty for everywhere.
        checks: Kinds of findings that must be settled before it is finished.
    """

    name: str
    labels: frozenset[str] = frozenset()
    sections: frozenset[str] = frozenset()
    checks: tuple[str, ...] = CHECKS

    def asks_for(self, label: str, scheme: LabelScheme) -> bool:
        """Whether a label is looked for in this stage; one that the scheme has lost still is."""
        if not self.labels or label not in scheme.labels:
            return True
        return not self.labels.isdisjoint(scheme.lineage(label))

    def looks_at(self, start: int, end: int, sections: Iterable[ShownSection]) -> bool:
        """Whether a place lies where this stage looks: it touches such a section, or none at all."""
        touched = [section.kind for section in sections if section.start < end and start < section.end]
        return not self.sections or not touched or not self.sections.isdisjoint(touched)


@dataclass(frozen=True, slots=True)
class Protocol:
    """Stages in order.

    Attributes:
        name: For people.
        stages: One at least.
        release: Names of the stages that a document must have passed to be released.
        miss_rate: Upper bound of what a learner that works alone may miss.
        policies: By kind of section, whether all of it identifies somebody, or parts.
    """

    name: str
    stages: tuple[Stage, ...]
    release: tuple[str, ...]
    miss_rate: float = MISS_RATE
    policies: Policies = field(default_factory=lambda: POLICIES)

    def stage(self, name: str) -> Stage:
        """One stage.

        Raises:
            ConfigError: If there is none of that name.
        """
        match = next((stage for stage in self.stages if stage.name == name), None)
        if match is None:
            raise ConfigError(f"no stage {name!r}; the protocol has: {', '.join(known.name for known in self.stages)}")
        return match

    @property
    def last(self) -> str:
        """Name of the last stage."""
        return self.stages[-1].name


DEFAULT = Protocol("one pass", (Stage("annotate"),), ("annotate",))


def read_protocol(path: Path, scheme: LabelScheme) -> Protocol:
    """Reads a protocol; the default one where there is no file.

    Raises:
        FormatError: If it is not TOML.
        ConfigError: If a key, label, section or check is unknown, or a name stands twice; names it.
    """
    if not path.is_file():
        return DEFAULT
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FormatError(f"protocol {path.name}: not TOML ({type(error).__name__})") from None
    return parse_protocol(data, scheme)


def parse_protocol(data: Mapping[str, Any], scheme: LabelScheme) -> Protocol:
    """A protocol from parsed TOML.

    Raises:
        ConfigError: As ``read_protocol``.
    """
    _known("key", data, ("name", "release", "miss_rate", "policies", "stages"))
    tables = data.get("stages")
    if not isinstance(tables, list) or not tables:
        raise ConfigError("protocol: needs one [[stages]] at least")
    stages = tuple(_stage(table, scheme) for table in tables)
    names = [stage.name for stage in stages]
    if len(set(names)) < len(names):
        raise ConfigError("protocol: two stages have one name")
    release = tuple(map(str, data.get("release", names)))
    _known("stage of release", release, names)
    rate = data.get("miss_rate", MISS_RATE)
    if not isinstance(rate, float) or not 0 < rate < 1:
        raise ConfigError("protocol: miss_rate must be between 0 and 1")
    policies = data.get("policies", {})
    _known("section of policies", policies, [kind.value for kind in SectionKind])
    _known("policy", map(str, policies.values()), (WHOLE, PARTS))
    return Protocol(str(data.get("name", "protocol")), stages, release, rate, {**POLICIES, **policies})


def _stage(table: Mapping[str, Any], scheme: LabelScheme) -> Stage:
    _known("key of a stage", table, ("name", "labels", "sections", "checks"))
    name = table.get("name")
    if not isinstance(name, str) or not name:
        raise ConfigError("protocol: every stage needs a name")
    labels, sections = table.get("labels", ()), table.get("sections", ())
    checks = table.get("checks", CHECKS)
    _known(f"label of stage {name!r}", labels, scheme.labels)
    _known(f"section of stage {name!r}", sections, [kind.value for kind in SectionKind])
    _known(f"check of stage {name!r}", checks, CHECKS)
    return Stage(name, frozenset(labels), frozenset(sections), tuple(checks))


def _known(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    allowed = list(known)
    unknown = sorted(set(given) - set(allowed))
    if unknown:
        raise ConfigError(f"protocol: unknown {what}: {', '.join(unknown)}; known: {', '.join(allowed)}")
