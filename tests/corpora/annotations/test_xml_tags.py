"""XML of i2b2 2014 and MEDDOCAN."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from tests.corpora.drawing import bare

from maskerad.core import Document, Span
from maskerad.core.errors import EncodingError
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

I2B2 = """<?xml version="1.0" encoding="UTF-8" ?>
<deIdi2b2>
<TEXT><![CDATA[


Record date: 2067-05-03

Dr. O'Neill & co <x>
]]></TEXT>
<TAGS>
<DATE id="P0" start="16" end="26" text="2067-05-03" TYPE="DATE" comment="" />
<NAME id="P1" start="32" end="39" text="O&#39;Neill" TYPE="DOCTOR" comment="sure" />
</TAGS>
</deIdi2b2>
"""


def test_a_file_of_the_shared_task(tmp_path: Path) -> None:
    (tmp_path / "110-01.xml").write_text(I2B2)
    losses = LossReport()
    (item,) = read_documents(tmp_path, losses=losses)
    assert item.document.id == "110-01"
    assert [(item.document.text[s.start : s.end], s.label) for s in item.spans] == [
        ("2067-05-03", "DATE"),
        ("O'Neill", "DOCTOR"),
    ]
    assert losses.total(Loss.NOTES) == 1
    assert detect_format(tmp_path) == detect_format(tmp_path / "110-01.xml") == "i2b2"


@pytest.mark.parametrize(("name", "root"), [("i2b2", "deIdi2b2"), ("meddocan", "MEDDOCAN")])
def test_what_is_written(tmp_path: Path, name: str, root: str) -> None:
    target = tmp_path / "out.xml"
    with open_writer(Destination(target), FormatOptions(scheme="meddocan"), format_name=name) as writer:
        writer.write(Document("a", "Ana]]> & <b>\r\n"), [Span(0, 3, "NOMBRE_SUJETO_ASISTENCIA"), Span(3, 4, "x y")])
    tree = fromstring(target.read_bytes())
    assert tree.tag == root
    assert tree.findtext("TEXT") == "Ana]]> & <b>\r\n"
    first, second = tree.find("TAGS") or []
    assert (first.tag, first.attrib) == (
        "NAME",
        {"id": "P0", "start": "0", "end": "3", "text": "Ana", "TYPE": "NOMBRE_SUJETO_ASISTENCIA", "comment": ""},
    )
    assert (second.tag, second.get("TYPE")) == ("x_y", "x y")
    assert detect_format(target) == name


def test_losses(tmp_path: Path) -> None:
    losses = LossReport()
    with open_writer(Destination(tmp_path / "out.xml", losses=losses)) as writer:
        writer.write(Document("a", "Ana", "es", "r"), [Span(0, 3, "PATIENT", 0.5, entity="P1")])
    assert {loss: losses.total(loss) for loss in Loss if losses.total(loss)} == {
        Loss.SCORES: 1,
        Loss.ENTITIES: 1,
        Loss.FIELDS: 2,
    }


@pytest.mark.parametrize("mark", ["\0", "\x0b", "\x1f", "\ufffe", "\ud800"])
def test_characters_that_xml_forbids_are_named_by_place(tmp_path: Path, mark: str) -> None:
    target = tmp_path / "out.xml"
    where = "document 'a': the character at offset 6 "
    with pytest.raises(EncodingError, match=where) as caught, open_writer(Destination(target)) as writer:
        writer.write(Document("a", f"canary{mark}"))
    assert "canary" not in str(caught.value)
    assert not target.exists()


def page(tags: str, head: str = "", text: str = "canary") -> str:
    return f"{head}<deIdi2b2><TEXT>{text}</TEXT><TAGS>{tags}</TAGS></deIdi2b2>"


BROKEN = {
    "not closed": ("<deIdi2b2><TEXT>canary", "E102"),
    "no text": ("<deIdi2b2><X>canary</X></deIdi2b2>", "E102"),
    "empty file": ("", "E102"),
    "entity": (page("", '<!DOCTYPE x [<!ENTITY canary "canary">]>', "&canary;"), "E102"),
    "external": (page("", '<!DOCTYPE x SYSTEM "file:///etc/passwd">'), "E102"),
    "outside": (page('<NAME start="0" end="99" TYPE="X"/>'), "E201"),
    "empty": (page('<NAME start="2" end="2" TYPE="X"/>'), "E201"),
    "no number": (page('<NAME start="canary" end="2" TYPE="X"/>'), "E102"),
    "wrong quote": (page('<NAME start="0" end="3" text="canary" TYPE="X"/>'), "E201"),
    "encoding": (page("", '<?xml version="1.0" encoding="canary"?>'), "E102"),
    "bytes": (page("", text="canary\udcff"), "E101"),
}


@pytest.mark.parametrize(("content", "code"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_named_and_the_rest_is_read(tmp_path: Path, content: str, code: str) -> None:
    (tmp_path / "a.xml").write_bytes(content.encode(errors="surrogateescape"))
    (tmp_path / "b.xml").write_text(I2B2)
    broken, item = read_items(tmp_path, format_name="i2b2")
    assert isinstance(broken, Broken) and not isinstance(item, Broken)
    assert (broken.where, broken.code) == ("a.xml", code)
    assert "canary" not in repr(broken)


def test_other_encodings_are_declared(tmp_path: Path) -> None:
    content = page('<NAME start="0" end="3" TYPE="X"/>', '<?xml version="1.0" encoding="iso-8859-1"?>', "Åsa")
    (tmp_path / "a.xml").write_bytes(content.encode("latin-1"))
    (item,) = read_documents(tmp_path)
    assert (item.document.text, list(map(bare, item.spans))) == ("Åsa", [(0, 3, "X")])
