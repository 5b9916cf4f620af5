"""Views: what is made plain, what is left alone, and the way back to the untouched text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core.errors import BoundsError
from maskerad.text.views import View, normalise

PLAIN_LETTERS = "abcåäöéABCÅÄÖ 0123456789.,:/()\n'\"’–林はま"
MARK_UP = ["&eacute;", "&#228;", "&nbsp;", "&amp;eacute;", "&", "<", "<b>", "</b>", "<br/>", '<a href="m:x">']
UNSEEN = ["\u200b", "\ufeff", "\u00ad", "\u202e", "\x00", "\x92", "\u00a0", "\u3000", "\U000e0100", "\u200d"]
FORMS = ["e\u0301", "x\u030c", "o\u0308\u0323", "ｶﾞ", "ﾊﾟ", "ア", "Ａ１", "（林）", "㍻", "㈱", "ﬁ", "Ⅲ", "\ufa19", "𝐀"]
WORDS = [
    "А",
    "нn",
    "ο",
    "Anna",
    "Lind-\n",
    "lind\u00ad\r\n",
    "qvist",
    " och ",
    "ord-\n och",
    "\r\n",
    "\t",
    "👨\u200d👩",
]
ODD_PIECES = st.sampled_from([*MARK_UP, *UNSEEN, *FORMS, *WORDS])
ODD_TEXT = st.lists(st.one_of(ODD_PIECES, st.text(max_size=4)), max_size=25).map("".join)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Andr&eacute; &#228;r h&#xE4;r&nbsp;nu", "André är här nu"),
        ("Andr&amp;eacute; &amp;amp; Co", "André & Co"),
        ("<p>Anna</p><p>Berg</p>", "\nAnna\n\nBerg\n"),
        ("L<b>ind</b>qvist", "Lindqvist"),
        ("<td>Anna</td><td>Berg</td>", " Anna  Berg "),
        ("An\u200bna\u200e B\ufefferg\x00", "Anna Berg"),
        ("ＡＢ１２　（林）：ｶﾞｰｾﾞ", "AB12 (林):ガーゼ"),
        ("カルテ全角のまま", "カルテ全角のまま"),
        ("\u0410nn\u0430 L\u0456nd \u039feberg", "Anna Lind Oeberg"),
        ("Анна Λίνα", "Анна Λίνα"),
        ("Ma\u00adrie Lind\u00ad\nqvist", "Marie Lindqvist"),
        ("Lind-\n  qvist och Berg-\r\nström", "Lindqvist och Bergström"),
        ("A\u030angstro\u0308m, Rene\u0301", "Ångström, René"),
        ("O\x92Brien\u00a0m.\u2009fl.", "O’Brien m. fl."),
        ("㍻28年 ㈱山田 ﬁn Ⅲ", "平成28年 (株)山田 fin III"),
        ("葛\U000e0100城 神\ufe00社 \ufa19", "葛城 神社 神"),
        ("𝐀𝐧𝐧𝐚 045−055‐0933", "Anna 045-055-0933"),
    ],
)
def test_what_is_made_plain(text: str, plain: str) -> None:
    assert normalise(text).text == plain


@pytest.mark.parametrize(
    "text",
    [
        "RR<90 och >120, p<a och b>c",
        "<Anna> hej <anna@exempel.se> <Mark> hi",
        "AT&T; R&D &Lang; &foo; & så vidare",
        "10² m, ½ tabl, ① först, ´, ...",
        "Hals-\nund Beinbruch, tand-\noch munvård",
        "Berg-\nLarsson, kl 8-\nca 10, D-\nvitamin",
        "TNF-β, γ-GT, 5 μg, Ωmega",
        "Å ä ö é ß, 林さん、ガーゼ。\nNästa rad är\tsist",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    view = normalise(text)
    assert view.text == text
    assert view.is_identity
    assert not view.layers


def test_nothing_a_tag_says_of_a_person_is_hidden() -> None:
    text = (
        '<a class="x" href="mailto:anna@berg.se">Hon</a> <img alt=\'Tyra Falk\' width="4"> <p id=19640823-3234 nowrap>'
    )
    shown = normalise(text).text
    assert all(word in shown for word in ("mailto:anna@berg.se", "Hon", "Tyra Falk", "19640823-3234"))
    assert not any(word in shown for word in ("class", "href", "width", "<", ">"))


@pytest.mark.parametrize(
    ("text", "mention", "original"),
    [
        ("dr Ren&eacute; Berg", "René", "Ren&eacute;"),
        ("dr Ren&eacute;, Berg", "René,", "Ren&eacute;,"),
        ("<b>Anna</b> Berg", "Anna", "Anna"),
        ("Anna <b>Berg</b> kom", "Anna Berg", "Anna <b>Berg"),
        ("\u200bAn\u200bna\u200b!", "Anna", "An\u200bna"),
        ("hos Lind-\nqvist.", "Lindqvist", "Lind-\nqvist"),
        ("hos Rene\u0301.", "René", "Rene\u0301"),
        ("hos Rex\u030c.", "Rex", "Rex\u030c"),
        ("葛\U000e0100城", "葛", "葛\U000e0100"),
        ("㍻28年", "平成28", "㍻28"),
        ("㍻28年", "成", "㍻"),
    ],
)
def test_the_way_back_covers_what_gave_the_characters(text: str, mention: str, original: str) -> None:
    view = normalise(text)
    start = view.text.index(mention)
    first, end = view.to_original(start, start + len(mention))
    assert text[first:end] == original


@pytest.mark.parametrize(("start", "end"), [(-1, 1), (0, 0), (2, 1), (0, 5)])
def test_spans_outside_the_view_are_refused_without_its_text(start: int, end: int) -> None:
    with pytest.raises(BoundsError) as caught:
        normalise("Anna").to_original(start, end)
    assert "Anna" not in str(caught.value)


def test_no_text_in_repr() -> None:
    assert "Berg" not in repr(normalise("Ren&eacute; Berg"))


@given(st.text(PLAIN_LETTERS.replace("\n", "")))
def test_plain_text_is_its_own_view(text: str) -> None:
    view = normalise(text)
    if "-" not in text:
        assert view.text is text
        assert all(view.to_original(i, i + 1) == (i, i + 1) for i in range(len(text)))


@given(ODD_TEXT)
def test_the_way_back_is_monotone_and_inside(text: str) -> None:
    view = normalise(text)
    spans = [view.to_original(i, i + 1) for i in range(len(view.text))]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    assert [end for _, end in spans] == sorted(end for _, end in spans)


@given(ODD_TEXT, st.data())
def test_a_span_goes_back_to_the_hull_of_its_characters(text: str, data: st.DataObject) -> None:
    view = normalise(text)
    if view.text:
        start = data.draw(st.integers(0, len(view.text) - 1))
        end = data.draw(st.integers(start + 1, len(view.text)))
        first, _ = view.to_original(start, start + 1)
        _, last = view.to_original(end - 1, end)
        assert view.to_original(start, end) == (first, last)


@given(ODD_TEXT)
def test_no_span_ends_inside_a_letter_with_its_marks(text: str) -> None:
    view = normalise(text)
    for i in range(len(view.text)):
        start, end = view.to_original(i, i + 1)
        if end < len(text) and end - start <= 30:
            assert unicodedata.category(text[end])[0] != "M"


@given(st.text(max_size=60).filter(lambda text: not set("<&-\u00ad") & set(text)))
def test_a_view_of_a_view_changes_nothing(text: str) -> None:
    once = normalise(text).text
    if "-" not in once:
        assert normalise(once).text == once


@given(st.text(max_size=60))
def test_any_text_has_a_view(text: str) -> None:
    view = normalise(text)
    assert isinstance(view, View)
    assert view.original is text


@given(st.text("ABCabcåé &<>\"'=/;#amp\u0301\u200bＡ-\n", max_size=80))
def test_no_letter_is_invented(text: str) -> None:
    """Each letter of the view goes back to a piece that holds it, or to an entity."""
    view = normalise(text)
    for i, char in enumerate(view.text):
        start, end = view.to_original(i, i + 1)
        piece = unicodedata.normalize("NFKD", text[start:end])
        assert "&" in piece or not char.isalpha() or unicodedata.normalize("NFKD", char)[0] in piece
