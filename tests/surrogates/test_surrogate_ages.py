from datetime import date

import pytest

from maskerad.core.errors import SurrogateError
from maskerad.languages import load_pack
from maskerad.surrogates import Keyed, Original, RecordContext, surrogate_for
from maskerad.surrogates.ages import STEPS, age_step, moved_age
from maskerad.surrogates.births import years_between

from .records import KEY, surrogates


def scope_with(step: int) -> str:
    return next(s for s in map(str, range(500)) if age_step(RecordContext(s, Keyed(KEY), ())) == step)


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("sv", "77-årig", "79-årig"),
        ("sv", "nittonåring", "tjugoettåring"),
        ("sv", "fyra år", "sex år"),
        ("sv", "4 mån", "5 mån"),
        ("sv", "96 år", "90 år eller äldre"),
        ("sv", "96", "90+"),
        ("nl", "51e", "53e"),
        ("en", "six", "eight"),
        ("en", "Twenty-one", "Twenty-three"),
        ("en", "70ish", "80ish"),
        ("de", "82jährige", "84jährige"),
        ("de", "einundneunzig", "90 Jahre oder älter"),
        ("es", "15 años y 11 meses", "17 años y 11 meses"),
        ("it", "30enne", "32enne"),
        ("ja", "７８才", "８０才"),
        ("ja", "40代", "50代"),
        ("ja", "満９３歳", "90歳以上"),
    ],
)
def test_two_years_older(code: str, old: str, new: str) -> None:
    assert surrogates(code, (old, "AGE"), scope=scope_with(2)) == [new]


def test_all_ages_of_a_record_move_alike() -> None:
    new = surrogates("sv", ("34 år", "AGE"), ("62 år", "AGE"), ("6 år", "AGE"))
    assert len({int(after.split()[0]) - before for after, before in zip(new, (34, 62, 6), strict=True)}) == 1


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("age", range(90))
def test_moved_age_is_another_age_from_1_to_89(age: int, step: int) -> None:
    moved = moved_age(age, step)
    assert 1 <= moved <= 89 and moved != age and abs(moved - age) <= 2


@pytest.mark.parametrize("text", ["okänd", "1987", "9" * 5000])
def test_no_age(text: str) -> None:
    with pytest.raises(SurrogateError):
        surrogates("sv", (text, "AGE"))


def test_an_infant_keeps_its_age_and_its_distance_from_its_birth() -> None:
    pack = load_pack("sv")
    written = date(2024, 3, 12)
    born = Original("2024-02-13", "DATE", pack, written=written, is_birth=True)
    age, told = Original("4 veckor", "AGE", pack), Original("2024-03-12", "DATE", pack, written=written)
    record = RecordContext("r", Keyed(KEY), (born, age, told))
    days = [date.fromisoformat(surrogate_for(one, record)) for one in (born, told)]
    assert (days[1] - days[0]).days == 28 and surrogate_for(age, record) == "4 veckor"


def test_above_89_everybody_was_born_90_years_before() -> None:
    pack, written = load_pack("sv"), date(2024, 3, 12)
    told = Original("2024-03-12", "DATE", pack, written=written)
    for year in range(1920, 1934):
        born = Original(f"{year}-11-05", "DATE", pack, written=written, is_birth=True)
        record = RecordContext("r", Keyed(KEY), (born, told))
        new, day = (date.fromisoformat(surrogate_for(one, record)) for one in (born, told))
        assert years_between(new, day) == 90
