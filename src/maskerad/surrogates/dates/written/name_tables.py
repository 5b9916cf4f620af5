"""Things of the calendar that have names: months, weekdays, parts of a month, eras."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from maskerad.text.folding import fold

SHORT_CHARS = 5  # of the longest short form of a month
Named = tuple[int, int]  # which one (month 1..12, weekday 0..6, part of month 0..2 …), and which of its forms


@dataclass(frozen=True, slots=True)
class Era:
    """A Japanese era: its names, in full first, and its first day."""

    names: tuple[str, ...]
    start: date


@dataclass(frozen=True, slots=True)
class NameTable:
    """Things that have names, each in several forms; a form has the same place for all of them.

    Attributes:
        forms: One row a thing.
        first: The number of the first thing.
        by_name: Folded name to which thing and which form.
    """

    forms: tuple[tuple[str, ...], ...] = ()
    first: int = 0
    by_name: Mapping[str, Named] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, forms: Iterable[Sequence[str]], first: int = 0) -> NameTable:
        """Indexes rows of names; of two things of one name, the earlier keeps it."""
        rows = tuple(tuple(row) for row in forms)
        names: dict[str, Named] = {}
        for number, row in enumerate(rows, start=first):
            for form, name in enumerate(row):
                names.setdefault(fold(name), (number, form))
        return cls(rows, first, names)

    @property
    def numbers(self) -> range:
        """The numbers of the things that have a name."""
        return range(self.first, self.first + len(self.forms))

    def like(self, number: int, old: int, form: int) -> str:
        """The name of a thing in the form in which another one is named, or in the nearest that it has.

        A form nearly as long as the full name ("fevrier", "Jänner") is answered by the full name.
        """
        forms, other = self.forms[number - self.first], self.forms[old - self.first]
        if form < len(forms):
            is_full = len(other[form]) >= max(len(other[0]) - 1, SHORT_CHARS + 1)
            return forms[form] if not is_full or len(forms[form]) > SHORT_CHARS else forms[0]
        return forms[0] if len(other[form]) > SHORT_CHARS else forms[min(1, len(forms) - 1)]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A name of several words, or one that takes more than a look-up: in lower case, with what it names."""

    text: str
    shape: str
    value: int
    form: int
