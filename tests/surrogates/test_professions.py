"""An occupation becomes one of the same line of work, as far as its name tells."""

from __future__ import annotations

import pytest

from maskerad.languages import load_pack
from maskerad.surrogates.professions import occupations
from maskerad.text.folding import fold

from .records import surrogates


@pytest.mark.parametrize(
    ("code", "old", "line"),
    [
        ("sv", "charterbusschaufför", "transport"),
        ("sv", "kyrkoherde", "church"),
        ("it", "parroco", "church"),
        ("es", "patrón de barco", "sea"),
        ("es", "camarera de hotel", "service"),
        ("en", "merchant seaman", "sea"),
        ("en", "high school teacher", "teaching"),
    ],
)
def test_line_of_work_stays(code: str, old: str, line: str) -> None:
    table = occupations(load_pack(code))
    for number in range(8):
        (new,) = surrogates(code, (old, "PROFESSION"), scope=str(number))
        assert new != old and table.of_form[fold(new)][1] == line
