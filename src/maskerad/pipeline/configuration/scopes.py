"""Over what a surrogate is the same: a closed set of scopes, and how they are chosen.

    mention       every mention by itself: no two mentions are meant to agree
    document      the same over one document
    record        the same over all documents of a record
    corpus        the same over everything that is done with the key
    limited(K)    over a record, but in runs of at most K mentions, each run with a surrogate of its own

Under full consistency a missed name is the odd one out: it stands once among surrogates that recur. ``limited``
lets every surrogate die out after a few mentions, so that what was missed hides among others that stand once. This
is the thought behind the Markov strategy of BRATsynthetic (Osborne and others, 2022), which draws the length of each
run; here the key decides it, and the same record always has the same runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.core.schemes import load_scheme
from maskerad.pipeline.configuration.label_choices import EVERY_LABEL, SUB_KINDS, laid_over, parsed_choices

RUN_MAX = 1_000
_LIMITED = re.compile(r"limited\((\d{1,6})\)")


class Extent(Enum):
    """How far a surrogate reaches."""

    MENTION = "mention"
    DOCUMENT = "document"
    RECORD = "record"
    CORPUS = "corpus"
    LIMITED = "limited"


@dataclass(frozen=True, slots=True)
class Scope:
    """One scope.

    Attributes:
        extent: How far it reaches.
        run_max: Most mentions of an entity in one run, for ``limited``.
    """

    extent: Extent
    run_max: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether all mentions of an entity in a record agree."""
        return self.extent in (Extent.RECORD, Extent.CORPUS)

    def __str__(self) -> str:
        """As it is written."""
        return f"{self.extent.value}({self.run_max})" if self.run_max else self.extent.value


RECORD = Scope(Extent.RECORD)


@dataclass(frozen=True, slots=True)
class Scopes:
    """Scopes by label of the core scheme.

    Attributes:
        chosen: Labels or ``default``, to scopes.
    """

    chosen: Mapping[str, Scope] = field(default_factory=dict)
    _settled: dict[str, Scope] = field(default_factory=dict, init=False, repr=False, compare=False)

    def of(self, label: str) -> Scope:
        """The scope for a label.

        Raises:
            LabelError: If it is not of the core scheme.

        Example:
            >>> parse_scopes(["LOCATION=corpus"]).of("CITY").extent.value
            'corpus'
        """
        if label not in self._settled:
            lineage = (*load_scheme("core").lineage(label), EVERY_LABEL)
            self._settled[label] = next((self.chosen[name] for name in lineage if name in self.chosen), RECORD)
        return self._settled[label]

    @property
    def is_record_alone(self) -> bool:
        """Whether no label has another scope than the record."""
        return all(scope.extent is Extent.RECORD for scope in self.chosen.values())

    def updated(self, choices: Mapping[str, Scope]) -> Scopes:
        """These scopes with others laid over them; a choice for a parent also replaces those of its children.

        Raises:
            UnknownNameError: If a name is no label of the core scheme.
        """
        for name in sorted(SUB_KINDS.keys() & choices):
            raise UnknownNameError("label", name, [*load_scheme("core").labels, EVERY_LABEL])
        return Scopes(laid_over(self.chosen, choices))


# Days and ages of a record move together, or its intervals would be lost: they follow no ``default``, only their names.
DEFAULT_SCOPES = Scopes({EVERY_LABEL: RECORD, "DATE": RECORD, "TIME": RECORD, "AGE": RECORD})


def parse_scope(text: str) -> Scope:
    """One scope from its written form.

    Raises:
        UnknownNameError: If there is none of that name.
        ConfigError: If a run is shorter than one mention or longer than any.

    Example:
        >>> parse_scope("limited(3)").run_max
        3
    """
    limited = _LIMITED.fullmatch(text)
    if limited:
        run_max = int(limited[1])
        if not 1 <= run_max <= RUN_MAX:
            raise ConfigError(f"scope {text!r}: a run has 1 to {RUN_MAX} mentions")
        return Scope(Extent.LIMITED, run_max)
    known = [extent.value for extent in Extent if extent is not Extent.LIMITED]
    if text not in known:
        raise UnknownNameError("scope", text, [*known, "limited(K)"])
    return Scope(Extent(text))


def parse_scopes(items: Iterable[str], base: Scopes = DEFAULT_SCOPES) -> Scopes:
    """Lays ``LABEL=scope`` items over scopes; of two for one label, the later holds.

    Raises:
        ConfigError: If an item is not of that form.
        UnknownNameError: If a label or a scope does not exist.
    """
    return base.updated(parsed_choices(items, "scope", "HOSPITAL=corpus", parse_scope))


def scopes_from_table(table: Mapping[str, object], base: Scopes = DEFAULT_SCOPES) -> Scopes:
    """Reads the ``[scopes]`` table of a project file.

    Raises:
        As ``parse_scopes``.
    """
    for name, value in table.items():
        if not isinstance(value, str):
            raise ConfigError(f'[scopes] {name}: must be a text such as "corpus" or "limited(3)"')
    return base.updated({name: parse_scope(str(value)) for name, value in table.items()})
