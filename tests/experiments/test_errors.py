"""Each suggested cause, on a mistake made for it."""

from __future__ import annotations

import pytest

from maskerad.core import Document, Span, load_scheme
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation.mistakes import Kind, Mistake
from maskerad.experiments.studies.corpus import make_corpus
from maskerad.experiments.studies.error_kinds import Cause, CauseFinder, CorpusFacts
from maskerad.experiments.studies.errors import errors
from maskerad.experiments.studies.methods import make_method
from maskerad.languages import load_pack
from training.notes import notes

TEXT = "på Vårdbo i Umeå, Umeå. Ärkebo Xyzzor eller AK. Kom 2016/2017 men sedan"
UMEÅ = Span(12, 16, "CITY")


@pytest.fixture(scope="module")
def finder() -> CauseFinder:
    item = AnnotatedDocument(Document("1", TEXT), (UMEÅ, Span(24, 30, "CITY")))
    again = AnnotatedDocument(Document("2", "Ärkebo"), (Span(0, 6, "HOSPITAL"),))
    return CauseFinder(CorpusFacts.of([item, again]), load_pack("sv"), load_scheme("core"))


@pytest.mark.parametrize(
    ("kind", "gold", "predicted", "cause"),
    [
        (Kind.MISSED, Span(13, 16, "CITY"), None, Cause.TOKENISATION),
        (Kind.BOUNDARY, Span(3, 9, "HOSPITAL"), Span(0, 9, "HOSPITAL"), Cause.PREFIX),
        (Kind.BOUNDARY, Span(3, 9, "HOSPITAL"), Span(3, 16, "HOSPITAL"), Cause.BOUNDARY),
        (Kind.BOUNDARY, Span(31, 37, "CITY"), Span(24, 37, "CITY"), Cause.BOUNDARY),
        (Kind.LABEL, UMEÅ, Span(12, 16, "HOSPITAL"), Cause.AMBIGUITY),
        (Kind.LABEL, UMEÅ, Span(12, 16, "LOCATION"), Cause.COARSER),
        (Kind.MISSED, Span(24, 30, "CITY"), None, Cause.AMBIGUITY),
        (Kind.SPURIOUS, None, Span(18, 22, "CITY"), Cause.MISSING_ANNOTATION),
        (Kind.MISSED, Span(44, 46, "INITIALS"), None, Cause.ABBREVIATION),
        (Kind.SPURIOUS, None, Span(62, 71, "PERSON"), Cause.COMMON_WORD),
        (Kind.MISSED, Span(31, 37, "CITY"), None, Cause.OTHER),
        (Kind.MISSED, Span(52, 56, "DATE"), None, Cause.OTHER),
    ],
)
def test_causes(finder: CauseFinder, kind: Kind, gold: Span | None, predicted: Span | None, cause: Cause) -> None:
    assert finder.cause(Mistake(kind, "1", "", gold, predicted), TEXT) is cause


def test_every_error_is_counted_once_on_its_side() -> None:
    corpus = make_corpus("notes", notes(12), "sv")
    sheet = errors(corpus, make_method("unambiguous", "sv", "core"), 3)
    counts = {row[0]: (row[1], row[3]) for row in sheet.parts[0].table.rows}
    for column in (0, 1):
        parts = sum(int(pair[column]) for name, pair in counts.items() if name != "Total" and pair[column])
        assert parts == int(counts["Total"][column])
    assert "Falkbring" not in repr(sheet)
