"""One name has one role in a record: what all members say of any mention of a name counts for each of them.

After one sense per discourse (Gale, Church and Yarowsky 1992). Two mentions are of one name if the words of one are
among those of the other ("Agneta", "A Frid", "Agneta Frid"); an initial stands for any word that begins with it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import load_scheme
from maskerad.core.span import Span
from maskerad.recognisers.hybrid.deciding import Candidate
from maskerad.recognisers.hybrid.policy import Policy
from maskerad.text.folding import fold

ROLES = frozenset({"PATIENT", "RELATIVE", "CLINICIAN", "OTHER_PERSON"})
FORMS_MAX = 100  # a word in more names than that tells none of them
GENITIVE_MIN_CHARS = 4
_WORD = re.compile(r"[^\W\d_]+")

Name = frozenset[str]
Weights = dict[str, float]


@lru_cache(maxsize=32)
def people_labels(scheme: str) -> frozenset[str]:
    """Labels of a scheme that people have."""
    core = load_scheme(CORE)
    return frozenset(label for label, to in load_scheme(scheme).to_core.items() if to and "PERSON" in core.lineage(to))


@lru_cache(maxsize=32)
def role_labels(scheme: str) -> frozenset[str]:
    """Those among them that tell a role."""
    return frozenset(label for label in people_labels(scheme) if load_scheme(scheme).to_core[label] in ROLES)


@dataclass(frozen=True, slots=True)
class Decided:
    """One document of a record: its text, what was said of it, and what was decided."""

    text: str = field(repr=False)
    members: Mapping[str, Sequence[Span]]
    taken: Sequence[Candidate]


def with_roles(record: Sequence[Decided], policy: Policy, scheme: str) -> list[list[Candidate]]:
    """What was decided of each document, every mention of a name with the role that most trust is in.

    Args:
        record: Its documents.
        policy: Whose trust counts.
        scheme: Of the labels.
    """
    people = people_labels(scheme)
    names = [
        [name_of(candidate, document.text) if candidate.label in people else Name() for candidate in document.taken]
        for document in record
    ]
    evidence: dict[Name, Weights] = {}
    for document, row in zip(record, names, strict=True):
        for name, weights in zip(row, _evidence(document, policy, role_labels(scheme)), strict=True):
            if name:
                _add(evidence.setdefault(name, {}), weights)
    roles = _roles(evidence)
    return [
        [
            _with_role(candidate, *roles[name]) if name in roles else candidate
            for candidate, name in zip(document.taken, row, strict=True)
        ]
        for document, row in zip(record, names, strict=True)
    ]


def name_of(candidate: Candidate, text: str) -> Name:
    """The words of a name, folded; a long word without a final s.

    Example:
        >>> sorted(name_of(Candidate(0, 14, "PATIENT", (), 0.0), "Anna Lindqvists"[:14]))
        ['anna', 'lindqvist']
    """
    words = map(fold, _WORD.findall(text[candidate.start : candidate.end]))
    return Name(word.rstrip("s") if len(word) > GENITIVE_MIN_CHARS else word for word in words)


def _evidence(document: Decided, policy: Policy, labels: frozenset[str]) -> Iterator[Weights]:
    """For each place of a document the trust in each role that any member gives to something that overlaps it."""
    said = {member: [s for s in spans if s.label in labels] for member, spans in sorted(document.members.items())}
    ends = {member: [span.end for span in spans] for member, spans in said.items()}
    for candidate in document.taken:
        weights: Weights = {}
        for member, spans in said.items():
            at = bisect_right(ends[member], candidate.start)
            while at < len(spans) and spans[at].start < candidate.end:
                _add(weights, {spans[at].label: policy.trust_in(member, spans[at].label)})
                at += 1
        yield weights


def _with_role(candidate: Candidate, label: str, share: float) -> Candidate:
    return replace(candidate, label=label, trust=share * len(candidate.members))


def _roles(evidence: Mapping[Name, Weights]) -> dict[Name, tuple[str, float]]:
    """The role of each name that there is evidence for, in any of its forms, and its share of the trust."""
    by_word: defaultdict[str, list[Name]] = defaultdict(list)
    for name in sorted(evidence, key=sorted):
        for word in name:
            by_word[word].append(name)
    roles = {}
    for name in evidence:
        forms = {name} | {
            form for word in name if len(by_word[word]) <= FORMS_MAX for form in by_word[word] if are_one(name, form)
        }
        total: Weights = {}
        for form in sorted(forms, key=sorted):
            _add(total, evidence[form])
        if total:
            role = max(sorted(total), key=lambda label: round(total[label], 6))
            roles[name] = role, total[role] / sum(total.values())
    return roles


def are_one(left: Name, right: Name) -> bool:
    """Whether two names may be forms of one.

    Example:
        >>> are_one(frozenset({"a", "frid"}), frozenset({"agneta", "frid"}))
        True
        >>> are_one(frozenset({"maj", "bergkvist"}), frozenset({"ture", "bergkvist"}))
        False
    """
    short, long = (left, right) if len(left) <= len(right) else (right, left)
    return all(word in long or (len(word) == 1 and any(other.startswith(word) for other in long)) for word in short)


def _add(total: Weights, more: Mapping[str, float]) -> None:
    for label, weight in more.items():
        total[label] = total.get(label, 0.0) + weight
