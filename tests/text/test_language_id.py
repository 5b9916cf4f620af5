"""Language identification: documents, lines, inheritance, foreign lines; and against py3langid itself."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py3langid.langid import MODEL_FILE
from py3langid.langid import LanguageIdentifier as Peer

from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.text.language_id import LanguageIdentifier
from maskerad.text.language_model import LanguageModel, load_tables

CODES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")

SENTENCES = {
    "sv": "Patienten har haft ont i ryggen sedan i våras och sover dåligt.",
    "nl": "De patiënt heeft sinds het voorjaar last van de rug en slaapt slecht.",
    "ja": "患者は春から腰痛があり、よく眠れない。",
    "en": "The patient has had back pain since the spring and sleeps badly.",
    "de": "Der Patient hat seit dem Frühjahr Rückenschmerzen und schläft schlecht.",
    "fr": "Le patient a mal au dos depuis le printemps et dort mal.",
    "es": "El paciente tiene dolor de espalda desde la primavera y duerme mal.",
    "it": "Il paziente ha mal di schiena dalla primavera e dorme male.",
}
FOREIGN = {
    "fi": "Potilaalla on ollut selkäkipua keväästä lähtien ja hän nukkuu huonosti.",
    "pl": "Pacjent ma bóle pleców od wiosny i źle śpi w nocy.",
    "ru": "Пациент жалуется на боли в спине.",
    "ko": "환자는 봄부터 허리가 아프다",
    "ar": "المريض يعاني من آلام الظهر",
}


@pytest.fixture(scope="module")
def identifier() -> LanguageIdentifier:
    return LanguageIdentifier(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_is_in_its_language(identifier: LanguageIdentifier, code: str) -> None:
    assert identifier.identify(SENTENCES[code]) == code
    assert [line.code for line in identifier.identify_lines(SENTENCES[code])] == [code]


def test_each_line_of_a_mixed_text_has_its_own(identifier: LanguageIdentifier) -> None:
    text = "\r\n".join(SENTENCES.values())
    lines = identifier.identify_lines(text)
    assert [line.code for line in lines] == list(SENTENCES)
    assert [text[line.start : line.end] for line in lines] == list(SENTENCES.values())


@pytest.mark.parametrize("short", ["ok", "CRP 12", "Mvh", "12345", "...", "Hb ok"])
def test_short_lines_inherit(identifier: LanguageIdentifier, short: str) -> None:
    text = f"{SENTENCES['nl']}\n{short}"
    assert [line.code for line in identifier.identify_lines(text)] == ["nl", "nl"]
    assert [line.code for line in identifier.identify_lines(text, session_language="de")] == ["nl", "de"]


@pytest.mark.parametrize("code", FOREIGN)
def test_a_foreign_line_has_no_code_but_a_guess(identifier: LanguageIdentifier, code: str) -> None:
    lines = identifier.identify_lines(f"{SENTENCES['sv']}\n{FOREIGN[code]}\nok")
    assert [(line.code, line.guess) for line in lines] == [("sv", ""), ("", code), ("sv", "")]


def test_kana_where_japanese_is_not_configured_is_foreign() -> None:
    lines = LanguageIdentifier(["sv", "en"]).identify_lines(f"{SENTENCES['sv']}\n腰がいたい")
    assert [(line.code, line.guess) for line in lines] == [("sv", ""), ("", "ja")]


def test_kanji_among_kana_is_japanese_and_alone_may_be_chinese(identifier: LanguageIdentifier) -> None:
    chinese = "病人从春天开始背痛晚上睡不好觉我们建议他下个星期再来医院做一次检查请他不要担心"
    assert identifier.identify_lines(f"{SENTENCES['ja']}\n両側胸水、小葉間隔壁肥厚")[1].code == "ja"
    assert identifier.identify_lines(chinese)[0].guess == "zh"


def test_foreign_lines_can_be_taken_as_own() -> None:
    open_minded = LanguageIdentifier(CODES, foreign_probability=1)
    assert all(line.code in CODES for line in open_minded.identify_lines("\n".join(FOREIGN.values())))


def test_a_text_without_letters_is_in_the_first_language() -> None:
    assert LanguageIdentifier(["nl", "sv"]).identify("12/3 -- 14:30") == "nl"
    assert LanguageIdentifier(["nl", "sv"]).identify_lines(" \n\r\n") == []


def test_wrong_codes_are_refused() -> None:
    with pytest.raises(ConfigError):
        LanguageIdentifier([])
    with pytest.raises(UnknownNameError):
        LanguageIdentifier(["sv", "xx"]).identify(SENTENCES["sv"])


@settings(max_examples=60)
@given(st.text(max_size=200))
def test_any_text_is_answered_line_by_line(text: str) -> None:
    lines = LanguageIdentifier(["sv", "ja"]).identify_lines(text)
    assert all((line.code in ("sv", "ja")) != bool(line.guess) for line in lines)
    covered = {i for line in lines for i in range(line.start, line.end)}
    assert all(char.isspace() for i, char in enumerate(text) if i not in covered)


def test_the_batch_model_is_py3langid() -> None:
    peer = Peer.from_model_file(MODEL_FILE, norm_probs=True)
    peer.set_languages(CODES)
    model, tables = LanguageModel(CODES), load_tables()
    texts = [*SENTENCES.values(), *FOREIGN.values(), "OK TACK", "a", "Re\u0301ne"]
    for (code, probability), text in zip(model.classify([tables.bag(text) for text in texts]), texts, strict=True):
        assert (code, pytest.approx(probability, abs=1e-3)) == peer.classify(text)


@pytest.mark.corpora
@pytest.mark.parametrize("codes", [("de", "en", "it", "ja", "nl"), CODES])
@pytest.mark.parametrize("code", ["de", "en", "it", "ja", "nl"])
def test_chat_lines_in_conversation(corpora: Path, codes: tuple[str, ...], code: str) -> None:
    texts = texts_of(corpora / "xsid" / f"{code}_valid.jsonl")
    identifier = LanguageIdentifier(codes)
    lines = [line for i in range(0, len(texts), 10) for line in identifier.identify_lines("\n".join(texts[i : i + 10]))]
    assert sum(line.code == code for line in lines) / len(lines) >= 0.98


@pytest.mark.corpora
@pytest.mark.parametrize("code", CODES)
def test_lines_of_records(corpora: Path, identifier: LanguageIdentifier, code: str) -> None:
    texts = texts_of(corpora / "hand" / code / "dev.jsonl")
    assert all(identifier.identify(text) == code for text in texts)
    lines = [line for text in texts for line in identifier.identify_lines(text)]
    assert sum(line.code == code for line in lines) / len(lines) >= 0.99


def texts_of(path: Path) -> list[str]:
    if not path.is_file():
        pytest.skip(f"no {path.name}")
    return [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]
