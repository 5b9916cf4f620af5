"""Which records to annotate first, when there are too many to annotate them all.

``hits`` takes those in which dictionaries and patterns find most for their length (AnonyMate's pre-selection, Kocman et
al. 2022, section 2.2); ``uncertainty`` those whose strings the recognisers are least sure of, each string counted once
over all that is chosen, so that one decision is not asked for twice; ``random`` draws. A stated share is drawn at
random whatever the rule, so that what is found can be measured.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

RANDOM_SHARE = 0.1


class Rule(StrEnum):
    """How records are chosen."""

    HITS = "hits"
    UNCERTAINTY = "uncertainty"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record that may be chosen.

    Attributes:
        id: Of the record.
        n_chars: Of its texts.
        scores: The highest score of each of its strings, by the folded string. Out of ``repr``.
    """

    id: str
    n_chars: int
    scores: Mapping[str, float] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen, the first to annotate first.

    Attributes:
        ids: Of the records.
        n_random: How many of them were drawn at random.
        rule: In words, for the report.
    """

    ids: tuple[str, ...]
    n_random: int
    rule: str


def choose(
    candidates: Sequence[Candidate], n: int, rule: Rule, random_share: float = RANDOM_SHARE, seed: int = 1
) -> Chosen:
    """Chooses records; the same ones for the same seed.

    Example:
        >>> few = [Candidate("a", 9, {"anna": 0.9}), Candidate("b", 9, {"bo": 0.5}), Candidate("c", 9, {"bo": 0.5})]
        >>> choose(few, 2, Rule.UNCERTAINTY, random_share=0).ids
        ('b', 'a')
    """
    n = min(n, len(candidates))
    n_random = n if rule is Rule.RANDOM else round(n * random_share)
    drawn = random.Random(seed).sample(sorted(candidate.id for candidate in candidates), n_random)
    left = [candidate for candidate in candidates if candidate.id not in set(drawn)]
    taken = [candidate for candidate in candidates if candidate.id in set(drawn)]
    ranked = _by_hits(left) if rule is Rule.HITS else _by_uncertainty(left, taken, n - n_random)
    ids = (*ranked[: n - n_random], *drawn)
    words = f"{n - n_random} by {rule.value}, {n_random} at random (seed {seed}), of {len(candidates)} records"
    return Chosen(ids, n_random, words)


def _by_hits(candidates: Sequence[Candidate]) -> list[str]:
    ranked = sorted(
        candidates, key=lambda candidate: (-len(candidate.scores) / max(candidate.n_chars, 1), candidate.id)
    )
    return [candidate.id for candidate in ranked]


def _by_uncertainty(candidates: Sequence[Candidate], taken: Sequence[Candidate], n: int) -> list[str]:
    """Greedy: the record whose strings, those chosen before left out, are doubted most.

    A gain can only shrink, so a record whose gain was worked out again and is still the highest is the best (lazy
    evaluation, Minoux 1978).
    """
    seen = {string for candidate in taken for string in candidate.scores}
    heap = [(-_gain(candidate, seen), candidate.id, at) for at, candidate in enumerate(candidates)]
    heapq.heapify(heap)
    chosen: list[str] = []
    while heap and len(chosen) < n:
        _, name, at = heapq.heappop(heap)
        gain = _gain(candidates[at], seen)
        if heap and -gain > heap[0][0]:
            heapq.heappush(heap, (-gain, name, at))
            continue
        chosen.append(name)
        seen.update(candidates[at].scores)
    return chosen


def _gain(candidate: Candidate, seen: set[str]) -> float:
    return sum(1 - abs(2 * score - 1) for string, score in candidate.scores.items() if string not in seen)
