"""The parts of a written name, what they tell of the kinds of its words, and which kinds a record settles on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from maskerad.text.folding import fold

HYPHENS = ("-", "‐", "‑")
BY_ORDER, BY_LISTS, TOLD = range(3)  # what the kind of a part is known by
WEIGHTS = (4, 8, 24)  # of a form that tells a kind by order, by lists, or surely
LISTED_WEIGHT = 5
NO_KINDS: Mapping[str, str] = MappingProxyType({})

Telling = tuple[str, str, int]  # folded word, its kind, what that is known by


class NamePart(NamedTuple):
    """A part of a written name: ``[start, end)`` of the mention.

    ``kind`` is "given", "family", "name" (one of the two, the mention does not tell), "initial" (one letter or
    several), "particle", "title" (in front), "suffix" or "ending" (genitive). ``known_by`` tells of a given or family
    name whether the mention tells its kind (``TOLD``), or the order of the words does, with the lists for it or not.
    """

    start: int
    end: int
    kind: str
    known_by: int = BY_ORDER


def tellings(text: str, parts: Iterable[NamePart]) -> tuple[Telling, ...]:
    """What a mention that is taken apart tells of the kinds of its words."""
    evidence: list[Telling] = []
    before = ""
    for part in parts:
        if part.kind in ("given", "family"):
            is_told = before == "particle" and part.kind == "family"  # De Tullio is a family name in every order
            evidence.append((fold(text[part.start : part.end]), part.kind, TOLD if is_told else part.known_by))
        before = part.kind
    return tuple(evidence)


def settled_kinds(evidence: Iterable[Telling]) -> dict[str, str]:
    """Folded word to its kind in a record, for words of which the mentions that tell most agree.

    A word that one mention alone tells, and not surely, is left out: its kind falls with that of the words beside it.

    Args:
        told: What each way of writing somebody tells, once.
    """
    best: dict[str, tuple[int, str]] = {}
    n_forms: Counter[str] = Counter()
    for word, kind, known_by in evidence:
        n_forms[word] += 1
        most, before = best.get(word, (BY_LISTS, kind))
        if known_by >= most:
            best[word] = (known_by, kind if known_by > most or kind == before else "")
    return {word: kind for word, (known_by, kind) in best.items() if kind and (n_forms[word] > 1 or known_by == TOLD)}


def kinds_of_one(
    forms: Iterable[Sequence[Telling]],
    joined: Iterable[Sequence[str]],
    is_given: Callable[[str], bool],
    family: Container[str],
) -> dict[str, str]:
    """Folded words of one person's names to "given" or "family", by all forms in which they are written.

    Args:
        forms: What each written form tells; a longer one tells more.
        joined: Words that a hyphen joins somewhere, which are of one kind.
        is_given: Whether a word is a listed given name.
        family: Listed family names.
    """
    weights: dict[str, int] = {}
    for form in forms:
        for word, kind, known_by in form:
            weight = WEIGHTS[known_by] + len(form)
            weights[word] = weights.get(word, 0) + (weight if kind == "given" else -weight)
    for word in weights:
        weights[word] += LISTED_WEIGHT * (is_given(word) - (word in family))
    for group in joined:
        weights.update(dict.fromkeys(group, sum(weights.get(word, 0) for word in group)))
    if not any(weights.values()):  # Märta Volgsten, Volgsten Märta: the one that can be a given name is
        weights.update((word, LISTED_WEIGHT) for word in weights if is_given(word))
    settled = {word: "given" if weight > 0 else "family" for word, weight in weights.items() if weight}
    kinds = set(settled.values())
    other = "" if len(kinds) != 1 else "family" if "given" in kinds else "given"
    return settled | {word: other for word, weight in weights.items() if not weight and other}


def contrary(evidence: Iterable[Telling], kinds: Mapping[str, str]) -> bool:
    """Whether a record tells other kinds than a mention that is told by order or lists alone."""
    return any(known_by < TOLD and kinds.get(word, kind) != kind for word, kind, known_by in evidence)
