"""Which forms of a mention are searched for by themselves."""

from __future__ import annotations

import pytest

from maskerad.pipeline.verification.originals import Originals


@pytest.mark.parametrize(
    ("day", "is_searched"), [("3/12", False), ("3 mars 24", False), ("12/11", True), ("2/12/24", True)]
)
def test_a_day_of_four_digits_is_searched_for(day: str, is_searched: bool) -> None:
    found = Originals.of([(day, "DATE")]).find(f"am {day} kam", lambda text, start, end: False)
    assert found == ([(3, 3 + len(day), "DATE")] if is_searched else [])
