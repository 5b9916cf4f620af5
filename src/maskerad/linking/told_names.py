"""Names that the text tells to be one: in the fields of a form ("NOM Martin  Prénom Luc"), in a register, an alias."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from maskerad.linking.beside import roles_fit
from maskerad.linking.cues import people_words
from maskerad.linking.found import Found
from maskerad.linking.person import PATIENT, RELATIVE, Person
from maskerad.text.folding import fold

GAP_CHARS_MAX = 40  # between the fields of one name
CUE_CHARS_MAX = 40
_BETWEEN = " \t\n:.|/\"'“„«「(（=-"


def fields_of_relatives(found: Sequence[Found]) -> frozenset[int]:
    """Numbers of the mentions of relatives that stand in a field for the family name, next to one for the given name.

    Such a name is the one's in the field beside it, whoever else of the family bears it.
    """
    relatives = [place for place, one in enumerate(found) if one.span.label == RELATIVE]
    return frozenset(
        place if _field(found[place]) == "family" else before
        for before, place in pairwise(relatives)
        if _are_near(found[before], found[place])
        and {_field(found[before]), _field(found[place])} == {"given", "family"}
        and not any(" " in found[at].text.strip() for at in (before, place))
    )


def given_fields(found: Sequence[Found]) -> frozenset[int]:
    """Numbers of the mentions that stand in a field for given names, next to one for the family name."""
    people = [place for place, one in enumerate(found) if one.span.label in (PATIENT, RELATIVE)]
    return frozenset(
        place
        for pair in pairwise(people)
        if _are_near(found[pair[0]], found[pair[1]])
        and {_field(found[pair[0]]), _field(found[pair[1]])} == {"given", "family"}
        for place in pair
        if _field(found[place]) == "given"
    )


def _are_near(left: Found, right: Found) -> bool:
    return left.document is right.document and 0 < right.span.start - left.span.end <= GAP_CHARS_MAX


def fields(found: Sequence[Found], owner: Mapping[int, Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of people whose names stand in the fields for the given and the family name, one after the other."""
    for before, place in pairwise(sorted(owner)):
        left, right = found[before], found[place]
        if _are_near(left, right) and owner[before] is not owner[place] and roles_fit(owner[before], owner[place]):
            kinds = {_field(left), _field(right)}
            are_halves = owner[before].role == PATIENT or (owner[before].is_lone and owner[place].is_lone)
            if kinds == {"given", "family"} and are_halves:
                yield owner[before], owner[place]


def _field(one: Found) -> str:
    """ "given" or "family" where a mention stands in such a field, else ""."""
    words, before = people_words(one.pack), _before(one)
    if before.endswith(words.given_fields):
        return "given"
    return "family" if before.endswith(words.family_fields) else ""


def aliases(found: Sequence[Found], owner: Mapping[int, Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of the patient and another name of his or hers, which the text calls an alias or a legal name."""
    patients = [place for place in sorted(owner) if owner[place].role == PATIENT]
    for at, place in enumerate(patients):
        if _is_alias(found[place]):
            near = [*reversed(patients[:at]), *patients[at + 1 :]]
            here = [other for other in near if found[other].document is found[place].document]
            others = [owner[other] for other in here or near if owner[other] is not owner[place]]
            if others and (here or len(set(others)) == 1):
                first, second = sorted((others[0], owner[place]), key=lambda one: -len(one.words))
                yield first, second


def _is_alias(one: Found) -> bool:
    words = people_words(one.pack)
    after = fold(one.document.text[one.span.end : one.span.end + CUE_CHARS_MAX]).lstrip(_BETWEEN + "\"'”»」)）")
    return _before(one).endswith(words.alias) or after.startswith(words.alias_after)


def _before(one: Found) -> str:
    """The folded text before a mention, with a blank in front so that whole words are looked for."""
    text = one.document.text[max(0, one.span.start - CUE_CHARS_MAX) : one.span.start]
    return " " + " ".join(fold(text).rstrip(_BETWEEN).split())
