"""The ages that a record tells, each with the day on which it is told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cached_property

from maskerad.surrogates.dates.age_reading import Age, read_ages
from maskerad.surrogates.request import Original, RecordContext


class ToldAges:
    """What is read of ages in a record; made once, and the same in any order of its mentions.

    Attributes:
        years: Ages in years, decades and limits left out.
        on_days: The same with the day of their document, None where that is not known.
    """

    def __init__(self, record: RecordContext) -> None:
        self._originals = [original for original in record.base.originals if original.label == "AGE"]

    @cached_property
    def on_days(self) -> frozenset[tuple[int, date | None]]:
        """Ages in years with the day of their document."""
        return frozenset((age.value, original.written) for original, age in self._ages() if age.is_exact)

    @cached_property
    def years(self) -> frozenset[int]:
        """Ages in years."""
        return frozenset(age for age, _ in self.on_days)

    def _ages(self) -> Iterator[tuple[Original, Age]]:
        return ((original, age) for original in self._originals for age in read_ages(original.text, original.pack))
