"""brat stand-off."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.corpora.drawing import bare

from maskerad.core import Document, Source, Span
from maskerad.corpora import Broken, Destination, Loss, LossReport, open_writer, read_documents, read_items

TEXT = "Anna Berg\r\nStorgatan 1\n\nLund"


def read(folder: Path, lines: str, text: str = TEXT) -> tuple[list[tuple[int, int, str]], LossReport]:
    source = folder / "in"
    source.mkdir()
    (source / "a.txt").write_bytes(text.encode())
    (source / "a.ann").write_bytes(lines.encode())
    losses = LossReport()
    (item,) = read_documents(source, losses=losses)
    return [bare(span) for span in item.spans], losses


def written(folder: Path, *spans: Span, text: str = TEXT) -> tuple[str, LossReport]:
    losses = LossReport()
    with open_writer(Destination(folder / "out", losses=losses), format_name="brat") as writer:
        writer.write(Document("a", text), spans)
    return (folder / "out" / "a.ann").read_bytes().decode(), losses


def test_a_span(tmp_path: Path) -> None:
    assert written(tmp_path, Span(0, 9, "PATIENT"))[0] == "T1\tPATIENT 0 9\tAnna Berg\n"
    assert read(tmp_path, "T1\tPATIENT 0 9\tAnna Berg\r\n")[0] == [(0, 9, "PATIENT")]


def test_a_span_over_lines_is_in_pieces(tmp_path: Path) -> None:
    line, losses = written(tmp_path, Span(11, 28, "ADDRESS"))
    assert line == "T1\tADDRESS 11 22;24 28\tStorgatan 1 Lund\n"
    spans, losses = read(tmp_path, line)
    assert spans == [(11, 28, "ADDRESS")]
    assert not losses


def test_a_span_with_a_line_end_at_its_edge_is_whole(tmp_path: Path) -> None:
    assert written(tmp_path, Span(0, 11, "PATIENT"))[0] == "T1\tPATIENT 0 11\tAnna Berg \n"


def test_gaps_are_counted(tmp_path: Path) -> None:
    spans, losses = read(tmp_path, "T1\tPATIENT 0 2;5 9\tAn Berg\n")
    assert spans == [(0, 2, "PATIENT"), (5, 9, "PATIENT")]
    assert losses.total(Loss.DISCONTINUOUS) == 1


def test_pieces_that_touch_are_one(tmp_path: Path) -> None:
    assert read(tmp_path, "T1\tPATIENT 0 4;4 9\tAnna Berg\n")[0] == [(0, 9, "PATIENT")]


def test_what_brat_has_no_place_for_is_a_note(tmp_path: Path) -> None:
    span = Span(0, 4, "PATIENT", 0.25, Source("crf.v1", "", "a\tb\n"), "P1")
    lines, losses = written(tmp_path, span)
    assert lines.splitlines()[1].startswith("#1\tAnnotatorNotes T1\t{")
    assert not losses
    (item,) = read_documents(tmp_path / "out")
    assert item.spans == (span,)


def test_other_lines_are_counted(tmp_path: Path) -> None:
    lines = (
        "T1\tPATIENT 0 4\tAnna\nT2\tCITY 24 28\tLund\nR1\tLivesIn Arg1:T1 Arg2:T2\n*\tEquiv T1 T2\nA1\tSure T1\n"
        "E1\tCITY:T2\nN1\tReference T2 Geo:1\tLund\n#1\tAnnotatorNotes T1\tcheck this\n#2\tAnnotatorNotes T1\t{}\n"
    )
    spans, losses = read(tmp_path, lines)
    assert len(spans) == 2
    assert (losses.total(Loss.RELATIONS), losses.total(Loss.NOTES)) == (5, 2)


def test_labels_with_blanks_are_counted(tmp_path: Path) -> None:
    line, losses = written(tmp_path, Span(0, 4, "given name"))
    assert line.startswith("T1\tgiven_name ")
    assert losses.total(Loss.SPELLINGS) == 1


def test_a_text_without_annotations_is_unlabelled(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "b.txt").write_text("y")
    (tmp_path / "b.ann").write_text("T1\tX 0 1\ty\n")
    assert [len(item.spans) for item in read_documents(tmp_path)] == [0, 1]


def test_one_pair_by_either_name(tmp_path: Path) -> None:
    read(tmp_path, "T1\tPATIENT 0 4\tAnna\n")
    for name in ("a.txt", "a.ann"):
        (item,) = read_documents(tmp_path / "in" / name, format_name="brat")
        assert (item.document.id, len(item.spans)) == ("a", 1)


def test_brat_counts_a_byte_order_mark(tmp_path: Path) -> None:
    raw = "\ufeffLund".encode()
    (tmp_path / "a.txt").write_bytes(raw)
    (tmp_path / "a.ann").write_text("T1\tCITY 1 5\tLund\n")
    (item,) = read_documents(tmp_path)
    with open_writer(Destination(tmp_path / "out"), format_name="brat") as writer:
        writer.write(item.document, item.spans)
    assert (tmp_path / "out" / "a.txt").read_bytes() == raw
    assert (tmp_path / "out" / "a.ann").read_text() == "T1\tCITY 1 5\tLund\n"


BROKEN = {
    "outside": ("T1\tCITY 0 99\tcanary\n", "E201", "line 1"),
    "empty": ("T1\tCITY 4 4\t\n", "E201", "line 1"),
    "wrong quote": ("\nT1\tCITY 0 4\tcanary\n", "E201", "line 2"),
    "no offsets": ("T1\tcanary\n", "E102", "line 1"),
    "twice": ("T1\tCITY 0 4\tAnna\nT1\tCITY 0 4\tAnna\n", "E102", "line 2"),
    "not brat": ("canary\n", "E102", "line 1"),
    "bytes": ("T1\tCITY 0 4\tcanary\udcff\n", "E101", "offset"),
    "score": ('T1\tCITY 0 4\tAnna\n#1\tAnnotatorNotes T1\t{"score": "canary"}\n', "E102", "score"),
}


@pytest.mark.parametrize(("lines", "code", "where"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_named_and_the_rest_is_read(tmp_path: Path, lines: str, code: str, where: str) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT.encode())
    (tmp_path / "a.ann").write_bytes(lines.encode(errors="surrogateescape"))
    (tmp_path / "b.txt").write_text("fine")
    broken, item = read_items(tmp_path)
    assert isinstance(broken, Broken) and not isinstance(item, Broken)
    assert (broken.where, broken.code, broken.document) == ("a.ann", code, "a")
    assert where in broken.reason
    assert "canary" not in repr(broken)


def test_annotations_without_a_text_are_broken(tmp_path: Path) -> None:
    (tmp_path / "a.ann").write_text("")
    (broken,) = read_items(tmp_path)
    assert isinstance(broken, Broken) and broken.code == "E103"
