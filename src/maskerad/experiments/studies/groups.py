"""What a label tells of: a person, an institution, or neither (table 1 of AnonyMate, Adams et al. 2019)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maskerad.core import load_scheme
from maskerad.core.label_scheme import CORE
from maskerad.evaluation import Score
from maskerad.evaluation.counts import macro
from maskerad.evaluation.report.tables import Table
from maskerad.pages.numbers import decimal

PII, CII, OTHER = "PII", "CII", "Other"
# By the root of the core label. That paper counts dates of birth alone to PII; the core scheme does not tell them from
# others, and any date may single somebody out.
_GROUPS = {
    **dict.fromkeys(("PERSON", "INITIALS", "USERNAME", "LOCATION", "DATE", "AGE", "PHONE", "EMAIL", "IP", "ID"), PII),
    **dict.fromkeys(("HOSPITAL", "ORGANIZATION", "URL"), CII),
}


def group_of(label: str, scheme: str) -> str:
    """The group of a label of a scheme; what the core scheme has no place for is neither.

    Example:
        >>> group_of("RELATIVE", "core"), group_of("HOSPITAL", "core"), group_of("PROFESSION", "core")
        ('PII', 'CII', 'Other')
    """
    core_label = load_scheme(scheme).to_core[label]
    return _GROUPS.get(load_scheme(CORE).lineage(core_label)[-1], OTHER) if core_label else OTHER


def group_table(systems: Mapping[str, Mapping[str, Score]], labels: Sequence[str], scheme: str) -> Table:
    """Scores averaged over the labels of each group, as table 5 of that paper has them.

    Args:
        systems: Name of each system to its scores by label.
        labels: Of the corpus.
        scheme: Of the labels.
    """
    rows = []
    for group in (PII, CII, OTHER):
        own = [label for label in labels if group_of(label, scheme) == group]
        cells = [group, str(len(own))]
        for scores in systems.values():
            mean = macro(scores[label] for label in own if label in scores)
            cells += [decimal(mean.precision), decimal(mean.recall), decimal(mean.f1)]
        rows.append(tuple(cells))
    header = ("group", "classes", *(f"{name} {column}" for name in systems for column in ("P", "R", "F1")))
    return Table("Personal, corporate and other information, mean over classes", header, rows)
