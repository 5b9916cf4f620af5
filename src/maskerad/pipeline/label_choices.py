"""Choices by label: one for a label holds for its children in the core scheme too, unless they have their own.

Three more names are chosen like children, by the name of the rule that found a span: ``NATIONAL_ID`` of ID (rules
``national_id…``), ``GENERIC_CARE`` of HOSPITAL (rules ``generic…``: "our hospital", "a clinic nearby", which schemes
mark and which identify nobody), and ``FOREIGN_LINE`` of OTHER_PHI (a line in a language that is not configured).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.core.schemes import load_scheme

T = TypeVar("T")

NATIONAL_ID, GENERIC_CARE, FOREIGN_LINE = "NATIONAL_ID", "GENERIC_CARE", "FOREIGN_LINE"
# Name to (label, beginning of the names of its rules).
SUB_KINDS = {
    NATIONAL_ID: ("ID", "national_id"),
    GENERIC_CARE: ("HOSPITAL", "generic"),
    FOREIGN_LINE: ("OTHER_PHI", "foreign_line"),
}
_SUB_KIND_OF = {label: (name, beginning) for name, (label, beginning) in SUB_KINDS.items()}
LABELS_WITH_SUB_KINDS = frozenset(_SUB_KIND_OF)
EVERY_LABEL = "default"


def choice_name(label: str, rule: str) -> str:
    """The narrowest name under which something is chosen for a span: its label, or one of ``SUB_KINDS``."""
    name, beginning = _SUB_KIND_OF.get(label, ("", ""))
    return name if name and rule.startswith(beginning) else label


def ancestors(name: str) -> tuple[str, ...]:
    """The names whose choice would hold for ``name``, itself first.

    Raises:
        UnknownNameError: If it is no label of the core scheme.

    Example:
        >>> ancestors("CITY")
        ('CITY', 'LOCATION')
    """
    core = load_scheme("core")
    if name == EVERY_LABEL:
        return (EVERY_LABEL,)
    if name in SUB_KINDS:
        return (name, SUB_KINDS[name][0])
    if name not in core.labels:
        raise UnknownNameError("label", name, [*core.labels, *SUB_KINDS, EVERY_LABEL])
    return core.lineage(name)


def laid_over(chosen: Mapping[str, T], choices: Mapping[str, T]) -> dict[str, T]:
    """Choices with others laid over them; a choice for a parent also replaces those of its children.

    Raises:
        UnknownNameError: If a name is no label of the core scheme.
    """
    for name in choices:
        ancestors(name)
    kept = {name: choice for name, choice in chosen.items() if not set(ancestors(name)) & set(choices)}
    return kept | dict(choices)


def parsed_items(items: Iterable[str], what: str, example: str) -> Iterator[tuple[str, str]]:
    """Name and value of ``LABEL=VALUE`` items as written on the command line.

    Args:
        items: The items.
        what: Of what they are, for the error.
        example: A right one, for the error.

    Raises:
        ConfigError: If an item is not of that form.
    """
    for item in items:
        name, equals, value = item.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise ConfigError(f"{what} {item!r}: write LABEL={what.upper()}, for example {example}")
        yield name.strip(), value.strip()
