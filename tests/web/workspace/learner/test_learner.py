"""The learner: trained beside all requests, trusted by what it finds of records that it has not learnt from."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.workspace.persons import Person, come_in, next_id

from maskerad.core import Document, Span
from maskerad.core.errors import GateError
from maskerad.corpora import AnnotatedDocument
from maskerad.recognisers.model_folder import read_card
from maskerad.web.workspace.decisions.trust import Seen, Thresholds, Trust, judge
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.learner.alone import draw_sample, run_batch
from maskerad.web.workspace.learner.in_process import learn_in_process
from maskerad.web.workspace.learner.learnt import read_learnt
from maskerad.web.workspace.learner.suggesting import suggest_more
from maskerad.web.workspace.learner.training import learn
from maskerad.web.workspace.learner.view import learner_view
from maskerad.web.workspace.project import Project, make_project

NAMES = ("Anna Lindkvist", "Johan Ek", "Karin Strand", "Moa Falk", "Tyra Berg", "Nils Holm", "Eva Sjö", "Olle Ny")


def project_of_notes(folder: Path) -> Project:
    project = make_project(folder / "study", language="sv")
    items = []
    for number, name in enumerate(NAMES):
        text = f"Pat. {name} kom den {number + 1} mars till mottagningen, rum {number * 7}. Åter om {number + 2} v."
        spans = (Span(5, 5 + len(name), "PATIENT"),)
        items.append(AnnotatedDocument(Document(f"d{number}", text, "sv", f"r{number}"), spans))
    import_documents(project, items, "core")
    return project


def finish(person: Person, *numbers: int) -> None:
    for number in numbers:
        shown = person.get(f"/api/documents/{number}")
        assert person.ops(shown, {"kind": "accept_all"}).status_code == 200
        for finding in person.get(f"/api/documents/{number}")["findings"]:
            path = f"/api/documents/{number}/findings/{finding['id']}/dismiss"
            person.post(path, reason="seen", op_id=next_id())
        done = person.post(f"/api/documents/{number}/finish", stage="annotate", op_id=next_id())
        assert done.status_code == 200, done.text


def test_it_learns_from_finished_records_and_is_tried_on_those_that_came_after(tmp_path: Path) -> None:
    pytest.importorskip("pycrfsuite")
    project = project_of_notes(tmp_path)
    anna = come_in(project)
    finish(anna, 1, 2, 3)
    with pytest.raises(GateError, match="needs 4"):
        learn(project)
    finish(anna, 4, 5)
    drawn = draw_sample(project, 1, "seed")
    learnt = learn(project)
    assert learnt.n_documents == 5 and learnt.looks == []
    assert read_card(project.folder / "learner" / learnt.model).languages == ("sv",)
    finish(anna, *(number for number in (6, 7, 8) if number not in drawn))
    finish(anna, *drawn)
    learnt = learn(project)
    assert [n for n, _ in learnt.looks] == [5, 5]
    assert sum(seen["PATIENT"].n_gold for _, seen in learnt.looks) == 3
    assert [seen["PATIENT"].is_sample for _, seen in learnt.looks] == [False, True]
    shown = learner_view(project, is_running=False)
    assert shown["labels"][0]["state"] == "shadow"
    assert not shown["batch"]["can"] and "PATIENT" in shown["batch"]["why"]
    assert "<svg" in shown["plots"][0]["svg"]
    with pytest.raises(GateError):
        run_batch(project)
    assert "Lindkvist" not in (project.folder / "learner" / "state.json").read_text()


def test_it_works_alone_only_under_the_exact_bound_of_a_random_sample() -> None:
    good = Seen(500, 500, 500, 71, 0, False)
    assert judge([good], Thresholds(), 0.05).trust is Trust.TRUSTED, "no sample was drawn"
    for n_records, n_missed, is_alone in (
        (72, 0, True),
        (71, 0, False),
        (72, 1, False),
        (200, 3, True),
        (200, 5, False),
    ):
        sample = Seen(500, 500, 500, n_records, n_missed, True)
        judged = judge([good, sample], Thresholds(), 0.05)
        assert (judged.trust is Trust.UNSUPERVISED) is is_alone, (n_records, n_missed, judged.miss_high)
    assert judge([Seen(5, 5, 5, 5, 0, True)], Thresholds(), 0.5).trust is Trust.SHADOW
    assert judge([Seen(60, 100, 70, 50, 5, True)], Thresholds(), 0.5).trust is Trust.SUGGESTING


def test_what_it_may_suggest_is_shown_in_records_that_nobody_has_touched(tmp_path: Path) -> None:
    pytest.importorskip("pycrfsuite")
    project = project_of_notes(tmp_path)
    anna = come_in(project)
    finish(anna, 1, 2, 3, 4, 5)
    learnt = learn(project)
    assert suggest_more(project, learnt) == 0, "in shadow it shows nothing"
    learnt.looks.append((5, {"PATIENT": Seen(20, 20, 20, 10, 0), "DATE": Seen(1, 9, 9, 9, 8)}))
    n_new = suggest_more(project, learnt)
    shown = [span for number in (6, 7, 8) for span in anna.get(f"/api/documents/{number}?layer=suggestions")["spans"]]
    assert {span["label"] for span in shown} == {"PATIENT"} and len(shown) == n_new == 3
    assert {span["source"] for span in shown} == {"learner"}


def test_it_learns_again_by_itself_when_enough_was_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr(
        "maskerad.web.workspace.server.workshop.Workshop.start", lambda self, work, *rest: started.append(work)
    )
    project = project_of_notes(tmp_path)
    manager = come_in(project, "manager", "mia")
    assert manager.post("/api/learner/interval", records=-1).status_code == 422
    assert manager.post("/api/learner/interval", records=4).json()["state"]["retrain_after"] == 4
    anna = come_in(project)
    finish(anna, 1, 2, 3)
    assert started == []
    finish(anna, 4)
    assert started == [learn_in_process]
    learn_in_process(project.folder, project.database.address)
    assert read_learnt(project.folder).n_documents == 4
    finish(anna, 5, 6, 7)
    assert len(started) == 1
    finish(anna, 8)
    assert len(started) == 2


def test_the_page_never_waits_for_the_learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr(
        "maskerad.web.workspace.server.workshop.Workshop.start", lambda self, work, *rest: started.append(work)
    )
    project = project_of_notes(tmp_path)
    mia = come_in(project, "manager", "mia")
    assert mia.post("/api/learner/train", op_id=next_id()).json()["state"]["running"]
    assert len(started) == 1
    assert mia.post("/api/learner/batch", op_id=next_id()).status_code == 409
    assert mia.post("/api/learner/thresholds", label="PATIENT", suggest=0.9, accept=0.5).status_code == 422
    assert mia.post("/api/learner/thresholds", label="PATIENT", suggest=0.6, accept=0.99).status_code == 200
    assert mia.client.get("/learner").status_code == 200
    assert read_learnt(project.folder).thresholds == {"PATIENT": Thresholds(0.6, 0.99)}
