"""Operations in a database: all or nothing, once, and never lost."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text as sql
from tests.web.workspace.projects import TEXTS, do, operation, project_of

from maskerad.core import Span
from maskerad.core.errors import BoundsError, GateError, InputError, LabelError, StoreError
from maskerad.web.workspace.decisions.drafts import Author
from maskerad.web.workspace.marks import Mark, State
from maskerad.web.workspace.project import Project, open_project
from maskerad.web.workspace.store.database import Database
from maskerad.web.workspace.store.history import redo, undo
from maskerad.web.workspace.store.layers import read_marks
from maskerad.web.workspace.store.replay import check
from maskerad.web.workspace.store.submit import MissedError, Submission, submit
from maskerad.web.workspace.store.texts import read_record


def marks_of(project: Project, layer: str = "anna") -> dict[str, Mark]:
    with project.database.reading() as connection:
        return read_marks(connection, layer, read_record(connection, 1).texts)


def strings_of(project: Project, state: State) -> list[tuple[int, str, str]]:
    with project.database.reading() as connection:
        texts = read_record(connection, 1).texts
    return [
        (mark.document, texts[mark.document].text[mark.start : mark.end], mark.label)
        for mark in sorted(marks_of(project).values(), key=lambda mark: (mark.document, mark.start))
        if mark.state is state
    ]


def turn(project: Project, how: object, op_id: str) -> None:
    asked = Submission(Author("anna", "2020-01-01T00:00:00Z", op_id), "anna", 1)
    with project.database.writing() as connection:
        how(connection, asked)


def test_a_mark_is_suggested_over_all_documents_of_its_record(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("add", start=9, end=23, label="PATIENT"))
    assert strings_of(project, State.HUMAN) == [(1, "Anna Lindkvist", "PATIENT")]
    assert strings_of(project, State.SUGGESTED) == [(2, "ANNA LINDKVIST", "PATIENT")]
    do(project, operation("add", start=53, end=57, label="PATIENT"))
    assert strings_of(project, State.SUGGESTED) == [(2, "Annas", "PATIENT"), (2, "ANNA LINDKVIST", "PATIENT")]


def test_an_everyday_word_is_not_suggested_where_it_stands_as_one(tmp_path: Path) -> None:
    project = project_of(tmp_path, "Johan Ek ringer. Herr Ek sitter under en ek.")
    do(project, operation("add", start=22, end=24, label="RELATIVE"))
    assert strings_of(project, State.SUGGESTED) == [(1, "Ek", "RELATIVE")]


def test_a_number_put_right_says_the_same_of_numbers_that_were_written_and_labelled_alike(tmp_path: Path) -> None:
    text = "Cell 419-555-0122, work 313-555-0109; MRN 4418820, old 3318820, ward 33, home 248-555-0131."
    labels = {"419-555-0122": "ID", "313-555-0109": "ID", "4418820": "ID", "3318820": "ID", "248-555-0131": "ZIP"}
    spans = tuple(Span(text.index(one), text.index(one) + len(one), label) for one, label in labels.items())
    project = project_of(tmp_path, text, language="en", spans=(spans,))
    with project.database.reading() as connection:
        first = next(iter(read_marks(connection, "imported", read_record(connection, 1).texts)))
    do(project, operation("accept", span=first, label="PHONE"))
    assert strings_of(project, State.HUMAN) == [(1, "419-555-0122", "PHONE")]
    assert [label for _, _, label in strings_of(project, State.SUGGESTED)] == ["PHONE", "ID", "ID", "ZIP"]
    turn(project, undo, "undone")
    do(project, operation("relabel", span=first, label="PHONE", propagate=False))
    assert [label for _, _, label in strings_of(project, State.SUGGESTED)] == ["ID", "ID", "ID", "ZIP"]


def test_borders_put_right_are_put_right_wherever_the_same_was_suggested(tmp_path: Path) -> None:
    texts = ("DELGADO,HECTOR  D ringer. DELGADO,HECTOR  D.", "DELGADO,HECTOR  D och DELGADO,HECTOR.")
    spans = tuple(
        tuple(Span(at.start(), at.end(), "PATIENT") for at in re.finditer(r"DELGADO,HECTOR(  D)?", text))
        for text in texts
    )
    project = project_of(tmp_path, *texts, spans=spans)
    with project.database.reading() as connection:
        imported = read_marks(connection, "imported", read_record(connection, 1).texts)
    first, second, *_ = sorted(imported.values(), key=lambda mark: (mark.document, mark.start))
    do(project, operation("accept", span=second.id, propagate=False))
    do(project, operation("resize", span=first.id, start=0, end=14))
    assert strings_of(project, State.HUMAN) == [(1, "DELGADO,HECTOR", "PATIENT"), (1, "DELGADO,HECTOR  D", "PATIENT")]
    assert strings_of(project, State.SUGGESTED) == [(2, "DELGADO,HECTOR", "PATIENT"), (2, "DELGADO,HECTOR", "PATIENT")]
    turn(project, undo, "undone")
    assert strings_of(project, State.SUGGESTED)[-2:] == [
        (2, "DELGADO,HECTOR  D", "PATIENT"),
        (2, "DELGADO,HECTOR", "PATIENT"),
    ]


@pytest.mark.parametrize(
    ("place", "left"),
    [
        ((13, 20, "STREET"), [(1, "Larimar Ward", "HOSPITAL")]),  # of what is cut off, the rest is asked about
        ((0, 12, "HOSPITAL"), []),  # the smaller part is none
        ((0, 20, "HOSPITAL"), []),
    ],
)
def test_what_a_decision_takes_the_smaller_part_of_stays_suggested_in_the_rest(
    tmp_path: Path, place: tuple[int, int, str], left: list[tuple[int, str, str]]
) -> None:
    project = project_of(tmp_path, "Larimar Ward, The Oleaster.", language="en", spans=((Span(0, 17, "HOSPITAL"),),))
    do(project, operation("add", start=place[0], end=place[1], label=place[2]))
    assert strings_of(project, State.SUGGESTED) == left
    turn(project, undo, "undone")
    assert strings_of(project, State.SUGGESTED) == [(1, "Larimar Ward, The", "HOSPITAL")]


def test_one_undo_takes_back_all_that_one_decision_did_and_redo_does_it_again(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("add", start=9, end=23, label="PATIENT"))
    before = marks_of(project)
    do(project, operation("decide_strings", text="anna", label="PATIENT"), operation("accept_all", scope="record"))
    after = marks_of(project)
    assert before != after
    turn(project, undo, "u1")
    assert marks_of(project) == before
    turn(project, redo, "u2")
    assert marks_of(project) == after
    turn(project, undo, "u3")
    turn(project, undo, "u4")
    assert marks_of(project) == {}
    with pytest.raises(GateError):
        turn(project, undo, "u5")


def test_the_same_operation_again_answers_as_before_and_does_nothing(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    asked = Submission(Author("anna", "2020-01-01T00:00:00Z", "same"), "anna", 1, 0)
    added = [operation("add", start=9, end=13, label="PATIENT")]
    with project.database.writing() as connection:
        first = submit(connection, asked, added, project.scheme)
    with project.database.writing() as connection:
        again = submit(connection, asked, added, project.scheme)
    assert again == first
    assert len([mark for mark in marks_of(project).values() if mark.is_human]) == 1


def test_a_stale_version_changes_nothing_and_is_told_what_it_missed(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    first = do(project, operation("add", start=9, end=13, label="PATIENT"), version=0)
    before = marks_of(project)
    with pytest.raises(MissedError) as missed:
        do(project, operation("add", start=0, end=7, label="DATE"), version=0)
    assert marks_of(project) == before
    answer = missed.value.answer
    assert answer.version == first.version
    assert {mark.id for one in answer.changes for mark in one.change.after} == {
        mark.id for mark in before.values() if mark.document == 1
    }


def test_an_operation_that_fails_takes_those_of_its_submission_with_it(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    wrong: list[tuple[type[Exception], dict[str, object]]] = [
        (BoundsError, {"start": 3, "end": 3, "label": "DATE"}),
        (BoundsError, {"start": 3, "end": 10_000, "label": "DATE"}),
        (LabelError, {"start": 3, "end": 5, "label": "NOBODY"}),
        (InputError, {"start": "3", "end": 5, "label": "DATE"}),
    ]
    for error, given_values in wrong:
        with pytest.raises(error):
            do(project, operation("add", start=9, end=13, label="PATIENT"), operation("add", **given_values))
    assert marks_of(project) == {}


def test_resizing_beside_a_stacked_span_changes_only_one(tmp_path: Path) -> None:
    project = project_of(tmp_path, "Anna Lindkvist i Trosa")
    do(project, operation("add", start=0, end=14, label="PATIENT", propagate=False))
    do(project, operation("add", start=5, end=14, label="FAMILY_NAME", propagate=False))
    before = marks_of(project)
    inner = next(mark for mark in before.values() if mark.start == 5)
    do(project, operation("resize", span=inner.id, start=5, end=16))
    after = marks_of(project)
    assert {key for key in before if before[key] != after[key]} == {inner.id}
    assert after[inner.id].end == 16


def test_a_rejection_over_the_record_is_kept_so_that_it_is_not_suggested_again(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("add", start=53, end=57, label="PATIENT"))
    first = next(mark for mark in marks_of(project).values() if mark.state is State.SUGGESTED)
    do(project, operation("reject", document=first.document, span=first.id, scope="record"))
    assert strings_of(project, State.SUGGESTED) == []
    assert [string for _, string, _ in strings_of(project, State.REJECTED)] == ["Anna", "Anna", "Annas"]


def test_split_and_merge_are_each_others_inverse(tmp_path: Path) -> None:
    project = project_of(tmp_path, "Anna Lindkvist i Trosa")
    do(project, operation("add", start=0, end=14, label="PATIENT", propagate=False))
    whole = next(iter(marks_of(project)))
    do(project, operation("split", span=whole, at=5))
    assert sorted((mark.start, mark.end) for mark in marks_of(project).values()) == [(0, 4), (5, 14)]
    do(project, operation("merge", spans=list(marks_of(project))))
    assert [(mark.id, mark.start, mark.end) for mark in marks_of(project).values()] == [(whole, 0, 14)]


def test_the_log_adds_up_to_the_marks_and_its_seals_hold(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("add", start=9, end=13, label="PATIENT"))
    turn(project, undo, "u1")
    with project.database.reading() as connection:
        found = check(connection)
    assert found.problems == () and found.n_entries == 3
    with project.database.writing() as connection:
        connection.execute(sql("UPDATE entries SET \"by\" = 'nobody' WHERE number = 2"))
    with project.database.reading() as connection:
        assert "entry 2: its seal is broken" in check(connection).problems


def test_a_span_outside_its_text_is_refused_by_the_database_itself(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("add", start=9, end=13, label="PATIENT"))
    with pytest.raises(StoreError), project.database.writing() as connection:
        connection.execute(sql('UPDATE marks SET "end" = 10000'))
    with project.database.writing() as connection:
        connection.execute(sql("UPDATE marks SET quote = 'Olle'"))
    with pytest.raises(StoreError, match="is not what was marked"):
        marks_of(project)


def test_a_database_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    project = project_of(tmp_path, *TEXTS)
    with project.database.writing() as connection:
        connection.execute(sql("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer version"):
        Database.of_folder(project.folder)


def test_a_document_with_another_text_is_not_taken_in(tmp_path: Path) -> None:
    from maskerad.core import Document
    from maskerad.corpora import AnnotatedDocument
    from maskerad.web.workspace.imports import import_documents

    project = project_of(tmp_path, *TEXTS)
    done = import_documents(project, [AnnotatedDocument(Document("d1", "Kanarie", "sv", "r1"), ())], "core")
    assert done.n_documents == 0 and done.broken[0].document == "d1"
    assert "Kanarie" not in repr(done.broken)


STEP = st.tuples(
    st.sampled_from(["add", "accept", "reject", "all", "undo", "redo"]), st.integers(0, 60), st.integers(1, 9)
)


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a project to be copied: its tables are made once."""
    project = project_of(tmp_path_factory.mktemp("untouched"), *TEXTS)
    project.close()
    return project.folder


