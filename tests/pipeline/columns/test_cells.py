"""Cells of a table on the way of its texts: what they tell, and how they come back."""

from __future__ import annotations

from datetime import date

import pytest

from maskerad.core import Document, Record, Released, Source, Span, SpanSet
from maskerad.core.document import Identifier
from maskerad.languages import load_pack
from maskerad.languages.everyday import EverydayWords
from maskerad.pipeline.columns.beside import standing_beside
from maskerad.pipeline.columns.births import stands_as_birth
from maskerad.pipeline.columns.cells import SOURCE, Cells, column_of, row_of
from maskerad.pipeline.columns.digests import digest_of, hashed_columns
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.settings import NO_RULES
from maskerad.pipeline.rewrite import rewrite
from maskerad.pipeline.verification.originals import Originals
from maskerad.surrogates import Keyed

RULES = ColumnRules(
    {"given": "GIVEN_NAME", "family": "FAMILY_NAME", "kin": "RELATIVE", "town": "CITY", "nr": "ID", "note": "text"}
)


def cells_of(*fields: dict[str, object], rules: ColumnRules = RULES, known: tuple[Identifier, ...] = ()) -> Cells:
    documents = tuple(Document(f"d{n}", "Hej.", "sv", metadata=one) for n, one in enumerate(fields))
    return Cells(Record("r", documents, known), rules, lambda document: document.language)


def told(cells: Cells) -> list[tuple[str, str, str, int]]:
    return [(one.role, one.kind, one.value, one.person) for one in cells.record.known]


def same(text: str) -> Released:
    return rewrite(Document("x", text), SpanSet(()), [])


def test_cells_stand_behind_the_documents_and_those_with_a_label_are_not_read() -> None:
    cells = cells_of({"given": "Anna", "note": "Mår bra.", "ward": "B2"}, {"town": "Lund", "note": ""})
    texts = [document.text for document in cells.record.documents]
    assert texts == ["Hej.", "Hej.", "Mår bra.", "Anna", "Lund"]
    assert [document.text for document in cells.read.documents] == ["Hej.", "Hej.", "Mår bra."]
    names = [document.id for document in cells.record.documents]
    assert [row_of(name) for name in names] == ["d0", "d1", "d0", "d0", "d1"]
    assert [column_of(name) for name in names] == ["", "", "note", "given", "town"]
    assert [document.language for document in cells.record.documents] == ["sv"] * 5


def test_a_record_without_such_cells_is_left_as_it_is() -> None:
    cells = cells_of({"ward": "B2", "given": "  "})
    assert cells.record is cells.read or cells.record == cells.read
    assert cells.all == () and cells.columns(0, [same("Hej.")]) == {}


def test_names_of_a_row_are_of_one_person_and_said_once_a_record() -> None:
    row: dict[str, object] = {"given": "Anna", "family": "Berg", "kin": "Bo Berg", "town": "Lund", "nr": "4711"}
    cells = cells_of(row, dict(row), {"given": "Eva"}, known=(Identifier("PATIENT", "id", "1", 3),))
    assert told(cells)[1:] == [
        ("PATIENT", "given", "Anna", 4),
        ("PATIENT", "family", "Berg", 4),
        ("RELATIVE", "name", "Bo Berg", 5),
        ("PATIENT", "id", "4711", 6),
        ("PATIENT", "given", "Eva", 7),
    ]


@pytest.mark.parametrize("born", ["1950-02-01", date(1950, 2, 1)])
def test_a_day_of_birth_is_known_however_it_is_told(born: object) -> None:
    cells = cells_of({"born": born}, rules=ColumnRules({"born": "BIRTH_DATE"}))
    assert told(cells) == [("PATIENT", "birth_date", "1950-02-01", 1)]
    assert len(cells.record.documents) == 1  # it is moved with the dates, not read


def test_new_values_come_back_to_their_fields_as_what_they_were() -> None:
    rules = ColumnRules({"nr": "ID", "names": "PATIENT", "town": "CITY"})
    cells = cells_of({"nr": 4711, "names": ["Anna", None, "Eva"], "town": "Lund"}, rules=rules)
    place = {cell.document.text: number for number, cell in enumerate(cells.all, start=1)}
    new = {"4711": "0815", "Anna": "Ida", "Eva": "Moa", "Lund": "Ystad"}
    released = [same("Hej."), *(same(new[text]) for text in place)]
    assert cells.columns(0, released) == {"nr": "0815", "names": ["Ida", None, "Moa"], "town": "Ystad"}
    released[place["4711"]] = same("815")
    assert cells.columns(0, released)["nr"] == 815
    with_truth = cells_of({"nr": True}, rules=rules)
    assert with_truth.columns(0, [same("Hej."), same("1")]) == {"nr": "1"}


def test_a_day_in_a_cell_is_read_as_it_is_written_in_a_text() -> None:
    cells = cells_of({"town": date(2024, 3, 5)}, {"town": {"a": "b"}}, {"town": None})
    assert [cell.document.text for cell in cells.all] == ["2024-03-05"]


