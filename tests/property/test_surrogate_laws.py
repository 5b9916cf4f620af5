"""What must hold for the surrogate of any text under any label in any language."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from traceback import format_exception

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import load_scheme
from maskerad.core.errors import SurrogateError
from maskerad.languages import LanguagePack, load_pack
from maskerad.surrogates import GENERATORS, Keyed, Original, RecordContext, surrogate_for
from maskerad.surrogates.registry import STAYS
from maskerad.surrogates.request import Request
from maskerad.text.folding import fold

KEYED = Keyed(bytes(range(32)))
CODES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")
LABELS = tuple(load_scheme("core").labels)
PIECES = (
    "Anna Lindqvist Karin EK van der Wal 't Hart Gun-Britt A.L. J. 宮下佐和子 ヤマダ Storgatan 12 A Box avd 43 Lund"
    " sjukhuset Klinikum GmbH 070-174 06 21 +46 ankn. 811228-9874 a.b@c.se www.x.se 192.0.2.1 2024-03-12 12/3 mars"
    " '98 平成28年 77-årig nittio år 96 , . - / ( )"
)
WORDS = st.sampled_from(PIECES.split())
TEXTS = st.one_of(
    st.lists(WORDS, min_size=1, max_size=5).map(" ".join),
    st.text(min_size=1, max_size=25),
    st.text(alphabet="0123456789./- '", min_size=1, max_size=14),
)
MENTIONS = st.lists(st.tuples(TEXTS, st.sampled_from(LABELS)), min_size=1, max_size=8)


def originals(code: str, mentions: list[tuple[str, str]]) -> tuple[Original, ...]:
    pack = load_pack(code)
    return tuple(Original(text, label, pack, written=date(2024, 3, 12)) for text, label in mentions)


def answers(found: tuple[Original, ...], keyed: Keyed = KEYED) -> dict[tuple[str, str], str]:
    """Surrogates of a record, and the reason where there is none."""
    context, new = RecordContext("r", keyed, found), {}
    for original in found:
        try:
            new[original.text, original.label] = surrogate_for(original, context)
        except SurrogateError as error:
            new[original.text, original.label] = f"\0{error}"
    return new


def test_every_label_of_the_scheme_has_a_generator() -> None:
    assert set(GENERATORS) == set(LABELS)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(CODES), MENTIONS)
def test_never_empty_never_the_original_never_another_original(code: str, mentions: list[tuple[str, str]]) -> None:
    whole = {fold(text) for text, _ in mentions}
    found = originals(code, mentions)
    context, by_text = RecordContext("r", KEYED, found), {(one.text, one.label): one for one in found}
    for (text, label), new in answers(found).items():
        if new.startswith("\0"):
            continue
        assert new.strip()
        if label in STAYS and STAYS[label](Request(by_text[text, label], context)):
            continue
        assert fold(new) != fold(text)
        if label not in ("DATE", "TIME", "AGE") and len(new) > 4:
            assert fold(new) not in whole


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(CODES), MENTIONS, st.randoms(use_true_random=False))
def test_order_of_mentions_does_not_matter(code: str, mentions: list[tuple[str, str]], random) -> None:
    shuffled = list(mentions)
    random.shuffle(shuffled)
    assert answers(originals(code, shuffled)) == answers(originals(code, mentions))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("label", ["DATE", "TIME", "AGE", "SEX", "ZIP", "PHONE", "EMAIL", "IP", "ID"])
def test_a_refusal_tells_no_text(code: str, label: str) -> None:
    found = originals(code, [("Qzxwvut", label), ("Qzxwvut Qzxwvut", label), ("Qzxwvut" * 40, "PERSON")])
    for original in found:
        with pytest.raises(SurrogateError) as refused:
            surrogate_for(original, RecordContext("r", KEYED, found))
        assert original.label in str(refused.value)
        assert "Qzxwvut" not in "".join(format_exception(refused.value))


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(CODES), st.tuples(TEXTS, st.sampled_from(LABELS)))
def test_what_is_replaced_is_not_shown(code: str, mention: tuple[str, str]) -> None:
    found = originals(code, [("Qzxwvut" + mention[0] + "Qzxwvut", mention[1])])
    assert "Qzxwvut" not in repr(RecordContext("r", KEYED, found)) + repr(found[0])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["Anna", "Berit", "Cecilia", "David", "Erik", "Frida", "Gustav", "Hanna"]),
        min_size=2,
        max_size=8,
        unique=True,
    )
)
def test_two_people_never_get_one_name(names: list[str]) -> None:
    found = answers(originals("sv", [(f"{name} {name[::-1].capitalize()}son", "PATIENT") for name in names]))
    assert len(set(found.values())) == len(names)


HOSTILE = [
    "1",
    ".",
    " ",
    "a",
    "A",
    "/",
    "Dr. ",
    "a@",
    "1/",
    "年",
    "ア",
    "宮",
    "I",
    "den ",
    "a-",
    "A.",
    "van ",
    "1:",
    "anna ",
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_mentions_are_answered(unit: str) -> None:
    code = "ja" if ord(unit[0]) > 255 else "nl"
    for n_chars in (1, 7, 40, 200, 201, 100_000):
        mentions = [((unit * n_chars)[:n_chars], label) for label in LABELS]
        assert len(answers(originals(code, mentions))) == len(LABELS)


def test_no_mention_is_too_long_to_be_refused() -> None:
    ((reason),) = answers(originals("sv", [("Anna " * 50_000, "PATIENT")])).values()
    assert "longer than" in reason


def test_cost_grows_with_the_number_of_people_and_no_faster(tmp_path: Path) -> None:
    """Also where there are more people than names."""
    (tmp_path / "lists").mkdir()
    for name, offset in (("given_female", 5_000), ("given_male", 6_000), ("family", 7_000)):
        text = "\n".join(_word(offset + i) for i in range(40))
        (tmp_path / "lists" / f"{name}.txt").write_text(text, encoding="utf-8")
    pack = LanguagePack("xx", (tmp_path,), {"name": "x"})

    def n_digests(n_people: int) -> int:
        counting = _Counting(bytes(range(32)))
        people = [Original(f"{_word(i)} {_word(i + 1_000)}", "PATIENT", pack) for i in range(n_people)]
        assert len({new.split()[1] for new in answers(tuple(people), counting).values()}) == n_people
        return counting.n_digests

    assert n_digests(400) < 2.5 * n_digests(200)


class _Counting(Keyed):
    """Counts digests, the unit of work of every choice."""

    __slots__ = ("n_digests",)

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.n_digests = 0

    def digest(self, *fields: str) -> bytes:
        self.n_digests += 1
        return super().digest(*fields)


def _word(number: int) -> str:
    letters = ""
    while number or not letters:
        number, place = divmod(number, 20)
        letters += "bcdfghjklmnpqrstvwxz"[place] + "a"
    return letters.capitalize()
