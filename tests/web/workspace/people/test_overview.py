"""Two annotators, a curator, a manager: curation, agreement, statistics, backups."""

from __future__ import annotations

import json
from pathlib import Path

from tests.web.workspace.persons import Person, come_in, next_id
from tests.web.workspace.projects import TEXTS, project_of
from typer.testing import CliRunner

from maskerad.cli.annotating.workspace import app
from maskerad.corpora import Destination
from maskerad.web.workspace.backups import make_backup, restore
from maskerad.web.workspace.project import Project, open_project
from maskerad.web.workspace.release.exports import export


def mark(person: Person, document: int, *spans: tuple[int, int, str]) -> None:
    for start, end, label in spans:
        shown = person.get(f"/api/documents/{document}")
        op = {"kind": "add", "start": start, "end": end, "label": label, "propagate": False}
        assert person.ops(shown, op).status_code == 200


def two(tmp_path: Path) -> tuple[Project, Person, Person, Person]:
    project = project_of(tmp_path, *TEXTS)
    anna, bo = come_in(project), come_in(project, name="bo")
    mark(anna, 1, (9, 23, "PATIENT"), (44, 51, "RELATIVE"), (64, 69, "CITY"))
    mark(bo, 1, (9, 23, "PATIENT"), (44, 51, "CLINICIAN"), (53, 57, "PATIENT"))
    return project, anna, bo, come_in(project, "admin", "cleo")


def test_only_conflicts_are_walked_and_every_decision_says_who_and_why(tmp_path: Path) -> None:
    project, _, _, cleo = two(tmp_path)
    shown = cleo.get("/api/curation/1?a=anna&b=bo")
    assert [(one["start"], one["agreed"]) for one in shown["items"]] == [
        (9, True),
        (44, False),
        (53, False),
        (64, False),
    ]
    assert shown["n_left"] == 3
    path, own = "/api/curation/1/decide?a=anna&b=bo", [{"start": 62, "end": 69, "label": "CITY"}]
    verdicts = (
        {"item": "44-51", "choice": "left", "cause": "wrong label", "why": "his mother"},
        {"item": "53-57", "choice": "right", "cause": "missed"},
        {
            "item": "64-69",
            "choice": "own",
            "cause": "wrong border",
            "spans": own,
        },
    )
    for verdict in verdicts:
        answer = cleo.post(path, **verdict, op_id=next_id())
        assert answer.status_code == 200, answer.text
    cleo.post("/api/curation/1/merge?a=anna&b=bo", rule="agreed", op_id=next_id())
    shown = cleo.get("/api/curation/1?a=anna&b=bo")
    assert shown["n_left"] == 0
    decided = next(one for one in shown["items"] if one["id"] == "44-51")
    assert (decided["by"], decided["why"], decided["cause"]) == ("cleo", "his mother", "wrong label")
    export(project, Destination(tmp_path / "gold.jsonl"))
    row = json.loads((tmp_path / "gold.jsonl").read_text().splitlines()[0])
    places = [(one["start"], one["end"], one["label"]) for one in row["entities"]]
    assert places == [(9, 23, "PATIENT"), (44, 51, "RELATIVE"), (53, 57, "PATIENT"), (62, 69, "CITY")]
    assert {one["cause"] for one in cleo.get("/api/statistics")["causes"]} == {"wrong label", "missed", "wrong border"}


def test_the_merge_that_misses_nothing_covers_all_that_either_marked(tmp_path: Path) -> None:
    _, _, _, cleo = two(tmp_path)
    made = cleo.post("/api/curation/1/merge?a=anna&b=bo", rule="either", op_id=next_id()).json()
    assert made["n_left"] == 0
    covered = {(one["start"], one["end"]) for item in made["items"] for one in item["decided"]}
    assert covered == {(9, 23), (44, 51), (53, 57), (64, 69)}
    undone = cleo.post("/api/undo", record=1, layer="adjudicated")
    assert undone.status_code == 200
    assert cleo.get("/api/curation/1?a=anna&b=bo")["n_left"] == 3


def test_a_verdict_is_taken_back_with_its_cause(tmp_path: Path) -> None:
    _, _, _, cleo = two(tmp_path)
    path = "/api/curation/1/decide?a=anna&b=bo"
    for item, choice, cause in (("44-51", "left", "wrong label"), ("53-57", "neither", "needless")):
        assert cleo.post(path, item=item, choice=choice, cause=cause, op_id=next_id()).status_code == 200
    assert cleo.get("/api/curation/1?a=anna&b=bo")["n_left"] == 1
    for n_left, causes in ((2, {"wrong label"}), (3, set())):
        assert cleo.post("/api/undo", record=1, layer="adjudicated").status_code == 200
        assert cleo.get("/api/curation/1?a=anna&b=bo")["n_left"] == n_left
        assert {one["cause"] for one in cleo.get("/api/statistics")["causes"]} == causes
    assert cleo.post("/api/undo", record=1, layer="adjudicated").status_code == 409
    assert cleo.post("/api/redo", record=1, layer="adjudicated").status_code == 200
    assert cleo.get("/api/curation/1?a=anna&b=bo")["items"][1]["cause"] == "wrong label"


