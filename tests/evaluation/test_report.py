"""The reports: complete, self-contained, without text unless asked, and safe against hostile names."""

from __future__ import annotations

import json
import re
from datetime import date
from html.parser import HTMLParser

import pytest

from maskerad.core import Span
from maskerad.evaluation import Evaluation, Pair, Settings, evaluate, to_html, to_json, to_markdown, to_plain
from maskerad.evaluation.report.page import Compared

CANARY = "Kanariefågel"
TEXT = f"{CANARY} Ek, född 1980, bor i Umeå & trivs."
GOLD = (Span(0, 15, "PATIENT"), Span(22, 26, "DATE"), Span(34, 38, "CITY"))
PREDICTED = (Span(0, 12, "PATIENT"), Span(22, 26, "AGE"), Span(40, 46, "AGE"))


def result(with_text: bool = False, document: str = "a") -> Evaluation:
    pairs = [Pair(document, "r1", TEXT, GOLD, PREDICTED), Pair("b", "r2", TEXT, GOLD, GOLD)]
    return evaluate(pairs, Settings(with_text=with_text, resamples=50))


class Page(HTMLParser):
    """Checks that tags close in order, and collects what matters."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("render", [to_html, to_json, to_markdown, to_plain])
def test_no_text_unless_asked(render: object) -> None:
    assert callable(render)
    for word in (CANARY, "1980", "Umeå", "trivs"):
        assert word not in render(result())
        assert word not in repr(result(with_text=True))


@pytest.mark.parametrize("render", [to_html, to_json])
def test_text_of_mistakes_when_asked(render: object) -> None:
    assert callable(render)
    assert CANARY in render(result(with_text=True))


def test_tables_never_show_text() -> None:
    assert CANARY not in to_markdown(result(with_text=True)) + to_plain(result(with_text=True))


@pytest.mark.parametrize("render", [to_html, to_json, to_markdown, to_plain])
def test_every_figure_and_line_stands_with_its_signature(render: object) -> None:
    assert callable(render)
    made = result()
    shown = render(made).replace("\\|", "|")
    for signature in [f.signature for f in made.figures] + [line.signature for line in made.lines]:
        assert str(signature) in shown


def test_undefined_is_said_and_explained() -> None:
    nothing = evaluate([Pair("a", "", "inget här", (), ())], Settings(resamples=0))
    for shown in (to_markdown(nothing), to_plain(nothing), to_html(nothing)):
        assert "undefined" in shown
        assert "nothing stands below the line" in shown
    said = json.loads(to_json(nothing))
    assert said["scores"]["exact"] | {"signature": ""} == {
        "title": "Entity, exact, micro",
        "precision": None,
        "recall": None,
        "f1": None,
        "signature": "",
    }


def test_json_holds_the_numbers() -> None:
    said = json.loads(to_json(result()))
    assert said["format"] == "maskerad-evaluation-1"
    assert said["figures"]["mention_recall"]["value"] == pytest.approx(4 / 6)
    assert said["labels"]["CITY"]["exact"] == {"tp": 1, "fp": 0, "fn": 1, "precision": 1.0, "recall": 0.5, "f1": 2 / 3}
    assert [m["kind"] for m in said["mistakes"]] == ["boundary", "label", "missed", "spurious"]
    assert all("excerpt" not in m for m in said["mistakes"])


def test_markdown_tables_are_rectangular() -> None:
    tables = [block for block in to_markdown(result()).split("\n\n") if block.startswith("|")]
    assert len(tables) >= 5
    for block in tables:
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(widths) == 1


def test_the_page_loads_nothing_and_closes_its_tags() -> None:
    page = to_html(result(with_text=True))
    parsed = Page(page)
    loading = {"src", "href", "srcset", "action", "data", "poster"}
    assert not [found for found in parsed.attributes if found[1] in loading]
    assert not re.search(r"https?://|@import|url\((?!#)", page)
    assert "default-src 'none'" in page


def test_hostile_names_and_texts_are_escaped() -> None:
    hostile = "<img src=x onerror=alert(1)>\"'"
    pairs = [Pair(hostile, hostile, f"{hostile} Ek", [Span(0, 30, "CITY")], ())]
    page = to_html(evaluate(pairs, Settings(with_text=True)), title=hostile)
    assert "<img" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


def test_every_mark_of_a_plot_says_its_number_and_every_plot_its_name() -> None:
    page = to_html(result())
    figures = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    assert len(figures) >= 3
    assert all(re.search(r'<svg role="img" aria-label="[^"]+"', figure) for figure in figures)
    marks = re.findall(r'<rect class="(?:bar|safe|leak|cell)[^>]*>(.{0,8})', page)
    assert marks and all(mark.startswith("<title>") for mark in marks)


def test_the_page_names_the_files_that_were_compared_and_the_day() -> None:
    page = to_html(result(), compared=Compared("gold<1>.jsonl", "found.jsonl", date(2031, 5, 17)))
    assert "<b>gold&lt;1&gt;.jsonl</b>" in page and "<b>found.jsonl</b>" in page
    assert page.index("Made on <time>2031-05-17</time>") < page.index("<h1>")  # not below a thousand mistakes
    assert "Made on" not in to_html(result())


def test_each_kind_has_a_sign_beside_its_colour() -> None:
    page = to_html(result())
    for sign in ("○ missed", "+ spurious", "↔ boundary", "≠ label"):
        assert sign in page


def test_excerpts_mark_gold_and_predicted_apart() -> None:
    page = to_html(result(with_text=True))
    assert f'<mark class="gold predicted">{CANARY}</mark><mark class="gold"> Ek</mark>' in page
    assert '<mark class="gold">Umeå</mark> &amp; ' in page
    assert '&amp;<mark class="predicted"> trivs</mark>' in page


def test_the_list_of_mistakes_can_be_cut_and_says_so() -> None:
    page = to_html(result(), max_mistakes=2)
    assert page.count("<li data-kind=") == 2
    assert "Listed are the first 2 of 4." in page


def test_labels_left_out_are_listed() -> None:
    pair = Pair("a", "", TEXT, [Span(0, 12, "QUANTITY"), Span(22, 26, "DATETIME")], [Span(0, 4, "NRP")])
    made = evaluate([pair], Settings(gold_scheme="tab", predicted_scheme="presidio", resamples=0))
    for shown in (to_markdown(made), to_html(made), to_plain(made)):
        assert "QUANTITY" in shown
        assert "NRP" in shown
    assert json.loads(to_json(made))["left_out"] == {"gold": {"QUANTITY": 1}, "predicted": {"NRP": 1}}
