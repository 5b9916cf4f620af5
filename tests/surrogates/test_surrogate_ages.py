from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core.errors import SurrogateError
from maskerad.languages import load_pack
from maskerad.surrogates import Keyed, Original, RecordContext, surrogate_for
from maskerad.surrogates.dates.ages import STEPS, age_step, moved_age
from maskerad.surrogates.dates.births import years_between

from .records import KEY, surrogates


def scope_with(step: int) -> str:
    return next(s for s in map(str, range(500)) if age_step(RecordContext(s, Keyed(KEY), ())) == step)


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("sv", "77-årig", "79-årig"),
        ("sv", "nittonåring", "tjugoettåring"),
        ("sv", "fyra år", "fyra år"),
        ("sv", "17 år", "17 år"),
        ("sv", "4 mån", "4 mån"),
        ("sv", "96 år", "minst 90 år"),
        ("sv", "96", "90+"),
        ("nl", "51e", "53e"),
        ("en", "six", "six"),
        ("en", "Twenty-one", "Twenty-three"),
        ("en", "70ish", "70ish"),
        ("en", "5/12", "5/12"),
        ("en", "two years and two months", "two years and two months"),
        ("en", "31+5", "31+5"),
        ("de", "82jährige", "84jährige"),
        ("de", "einundneunzig", "mindestens neunzig"),
        ("es", "25 años y 11 meses", "27 años y 11 meses"),
        ("it", "30enne", "32enne"),
        ("ja", "７８才", "８０才"),
        ("ja", "40代", "40代"),
        ("ja", "満９３歳", "満９０歳以上"),
        ("it", "trentaduenne", "trentaquattrenne"),
        ("it", "Trentottenne", "Quarantenne"),
    ],
)
def test_two_years_older(code: str, old: str, new: str) -> None:
    assert surrogates(code, (old, "AGE"), scope=scope_with(2)) == [new]


@pytest.mark.parametrize(
    ("code", "around", "old", "new"),
    [
        ("sv", "en {} kvinna", "93-årig", "minst 90-årig"),
        ("sv", "den {} mannen", "93-årige", "minst 90-årige"),
        ("sv", "vid {} ålder", "93 års", "minst 90 års"),
        ("sv", "En {} från Lund", "93-åring", "90+-åring"),
        ("sv", "i {}", "90-årsåldern", "90-årsåldern"),
        ("nl", "een {} man", "93-jarige", "minstens 90-jarige"),
        ("nl", "({})", "93 jr", "90+ jr"),
        ("nl", "op haar {}", "93e", "90e of later"),
        ("ja", "{}男性", "93歳", "90歳以上"),
        ("ja", "{}女性", "90代前半", "90代"),
        ("en", "a {} woman", "93-year-old", "90+-year-old"),
        ("en", "at the age of {}", "93", "90+"),
        ("en", "she is {}", "ninety-three years old", "at least ninety years old"),
        ("en", "{} s/p fall", "93F", "90+F"),
        ("de", "Mit {} noch rüstig", "93 Jahren", "mindestens 90 Jahren"),
        ("de", "ein {} Mann", "93-jähriger", "mindestens 90-jähriger"),
        ("de", "ist {} alt", "93 Jahre", "mindestens 90 Jahre"),
        ("de", "im {}", "93. Lebensjahr", "mindestens 90. Lebensjahr"),
        ("fr", "patiente de {}", "93 ans", "90 ans ou plus"),
        ("fr", "à {}", "quatre-vingt-treize ans", "quatre-vingt-dix ans ou plus"),
        ("es", "mujer de {}", "93 años", "90 años o más"),
        ("es", "de {}", "93 años y 4 meses", "90 años o más"),
        ("it", "di {}", "anni 93", "anni 90 o più"),
        ("it", "un {}", "93enne", "ultranovantenne"),
        ("it", "una {}", "novantatreenne", "ultranovantenne"),
        ("en", "aged {}", "90+", "90+"),
    ],
)
def test_90_or_over_fits_the_words_around(code: str, around: str, old: str, new: str) -> None:
    (found,) = surrogates(code, (old, "AGE"))
    assert around.format(found) == around.format(new)