def test_the_page_and_the_command_print_the_same_agreement(tmp_path: Path) -> None:
    project, _, _, cleo = two(tmp_path)
    for name in ("anna", "bo"):
        export(project, Destination(tmp_path / f"{name}.jsonl"), name)
    from maskerad.core.scheme_choice import infer_scheme
    from maskerad.corpora import read_documents
    from maskerad.evaluation.agreement.agreement import Annotator, agree

    sides = [Annotator(name, list(read_documents(tmp_path / f"{name}.jsonl"))) for name in ("anna", "bo")]
    assert infer_scheme({span.label for side in sides for item in side.documents for span in item.spans}) == "core"
    asked = agree(sides).pairs[0]
    shown = {one["name"]: one["value"] for one in cleo.get("/api/agreement?a=anna&b=bo")["figures"]}
    assert shown["F1"] == asked.total.score.f1
    assert shown["F1, ends only"] == asked.blind.score.f1
    assert shown["kappa"] == asked.kappa
    assert shown["kappa, marked tokens"] == asked.kappa_marked


def test_annotators_who_share_nothing_get_nought_and_those_alike_one(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    people = {name: come_in(project, name=name) for name in ("anna", "bo", "cai")}
    mark(people["anna"], 1, (9, 23, "PATIENT"))
    mark(people["bo"], 1, (9, 23, "PATIENT"))
    mark(people["cai"], 1, (44, 51, "RELATIVE"))
    dora = come_in(project, "manager", "dora")
    alike = {one["name"]: one["value"] for one in dora.get("/api/agreement?a=anna&b=bo")["figures"]}
    apart = {one["name"]: one["value"] for one in dora.get("/api/agreement?a=anna&b=cai")["figures"]}
    assert alike["F1"] == alike["F1, overlapping"] == alike["kappa"] == 1.0
    assert apart["F1"] == apart["F1, overlapping"] == 0.0
    empty = dora.get("/api/agreement?a=anna&b=nobody")
    assert empty["figures"] == [] and "needed" in empty["sentence"]


def test_statistics_count_what_became_of_suggestions(tmp_path: Path) -> None:
    from maskerad.web.workspace.suggestions import Suggester, pre_annotate

    project = project_of(tmp_path, *TEXTS)
    list(pre_annotate(project, Suggester("sv")))
    anna, dora = come_in(project), come_in(project, "manager", "dora")
    shown = anna.get("/api/documents/1")
    suggested = [one for one in shown["spans"] if one["state"] == "suggested"]
    keep, change = suggested[0], suggested[1]
    anna.ops(shown, {"kind": "accept", "span": keep["id"], "propagate": False})
    shown = anna.get("/api/documents/1")
    anna.ops(shown, {"kind": "relabel", "span": change["id"], "label": "AGE", "propagate": False})
    told = dora.get("/api/statistics")
    row = next(one for one in told["annotators"] if one["name"] == "anna")
    assert (row["n_decisions"], row["n_kept"], row["n_relabelled"]) == (2, 1, 1)
    assert "<svg" in told["plots"][0]["svg"]


def test_the_last_backup_restores_and_is_what_was_there(tmp_path: Path) -> None:
    project, anna, _, _ = two(tmp_path)
    before = anna.get("/api/documents/1")["spans"]
    made = make_backup(project)
    mark(anna, 2, (0, 5, "PATIENT"))
    project.close()
    former = restore(project.folder, made)
    assert former.is_file()
    again = come_in(open_project(project.folder), "curator", "eva")
    assert again.get("/api/documents/1?layer=anna")["spans"] == before
    assert again.get("/api/documents/2?layer=anna")["spans"] == []


def test_a_broken_backup_changes_nothing(tmp_path: Path) -> None:
    project, _, _, _ = two(tmp_path)
    made = make_backup(project)
    made.write_bytes(made.read_bytes()[:5000])
    project.close()
    before = (project.folder / "workspace.db").read_bytes()
    ran = CliRunner().invoke(app, ["restore", str(project.folder), str(made)])
    assert ran.exit_code != 0
    assert (project.folder / "workspace.db").read_bytes() == before


def test_findings_are_fixed_here_everywhere_or_dismissed(tmp_path: Path) -> None:
    project = project_of(tmp_path, "Johan Ek ringer. Johan Ek mår bra. Johan Ek, Trosa.")
    anna = come_in(project)
    mark(anna, 1, (0, 8, "RELATIVE"))
    found = anna.get("/api/findings?record=1")["findings"]
    assert [one["start"] for one in found] == [17, 35] and found[0]["text"] == "Johan Ek"
    left = anna.post("/api/findings/decide", ids=[found[0]["id"]], action="fix", record=1, op_id=next_id()).json()
    assert [one["start"] for one in left["findings"]] == [35]
    last = left["findings"][0]["id"]
    left = anna.post("/api/findings/decide", ids=[last], action="dismiss", reason="x", record=1, op_id=next_id()).json()
    assert left["findings"] == []


def test_pages_of_overview_are_there(tmp_path: Path) -> None:
    _, _, _, cleo = two(tmp_path)
    for path in ("/curation", "/curation/1?a=anna&b=bo", "/agreement", "/statistics", "/admin"):
        assert cleo.client.get(path).status_code == 200, path
    assert cleo.client.get("/static/plots.css").status_code == 200


def test_a_deactivated_user_is_out_at_once_and_the_annotations_stay(tmp_path: Path) -> None:
    _, anna, _, cleo = two(tmp_path)
    assert cleo.post("/api/admin/users", name="anna", active=False).status_code == 200
    assert anna.client.get("/api/scheme").status_code == 401
    assert len(cleo.get("/api/documents/1?layer=anna")["spans"]) == 3