@given(st.lists(STEP, max_size=12))
def test_whatever_is_done_the_log_adds_up_and_undoing_all_gives_the_beginning_back(
    tmp_path_factory: pytest.TempPathFactory, untouched: Path, steps: list[tuple[str, int, int]]
) -> None:
    project = open_project(copytree(untouched, tmp_path_factory.mktemp("p") / "copy"))
    for number, (kind, start, length) in enumerate(steps):
        marks = sorted(marks_of(project).values(), key=lambda mark: mark.id)
        try:
            if kind in ("undo", "redo"):
                turn(project, undo if kind == "undo" else redo, f"t{number}")
            elif kind == "add":
                do(project, operation("add", start=start, end=start + length, label="PATIENT"))
            elif kind == "all":
                do(project, operation("accept_all", scope="record"))
            elif marks:
                one = marks[start % len(marks)]
                do(project, operation(kind, document=one.document, span=one.id, scope="record"))
        except GateError:
            pass
    with project.database.reading() as connection:
        assert check(connection).problems == ()
    for number in range(len(steps)):
        try:
            turn(project, undo, f"back{number}")
        except GateError:
            break
    assert marks_of(project) == {}
    project.close()


def test_a_decision_about_one_form_of_a_name_is_suggested_for_all_that_are_linked_to_it(tmp_path: Path) -> None:
    from maskerad.web.workspace.suggestions import Suggester, pre_annotate

    project = project_of(tmp_path, "Möte med Karin Strand. Karin ringer. Undertecknat K.S.")
    list(pre_annotate(project, Suggester("sv")))
    with project.database.reading() as connection:
        found = read_marks(connection, "suggestions", read_record(connection, 1).texts)
    first = next(mark for mark in found.values() if mark.start == 9)
    linked = [mark for mark in found.values() if mark.entity == first.entity]
    assert len(linked) > 1
    do(project, operation("accept", span=first.id, label="RELATIVE"))
    after = marks_of(project)
    assert {after[mark.id].label for mark in linked} == {"RELATIVE"}
