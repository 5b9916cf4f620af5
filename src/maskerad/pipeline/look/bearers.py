"""The people of a record as the second look needs them: all their names, and how each may be begun."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from maskerad.core import Entity
from maskerad.core.document import Identifier
from maskerad.core.schemes import people_labels
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.names.name import read_name
from maskerad.text.scripts import is_cjk

INITIALS_MAX = 5
NAME_LABELS = {"given": "GIVEN_NAME", "family": "FAMILY_NAME", "name": "PERSON"}  # by kind of identifier
PARTICLE_MAX = 3


@dataclass(frozen=True, slots=True)
class Bearer:
    """Somebody of the record.

    Attributes:
        label: Of the entity.
        given: Folded given names, the parts of double ones apart.
        family: Folded family names likewise, without particles.
        particles: Folded, in order.
        documents: Ids of those that mention them.
        written: Folded initials of mentions that are written with some: "jqw" of J. Q. Winter.
    """

    label: str
    given: tuple[str, ...] = field(repr=False)
    family: tuple[str, ...] = field(repr=False)
    particles: tuple[str, ...] = field(repr=False)
    documents: frozenset[str]
    written: frozenset[str] = field(repr=False)
    pack: LanguagePack

    def initials(self) -> Iterator[str]:
        """Folded initials, in every order in which they are written.

        Given names first or the family name first, of double names both or one, with particles and without; and as
        the mentions have them.
        """
        yield from self.written
        givens = {"".join(name[0] for name in self.given), self.given[0][0] if self.given else ""}
        families = {"".join(name[0] for name in self.family)}
        if self.family:
            families |= {self.family[0][0], self.family[-1][0]}
        between = "".join(name[0] for name in self.particles[:PARTICLE_MAX])
        for given in givens:
            for family in families:
                if given and family:
                    yield from (given + family, family + given)
                    if between:
                        yield from (given + between + family, between + family + given, family + given + between)

    @property
    def glued_family(self) -> str:
        """The family name with its particles, as in user names."""
        return "".join(self.particles).replace("'", "") + "".join(self.family)

    def handles(self) -> Iterator[str]:
        """User names made of the names: alindqvist, annalindqvist, lindqvista, jvdmeulen, annli."""
        if not self.given or not self.family:
            return
        given, family = self.given[0], "".join(self.family)
        glued = self.glued_family
        short = "".join(name[0] for name in self.particles) + family
        for last in {family, glued, short, self.family[-1], self.family[0]}:
            for first in {given, given[0], "".join(self.given), "".join(name[0] for name in self.given)}:
                yield from (first + last, last + first)
        yield from (given[:n] + family[:m] for n, m in ((3, 2), (2, 3), (3, 3)))
        yield given + family[0]


def bearers_of(entities: Iterable[Entity], texts: Mapping[str, tuple[str, LanguagePack]]) -> Sequence[Bearer]:
    """The people among the entities.

    Args:
        entities: Of the record.
        texts: Text and language of each document, by id.
    """
    people = people_labels()
    return [_bearer(entity, texts) for entity in entities if entity.label in people and (entity.given or entity.family)]


def known_bearers(known: Iterable[Identifier], pack: LanguagePack) -> Sequence[Bearer]:
    """The people who are known beforehand, whom no mention need name.

    Args:
        known: Identifiers of a record; those of one number and role are one person's.
        pack: By whose conventions whole names are read.
    """
    people: dict[tuple[int, str], list[Identifier]] = {}
    for identifier in known:
        if identifier.kind in NAME_LABELS and identifier.role in people_labels():
            people.setdefault((identifier.person, identifier.role), []).append(identifier)
    return [_known_bearer(role, names, pack) for (_, role), names in people.items()]


def _known_bearer(role: str, known: Sequence[Identifier], pack: LanguagePack) -> Bearer:
    names = [read_name(identifier.value, NAME_LABELS[identifier.kind], pack) for identifier in known]
    given, family = (
        tuple(chain.from_iterable(kind)) for kind in zip(*((name.given, name.family) for name in names), strict=True)
    )
    return Bearer(role, _apart(given), _apart(family), (), frozenset(), frozenset(), pack)


def _bearer(entity: Entity, texts: Mapping[str, tuple[str, LanguagePack]]) -> Bearer:
    first = entity.mentions[0]
    pack = texts[first.document][1]
    particles: tuple[str, ...] = ()
    written: set[str] = set()
    for mention in entity.mentions:
        text, here = texts[mention.document]
        name = read_name(text[mention.span.start : mention.span.end], mention.span.label, here)
        particles = max(particles, name.particles, key=lambda some: (len(some), some))
        written |= name.letters if name.initials and name.words else frozenset()
    documents = frozenset(mention.document for mention in entity.mentions)
    given, family = entity.given, entity.family
    if not given and len(family) == 1 and name_conventions(pack).is_given(family[0]):
        given, family = family, ()  # of a lone name linking does not tell the kind
    return Bearer(entity.label, _apart(given), _apart(family), particles, documents, frozenset(written), pack)


def _apart(names: Iterable[str]) -> tuple[str, ...]:
    """The parts of double names, none for names in scripts without initials."""
    return tuple(part for name in names if not is_cjk(name) for part in name.replace("'", "").split("-") if part)
