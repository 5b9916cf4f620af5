"""Choices by label: one for a label holds for its children in the core scheme too, unless they have their own.

Three more names are chosen like children, by the name of the rule that found a span: ``NATIONAL_ID`` of ID (rules
``national_id…``), ``GENERIC_CARE`` of HOSPITAL (rules ``generic…``: "our hospital", "a clinic nearby", which schemes
mark and which identify nobody), and ``FOREIGN_LINE`` of OTHER_PHI (a line in a language that is not configured).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from maskerad.core.errors import ConfigError, MaskeradError, UnknownNameError
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


def parsed_choices(items: Iterable[str], what: str, example: str, parse: Callable[[str], T]) -> dict[str, T]:
    """Choices by label from ``LABEL=VALUE`` items as on the command line; of two for one label, the later holds.

    Args:
        items: The items.
        what: Of what they are, for the error.
        example: A right one, for the error.
        parse: Reads a value.

    Raises:
        MaskeradError: If an item is not of that form, names no label, or ``parse`` refuses its value. All that is wrong
            is told: the first as the error, the others as its notes.
    """
    choices: dict[str, T] = {}
    wrong: list[MaskeradError] = []
    for item in items:
        name, value = (part.strip() for part in item.partition("=")[::2])
        if not name or not value:
            wrong.append(ConfigError(f"{what} {item!r}: write LABEL={what.upper()}, for example {example}"))
            continue
        try:
            ancestors(name)
        except UnknownNameError as error:
            wrong.append(error)
        try:
            choices[name] = parse(value)
        except MaskeradError as error:
            wrong.append(error)
    _refuse(wrong)
    return choices


def _refuse(wrong: Sequence[MaskeradError]) -> None:
    """Raises the first of some errors, with each other one as a note, said once."""
    if wrong:
        messages = dict.fromkeys(str(error) for error in wrong)
        for other in list(messages)[1:]:
            wrong[0].add_note(other)
        raise wrong[0]
