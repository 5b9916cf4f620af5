"""Known identifiers, however they are written."""

from __future__ import annotations

import pytest

from maskerad.core.document import Identifier

KNOWN = (
    Identifier("PATIENT", "given", "Anna-Karin"),
    Identifier("PATIENT", "family", "Zetterlund"),
    Identifier("PATIENT", "birth_date", "1966-05-03"),
    Identifier("PATIENT", "id", "19660503-1234"),
    Identifier("PATIENT", "phone", "0652-7256"),
    Identifier("RELATIVE", "name", "Bo Ek"),
)


@pytest.mark.parametrize(
    ("text", "marked", "label"),
    [
        ("zetterlund came", "zetterlund", "PATIENT"),
        ("ZETTERLUND", "ZETTERLUND", "PATIENT"),
        ("Zetterlunds bror", "Zetterlunds", "PATIENT"),
        ("Setterlund", "Setterlund", "PATIENT"),
        ("Zettrelund", "Zettrelund", "PATIENT"),
        ("Annakarin", "Annakarin", "PATIENT"),
        ("Anna Karin", "Anna Karin", "PATIENT"),
        ("mother Ek", "Ek", "RELATIVE"),
        ("A.Z. came", "A.Z.", "INITIALS"),
        ("660503 1234", "660503 1234", "ID"),
        ("06527256", "06527256", "PHONE"),
        ("3/5 1966", "3/5 1966", "DATE"),
        ("660503", "660503", "DATE"),
    ],
)
def test_found(find, text: str, marked: str, label: str):
    assert (marked, label) in find(["known.v1"], text, known=KNOWN)[0]


@pytest.mark.parametrize("text", ["Hinterland", "Bob", "zebra", "4/5 1966", "7256", "the ek"])
def test_not_found(find, text: str):
    found = find(["known.v1"], text, known=KNOWN[:5])[0]
    assert found == []


def test_without_known_identifiers_nothing_is_known(find):
    assert find(["known.v1"], "Anna-Karin Zetterlund")[0] == []
