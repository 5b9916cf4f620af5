"""CoNLL columns."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.corpora.drawing import bare

from maskerad.core import Document, Span
from maskerad.core.errors import FormatError
from maskerad.corpora import (
    Broken,
    Destination,
    FormatOptions,
    Loss,
    LossReport,
    detect_format,
    open_writer,
    read_documents,
    read_items,
)
from maskerad.text.codes import Code


def read(
    folder: Path, lines: str, options: FormatOptions | None = None
) -> list[tuple[str, list[tuple[int, int, str]]]]:
    (folder / "in.conll").write_text(lines, encoding="utf-8")
    return [
        (item.document.text, [bare(span) for span in item.spans])
        for item in read_documents(folder / "in.conll", options)
    ]


def test_what_is_written(tmp_path: Path) -> None:
    target = tmp_path / "out.conll"
    document = Document("note 1", " Anna i\nLund.", "sv", "p7", date(2024, 2, 6))
    with open_writer(Destination(target), FormatOptions(code=Code.BIOES)) as writer:
        writer.write(document, [Span(1, 5, "PATIENT"), Span(8, 12, "CITY")])
    assert target.read_text() == (
        "# global.columns = FORM START END SPACES TAG\n"
        "# newdoc id = note 1\n# record = p7\n# language = sv\n# date = 2024-02-06\n# leading = \\s\n"
        "Anna\t1\t5\t\\s\tS-PATIENT\ni\t6\t7\t\\n\tO\n\nLund\t8\t12\t_\tS-CITY\n.\t12\t13\t_\tO\n\n"
    )
    (item,) = read_documents(target)
    assert item.document == document


@pytest.mark.parametrize("record", ["a b", "a = b", "a\nb", "a\\nb", " a ", "# x"])
def test_ids_of_any_form_come_back(tmp_path: Path, record: str) -> None:
    target = tmp_path / "out.conll"
    with open_writer(Destination(target)) as writer:
        writer.write(Document(record or "x", "x", record=record))
    (item,) = read_documents(target)
    assert (item.document.id, item.document.record) == (record or "x", record)


def test_tokens_are_split_where_a_span_ends_inside(tmp_path: Path) -> None:
    target = tmp_path / "out.conll"
    with open_writer(Destination(target)) as writer:
        writer.write(Document("a", "Annas"), [Span(0, 4, "PATIENT")])
    (item,) = read_documents(target)
    assert (item.document.text, item.spans) == ("Annas", (Span(0, 4, "PATIENT"),))


def test_losses(tmp_path: Path) -> None:
    losses = LossReport()
    spans = [Span(0, 9, "A", 0.5), Span(0, 4, "B"), Span(9, 10, "C"), Span(10, 15, "D", entity="x")]
    with open_writer(Destination(tmp_path / "out.conll", losses=losses)) as writer:
        writer.write(Document("a", "Anna Berg Lund ", metadata={"genre": "note"}), spans)
    counts = {loss: losses.total(loss) for loss in Loss if losses.total(loss)}
    assert counts == {Loss.UNENCODABLE: 2, Loss.BORDERS: 1, Loss.SCORES: 1, Loss.ENTITIES: 1, Loss.FIELDS: 1}


def test_foreign_columns_with_document_marks(tmp_path: Path) -> None:
    lines = (
        "-DOCSTART- -X- O O\n\nAnna NNP B-NP B-PER\nBerg NNP I-NP I-PER\n\n. . O O\n\n"
        "-DOCSTART- -X- O O\n\nLund NNP B-NP B-LOC\n"
    )
    assert read(tmp_path, lines) == [("Anna Berg\n.", [(0, 9, "PER")]), ("Lund", [(0, 4, "LOC")])]


def test_without_document_marks_a_sentence_is_a_document(tmp_path: Path) -> None:
    assert read(tmp_path, "\n\nAnna\tB-PER\n\n\nLund\tB-LOC\n#\tO\n") == [
        ("Anna", [(0, 4, "PER")]),
        ("Lund #", [(0, 4, "LOC")]),
    ]


def test_columns_by_number_and_comments(tmp_path: Path) -> None:
    lines = "# sent_id = s-7\n#\tsource x\n1\tAnna\tB-PER\tO\n2\tNBSP\u00a0x\tO\tO\n"
    options = FormatOptions(token_column=1, tag_column=2)
    assert read(tmp_path, lines, options) == [("Anna NBSP\u00a0x", [(0, 4, "PER")])]
    (item,) = read_documents(tmp_path / "in.conll", options)
    assert item.document.id == "s-7"


def test_sequences_are_repaired(tmp_path: Path) -> None:
    lines = "a I-PER\nb I-PER\nc I-LOC\nd E-LOC\ne E-LOC\n"
    assert read(tmp_path, lines)[0][1] == [(0, 3, "PER"), (4, 7, "LOC"), (8, 9, "LOC")]


BROKEN = {
    "tag": (b"Anna canary\n", "E102"),
    "bytes": (b"canary\xff O\n", "E101"),
}


@pytest.mark.parametrize(("line", "code"), BROKEN.values(), ids=BROKEN)
def test_a_broken_document_is_named_and_the_rest_is_read(tmp_path: Path, line: bytes, code: str) -> None:
    (tmp_path / "in.conll").write_bytes(b"one O\n\n" + line + b"\ntwo O\n")
    first, broken, last = read_items(tmp_path / "in.conll")
    assert isinstance(broken, Broken) and not isinstance(first, Broken) and not isinstance(last, Broken)
    assert broken.code == code
    assert "line 2" in broken.where
    assert "canary" not in repr(broken)
    assert last.document.text == "two"


def test_a_line_with_too_few_columns_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="line 2: 1 column where"):
        read(tmp_path, "Anna x O\nBerg\n", FormatOptions(token_column=1))


def test_offsets_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    lines = "# global.columns = FORM START END SPACES TAG\n# newdoc id = a\nAnna\t0\t4\t_\tO\ncanary\t7\t9\t_\tO\n"
    with pytest.raises(FormatError, match="line 4: the token stands at 4") as caught:
        read(tmp_path, lines)
    assert "canary" not in str(caught.value)


def test_labels_that_break_the_line_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be a tag"), open_writer(Destination(tmp_path / "o.conll")) as writer:
        writer.write(Document("a", "Anna"), [Span(0, 4, "A\tB")])


def test_it_is_told_from_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "corpus"
    path.write_text("-DOCSTART- O\n")
    assert detect_format(path) == "conll"
