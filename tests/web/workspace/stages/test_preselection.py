"""Which records come first."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.workspace.persons import come_in
from tests.web.workspace.projects import TEXTS, project_of
from typer.testing import CliRunner

from maskerad.cli.main import app
from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.decisions.preselection import Candidate, Rule, choose
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.marks import Mark, State
from maskerad.web.workspace.project import Project, make_project
from maskerad.web.workspace.stages.next_record import next_record
from maskerad.web.workspace.store.texts import read_record, record_numbers
from maskerad.web.workspace.suggestions import Suggester, pre_annotate, put_suggestions

SCORES = {"a": 0.5, "b": 0.6, "c": 0.7, "d": 0.9, "e": 0.99, "f": 1.0}
GREEDY = 0.63  # 1 - 1/e, what a greedy choice is worth at least (Nemhauser et al. 1978)


def doubt(strings: Iterable[str]) -> float:
    return sum(1 - abs(2 * SCORES[string] - 1) for string in set(strings))


@given(st.lists(st.sets(st.sampled_from("abcdef"), max_size=4), min_size=1, max_size=6), st.integers(1, 3))
def test_what_is_chosen_by_doubt_is_nearly_the_best_there_is(sets: list[set[str]], n: int) -> None:
    candidates = [Candidate(str(at), 10, {string: SCORES[string] for string in own}) for at, own in enumerate(sets)]
    n_wanted = min(n, len(candidates))
    chosen = choose(candidates, n, Rule.UNCERTAINTY, random_share=0.0)
    assert len(chosen.ids) == len(set(chosen.ids)) == n_wanted
    best = max(doubt(chain(*some)) for some in combinations(sets, n_wanted))
    assert doubt(chain(*(sets[int(one)] for one in chosen.ids))) >= GREEDY * best - 1e-9


def test_a_stated_share_is_drawn_at_random_and_the_same_again() -> None:
    candidates = [Candidate(str(at), 10, {str(at): 0.5}) for at in range(100)]
    for rule in Rule:
        first, again = (choose(candidates, 20, rule, 0.25, 7) for _ in range(2))
        assert first == again
        assert first.n_random == (20 if rule is Rule.RANDOM else 5)
        assert len(set(first.ids)) == 20


def test_the_command_writes_the_records_with_most_to_find_first(tmp_path: Path) -> None:
    rows = [
        {"id": "a", "text": "Ingen feber. Mår bra och äter.", "record": "r1"},
        {"id": "b", "text": "Anna Lindkvist, tfn 070-174 06 18, Storgatan 4, Trosa.", "record": "r2"},
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    call = ["preselect", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "-n", "1", "--by", "hits", "-l", "sv"]
    ran = CliRunner().invoke(app, [*call, "--random-share", "0"])
    assert ran.exit_code == 0, ran.output
    assert "1 by hits, 0 at random" in ran.output
    assert json.loads((tmp_path / "out.jsonl").read_text())["id"] == "b"


def test_the_next_record_is_one_that_nobody_has_begun(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    import_documents(project, [AnnotatedDocument(Document("x", "Moa Falk ringer.", "sv", "r2"), (), False)], "core")
    list(pre_annotate(project, Suggester("sv")))
    anna = come_in(project)
    first = anna.get("/api/next")["record"]
    document = anna.get(f"/api/records/{first}")["documents"][0]["id"]
    anna.ops(anna.get(f"/api/documents/{document}"), {"kind": "accept_all", "scope": "record"})
    assert anna.get("/api/next")["record"] == 3 - first


def work_of_next(project: Project) -> int:
    """Thousands of steps that the database takes to find the next record, on a quiet machine and a busy one."""
    steps: list[int] = []
    with project.database.reading() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.set_progress_handler(lambda: steps.append(1), 1_000)
        assert next_record(connection, "anna") == 1
        driver.set_progress_handler(None, 0)
    return len(steps)


def test_the_next_record_of_a_large_corpus_takes_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maskerad.web.workspace.stages.next_record.LOOKED_AT_MAX", 200)
    worked = []
    for n in (400, 4_000):
        project = make_project(tmp_path / f"of{n}", language="sv")
        texts = (Document(f"d{at}", f"Nisse{at} ringer.", "sv", f"r{at}") for at in range(n))
        import_documents(project, [AnnotatedDocument(one, (), False) for one in texts], "core")
        with project.database.writing() as connection:
            for number in record_numbers(connection):
                record = read_record(connection, number)
                mark = Mark(f"s{number}", number, 0, 5, "PATIENT", State.SUGGESTED, "rules", 0.5 + number / 10_000)
                put_suggestions(connection, record, {number: [mark]}, {})
        worked.append(work_of_next(project))
    assert 0 < worked[1] <= 2 * worked[0]
