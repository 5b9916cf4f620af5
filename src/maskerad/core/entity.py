"""Entities: one real-world thing, with all its mentions in a record."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from maskerad.core.span import Span


class Form(StrEnum):
    """How a mention is written, seen from the fullest mention of its entity."""

    FULL = "full"  # the same names, whatever their order, case, accents and blanks
    INFLECTED = "inflected"  # the same with a genitive or an honorific glued to it
    PART = "part"  # some of the names, given and family names among them
    GIVEN = "given"  # given names alone
    FAMILY = "family"  # family names alone
    INITIALS = "initials"  # initials, with or without a name
    NICKNAME = "nickname"  # a short or pet form of a given name
    MISSPELT = "misspelt"  # a name with typing errors
    READING = "reading"  # a name in another script
    SHORT = "short"  # a short form or acronym of an institution's or a place's name, the first sign of a person's


@dataclass(frozen=True, slots=True)
class StandsFor:
    """A word of a mention that is written otherwise than the entity's own; both folded, and out of ``repr``."""

    word: str = field(repr=False)
    name: str = field(repr=False)
    form: Form


class Mention(NamedTuple):
    """A span of one document of the record.

    Attributes:
        document: Its id.
        span: Where it stands.
        form: How it is written.
        distance: Typing errors between the mention and what it stands for; 0 unless misspelt.
        stands_for: Words of a person's mention that are nicknames, misspellings or readings of the entity's names.
    """

    document: str
    span: Span
    form: Form = Form.FULL
    distance: int = 0
    stands_for: tuple[StandsFor, ...] = ()


@dataclass(frozen=True, slots=True)
class Entity:
    """One person, place, institution, day or number of a record.

    Attributes:
        id: Label and number by first mention; tells nothing of any text.
        label: Of the core scheme.
        mentions: In the order of the record.
        role: PATIENT, RELATIVE, CLINICIAN or OTHER_PERSON; "" where no mention tells, and for what is no person.
        gender: "female", "male", or "" where neither name nor text tells.
        kinship: Canonical English word (mother, brother, ...), "" for none.
        kin_of: Id of the entity that the kinship is to, "" when that is not told.
        key: What makes it the same thing at every mention, whatever the order of the documents: for a person the
            folded names of its fullest form, sorted. Two people of one record have the same key only if they bear
            the same name; role tells them apart then. Out of ``repr``.
        given: Folded given names of a person's fullest form, in order. Out of ``repr``.
        family: Folded family names of the same, without particles. Out of ``repr``.
        kinds: Folded words of all forms of a person's name with "given" or "family", settled once: each is of one kind
            wherever the person is named. Out of ``repr``.
    """

    id: str
    label: str
    mentions: tuple[Mention, ...]
    role: str = ""
    gender: str = ""
    kinship: str = ""
    kin_of: str = ""
    key: str = field(default="", repr=False)
    given: tuple[str, ...] = field(default=(), repr=False)
    family: tuple[str, ...] = field(default=(), repr=False)
    kinds: tuple[tuple[str, str], ...] = field(default=(), repr=False)
