"""What holds for every table: cells with a rule tell of the same people as the text, and nothing of the old is left."""

from __future__ import annotations

from functools import cache

from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from maskerad.core import Document, Record, Released
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.text.folding import folded_words

RULES = ColumnRules({"name": "PATIENT", "doctor": "CLINICIAN", "mrn": "ID", "note": "text", "tags": "OTHER_PERSON"})
GIVEN = st.permutations(["Anna", "Gunilla", "Sven", "Lars-Erik", "Fatima", "Åsa"])
FAMILY = st.permutations(["Lindqvist", "Öberg", "Svensson", "af Klint", "Nyström", "Rydeberg"])
NUMBERS = st.integers(10_000_000, 99_999_999)


@cache
def engine() -> Deidentifier:
    return Deidentifier(Settings(("sv",), columns=RULES), bytes(range(32)))


@settings(max_examples=40, deadline=None)
@drawn(given=GIVEN, family=FAMILY, number=NUMBERS, blank=st.sampled_from(["", None]))
def test_nothing_that_was_replaced_stands_in_a_cell_with_a_rule(
    given: list[str], family: list[str], number: int, blank: str | None
) -> None:
    patient, doctor, other = (f"{given[at]} {family[at]}" for at in range(3))
    fields = {"name": patient, "doctor": doctor, "mrn": number, "note": f"Ring {patient}.", "tags": [other, blank]}
    text = f"{patient} (nr {number}) kom hit."
    documents = (
        Document("1", text, record="r", metadata=fields),
        Document("2", "Mår bra.", record="r", metadata={**fields, "doctor": blank, "note": blank}),
    )
    first, second = engine().release(Record("r", documents))
    assert isinstance(first, Released) and isinstance(second, Released)
    assert not first.beside and first.columns["name"] == second.columns["name"]
    assert first.text == f"{first.columns['name']} (nr {first.columns['mrn']}) kom hit."
    assert first.columns["note"] == f"Ring {first.columns['name']}."
    assert second.columns.get("note", blank) == blank and first.columns["tags"][1] == blank
    old = {word for name in (patient, doctor, other) for word in folded_words(name) if len(word) > 2}
    left = [first.text, second.text, *map(str, (*first.columns.values(), *second.columns.values()))]
    assert old.isdisjoint(folded_words(" ".join(left))) and str(number) not in " ".join(left)
