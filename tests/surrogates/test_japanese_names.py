"""People in Japanese notes: kin share a name that one of them has in kana, and foreign names stay foreign."""

from __future__ import annotations

import pytest

from maskerad.core import Document, Record, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.languages.listed import romanised
from maskerad.names.common_names import common_names
from maskerad.names.cultures import cultures_of
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.text.folding import fold
from maskerad.text.scripts import HAN, KATAKANA, script_of

from .marked import new_of
from .records import KEY, OTHER_KEY

KEYS = (KEY, OTHER_KEY, b"q" * 32)


def readings(culture: str) -> set[str]:
    kinds = ("female", "male", "neutral", "family")
    return {name.reading for kind in kinds for name in common_names(load_pack("ja"), culture, kind)} - {""}


@pytest.mark.parametrize("key", KEYS)
def test_kin_share_a_family_name_of_which_one_alone_has_the_reading(key: bytes) -> None:
    note = (
        "氏名 [荒木　節子|PATIENT]（[アラキ セツコ|PATIENT]）。夫 [荒木 茂|RELATIVE]氏、長女 [荒木 直美|RELATIVE]さん"
    )
    (patient, reading, husband, daughter), _ = new_of("ja", note, key)
    family = patient.split("　")[0]
    assert husband.split()[0] == daughter.split()[0] == family
    assert script_of(reading.split()[0]) == KATAKANA


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("latin", "kana", "culture"),
    [
        ("TRAN THI HOA", "チャン・ティ・ホア", "vi"),
        ("Lopez Maria", "ロペス マリア", "es"),
        ("Ali Hassan", "アリ ハッサン", "ar"),
    ],
)
def test_one_person_in_latin_letters_and_kana_has_one_new_name(latin: str, kana: str, culture: str, key: bytes) -> None:
    (one, other), _ = new_of("ja", f"[{latin}|PATIENT]（[{kana}|PATIENT]）来院", key)
    pack = load_pack("ja")
    pairs = {
        (name.folded, name.reading)
        for code in (culture, "pt", "ur", "en")
        for kind in ("female", "male", "neutral", "family")
        for name in common_names(pack, code, kind)
    }
    words = fold(one).split()
    new = other.replace("・", " ").split()
    assert all((left, right) in pairs for left, right in zip(words, new, strict=True))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", ["チャン", "ロペス", "マクドネル", "オブライアン", "シュミット"])
def test_a_foreign_name_in_kana_stays_one(name: str, key: bytes) -> None:
    (new,), _ = new_of("ja", f"通訳の[{name}|OTHER_PERSON]さんが同席", key)
    assert script_of(new) == KATAKANA
    assert "ja" not in cultures_of(new, "family", load_pack("ja"))


@pytest.mark.parametrize("key", KEYS)
def test_a_foreign_family_name_beside_a_japanese_given_name(key: bytes) -> None:
    (new, other), _ = new_of("ja", "[ロペス　真理|PATIENT]様。主治医 [デ・ヨング　浩|CLINICIAN]", key)
    for text in (new, other):
        family, given = text.split("　")
        assert (script_of(family), script_of(given)) == (KATAKANA, HAN)
    assert new.split("　")[0] in readings("es") | readings("pt")


@pytest.mark.parametrize("key", KEYS)
def test_a_native_name_in_kana_stays_native(key: bytes) -> None:
    (new,), _ = new_of("ja", "受付 [ヤマノウチ|PATIENT]様", key)
    assert "ja" in cultures_of(new, "family", load_pack("ja"))


@pytest.mark.parametrize("key", KEYS)
def test_children_are_called_by_given_names(key: bytes) -> None:
    (new,), _ = new_of("ja", "お隣の[泉|OTHER_PERSON]ちゃんから絵", key)
    given = {name.text for kind in ("female", "male", "neutral") for name in common_names(load_pack("ja"), "ja", kind)}
    assert new in given


@pytest.mark.parametrize("key", KEYS)
def test_a_drawn_out_name_in_hiragana_is_one_word(key: bytes) -> None:
    (new,), _ = new_of("ja", "兄は「[けんたー|RELATIVE]、起きろ」と", key)
    assert script_of(new.rstrip("ー")) == "hiragana"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("old", ["スミ子", "トシ江", "みち子"])
def test_given_name_of_kana_and_one_character_is_one_japanese_name(key: bytes, old: str) -> None:
    (wife, again), _ = new_of("ja", f"妻 [中島{old}|RELATIVE]さん。[{old}|RELATIVE]さんは来院せず。", key)
    assert wife.endswith(again) and len(wife) > len(again) and not wife.isascii()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("family", ["南", "林", "李"])
def test_kin_whose_family_name_is_one_character_share_it_without_a_blank(family: str, key: bytes) -> None:
    (wife, husband), _ = new_of("ja", f"患者 [{family}美咲|PATIENT]、夫 [{family}健太|RELATIVE]氏が同席", key)
    assert wife[0] == husband[0]
    assert wife != husband


def test_no_new_name_in_hiragana_is_an_old_one() -> None:
    old = ("かおり", "みつこ", "さくら", "はるか", "ゆうこ", "えみ", "まゆみ", "けいこ", "あきこ", "ひろこ")
    note = "、".join(f"娘の[{name}|RELATIVE]さん" for name in old)
    for number in range(12):
        new, _ = new_of("ja", note, bytes([number]) * 32)
        assert not set(new) & set(old)


@pytest.mark.parametrize("key", KEYS)
def test_a_foreign_reading_in_brackets_becomes_that_of_the_new_name(key: bytes) -> None:
    note = "氏名 [金 英淑|PATIENT]([キム ヨンスク|PATIENT]) 通称名 [金本 英子|PATIENT] 旧姓 [朴|PATIENT]"
    (name, reading, _, _), _ = new_of("ja", note, key)
    known = {
        one.stem: one.reading for kind in ("female", "neutral") for one in common_names(load_pack("ja"), "ja", kind)
    }
    assert reading.split()[1] == known[name.split()[1]]


def test_a_small_tsu_doubles_the_consonant_behind_it() -> None:
    pack = load_pack("ja")
    assert [romanised(pack, kana) for kana in ("ハットリ", "イッチョウ", "ッ")] == ["Hattori", "Itchou", ""]


@pytest.mark.parametrize("number", range(4))
def test_a_given_name_alone_in_kana_is_read_as_it_is_beside_its_family_name(number: int) -> None:
    texts = ("受ける人の氏名 ⟦玉城 琉叶⟧", "ふりがな ⟦たまき るか⟧", "こんにちは ⟦るか⟧ です")
    documents, spans = [], []
    for place, text in enumerate(texts):
        before, rest = text.split("⟦")
        name, behind = rest.split("⟧")
        documents.append(Document(str(place), before + name + behind, "ja"))
        spans.append(SpanSet.of([Span(len(before), len(before + name), "PATIENT", entity="P1")]))
    engine = Deidentifier(settings_for("ja"), bytes([number]) * 32)
    _, whole, alone = (done.text for done in engine.replace(Record("r", tuple(documents)), spans))
    assert whole.split()[-1] == alone.removeprefix("こんにちは ").removesuffix(" です")
