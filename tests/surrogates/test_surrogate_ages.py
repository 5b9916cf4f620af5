import pytest

from maskerad.core.errors import SurrogateError
from maskerad.surrogates import Keyed, RecordContext
from maskerad.surrogates.ages import STEPS, age_step, moved_age

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
