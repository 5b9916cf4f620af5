"""A record before and after: every gold mention with what stands for it in the released text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

PEOPLE = frozenset({"PATIENT", "RELATIVE", "CLINICIAN", "OTHER_PERSON"})


class Found(StrEnum):
    """How the recogniser found a gold span, the worst last."""

    RIGHT = "rightly found"
    LABEL = "other label"
    BORDER = "other border"
    MISSED = "missed"


class Mention(NamedTuple):
    """A gold span and its replacement.

    Attributes:
        page: Number of its document in the record.
        start, end: Where it stands in the old text.
        new_start, new_end: Where its replacement stands in the new text.
        label, entity: As the gold has them.
        old, new: The two texts.
        found: How it was found, where spans are those of a recogniser.
    """

    page: int
    start: int
    end: int
    new_start: int
    new_end: int
    label: str
    entity: str
    old: str
    new: str
    found: Found = Found.RIGHT

    @property
    def is_person(self) -> bool:
        """Whether it names somebody; initials and user names are not names."""
        return self.label in PEOPLE


@dataclass(frozen=True)
class Page:
    """A document before and after."""

    id: str
    old: str
    new: str
    written: date | None
    masked: tuple[tuple[int, int], ...] = ()

    def before(self, mention: Mention, n_chars: int = 40) -> str:
        """What stands before a mention in the new text, on its line."""
        return self.new[max(0, mention.new_start - n_chars) : mention.new_start].rpartition("\n")[2]

    def after(self, mention: Mention, n_chars: int = 40) -> str:
        """What stands behind a mention in the new text, on its line."""
        return self.new[mention.new_end : mention.new_end + n_chars].partition("\n")[0]

    def before_old(self, mention: Mention, n_chars: int = 40) -> str:
        """What stood before a mention in the old text, on its line."""
        return self.old[max(0, mention.start - n_chars) : mention.start].rpartition("\n")[2]

    def after_old(self, mention: Mention, n_chars: int = 40) -> str:
        """What stood behind a mention in the old text, on its line."""
        return self.old[mention.end : mention.end + n_chars].partition("\n")[0]


@dataclass(frozen=True)
class World:
    """What a reader of one released record can compare.

    Attributes:
        language: Two letters.
        record: Its id.
        pages: Its documents.
        mentions: All of them, in the order of the record.
        placeholders: Folded texts that stand where no surrogate does.
    """

    language: str
    record: str
    pages: tuple[Page, ...]
    mentions: tuple[Mention, ...]
    placeholders: frozenset[str] = frozenset()

    @cached_property
    def replaced(self) -> tuple[Mention, ...]:
        """The mentions that got no placeholder: what there is to contradict."""
        return tuple(one for one in self.mentions if not self.is_placeholder(one))

    def is_placeholder(self, mention: Mention) -> bool:
        """Whether a mention was given up."""
        return not mention.new.strip() or any(text in mention.new.casefold() for text in self.placeholders)

    @cached_property
    def people(self) -> dict[str, list[Mention]]:
        """Names of people by entity."""
        found: dict[str, list[Mention]] = {}
        for mention in self.replaced:
            if mention.is_person and mention.entity:
                found.setdefault(mention.entity, []).append(mention)
        return found

    def labelled(self, *labels: str) -> Iterator[Mention]:
        """The replaced mentions of some labels."""
        return (mention for mention in self.replaced if mention.label in labels)


class Fault(NamedTuple):
    """A contradiction. Holds no text.

    Attributes:
        kind: Its class.
        mention: The mention that contradicts.
        why: What is wrong, in general words.
        other: What it contradicts, if that is a mention.
    """

    kind: str
    mention: Mention
    why: str
    other: Mention | None = None

    @property
    def found(self) -> Found:
        """The worse of how its mentions were found."""
        mentions = (self.mention, self.other) if self.other else (self.mention,)
        return max((one.found for one in mentions), key=list(Found).index)
