"""The before/after page: it shows both texts to the letter, pairs their spans, escapes everything and loads nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Document, Doubt, Quarantined, Released, Span, SpanSet
from maskerad.core.release import OffsetMap
from maskerad.core.span import Source
from maskerad.web.before_after import Pair, before_after_page

TEXT = "\n Karin Ek ringde Umeå."
SPANS = (Span(2, 10, "CLINICIAN", 0.6, Source("rules.grammar.v1", "title", "after a <title>")), Span(18, 22, "CITY"))


def pair(new_text: str, new_spans: tuple[Span, ...], pieces: tuple[tuple[int, int, int, int], ...]) -> Pair:
    released = Released(
        "d<1>", new_text, SpanSet.of(SPANS), SpanSet.of(new_spans), OffsetMap(pieces),
        doubts=(Doubt("ambiguous", 2, 10, ("PERSON-1", "PERSON-2")),),
    )  # fmt: skip
    return Pair(Document("d<1>", TEXT), released, "sv")


REPLACED = pair(
    "\n Bo Al ringde Umeå.", (Span(2, 7, "CLINICIAN"), Span(15, 19, "CITY")), ((2, 10, 2, 7), (18, 22, 15, 19))
)


class Page(HTMLParser):
    """The texts of the page as a browser shows them, and its marks."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.marks: list[dict[str, str]] = []
        self.names: set[tuple[str, str]] = set()
        self._is_text = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {(tag, name) for name, _ in attrs}
        if tag == "pre":
            self._is_text = True
            self.texts.append("")
        if tag == "mark":
            self.marks.append({name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        self._is_text = self._is_text and tag != "pre"

    def handle_data(self, data: str) -> None:
        if self._is_text:
            self.texts[-1] += data


def test_both_texts_are_shown_to_the_letter_and_their_spans_are_paired() -> None:
    page = Page(before_after_page("t", [REPLACED]))
    # Browsers drop one line break after <pre>, so one stands there that is not of the text.
    assert page.texts == ["\n" + TEXT, "\n" + REPLACED.released.text]
    assert [mark["data-pair"] for mark in page.marks] == ["0-0", "0-1", "0-0", "0-1"]
    assert {mark["tabindex"] for mark in page.marks} == {"-1"}  # the script lets the Tab key in at one of them


def test_each_original_says_why_how_sure_and_what_is_in_doubt() -> None:
    name, city = Page(before_after_page("t", [REPLACED])).marks[:2]
    assert name["data-score"] == "0.60" and "data-doubt" in name and "data-kept" not in name
    assert name["data-why"].splitlines() == [
        "CLINICIAN · score 0.60",
        "rules.grammar.v1 · title",
        "after a <title>",
        "in doubt (ambiguous): PERSON-1, PERSON-2",
    ]
    assert "data-kept" in city and "data-doubt" not in city


def test_a_span_that_was_taken_out_has_no_counterpart() -> None:
    out = pair("\n  ringde Umeå.", (Span(10, 14, "CITY"),), ((2, 10, 2, 2), (18, 22, 10, 14)))
    pairs = [mark["data-pair"] for mark in Page(before_after_page("t", [out])).marks]
    assert len(pairs) == 3 and pairs[1] == pairs[2] and pairs[0] not in pairs[1:]


def test_a_span_that_was_taken_out_before_another_leaves_it_its_counterpart() -> None:
    spans = SpanSet.of([Span(0, 2, "ID"), Span(2, 5, "CITY")])
    new = SpanSet.of([Span(0, 4, "CITY")])
    released = Released("d", "Oslo.", spans, new, OffsetMap(((0, 2, 0, 0), (2, 5, 0, 4))))
    marks = Page(before_after_page("t", [Pair(Document("d", "12Ume."), released)])).marks
    assert [mark["data-pair"] for mark in marks] == ["0-0", "0-1", "0-1"]


def test_a_surrogate_that_begins_like_its_original_is_not_what_was_kept() -> None:
    spans, new = SpanSet.of([Span(0, 2, "PATIENT")]), SpanSet.of([Span(0, 5, "PATIENT")])
    released = Released("d", "Bosse kom.", spans, new, OffsetMap(((0, 2, 0, 5),)))
    (mark, _) = Page(before_after_page("t", [Pair(Document("d", "Bo kom."), released)])).marks
    assert "data-kept" not in mark


def test_what_was_quarantined_is_listed_with_its_reason() -> None:
    page = before_after_page("t", [REPLACED], [Quarantined("d<2>", "verify", "E501", "a <leak>")])
    assert "d&lt;2&gt;" in page and "a &lt;leak&gt;" in page and "E501" in page


def test_the_page_loads_nothing() -> None:
    page = before_after_page("t", [REPLACED])
    assert not {name for _, name in Page(page).names} & {"src", "href", "srcset", "action", "data", "poster"}
    assert not re.search(r"https?://|@import|url\((?!#)", page)
    assert "default-src 'none'" in page


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), min_size=1), st.data())
def test_no_text_title_id_or_label_breaks_out(text: str, data: st.DataObject) -> None:
    end = data.draw(st.integers(1, len(text)))
    start = data.draw(st.integers(0, end - 1))
    spans = SpanSet.of([Span(start, end, "CITY", source=Source("r", text, text))])
    released = Released(text, text, spans, spans, OffsetMap(((start, end, start, end),)))
    shown = Page(before_after_page(text, [Pair(Document(text, text), released, text)]))
    assert shown.texts == ["\n" + text] * 2
    assert {name for tag, name in shown.names if tag == "mark"} <= {
        "class", "tabindex", "data-pair", "data-label", "data-score", "data-kept", "data-why",
    }  # fmt: skip
