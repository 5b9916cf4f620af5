"""What is marked comes out, and in again, in every format; what a format cannot hold, its loss report says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.corpora.drawing import FORMATS_KEPT
from tests.web.workspace.projects import do, operation, project_of

from maskerad.corpora import Destination
from maskerad.web.workspace.imports import import_corpus
from maskerad.web.workspace.project import Project, make_project
from maskerad.web.workspace.release.exports import export
from maskerad.web.workspace.store.layers import IMPORTED, read_marks
from maskerad.web.workspace.store.texts import read_record, record_numbers

TEXTS = (
    "👩‍⚕️ Anna Ek 📞 08-123 45 67 ringer Noe\u0308l.\nשלום דוד לוי.\nสวัสดีครับ คุณสมชาย\n",
    "Zoë 👍🏽 bor i 京都市.\n",
)
MARKED = (("Anna Ek", "Noe\u0308l", "דוד לוי", "คุณสมชาย", "08-123 45 67"), ("Zoë", "京都市"))


def strings(project: Project, layer: str) -> list[set[str]]:
    """What is marked in each document."""
    with project.database.reading() as connection:
        records = [read_record(connection, number) for number in record_numbers(connection)]
        return [
            {
                document.text[mark.start : mark.end]
                for mark in read_marks(connection, layer, record.texts).values()
                if mark.document == document.id
            }
            for record in records
            for document in record.documents
        ]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = project_of(tmp_path_factory.mktemp("exports"), *TEXTS, language="en")
    for number, (text, marked) in enumerate(zip(TEXTS, MARKED, strict=True), start=1):
        for string in marked:
            at = text.index(string)
            given = {"start": at, "end": at + len(string), "label": "PERSON", "propagate": False}
            do(made, operation("add", number, **given))
    return made


@pytest.mark.parametrize("name", sorted(FORMATS_KEPT))
def test_marks_come_out_and_in_again_in_every_format(name: str, project: Project, tmp_path: Path) -> None:
    kept = FORMATS_KEPT[name]
    target = tmp_path / kept.target
    losses = export(project, Destination(target), "anna", name)
    with make_project(tmp_path / "again", language="en") as again:
        done = import_corpus(again, target, format_name=name)
        assert done.broken == [] and done.n_documents == len(TEXTS)
        with again.database.reading() as connection:
            records = [read_record(connection, number) for number in record_numbers(connection)]
        assert sorted(one.text for record in records for one in record.documents) == sorted(TEXTS)
        if kept.has_spans:
            assert strings(again, IMPORTED) == [set(one) for one in MARKED]
        else:
            assert any("spans" in line for line in losses.lines()), losses.lines()
