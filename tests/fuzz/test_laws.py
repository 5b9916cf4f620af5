"""No input ends in another error than our own, and what comes out is what was promised."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fuzz.drawing import CANARY, CODES, DATES, TEXTS, changed, right_files, spans_of
from tests.pipeline.verification.test_verify import checked

from maskerad.core import Document, MaskeradError, Quarantined, Record, Released, Span, SpanSet
from maskerad.core.errors import SurrogateError
from maskerad.corpora import AnnotatedDocument, FormatOptions, read_items
from maskerad.corpora.formats import format_names
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.rewrite import rewrite
from maskerad.recognisers.resolve import resolve
from maskerad.surrogates import Keyed, Original, RecordContext, surrogate_for
from maskerad.surrogates.dates.cells import moved_cell
from maskerad.text.views import normalise

EXAMPLES = settings(max_examples=100, deadline=None, derandomize=True, database=None)
FEW = settings(EXAMPLES, max_examples=25)
KEY = bytes(range(32))
_NAMED = re.compile(r"'[^']*'|\"[^\"]*\"")  # ids, which may be anything
_FIRST_DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
CELLS = st.one_of(DATES, TEXTS, st.integers(-(10**12), 10**12), _FIRST_DAYS, st.datetimes(), st.booleans(), st.floats())


@EXAMPLES
@given(st.data())
def test_readers(data: st.DataObject) -> None:
    """Documents with spans inside their texts, or a coded error that shows nothing of the content."""
    name = data.draw(st.sampled_from(format_names()))
    files = dict(right_files(name))
    spoilt = data.draw(st.sampled_from(sorted(files)))
    files[spoilt] = data.draw(changed(files[spoilt]))
    encoding = data.draw(st.sampled_from(["utf-8", "utf-16", "cp1252", "auto"]))
    with TemporaryDirectory() as folder:
        for path, content in files.items():
            Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
            Path(folder, path).write_bytes(content)
        source = Path(folder, min(files).partition("/")[0])
        try:
            items = list(read_items(source, FormatOptions(encoding=encoding), format_name=name))
        except MaskeradError as error:
            assert CANARY not in _NAMED.sub("", str(error).replace(folder, ""))
            return
    for item in items:
        if isinstance(item, AnnotatedDocument):
            assert all(0 <= span.start < span.end <= len(item.document.text) for span in item.spans)
        else:
            assert CANARY not in _NAMED.sub("", f"{item.where} {item.reason}")


@EXAMPLES
@given(TEXTS)
def test_views(text: str) -> None:
    """The way back from every stretch of a view is inside the text and never turns around."""
    view = normalise(text)
    places = [view.to_original(at, at + 1) for at in range(len(view.text))]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(left[0] <= right[0] and left[1] <= right[1] for left, right in pairwise(places))
    if places:
        assert view.to_original(0, len(view.text)) == (places[0][0], places[-1][1])


@EXAMPLES
@given(st.data(), TEXTS)
def test_resolve(data: st.DataObject, text: str) -> None:
    """What any candidate covered is covered, blanks at the edges aside, by spans that do not overlap."""
    spans = data.draw(spans_of(text))
    found = resolve(spans, text=text)
    lost = _covered(spans) - _covered(found)
    assert _covered(found) <= _covered(spans) and all(text[at].isspace() for at in lost)
    assert _covered(resolve(spans)) == _covered(spans)
    assert all(left.end <= right.start for left, right in pairwise(found))


@EXAMPLES
@given(st.data(), TEXTS)
def test_rewrite(data: st.DataObject, text: str) -> None:
    """Text outside the spans stays, and its offsets go there and back."""
    spans = SpanSet.of(resolve(data.draw(spans_of(text))))
    texts = [data.draw(st.one_of(TEXTS, st.just(text[span.start : span.end]))) for span in spans]
    released = rewrite(Document("d", text), spans, texts)
    inside = _covered(spans)
    for old in range(len(text)):
        if old not in inside:
            new = released.offsets.to_new(old)
            assert released.text[new] == text[old] and released.offsets.to_old(new) == old
    assert [released.text[span.start : span.end] for span in released.new_spans] == [one for one in texts if one]


@EXAMPLES
@given(st.data(), TEXTS)
def test_verify(data: st.DataObject, text: str) -> None:
    """A name that was found once and stands there again is a leak, and every leak stands inside the old text."""
    name = "Zetterhake"
    filled = f"{name} {text} {name}"
    spans = SpanSet.of([Span(0, len(name), "PATIENT")])
    released = rewrite(Document("d", filled), spans, ["Alm"])
    leaks = checked(Record("r", (Document("d", filled),)), [released])
    assert all(0 <= leak.start < leak.end <= len(filled) for leak in leaks)
    assert any(leak.end == len(filled) for leak in leaks)


@FEW
@given(st.lists(TEXTS, min_size=1, max_size=2), st.sampled_from(CODES))
def test_the_whole_path(texts: list[str], code: str) -> None:
    """Every document is released, with offsets that fit, or quarantined without its text."""
    record = Record("r", tuple(Document(str(number), text) for number, text in enumerate(texts)))
    try:
        outcomes = _engine(code).release(record)
    except MaskeradError as error:
        assert not any(text in str(error) for text in texts if len(text) > 9)
        return
    for text, outcome in zip(texts, outcomes, strict=True):
        if isinstance(outcome, Quarantined):
            assert len(text) < 10 or text not in repr(outcome)
            continue
        assert isinstance(outcome, Released)
        assert all(0 <= span.start < span.end <= len(text) for span in outcome.spans)
        assert all(0 <= span.start < span.end <= len(outcome.text) for span in outcome.new_spans)
        kept = sorted(set(range(len(text))) - _covered(outcome.spans))
        assert all(outcome.text[outcome.offsets.to_new(at)] == text[at] for at in kept)


@EXAMPLES
@given(st.lists(DATES, min_size=1, max_size=3), st.sampled_from(CODES))
def test_dates(texts: list[str], code: str) -> None:
    """A date becomes another text or has no surrogate; no calendar ends it otherwise."""
    originals = tuple(Original(text, "DATE", load_pack(code)) for text in texts)
    record = RecordContext("r", Keyed(KEY), originals)
    for original in originals:
        try:
            new = surrogate_for(original, record)
        except SurrogateError as error:
            assert len(original.text) < 4 or original.text not in str(error)
        else:
            assert new.strip()


@EXAMPLES
@given(CELLS, st.sampled_from(CODES), st.booleans())
def test_date_cells(value: object, code: str, is_birth: bool) -> None:
    """A cell keeps its type, or is refused."""
    try:
        moved = moved_cell(value, RecordContext("r", Keyed(KEY), ()), load_pack(code), is_birth=is_birth)
    except SurrogateError as error:
        assert not isinstance(value, str) or len(value) < 4 or value not in str(error)
    else:
        assert type(moved) is type(value)


LAWS = {name.removeprefix("test_"): law for name, law in vars().copy().items() if name.startswith("test_")}


def _covered(spans: object) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


@cache
def _engine(code: str) -> Deidentifier:
    return Deidentifier(settings_for(code), KEY)
