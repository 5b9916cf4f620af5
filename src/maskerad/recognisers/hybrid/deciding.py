"""From what several members say of a text to what is marked in it.

A vote is for a place: a member supports a candidate if it marks anything of the same label that overlaps it. Candidates
with votes enough are taken in the order of the trust in the members that gave exactly these ends; what overlaps one
that was taken is dropped. So members that agree on a name but not on its title still find it, and the best of them says
where it ends. Last comes the net: what rules marked as one of its labels, and letters of it that nobody else covered.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from maskerad.core.span import Span
from maskerad.recognisers.hybrid.policy import Policy

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place and a label, and who gave exactly these ends.

    Attributes:
        start: First character.
        end: One past the last.
        label: What it may be.
        members: Names of those who gave it.
        trust: In these together.
    """

    start: int
    end: int
    label: str
    members: tuple[str, ...]
    trust: float


def decide(members: Mapping[str, Sequence[Span]], policy: Policy) -> list[Candidate]:
    """Places that are marked, sorted and disjoint.

    Args:
        members: Name of each to its spans of one text, those of one member disjoint; labels of the policy's scheme.
        policy: Who decides.

    Example:
        >>> from maskerad.recognisers.hybrid.policy import Choice
        >>> said = {"rules": [Span(0, 9, "PATIENT")], "crf": [Span(4, 9, "PATIENT")], "bilstm": [Span(4, 9, "PATIENT")]}
        >>> policy = Policy(Choice(("rules", "crf", "bilstm"), 2))
        >>> [(found.start, found.end, found.members) for found in decide(said, policy)]
        [(4, 9, ('crf', 'bilstm'))]
    """
    by_label = _by_label(members)
    candidates = [candidate for label, said in by_label.items() for candidate in _accepted(label, said, policy)]
    taken = Taken()
    for candidate in sorted(
        candidates, key=lambda offer: (-offer.trust, offer.start - offer.end, offer.start, offer.label)
    ):
        taken.add(candidate)
    return taken.candidates


class Taken:
    """Disjoint candidates, kept in order."""

    def __init__(self) -> None:
        self.candidates: list[Candidate] = []
        self._starts: list[int] = []

    def add(self, candidate: Candidate) -> None:
        """Takes a candidate that overlaps none that was taken."""
        at = bisect_left(self._starts, candidate.start)
        is_free_left = at == 0 or self.candidates[at - 1].end <= candidate.start
        if is_free_left and (at == len(self._starts) or candidate.end <= self._starts[at]):
            self._starts.insert(at, candidate.start)
            self.candidates.insert(at, candidate)


def gaps(start: int, end: int, places: Sequence[Place]) -> Iterator[Place]:
    """Stretches of ``[start, end)`` that no place covers.

    Args:
        start, end: The stretch.
        places: Sorted and disjoint.
    """
    at = max(0, bisect_right(places, (start, start)) - 1)
    reached = start
    while at < len(places) and places[at][0] < end:
        left, right = places[at]
        if left > reached:
            yield reached, left
        reached = max(reached, right)
        at += 1
    if reached < end:
        yield reached, end


def _by_label(members: Mapping[str, Sequence[Span]]) -> dict[str, dict[str, list[Place]]]:
    by_label: dict[str, dict[str, list[Place]]] = {}
    for member, spans in members.items():
        for span in spans:
            by_label.setdefault(span.label, {}).setdefault(member, []).append((span.start, span.end))
    return by_label


def _accepted(label: str, said: Mapping[str, Sequence[Place]], policy: Policy) -> Iterator[Candidate]:
    """Candidates of one label with votes enough."""
    choice = policy.choice(label)
    proposals = {member: sorted(said[member]) for member in choice.members if member in said}
    if len(proposals) < choice.votes:
        return
    givers: dict[Place, list[str]] = {}
    for member, places in proposals.items():
        for place in places:
            givers.setdefault(place, []).append(member)
    for place, exact in givers.items():
        if sum(_touches(place, places) for places in proposals.values()) >= choice.votes:
            trust = sum(policy.trust_in(member, label) for member in exact)
            yield Candidate(*place, label, tuple(exact), trust)


def _touches(place: Place, places: Sequence[Place]) -> bool:
    """Whether one of the sorted, disjoint places overlaps a place."""
    at = bisect_left(places, (place[1],)) - 1
    return at >= 0 and places[at][1] > place[0]


def uncovered(spans: Iterable[Span], taken: Sequence[Candidate]) -> Iterator[tuple[Span, list[Place]]]:
    """Spans that candidates do not cover, with the stretches that are left of them."""
    places = [(candidate.start, candidate.end) for candidate in taken]
    for span in spans:
        left = list(gaps(span.start, span.end, places))
        if left:
            yield span, left
