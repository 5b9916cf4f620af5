"""Numbers without letters that a finder marks: values of a chart stand, days and ids are believed."""

from __future__ import annotations

import pytest

from maskerad.core.span import Span
from maskerad.recognisers.finder.numbers import is_whole_code


def judged(text: str, inner: str, label: str) -> bool:
    start = text.index(inner)
    return is_whole_code(text, Span(start, start + len(inner), label))


@pytest.mark.parametrize(
    ("text", "inner", "label"),
    [
        ("obs 148/77 p96 r22", "148/77", "ID"),
        ("COPD target 88-92).", "88-92", "ID"),
        ("densité 1003)", "1003", "ID"),
        ("BM 14.2 / 11.8. U/O", "2 / 11.8", "DATE"),
        ("血圧は128/76前後", "128/76", "DATE"),
        ("PÜNKTLICH (7-11-15-19)", "7-11-15-19", "DATE"),
        ("orthostase -18/-6)", "-18/-", "DATE"),
        ("komt 16.15. nr", "16.15", "DATE"),
        ("| 8-6-8 | schéma", "8-6", "DATE"),
        ("19.50 in OP", "19.50", "DATE"),
    ],
)
def test_values_are_no_dates_and_no_ids(text: str, inner: str, label: str) -> None:
    assert not judged(text, inner, label)


@pytest.mark.parametrize(
    ("text", "inner", "label"),
    [
        ("seen 4/12 by", "4/12", "DATE"),
        ("d. 24/12.", "24/12", "DATE"),
        ("im 12/98 operiert", "12/98", "DATE"),
        ("am 3.4. wieder", "3.4.", "DATE"),
        ("op 23-2-5 en", "23-2-5", "DATE"),
        ("1.-4.3. Urlaub", "1.-4.3.", "DATE"),
        ("since 2015 well", "2015", "DATE"),
        ("ref 704 118 22", "704 118 22", "ID"),
        ("on the 9th of May", "9th of May", "DATE"),
        ("bleep 1846", "1846", "PHONE"),
    ],
)
def test_days_and_ids_are(text: str, inner: str, label: str) -> None:
    assert judged(text, inner, label)


def test_a_chart_keeps_its_values_as_installed() -> None:
    import maskerad

    text = (
        "0640 late entry for nite. pt found on floor b/side of bed 0315. no LOC, GCS15 perl. obs 148/77 p96 r22 88% 2L "
        "t36.4 bm 9.0. sats 90 on 2L, scale 2 COPD target 88-92. dr Feroze Anwar rang back 0410."
    )
    released = maskerad.load("en", key=bytes(32)).deidentify(text).text
    assert "obs 148/77 p96 r22 88% 2L" in released
    assert "target 88-92" in released
    assert "Anwar" not in released
