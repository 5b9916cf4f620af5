"""Names keep their shape and agree over a record."""

import pytest

from maskerad.core.errors import SurrogateError
from maskerad.languages import load_pack
from maskerad.languages.names import name_conventions
from maskerad.names.common_names import common_names
from maskerad.surrogates import Keyed, Original, RecordContext, surrogate_for
from maskerad.text.folding import fold
from maskerad.text.scripts import as_hiragana

from .records import KEY, OTHER_KEY, surrogates

P = "PATIENT"


def test_parts_of_a_name_agree_with_the_whole() -> None:
    whole, given, family, reversed_, upper = surrogates(
        "sv", ("Anna Lindqvist", P), ("Anna", P), ("Lindqvist", P), ("Lindqvist, Anna", P), ("LINDQVIST", P)
    )
    assert whole == f"{given} {family}"
    assert reversed_ == f"{family}, {given}"
    assert upper == family.upper()


def test_relatives_keep_sharing_a_name() -> None:
    daughter, mother = surrogates("sv", ("Anna Lindqvist", P), ("Gunilla Lindqvist", "RELATIVE"))
    assert daughter.split()[1] == mother.split()[1]
    assert daughter.split()[0] != mother.split()[0]


def test_gender_of_given_names_stays() -> None:
    conventions = name_conventions(load_pack("sv"))
    woman, man = surrogates("sv", ("Anna", "GIVEN_NAME"), ("Johan", "GIVEN_NAME"))
    assert conventions.gender(fold(woman)) != "male"
    assert conventions.gender(fold(man)) != "female"


@pytest.mark.parametrize(
    ("code", "name", "shape"),
    [
        ("sv", "Gun-Britt Frisk", "Aa-Aa Aa"),
        ("sv", "FRISK, GUN-BRITT", "AA, AA-AA"),
        ("sv", "gun-britt", "aa-aa"),
        ("sv", "J Nyblom", "A Aa"),
        ("sv", "J.P. Lindbom", "A.A. Aa"),
        ("nl", "GROSS, J.", "AA, A."),
        ("fr", "GRANGIER Odette", "AA Aa"),
        ("it", "Bertolazzi Ugo", "Aa Aa"),
        ("en", "Hal Whitaker Jr.", "Aa Aa Aa."),
        ("es", "BERMEJO ARANDA, REMEDIOS", "AA AA, AA"),
    ],
)
def test_shape_stays(code: str, name: str, shape: str) -> None:
    (new,) = surrogates(code, (name, P))
    assert _shape(new) == shape


def _shape(text: str) -> str:
    """Runs of letters as A, AA, Aa or aa; all else as it is."""
    shaped, word = "", ""
    for char in text + "\0":
        if char.isalpha():
            word += char
            continue
        if word:
            shaped += word[0] if len(word) == 1 and word.islower() else "A" if len(word) == 1 else _word_shape(word)
        shaped, word = shaped + char, ""
    return shaped[:-1]


def _word_shape(word: str) -> str:
    return "AA" if word.isupper() else "aa" if word.islower() else "Aa"


def test_genitive_stays_and_is_no_part_of_the_name() -> None:
    name, genitive = surrogates("sv", ("Anna", P), ("Annas", P))
    assert genitive == (name if name[-1] in "sxz" else name + "s")
    assert surrogates("en", ("Rose", P), ("Rose's", P))[1].endswith("'s")


def test_name_on_s_is_not_cut() -> None:
    alone, full = surrogates("sv", ("Lars", P), ("Lars Ek", P))
    assert full.split()[0] == alone


def test_particles_give_way_to_those_of_the_new_name() -> None:
    full, family, upper = surrogates("nl", ("Jan van der Wal", P), ("van der Wal", P), ("VAN DER WAL", P))
    assert full.endswith(" " + family) and upper == family.upper()
    assert "van der Wal" not in full


def test_initials_follow_the_new_name() -> None:
    full, short, initials = surrogates("sv", ("Anna Lindqvist", P), ("A. Lindqvist", P), ("A.L.", "INITIALS"))
    given, family = full.split()
    assert short == f"{given[0]}. {family}"
    assert initials == f"{given[0]}.{family[0]}."


def test_small_letters_of_particles_stay_in_initials() -> None:
    full, initials, other = surrogates("nl", ("Gijs van der Meulen", P), ("GvdM", "INITIALS"), ("RvL", "INITIALS"))
    assert initials == f"{full[0]}vd{full.split()[-1][0]}"
    assert other[1] == "v" and other[0] != "R" and other[2] != "L"