def test_a_labelled_cell_is_one_mention_without_the_blanks_around_it() -> None:
    (cell,) = cells_of({"town": " Lund, "}).labelled
    (span,) = cell.marked(SpanSet(()))
    assert (span.start, span.end, span.label, span.score, span.source) == (1, 5, "CITY", 1.0, SOURCE)
    rule = Source("rules", "towns")
    found = SpanSet.of([Span(1, 5, "CITY", 0.5, rule)])
    assert [one.source for one in cell.marked(found)] == [rule]
    for other in (Span(1, 5, "PATIENT", 0.5, rule), Span(0, 5, "CITY", 0.5, rule), Span(1, 4, "CITY", 0.5, rule)):
        assert [one.source for one in cell.marked(SpanSet.of([other]))] == [SOURCE]
    (blank,) = cells_of({"town": " - "}).labelled
    assert len(blank.marked(SpanSet(()))) <= 1


@pytest.mark.parametrize(
    ("code", "text", "word", "is_birth"),
    [
        ("ja", "患者は男性、1950年5月4日生まれである。", "1950年5月4日", True),
        ("ja", "患者は男性、1950年5月4日入院である。", "1950年5月4日", False),
        ("en", "Patient born 4 May 1950", "4 May 1950", True),
        ("en", "Patient born on 4 May 1950", "4 May 1950", True),
        ("en", "Patient newborn 4 May 1950", "4 May 1950", False),
        ("en", "Was born. Came on 4 May 1950", "4 May 1950", False),
        ("en", "DOB 04/05/1950", "04/05/1950", True),
        ("en", "Seen 04/05/1950", "04/05/1950", False),
    ],
)
def test_a_day_of_birth_by_the_words_around_it(code: str, text: str, word: str, is_birth: bool) -> None:
    start = text.index(word)
    assert stands_as_birth(text, Span(start, start + len(word), "DATE"), load_pack(code)) is is_birth


def beside(fields: dict[str, object], rules: ColumnRules | None = None, **ids: str) -> tuple[str, ...]:
    pack = load_pack("sv")
    originals = Originals.of([("Lindqvist", "PATIENT"), ("48213377", "ID")], ())
    document = Document(ids.get("id", "d1"), "Hej.", "sv", record=ids.get("record", ""), metadata=fields)
    judged = EverydayWords([pack]).is_ordinary
    return standing_beside(
        Record("r", (document,)), 0, {"new": 1}, originals, judged, NO_RULES if rules is None else rules
    )


def test_originals_that_stand_beside_a_text_are_told_by_column() -> None:
    assert beside({"name": "Anna Lindqvist", "ward": "B2"}) == ("name",)
    assert beside({"deep": {"a": [1, ("x", {"b": "Lindqvist"})]}, "n": 48213377}) == ("deep", "n")
    assert beside({"flag": True, "none": None}) == ()
    assert beside({"new": "Lindqvist"}) == ()  # it has another value
    assert beside({"name": "Lindqvist"}, ColumnRules({"name": "keep"})) == ()  # somebody decided so


def test_ids_that_hold_an_original_are_told_unless_a_column_or_a_digest_does() -> None:
    assert beside({}, id="lindqvist-3") == ("id of the document",)
    assert beside({}, record="48213377") == ("id of the record",)
    assert beside({"nr": "48213377"}, record="48213377") == ("nr",)
    dropped = ColumnRules({"nr": "drop"})
    assert beside({"nr": "48213377"}, dropped, record="48213377") == ("id of the record",)
    assert beside({}, ColumnRules({}, has_hashed_ids=True), record="48213377", id="lindqvist") == ()


def test_digests_are_of_the_value_and_leave_what_is_empty() -> None:
    keyed, other = Keyed(bytes(range(32))), Keyed(bytes(32))
    rules = ColumnRules({"nr": "hash", "list": "hash", "gone": "hash", "town": "CITY"})
    fields: dict[str, object] = {"nr": 4711, "list": ["a", None, " "], "town": "Lund"}
    new = hashed_columns(Document("d", "Hej.", metadata=fields), rules, keyed)
    assert new == {"nr": digest_of("4711", keyed), "list": [digest_of("a", keyed), None, " "]}
    assert len(digest_of("a", keyed)) == 32 and digest_of("a", keyed) != digest_of("a", other)


def test_no_cell_shows_its_text() -> None:
    assert "Anna" not in repr(cells_of({"given": "Anna", "note": "Anna mår bra."}).all)


@pytest.mark.parametrize("word", ["agent", "Bot", "SYSTEM", " assistant ", "kund", "handläggare"])
def test_who_speaks_in_a_chat_is_nobodys_name(word: str) -> None:
    rules = ColumnRules({"author": "PERSON", "town": "CITY"})
    cells = cells_of({"author": word, "town": word}, {"author": "Anna Ek"}, rules=rules)
    assert [cell.document.text for cell in cells.all] == [word, "Anna Ek"]
    assert cells.all[0].column == "town" and [value for _, _, value, _ in told(cells)] == ["Anna Ek"]
