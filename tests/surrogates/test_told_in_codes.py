"""A code keeps telling the day, the year and the initials that it told, now the new ones."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from maskerad.languages import load_pack
from maskerad.surrogates import Keyed, Original, RecordContext, surrogate_for

from .records import KEY, surrogates

WRITTEN = date(2023, 11, 20)


def released(scope: str, *mentions: tuple[str, str], code: str = "sv") -> list[str]:
    return surrogates(code, *mentions, written=WRITTEN, scope=scope)


@pytest.mark.parametrize(("old", "start", "stop"), [("PX23-04417", 2, 4), ("T 311-23", 6, 8), ("2023/0081", 0, 4)])
def test_year_of_the_document_in_a_code_moves_with_it(old: str, start: int, stop: int) -> None:
    years = set()
    for scope in map(str, range(8)):
        new, day = released(scope, (old, "ID"), ("2023-11-20", "DATE"))
        assert new != old and new[start:stop] == day[4 - (stop - start) : 4]
        years.add(day[:4])
    assert len(years) > 1


def test_other_numbers_of_two_digits_are_no_years() -> None:
    news = {released(str(n), ("PX23-04-17", "ID"))[0][5:7] for n in range(8)}
    assert len(news) > 4


def test_day_of_the_document_in_a_code_moves_with_it() -> None:
    for scope in map(str, range(8)):
        new, day = released(scope, ("SN-231120-66", "ID"), ("2023-11-20", "DATE"))
        assert datetime.strptime(new[3:9], "%y%m%d").date() == date.fromisoformat(day)


def test_day_of_birth_in_a_code_is_the_new_one() -> None:
    pack = load_pack("sv")
    born = Original("1961-04-09", "DATE", pack, written=WRITTEN, is_birth=True)
    number = Original("610409-TX02", "ID", pack, written=WRITTEN)
    for scope in map(str, range(8)):
        record = RecordContext(scope, Keyed(KEY), (born, number))
        day, code = surrogate_for(born, record), surrogate_for(number, record)
        assert code[:6] == date.fromisoformat(day).strftime("%y%m%d") and code[6:] != "-TX02"


def test_initials_in_a_reference_are_the_new_ones() -> None:
    doctor, typist, new = released(
        "r", ("Hilda Storr", "CLINICIAN"), ("Nora Kemble", "OTHER_PERSON"), ("HS/nk/31187", "ID"), code="en"
    )
    both = ["".join(word[0] for word in name.split()) for name in (doctor, typist)]
    assert new.split("/")[:2] == [both[0], both[1].lower()]


def test_letters_that_codes_begin_with_stay_alike() -> None:
    one, other, third = released("r", ("TQ4417-1", "ID"), ("TQ902-66", "ID"), ("WB4417-2", "ID"))
    assert one[:2] == other[:2] != "TQ" and third[:2] not in ("WB", one[:2])
