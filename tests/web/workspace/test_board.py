"""The board: what it can be filtered by, and that a large corpus does not hold it up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.workspace.persons import Person, come_in, next_id

from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.marks import Mark, State
from maskerad.web.workspace.project import Project, make_project
from maskerad.web.workspace.store.texts import read_record
from maskerad.web.workspace.suggestions import put_suggestions

TEXTS = ("Anna Ek ringer.", "Johan Ek ringer.", "Karin Ek ringer.", "Moa Ek ringer.")
SCORES = (0.9, 0.3, 0.9, 0.9)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with make_project(tmp_path_factory.mktemp("board") / "study", language="sv") as made:
        items = [Document(f"d{at}", text, "sv", f"ward{at}") for at, text in enumerate(TEXTS, 1)]
        import_documents(made, [AnnotatedDocument(one, (), False) for one in items], "core")
        with made.database.writing() as connection:
            for at, (text, score) in enumerate(zip(TEXTS, SCORES, strict=True), start=1):
                state = State.WEAK if score < 0.5 else State.SUGGESTED
                label = "PATIENT" if at == 3 else "PERSON"
                mark = Mark(f"s{at}", at, 0, text.index(" ringer"), label, state, "rules", score)
                put_suggestions(connection, read_record(connection, at), {at: [mark]}, {})
        yield made


@pytest.fixture(scope="module")
def anna(project: Project) -> Person:
    """Has finished ward3, and begun ward2."""
    person = come_in(project, "curator", "anna")
    for number in (2, 3):
        shown = person.get(f"/api/documents/{number}")
        answer = person.ops(shown, {"kind": "accept", "span": f"s{number}", "label": "PERSON", "propagate": False})
        assert answer.status_code == 200
    assert person.post("/api/documents/3/finish", stage="annotate", op_id=next_id()).status_code == 200
    bo = come_in(project, name="bo")
    assert bo.ops(bo.get("/api/documents/3"), {"kind": "reject", "span": "s3"}).status_code == 200
    return person


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ("state:todo", ["ward1", "ward4"]),
        ("state:working", ["ward2"]),
        ("state:done", ["ward3"]),
        ("state:reopened", []),
        ("label:PATIENT", ["ward3"]),
        ("unsure", ["ward2"]),
        ("finding:undecided", []),
        ("disagreement", ["ward3"]),
        ("WARD2", ["ward2"]),
        ("ward[14]$", ["ward1", "ward4"]),
    ],
)
def test_a_filter_leaves_the_records_that_it_names(anna: Person, wanted: str, names: list[str]) -> None:
    shown = anna.get(f"/api/board?filter={wanted}")
    assert [one["name"] for one in shown["records"]] == names
    assert shown["n_records"] == len(names)


@pytest.mark.parametrize("wanted", ["state:odd", "finding:odd", "("])
def test_a_filter_that_is_none_is_refused(anna: Person, wanted: str) -> None:
    assert anna.client.get("/api/board", params={"filter": wanted}).status_code == 422


def test_who_annotates_is_not_told_where_others_disagree(anna: Person, project: Project) -> None:
    assert come_in(project, name="cia").client.get("/api/board?filter=disagreement").status_code == 403
