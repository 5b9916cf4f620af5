"""Agreement as a curve: over the last documents, in the order in which they were decided, finished ones only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.web.workspace.persons import Person, come_in, next_id

from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.people.trends import POINTS_MAX, Decided, running_f1
from maskerad.web.workspace.project import Project, make_project

TEXT = "Anna Lindkvist ringer Bo."
RIGHT, WRONG = (0, 14, "PATIENT"), (0, 4, "PATIENT")
N_DOCUMENTS = 12


def project_of_days(folder: Path) -> Project:
    project = make_project(folder / "study", language="sv", pre_annotation="off")
    days = [AnnotatedDocument(Document(f"d{n}", TEXT, "sv", f"r{n}"), (), False) for n in range(1, N_DOCUMENTS + 1)]
    import_documents(project, days, "core")
    return project


def annotate(person: Person, document: int, place: tuple[int, int, str], is_finished: bool = True) -> None:
    start, end, label = place
    op = {"kind": "add", "start": start, "end": end, "label": label, "propagate": False}
    assert person.ops(person.get(f"/api/documents/{document}"), op).status_code == 200
    if is_finished:
        path = f"/api/documents/{document}/finish"
        assert person.post(path, stage="annotate", op_id=next_id()).status_code == 200


def test_a_curve_rises_with_an_annotator_who_learns(tmp_path: Path) -> None:
    project = project_of_days(tmp_path)
    anna, bo = come_in(project), come_in(project, name="bo")
    cleo = come_in(project, "manager", "cleo")
    order = [*range(N_DOCUMENTS, 0, -1)]  # the order of the work, not that of the numbers
    for done, document in enumerate(order):
        annotate(anna, document, WRONG if done < 2 else RIGHT)
        annotate(bo, document, RIGHT, is_finished=document != 1)
    told = cleo.get("/api/statistics")
    plot = next(one for one in told["plots"] if one["title"] == "Agreement of two annotators over time")
    tips = re.findall(
        r"<title>anna and bo: documents finished (\d+), F1 of the last 10 documents (\S+)</title>", plot["svg"]
    )
    curve = [float(f1) for _, f1 in tips]
    assert [int(n) for n, _ in tips] == [*range(1, N_DOCUMENTS)], "what bo has not finished is left out"
    assert curve[:3] == [0.0, 0.0, pytest.approx(1 / 3, abs=1e-3)]
    assert curve == sorted(curve) and curve[-1] == pytest.approx(0.9), "of the last ten one was wrong"
    assert told["annotators"][0]["agreement"] is None, "nobody has adjudicated"


def test_the_adjudicated_layer_is_what_annotators_are_measured_by(tmp_path: Path) -> None:
    project = project_of_days(tmp_path)
    anna, bo, cleo = come_in(project), come_in(project, name="bo"), come_in(project, "admin", "cleo")
    for document in (1, 2):
        annotate(anna, document, RIGHT)
        annotate(bo, document, RIGHT if document == 2 else WRONG)
        merged = cleo.post(f"/api/curation/{document}/merge?a=anna&b=bo", rule="either", op_id=next_id())
        assert merged.status_code == 200
    told = cleo.get("/api/statistics")
    assert {one["name"]: one["agreement"] for one in told["annotators"]}["anna"] == 1.0
    titles = [one["title"] for one in told["plots"]]
    assert titles.index("Agreement with the adjudicated layer over time") < titles.index(
        "Agreement of two annotators over time"
    )
    page = cleo.client.get("/statistics").text
    assert 'aria-label="Agreement with the adjudicated layer over time"' in page


def test_a_long_study_is_drawn_with_few_points_and_ends_with_its_last_document() -> None:
    same = {n: Decided(frozenset({RIGHT}), n) for n in range(1, 1001)}
    found = running_f1(same, same)
    assert len(found) <= POINTS_MAX + 1
    assert found[-1].x == 1000 and all(point.y == 1.0 for point in found)
    assert running_f1(same, {}) == []
