"""DOCX: what is read, what is kept, what is not in the new document."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from tests.privacy.malformed import docx_file

from maskerad.core import Document, Span
from maskerad.core.errors import FormatError
from maskerad.corpora import (
    Broken,
    Destination,
    Loss,
    LossReport,
    detect_format,
    open_writer,
    read_documents,
    read_items,
)
from maskerad.corpora.documents import docx_text

docx = pytest.importorskip("docx")
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def make(path: Path) -> None:
    """A letter with most things that a letter has."""
    page = docx.Document()
    page.core_properties.author = "canary author"
    page.sections[0].header.paragraphs[0].text = "Clinic\tPage"
    page.sections[0].footer.paragraphs[0].text = "Footer"
    page.add_paragraph("Letter", style="Heading 1")
    paragraph = page.add_paragraph("Dear ")
    paragraph.add_run("Anna").bold = True
    paragraph.add_run("\nBerg")
    page.add_comment(paragraph.runs, "canary comment", author="canary")
    table = page.add_table(2, 2)
    for row in range(2):
        for column in range(2):
            table.cell(row, column).text = f"r{row} c{column}"
    table.cell(1, 1).add_paragraph("more")
    page.add_paragraph("Item", style="List Bullet")
    page.save(str(path))


TEXT = "Clinic\tPage\nLetter\nDear Anna\nBerg\nr0 c0\tr0 c1\nr1 c0\tr1 c1\nmore\nItem\nFooter"


def rewrite(source: Path, target: Path, text: str) -> LossReport:
    losses = LossReport()
    with open_writer(Destination(target, source, overwrite=True, losses=losses)) as writer:
        for item in read_documents(source, losses=losses):
            writer.write(replace(item.document, text=text))
    return losses


def test_headers_tables_and_footers_are_read(tmp_path: Path) -> None:
    make(tmp_path / "letter.docx")
    losses = LossReport()
    (item,) = read_documents(tmp_path / "letter.docx", losses=losses)
    assert (item.document.id, item.document.text) == ("letter", TEXT)
    assert losses.lines() == [f"{Loss.UNSEEN.value}: 1 (comments 1)"]
    assert dict(item.document.metadata) == {}


def test_a_new_text_keeps_paragraphs_and_tables(tmp_path: Path) -> None:
    source, target = tmp_path / "letter.docx", tmp_path / "safe.docx"
    make(source)
    losses = rewrite(source, target, TEXT.replace("Anna", "Eva").replace("r1 c0", "new"))
    page = docx.Document(str(target))
    assert [paragraph.text for paragraph in page.paragraphs] == ["Letter", "Dear Eva\nBerg", "Item"]
    assert [paragraph.style.name for paragraph in page.paragraphs] == ["Heading 1", "Normal", "List Bullet"]
    assert [[cell.text for cell in row.cells] for row in page.tables[0].rows] == [
        ["r0 c0", "r0 c1"],
        ["new", "r1 c1\nmore"],
    ]
    assert page.sections[0].header.paragraphs[0].text == "Clinic\tPage"
    assert page.sections[0].footer.paragraphs[0].text == "Footer"
    assert not losses.total(Loss.STRUCTURE)


def test_a_text_with_other_lines_is_written_line_by_line(tmp_path: Path) -> None:
    source, target = tmp_path / "letter.docx", tmp_path / "safe.docx"
    make(source)
    losses = rewrite(source, target, "one\ntwo\tx\r\nthree")
    page = docx.Document(str(target))
    assert [paragraph.text for paragraph in page.paragraphs] == ["one", "two\tx", "three"]
    assert losses.total(Loss.STRUCTURE) == 1


def test_nothing_of_the_old_document_is_in_the_new_one(tmp_path: Path) -> None:
    source, target = tmp_path / "letter.docx", tmp_path / "safe.docx"
    make(source)
    rewrite(source, target, TEXT.replace("Anna", "Eva"))
    with zipfile.ZipFile(source) as archive:
        assert any(b"canary" in archive.read(name) for name in archive.namelist())
    with zipfile.ZipFile(target) as archive:
        parts = [archive.read(name) for name in archive.namelist()]
    assert not any(b"canary" in part or b"Anna" in part for part in parts)


def edit(path: Path, body: str) -> None:
    """Puts raw paragraphs into a document."""
    page = docx.Document()
    page.save(str(path))
    root: Any = docx.oxml.parse_xml(f'<w:body xmlns:w="{W}">{body}</w:body>')
    page.element.body.extend(list(root))
    page.save(str(path))


def test_controls_insertions_and_boxes_are_read_but_not_deletions(tmp_path: Path) -> None:
    run = "<w:r><w:t>{}</w:t></w:r>"
    box = f"<w:r><w:pict><w:txbxContent><w:p>{run.format('box')}</w:p></w:txbxContent></w:pict></w:r>"
    tabs = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="1"/></w:tabs></w:pPr>'
    edit(
        tmp_path / "a.docx",
        f"<w:sdt><w:sdtContent><w:p>{run.format('control')}</w:p></w:sdtContent></w:sdt>"
        f"<w:p>{tabs}<w:ins>{run.format('inserted')}</w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>{box}</w:p>"
        f"<w:p><w:hyperlink>{run.format('link')}</w:hyperlink><w:r><w:noBreakHyphen/><w:tab/><w:t>x</w:t></w:r></w:p>",
    )
    (item,) = read_documents(tmp_path / "a.docx")
    assert item.document.text == "control\ninserted\nbox\nlink-\tx"


def test_styles_of_their_own_making_are_dropped(tmp_path: Path) -> None:
    page = docx.Document()
    page.styles.add_style("Dr canary", 1)
    page.add_paragraph("x", style="Dr canary")
    page.save(str(tmp_path / "a.docx"))
    rewrite(tmp_path / "a.docx", tmp_path / "b.docx", "y")
    with zipfile.ZipFile(tmp_path / "b.docx") as archive:
        assert not any(b"canary" in archive.read(name) for name in archive.namelist())


def test_spans_are_counted_as_lost(tmp_path: Path) -> None:
    losses = LossReport()
    with open_writer(Destination(tmp_path / "a.docx", losses=losses)) as writer:
        writer.write(Document("a", "Lund"), [Span(0, 4, "CITY")])
    assert losses.total(Loss.SPANS) == 1


@pytest.mark.parametrize("raw", [b"", b"canary", b"PK\x03\x04canary"])
def test_a_file_that_is_none_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "a.docx").write_bytes(raw)
    with pytest.raises(FormatError, match=r"a\.docx: not a DOCX document") as caught:
        list(read_documents(tmp_path))
    assert caught.value.__context__ is None


def test_a_document_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path / "a.docx")
    monkeypatch.setattr(docx_text, "MAX_BYTES", 1000)
    with pytest.raises(FormatError, match="at most 1000"):
        list(read_documents(tmp_path))


def test_a_folder_is_told(tmp_path: Path) -> None:
    make(tmp_path / "a.docx")
    (tmp_path / "b").write_bytes((tmp_path / "a.docx").read_bytes())
    assert detect_format(tmp_path) == detect_format(tmp_path / "b") == "docx"


def test_text_behind_a_comment_or_an_instruction_is_not_lost(tmp_path: Path) -> None:
    inner = "<w:p><w:r><w:t>Anna <!-- x -->Berg<?y z?> i Lund</w:t></w:r></w:p>"
    (tmp_path / "a.docx").write_bytes(docx_file(f'<w:document xmlns:w="{W}"><w:body>{inner}</w:body></w:document>'))
    (item,) = read_documents(tmp_path / "a.docx")
    assert item.document.text == "Anna Berg i Lund"


def test_document_types_are_refused(tmp_path: Path) -> None:
    inner = "<w:p><w:r><w:t>Anna &a; i Lund</w:t></w:r></w:p>"
    kind = '<!DOCTYPE x [<!ENTITY a "canary">]>'
    page = f'{kind}<w:document xmlns:w="{W}"><w:body>{inner}</w:body></w:document>'
    (tmp_path / "a.docx").write_bytes(docx_file(page))
    (broken,) = read_items(tmp_path / "a.docx")
    assert isinstance(broken, Broken) and "entities are not allowed" in broken.reason


def test_time_grows_with_the_paragraphs_not_with_their_square(tmp_path: Path) -> None:
    """Eight times as many take eight times as long; looking through all of them for each would take 64 times."""
    seconds = []
    for n in (2_000, 16_000):
        text = "\n".join(["rad"] * n)
        start = process_time()
        with open_writer(Destination(tmp_path / f"{n}.docx")) as writer:
            writer.write(Document("a", text))
        seconds.append(process_time() - start)
    assert seconds[1] < 24 * seconds[0]
