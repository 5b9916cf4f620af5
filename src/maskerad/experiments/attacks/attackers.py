"""Three readers who look for real names among surrogates. Each gives every name a score; higher is more suspicious.

frequency     the rarest name by the public lists: surrogates are common names, so a rare one may be real
consistency   the name that recurs more or less than the others of its record, in it or elsewhere
parrot        a model trained on records of the attacker's own, which he pseudonymised with the same tool under a
              key of his own, missing some on purpose; it weighs all that the other two look at. The name is
              that of the "parrot attack" on hidden identifiers (Carrell and others, 2019)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

from maskerad.experiments.attacks.logistic import Array, fit
from maskerad.experiments.attacks.traces import Trace, features
from maskerad.pipeline.configuration.scopes import Extent, Scope

FREQUENCY, CONSISTENCY, PARROT = "frequency", "consistency", "parrot"
ATTACKERS = (FREQUENCY, CONSISTENCY, PARROT)


def by_frequency(traces: Sequence[Trace]) -> list[float]:
    """The rarity of the rarest word of each name, and a little of the mean to part what is alike."""
    return [trace.highest + trace.mean / 100 for trace in traces]


def by_consistency(traces: Sequence[Trace], scope: Scope) -> list[float]:
    """What surrogates of the scope cannot do: recur where they should not, or stand alone where others recur.

    Args:
        traces: The names under attack.
        scope: Of the release; the attacker knows it, as he knows the tool (Kerckhoffs' principle).
    """
    return [_recurs_against(trace, scope) + _lacks_company(trace, scope) for trace in traces]


def _recurs_against(trace: Trace, scope: Scope) -> float:
    """How much a name recurs that, were it a surrogate, should not."""
    match scope.extent:
        case Extent.MENTION:
            return trace.in_record + trace.elsewhere
        case Extent.DOCUMENT:
            return trace.in_record - trace.in_document
        case Extent.LIMITED:
            return max(0.0, trace.in_record - log(scope.run_max))
        case Extent.RECORD:
            return trace.elsewhere if trace.n_words > 1 else 0.0  # given names alone meet by chance
        case Extent.CORPUS:
            return 0.0


def _lacks_company(trace: Trace, scope: Scope) -> float:
    """How odd it is that a name stands alone; where it recurs, the less suspicious the more it does."""
    if scope.extent is Extent.MENTION:
        return 0.0
    return trace.odd - trace.in_record - (trace.elsewhere if scope.extent is Extent.CORPUS else 0.0)


def by_parrot(traces: Sequence[Trace], own: Sequence[Trace], own_truth: Sequence[bool]) -> list[float]:
    """Probabilities by a model of the attacker's own copy; all alike where that holds but one class.

    Args:
        traces: The names under attack.
        own: Names of the attacker's own records.
        own_truth: Which of those are real.
    """
    if not traces or len(set(own_truth)) < 2:
        return [0.0] * len(traces)
    model = fit(_rows(own), np.array(own_truth, dtype=np.float64))
    return [float(p) for p in model.probabilities(_rows(traces))]


def _rows(traces: Sequence[Trace]) -> Array:
    return np.array([features(trace) for trace in traces], dtype=np.float64)
