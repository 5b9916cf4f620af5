"""Where mentions of people end in scripts that part no words."""

from __future__ import annotations

import re

import pytest

from maskerad.core import Document, Record, Span, SpanSet
from maskerad.core.schemes import people_labels
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.look import agreed

MARK = re.compile(r"\[([^|]+)\|([A-Z]+)\]")


def told_and_ended(marked: str, code: str = "ja") -> tuple[list[str], list[str]]:
    """The mentions that are marked in a text, "[恭|PERSON]さん", and those of people when the record has agreed."""
    mentions, spans, text = [], list[Span](), MARK.sub(r"\1", marked)
    for match in MARK.finditer(marked):
        start = match.start() - sum(len(one.group()) - len(one[1]) for one in MARK.finditer(marked, 0, match.start()))
        mentions.append(match[1])
        spans.append(Span(start, start + len(match[1]), match[2]))
    (found,) = agreed([Document("d", text, code)], [SpanSet(tuple(spans), "core")], [load_pack(code)])
    return mentions, [text[span.start : span.end] for span in found if span.label in people_labels()]


@pytest.mark.parametrize(
    ("marked", "names"),
    [
        ("孫 [翔太氏|RELATIVE](38歳)", ["翔太"]),
        ("孫の[翔く|RELATIVE]ん面会", ["翔"]),
        ("通称は「[源さん|PERSON]」", ["源さん"]),
        ("拝復 [小林 源氏|PERSON]の検査", ["小林 源"]),
        ("[竹﨑医|CLINICIAN]師", ["竹﨑"]),
        ("傷病者 [加藤隼人 男|PATIENT] 平成18年", ["加藤隼人"]),
        ("妻[ホア\u3000Zalo|RELATIVE]: hoa_2501", ["ホア"]),
        ("氏名：[キンジョウ ノゾミ\u3000F|PATIENT]", ["キンジョウ ノゾミ"]),
        ("家族の[罪悪感\n・恭|PERSON]様", ["罪悪感", "恭"]),
        ("入所2[日目 大野|PERSON]さま", ["大野"]),
        ("[奈良 亮|PERSON]。用紙は[明日奈良|CLINICIAN]先生と。[奈良|CLINICIAN]了解", ["奈良 亮", "奈良", "奈良"]),
    ],
)
def test_a_name_ends_before_a_form_of_address_a_field_and_behind_an_everyday_word(
    marked: str, names: list[str]
) -> None:
    assert told_and_ended(marked)[1] == names


@pytest.mark.parametrize(
    "marked",
    [
        "妻に言わんで [さっちゃん|RELATIVE]",
        "当直 [小山内|CLINICIAN]",
        "祖母[比嘉かまど|RELATIVE]の転院",
        "長女 [風間 スミ|RELATIVE]、[スミ|RELATIVE]さん",
        "[望月 遥|CLINICIAN]：洗浄後きれい",
        "[Anna Berg|PATIENT]",
    ],
)
def test_what_belongs_to_a_name_stays_in_it(marked: str) -> None:
    mentions, ended = told_and_ended(marked)
    assert ended == mentions


def test_languages_that_part_words_keep_their_mentions() -> None:
    assert told_and_ended("[Berg Clara M|PATIENT] F", "sv")[1] == ["Berg Clara M"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("患者 金城\n大地 カルテ20-771-5", "金城\n大地"),
        ("ありがとうございます。カ\nリム様、よろしく。", "カ\nリム"),
    ],
)
def test_the_rest_of_a_name_in_the_next_line_stays_covered_though_it_is_a_word(text: str, name: str) -> None:
    (spans,) = Detector(settings_for("ja")).detect(Record("r", (Document("d", text, "ja"),)))
    assert name in [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("園児氏名\u3000カリム\nれん（平成29年10月8日生）りす組", "カリム\nれん"),
        ("misaki_k：かりむ\nれん\u30002017/10/8\u3000診察券は今手元に", "かりむ\nれん"),
        ("患者 佐藤\nれん 様", "佐藤\nれん"),
        ("患者 田中\nと相談した。", "田中"),
    ],
)
def test_a_given_name_in_hiragana_behind_a_line_end_is_the_rest_of_the_name(text: str, name: str) -> None:
    (found,) = Detector(settings_for("ja")).detect(Record("r", (Document("d", text, "ja"),)))
    assert [text[span.start : span.end] for span in found if span.label in people_labels()] == [name]
