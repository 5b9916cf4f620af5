"""What linking returns: the entities of a record, and where it had to choose or refused to. None holds text."""

from __future__ import annotations

from dataclasses import dataclass

from maskerad.core.entity import Entity

CANDIDATES_MAX = 10
PLACES_MAX = 10


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A mention that could be several entities, and was left apart.

    Attributes:
        document: Its id.
        start: Where it begins.
        end: Where it ends.
        candidates: Ids of the entities that it could be, at most ten.
    """

    document: str
    start: int
    end: int
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two things told of one entity that cannot both be.

    Attributes:
        entity: Its id.
        kind: "gender"; "role" when mentions of one person are told to be of several; "namesake" when people of one
            full name have roles that nobody has at once (patient and clinician), and are kept apart.
        told: What was told, as pairs of source and value; the first one was believed. Sources are "name", "title" and
            "kinship" for a gender, "label" for a role, and the ids of the people for namesakes.
        places: Document, start and end of mentions of it, at most ten.
    """

    entity: str
    kind: str
    told: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Linked:
    """The entities of a record.

    Attributes:
        entities: In the order of their first mention, documents by date, then by id with its numbers as numbers.
        ambiguous: Mentions that could be one of several entities, and stay apart.
        conflicts: Contradictions in gender or role, and what was believed.
    """

    entities: tuple[Entity, ...]
    ambiguous: tuple[Ambiguity, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
