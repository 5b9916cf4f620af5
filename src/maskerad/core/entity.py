"""Entities: one real-world thing, with all its mentions in a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from maskerad.core.span import Span


class Mention(NamedTuple):
    """A span of one document of the record."""

    document: str
    span: Span


@dataclass(frozen=True, slots=True)
class Entity:
    """One person, place, institution, day or number of a record.

    ``key`` is what makes it the same thing at every mention (a folded form of the text): left out of ``repr``
    by being hashed before it is used as ``id``.
    """

    id: str
    label: str
    mentions: tuple[Mention, ...]
    role: str = ""
    gender: str = ""
    kin: str = ""
