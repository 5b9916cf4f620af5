"""Names that the text tells to be one: in the fields of a form ("NOM Martin  Prénom Luc"), in a register, an alias."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from maskerad.linking.beside import roles_fit
from maskerad.linking.cues import people_words
from maskerad.linking.occurrence import Occurrence
from maskerad.linking.person import PATIENT, RELATIVE, Person
from maskerad.text.folding import fold

GAP_CHARS_MAX = 40  # between the fields of one name
CUE_CHARS_MAX = 40
_BETWEEN = " \t\n:.|/\"'“„«「(（=-"


def fields_of_relatives(occurrences: Sequence[Occurrence]) -> frozenset[int]:
    """Numbers of the mentions of relatives that stand in a field for the family name, next to one for the given name.

    Such a name is the one's in the field beside it, whoever else of the family bears it.
    """
    relatives = [place for place, occurrence in enumerate(occurrences) if occurrence.span.label == RELATIVE]
    return frozenset(
        place if _field(occurrences[place]) == "family" else before
        for before, place in pairwise(relatives)
        if _are_near(occurrences[before], occurrences[place])
        and {_field(occurrences[before]), _field(occurrences[place])} == {"given", "family"}
        and not any(" " in occurrences[at].text.strip() for at in (before, place))
    )


def given_fields(occurrences: Sequence[Occurrence]) -> frozenset[int]:
    """Numbers of the mentions that stand in a field for given names, next to one for the family name."""
    people = [place for place, occurrence in enumerate(occurrences) if occurrence.span.label in (PATIENT, RELATIVE)]
    return frozenset(
        place
        for pair in pairwise(people)
        if _are_near(occurrences[pair[0]], occurrences[pair[1]])
        and {_field(occurrences[pair[0]]), _field(occurrences[pair[1]])} == {"given", "family"}
        for place in pair
        if _field(occurrences[place]) == "given"
    )


def _are_near(left: Occurrence, right: Occurrence) -> bool:
    return left.document is right.document and 0 < right.span.start - left.span.end <= GAP_CHARS_MAX


def fields(occurrences: Sequence[Occurrence], owner: Mapping[int, Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of people whose names stand in the fields for the given and the family name, one after the other."""
    for before, place in pairwise(sorted(owner)):
        left, right = occurrences[before], occurrences[place]
        if _are_near(left, right) and owner[before] is not owner[place] and roles_fit(owner[before], owner[place]):
            kinds = {_field(left), _field(right)}
            are_halves = owner[before].role == PATIENT or (owner[before].is_lone and owner[place].is_lone)
            if kinds == {"given", "family"} and are_halves:
                yield owner[before], owner[place]


def _field(occurrence: Occurrence) -> str:
    """ "given" or "family" where a mention stands in such a field, else ""."""
    words, before = people_words(occurrence.pack), _before(occurrence)
    if before.endswith(words.given_fields):
        return "given"
    return "family" if before.endswith(words.family_fields) else ""


def aliases(occurrences: Sequence[Occurrence], owner: Mapping[int, Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of the patient and another name of his or hers, which the text calls an alias or a legal name."""
    patients = [place for place in sorted(owner) if owner[place].role == PATIENT]
    for at, place in enumerate(patients):
        if _is_alias(occurrences[place]):
            near = [*reversed(patients[:at]), *patients[at + 1 :]]
            here = [other for other in near if occurrences[other].document is occurrences[place].document]
            others = [owner[other] for other in here or near if owner[other] is not owner[place]]
            if others and (here or len(set(others)) == 1):
                first, second = sorted((others[0], owner[place]), key=lambda person: -len(person.words))
                yield first, second


def _is_alias(occurrence: Occurrence) -> bool:
    words = people_words(occurrence.pack)
    after = fold(occurrence.document.text[occurrence.span.end : occurrence.span.end + CUE_CHARS_MAX]).lstrip(
        _BETWEEN + "\"'”»」)）"
    )
    return _before(occurrence).endswith(words.alias) or after.startswith(words.alias_after)


def _before(occurrence: Occurrence) -> str:
    """The folded text before a mention, with a blank in front so that whole words are looked for."""
    text = occurrence.document.text[max(0, occurrence.span.start - CUE_CHARS_MAX) : occurrence.span.start]
    return " " + " ".join(fold(text).rstrip(_BETWEEN).split())