@pytest.mark.parametrize(("code", "unused"), [("ja", "VLXQ"), ("nl", "X"), ("de", "XQ")])
def test_letters_that_nothing_tells_are_those_of_common_names(code: str, unused: str) -> None:
    pairs = [f"{first}{second}" for first in "ABCDEFGHIK" for second in "MNOPRS"]
    new = "".join(surrogates(code, *((pair, "INITIALS") for pair in pairs)))
    assert not set(new) & set(unused)


def test_abbreviated_given_name_stays_a_letter() -> None:
    full, short = surrogates("de", ("Thorsten Brenner", P), ("Th. Brenner", P))
    assert short == f"{full[0]}. {full.split()[1]}"


def test_relative_of_an_unlisted_name_is_called_by_a_given_name() -> None:
    (new,) = surrogates("nl", ("Zhavira", "RELATIVE"))
    assert name_conventions(load_pack("nl")).is_given(new.casefold())


@pytest.mark.parametrize(("before", "is_given"), [("Mw ", True), ("Beste ", True), ("de heer ", False)])
def test_title_or_greeting_before_a_lone_name(before: str, is_given: bool) -> None:
    pack = load_pack("nl")
    name = "Trijntje" if before == "Mw " else "Ruud"
    original = Original(name, "CLINICIAN", pack, before=before)
    new = surrogate_for(original, RecordContext("r1", Keyed(KEY), (original,)))
    assert name_conventions(pack).is_given(fold(new)) or not is_given


def test_no_letter_of_initials_stays() -> None:
    (new,) = surrogates("sv", ("klm", "INITIALS"))
    assert new.islower() and len(new) == 3 and not set(zip(new, "klm", strict=True)) & {(c, c) for c in "klm"}


@pytest.mark.parametrize("name", ["宮下佐和子", "宮下　佐和子", "宮下 佐和子"])
def test_japanese_name_is_split_without_a_blank(name: str) -> None:
    full, family = surrogates("ja", (name, P), ("宮下", P))
    assert full.startswith(family) and len(full) > len(family)
    assert [c for c in full if c.isspace()] == [c for c in name if c.isspace()]


@pytest.mark.parametrize(("name", "first", "last"), [("ミヤシタ ミヨコ", "ァ", "ー"), ("みよこ", "ぁ", "ん")])
def test_kana_stays_kana(name: str, first: str, last: str) -> None:
    (new,) = surrogates("ja", (name, P))
    assert all(first <= char <= last for char in new.replace(" ", ""))


def test_latin_name_in_japanese_text() -> None:
    (new,) = surrogates("ja", ("TRAN THI HOA", P))
    assert new.isascii() and new.isupper() and new.count(" ") == 2


def test_no_new_name_stands_in_the_record() -> None:
    names = ["Anna Lindqvist", "Karin Ek", "Johan Berg", "Eva Nilsson", "Lars Persson", "Maria Olsson"]
    new = surrogates("sv", *((name, P) for name in names))
    old = {fold(word) for name in names for word in name.split()}
    assert old.isdisjoint(fold(word) for name in new for word in name.split())
    assert len(set(new)) == len(names)


def test_another_key_and_another_record_give_other_names() -> None:
    mentions = [("Anna Lindqvist", P), ("Karin Ek", P), ("Johan Berg", P)]
    ours = surrogates("sv", *mentions)
    assert ours != surrogates("sv", *mentions, key=OTHER_KEY)
    assert ours != surrogates("sv", *mentions, scope="r2")


def test_more_people_than_names() -> None:
    syllables = [a + b for a in "bdfglmnprs" for b in "aeou"]
    families = [f"{first}{second}v".capitalize() for first in syllables for second in syllables][:600]
    new = surrogates("sv", *((f"Zaxa {family}", P) for family in families))
    assert len({name.split()[1] for name in new}) == 600


def test_mention_without_a_name() -> None:
    with pytest.raises(SurrogateError) as error:
        surrogates("sv", ("1234", P))
    assert "1234" not in str(error.value)


def test_initial_of_the_name_somebody_is_called_by() -> None:
    (new,) = surrogates("nl", ("J. (Jorinde) Terlouw", P))
    assert new[0] == new[new.index("(") + 1] != "J"


def test_shortened_name_in_kana_is_the_beginning_of_another() -> None:
    (new,) = surrogates("ja", ("たけ", "INITIALS"))
    starts = {as_hiragana(name.reading)[:2] for name in common_names(load_pack("ja"), "ja", "family")}
    assert new in starts and new[0] != "た"


def test_half_width_kana_stay_such() -> None:
    (new,) = surrogates("ja", ("ｾｷ ﾊｼﾞﾒ", P))
    assert all("\uff66" <= char <= "\uff9f" or char == " " for char in new)
