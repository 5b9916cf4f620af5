"""What the columns of a data frame are for, and what is counted of its rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.accumulators import Accumulator
    from pyspark.sql import SparkSession


@dataclass(frozen=True, slots=True)
class Columns:
    """Names of the columns.

    Attributes:
        text: Of the notes; rewritten.
        record: Of the id of the patient or session.
        id: Of the note, unique within its record; "" where there is none: then the order of the texts decides.
        language: Of the code of its language; "" where the settings tell.
    """

    text: str = "text"
    record: str = "record"
    id: str = "id"
    language: str = ""

    @property
    def named(self) -> tuple[str, ...]:
        """Those that there must be."""
        return tuple(name for name in (self.text, self.record, self.id, self.language) if name)


@dataclass(frozen=True)
class Counters:
    """Counts over all workers, which Spark brings together. A partition that is worked on again counts again.

    Attributes:
        documents: Notes that came in.
        released, quarantined: What came of them.
        characters: Code points that came in.
        spans: Mentions that were found.
    """

    documents: Accumulator[int] = field(repr=False)
    released: Accumulator[int] = field(repr=False)
    quarantined: Accumulator[int] = field(repr=False)
    characters: Accumulator[int] = field(repr=False)
    spans: Accumulator[int] = field(repr=False)

    @classmethod
    def of(cls, session: SparkSession) -> Counters:
        """All at nought."""
        return cls(*(session.sparkContext.accumulator(0) for _ in range(5)))

    def as_dict(self) -> dict[str, int]:
        """The counts, on the driver, after an action."""
        return {name: getattr(self, name).value for name in self.__dataclass_fields__}
