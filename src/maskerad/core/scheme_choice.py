"""Which label scheme a corpus is written in, told from its labels alone."""

from __future__ import annotations

from collections.abc import Iterable

from maskerad.core.errors import LabelError
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import load_scheme, scheme_names


def schemes_holding(labels: Iterable[str]) -> tuple[str, ...]:
    """Names of all schemes that have every one of the labels: the core scheme first, then the smallest.

    Example:
        >>> schemes_holding({"PER", "LOC"})
        ('conll', 'germeval14')
    """
    wanted = set(labels)
    holding = [name for name in scheme_names() if wanted <= set(load_scheme(name).labels)]
    return tuple(sorted(holding, key=lambda name: (name != CORE, len(load_scheme(name).labels), name)))


def infer_scheme(labels: Iterable[str]) -> str:
    """The scheme to read a corpus with when none is named; a corpus without labels is of the core scheme.

    Raises:
        LabelError: If no scheme has all of the labels; the message names the nearest and what it lacks.

    Example:
        >>> infer_scheme(["NOM", "PRENOM"])
        'eds_pseudo'
    """
    wanted = set(labels)
    holding = schemes_holding(wanted)
    if holding:
        return holding[0]
    nearest = min(scheme_names(), key=lambda name: len(wanted - set(load_scheme(name).labels)))
    lacking = ", ".join(sorted(wanted - set(load_scheme(nearest).labels)))
    raise LabelError(f"no label scheme has all labels of this corpus; nearest is {nearest!r}, which lacks: {lacking}")
