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


@pytest.mark.parametrize(
    ("original", "text", "places"),
    [
        ("佐藤", "昨日は佐藤", [(3, 5)]),
        ("佐藤", "佐藤は昨日、佐藤と", [(0, 2), (6, 8)]),
        ("佐藤 健一", "主治医は佐藤健一です", [(4, 8)]),
        ("佐藤", "藤佐", []),
        ("Åsa Öberg", "kom åsa öberg", [(4, 13)]),
        ("Åsa Öberg", "kom Åsa\nÖberg", [(4, 13)]),
        ("Åsa Öberg", "i Åsarp kom åsa", [(12, 15)]),  # Latin letters are searched for by words, accents or none
    ],
)
def test_names_stand_anywhere_in_any_script(original: str, text: str, places: list[tuple[int, int]]) -> None:
    found = Originals.of([(original, "PATIENT")]).find(text, lambda text, start, end: False)
    assert [hit[:2] for hit in found] == places
