"""What is done with the columns beside the text of a table, chosen by name.

    DATE, PATIENT, ID, …    a label of the core scheme: every cell is a mention of the record, and goes the way of one
    BIRTH_DATE              a date on which the patient was born
    text                    free text: read and rewritten as the text is
    drop                    the column is left out
    hash                    a keyed digest of the cell, the same for the same cell wherever the key is the same
    keep                    the column stays, unasked

A column without a rule stays too; how it looks is told (``column_kinds``). ``date``, which tells when a document was
written, always moves where it is, unless it has a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.core.schemes import load_scheme

DATE, BIRTH_DATE = "DATE", "BIRTH_DATE"
TEXT, DROP, HASH, KEEP = "text", "drop", "hash", "keep"
TREATMENTS = (TEXT, DROP, HASH, KEEP)


@dataclass(frozen=True, slots=True)
class ColumnRules:
    """Rules by the name of a column or field.

    Attributes:
        chosen: Name to a label of the core scheme, ``BIRTH_DATE``, or a treatment.
        has_hashed_ids: Whether the ids of documents and records, and so the names of files, become digests.
        is_strict: Whether a column that looks as if it identified somebody, and has no rule, is refused.

    Raises:
        UnknownNameError: If a rule is neither.
    """

    chosen: Mapping[str, str] = field(default_factory=dict)
    has_hashed_ids: bool = False
    is_strict: bool = False

    def __post_init__(self) -> None:
        allowed = [*load_scheme("core").labels, BIRTH_DATE, *TREATMENTS]
        for rule in self.chosen.values():
            if rule not in allowed:
                raise UnknownNameError("rule of a column", rule, allowed)

    def __bool__(self) -> bool:
        return bool(self.chosen)

    def named(self, *rules: str) -> tuple[str, ...]:
        """Names of the columns under some rules, in the order in which they were given."""
        return tuple(name for name, rule in self.chosen.items() if rule in rules)

    @property
    def marked(self) -> Mapping[str, str]:
        """Names and labels of the columns whose cells are mentions; dates, which only move, are none of them."""
        return {name: rule for name, rule in self.chosen.items() if rule not in (DATE, BIRTH_DATE, *TREATMENTS)}

    @property
    def as_text(self) -> tuple[str, ...]:
        """Names of the columns whose numbers become texts."""
        return (*self.marked, *self.named(HASH))

    def updated(self, choices: Mapping[str, str]) -> ColumnRules:
        """These rules with others laid over them."""
        return replace(self, chosen={**self.chosen, **choices})


def parse_columns(items: Iterable[str]) -> dict[str, str]:
    """Rules from ``NAME=RULE`` items as written on the command line.

    Raises:
        ConfigError: If an item is not of that form.

    Example:
        >>> parse_columns(["admitted=DATE", "ward = drop"])
        {'admitted': 'DATE', 'ward': 'drop'}
    """
    chosen: dict[str, str] = {}
    for item in items:
        name, equals, rule = item.rpartition("=")
        if not equals or not name.strip() or not rule.strip():
            raise ConfigError(f"column {item!r}: write NAME=RULE, for example admitted=DATE or ward=drop")
        if chosen.setdefault(name.strip(), rule.strip()) != rule.strip():
            raise ConfigError(f"column {name.strip()!r}: two rules, {chosen[name.strip()]} and {rule.strip()}")
    return chosen