@settings(max_examples=60, deadline=None)
@given(
    births=st.lists(st.dates(date(1936, 1, 1), date(2018, 12, 31)), min_size=2, max_size=3, unique=True),
    days=st.lists(st.dates(date(2021, 1, 1), date(2023, 12, 31)), min_size=1, max_size=3, unique=True),
    scope=st.text("abcdef0123", min_size=1, max_size=6),
)
def test_age_and_birth_of_everybody_agree_at_every_document(births: list[date], days: list[date], scope: str) -> None:
    pack = load_pack("sv")
    born = [Original(day.isoformat(), "DATE", pack, written=min(days), is_birth=True) for day in births]
    written = [Original(day.isoformat(), "DATE", pack, written=day) for day in days]
    ages = {
        (birth, day): Original(f"{years_between(birth, day)} år", "AGE", pack, written=day)
        for birth in births
        for day in days
    }
    record = RecordContext(scope, Keyed(KEY), (*born, *written, *ages.values()))
    new_births, new_days = (
        [date.fromisoformat(surrogate_for(one, record)) for one in some] for some in (born, written)
    )
    moved = dict(zip((*births, *days), (*new_births, *new_days), strict=True))
    for (birth, day), age in ages.items():
        assert surrogate_for(age, record) == f"{years_between(moved[birth], moved[day])} år"


def test_ages_of_adults_move_alike_and_those_of_minors_stay() -> None:
    new = surrogates("sv", ("34 år", "AGE"), ("61 år", "AGE"), ("6 år", "AGE"), ("17", "AGE"), ("3 v", "AGE"))
    assert len({int(after.split()[0]) - before for after, before in zip(new[:2], (34, 61), strict=True)}) == 1
    assert new[0] != "34 år" and new[2:] == ["6 år", "17", "3 v"]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("age", range(90))
def test_nobody_comes_of_age_or_is_pensioned(age: int, step: int) -> None:
    moved = moved_age(age, step)
    assert [limit <= moved for limit in (18, 65, 90)] == [limit <= age for limit in (18, 65, 90)]
    assert moved in (age, age + step) and (age >= 18 or moved == age)


def test_somebody_who_comes_of_age_between_two_notes_keeps_the_age() -> None:
    assert surrogates("sv", ("17 år", "AGE"), ("18 år", "AGE"))[0] == "17 år"
    for scope in map(str, range(20)):
        pack, days = load_pack("sv"), (date(2023, 3, 1), date(2024, 3, 1))
        born = Original("2005-09-09", "DATE", pack, written=days[0], is_birth=True)
        ages = [Original(f"{age} år", "AGE", pack, written=day) for age, day in zip((17, 18), days, strict=True)]
        record = RecordContext(scope, Keyed(KEY), (born, *ages))
        assert [surrogate_for(age, record) for age in ages] == ["17 år", "18 år"]


@pytest.mark.parametrize(
    ("code", "before", "text", "after"),
    [
        ("sv", "vaccineras alla över ", "65", " i höst"),
        ("sv", "", "65 år", " och äldre"),
        ("en", "adults ", "18", "+ only"),
        ("en", "offered to those aged over ", "75", ""),
        ("de", "bei Patienten über ", "70 Jahre", ""),
        ("fr", "sein < ", "50 ans", ""),
        ("nl", "voor mensen ouder dan ", "60 jaar", ""),
        ("es", "en mayores de ", "65 años", ""),
        ("it", "screening oltre i ", "50 anni", ""),
        ("ja", "", "75歳", "以上の方"),
    ],
)
def test_limits_that_hold_for_everybody_stay(code: str, before: str, text: str, after: str) -> None:
    limit = Original(text, "AGE", load_pack(code), before=before, after=after)
    own = Original("44", "AGE", load_pack(code), before="is ", after=" now")
    record = RecordContext("r", Keyed(KEY), (limit, own))
    assert surrogate_for(limit, record) == text and surrogate_for(own, record) != "44"


def test_no_limit_tells_an_age_above_90() -> None:
    limit = Original("95 år", "AGE", load_pack("sv"), before="är över ")
    assert surrogate_for(limit, RecordContext("r", Keyed(KEY), (limit,))) == "minst 90 år"


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
