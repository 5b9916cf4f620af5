"""A record from opening to export, once by keys alone, once by mouse alone, once along the name table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed: it comes with maskerad[dev]")

from playwright.sync_api import Page, expect
from tests.browser.waiting import settle
from tests.browser.workspaces import Served, served

from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument, Destination, read_documents
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.people.accounts import add_user
from maskerad.web.workspace.project import make_project
from maskerad.web.workspace.release.exports import export

TEXTS = (
    "Dr. Anna Berg met Karl Lind on 3 May 2024.\r\n👩‍⚕️ Karl Lind lives in Leeds.",
    "Karl Lind came back. Zoe\u0308 Ek agreed.",
)
SUGGESTED = (
    (("Anna Berg", "CLINICIAN"), ("Karl", "PERSON"), ("3 May 2024", "DATE"), ("Leeds", "CITY")),
    (("Zoe\u0308 Ek", "OTHER_PERSON"),),
)
WANTED = [
    [
        ("Anna Berg", "CLINICIAN"), ("Karl Lind", "PATIENT"), ("3 May 2024", "DATE"), ("Karl Lind", "PATIENT"),
        ("Leeds", "CITY"),
    ],
    [("Karl Lind", "PATIENT"), ("Zoe\u0308 Ek", "OTHER_PERSON")],
]  # fmt: skip


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "project", TEXTS, SUGGESTED, "en") as found:
        yield found


def exported(desk: Served, target: Path) -> list[list[tuple[str, str]]]:
    """What leaves, and what comes in again where somebody takes it up."""
    export(desk.project, Destination(target))
    items = list(read_documents(target))
    assert [item.document.text for item in items] == list(TEXTS)
    with make_project(target.parent / "again", language="en") as again:
        given = [
            AnnotatedDocument(Document(item.document.id, item.document.text, "en", "r1"), item.spans, True)
            for item in items
        ]
        import_documents(again, given, "core")
        export(again, Destination(target.parent / "again.jsonl"))
    back = list(read_documents(target.parent / "again.jsonl"))
    assert [item.document.text for item in back] == list(TEXTS)
    out = [[(item.document.text[one.start : one.end], one.label) for one in item.spans] for item in items]
    assert out == [[(item.document.text[one.start : one.end], one.label) for one in item.spans] for item in back]
    return out


def test_by_keys_alone(tab: Page, desk: Served, tmp_path: Path) -> None:
    desk.come_in(tab)
    expect(tab).to_have_url(f"{desk.address}/board")
    expect(tab.locator(".button.main")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tab.locator("mark.focused")).to_have_text("Anna Berg")
    tab.keyboard.press("a")
    expect(tab.locator("mark.focused")).to_have_text("Karl")
    tab.keyboard.press("p")
    expect(tab.locator("mark.focused")).to_have_text("Karl Lind")
    tab.keyboard.press("1")
    settle(tab)
    assert ("Karl Lind", "PATIENT", "suggested") in desk.marked(tab, 2)
    tab.keyboard.press("x")  # a slip: the date is refused …
    settle(tab)
    assert ("3 May 2024", "DATE", "rejected") in desk.marked(tab)
    tab.keyboard.press("u")  # … and taken back
    settle(tab)
    assert ("3 May 2024", "DATE", "suggested") in desk.marked(tab)
    tab.keyboard.press("Escape")
    for _ in range(3):
        tab.keyboard.press("j")
        tab.keyboard.press("a")
    settle(tab)
    expect(tab.locator("#left")).to_have_text("all decided")
    tab.keyboard.press("Control+Enter")
    expect(tab.locator("#stages .done")).to_have_count(1)
    expect(tab.locator("#message")).to_have_text("Finished. N goes to the next document.")
    tab.keyboard.press("n")
    expect(tab.locator("mark.focused")).to_have_text("Karl Lind")
    tab.keyboard.press("Enter")
    tab.keyboard.press("Enter")
    settle(tab)
    tab.keyboard.press("Control+Enter")
    expect(tab.locator("#stages .done")).to_have_count(1)
    tab.reload()
    expect(tab.locator("#documents .done")).to_have_count(2)
    assert exported(desk, tmp_path / "out.jsonl") == WANTED


def test_by_mouse_alone(tab: Page, desk: Served, tmp_path: Path) -> None:
    desk.come_in(tab)
    tab.locator(".button.main").click()
    tab.locator("#text mark", has_text="Anna Berg").click()
    tab.locator("#card button", has_text="Accept").click()
    tab.locator("#text mark", has_text="Karl").first.click()
    _drag_end(tab, "Karl", 9)
    expect(tab.locator("mark.focused")).to_have_text("Karl Lind")
    tab.locator(".label", has_text="Patient").click()
    settle(tab)
    for string in ("3 May 2024", "Karl Lind", "Leeds"):
        tab.locator("#text mark", has_text=string).last.click()
        tab.locator("#card button", has_text="Accept").click()
    tab.locator("button[data-run=undo]").click()
    settle(tab)
    tab.locator("button[data-run=redo]").click()
    settle(tab)
    tab.locator("button[data-run=finish]").click()
    expect(tab.locator("#stages .done")).to_have_count(1)
    tab.locator("#documents button", has_text="note-2").click()
    for string in ("Karl Lind", "Zoe\u0308 Ek"):
        tab.locator("#text mark", has_text=string).click()
        tab.locator("#card button", has_text="Accept").click()
    settle(tab)
    tab.locator("button[data-run=finish]").click()
    expect(tab.locator("#documents .done")).to_have_count(2)
    assert exported(desk, tmp_path / "out.jsonl") == WANTED


def test_along_the_name_table_by_roles_and_names(tab: Page, desk: Served) -> None:
    """What a screen reader tells is enough to decide a record."""
    desk.come_in(tab)
    tab.goto(f"{desk.address}/names/1")
    group = tab.get_by_role("group", name="Anna Berg")
    group.get_by_role("button", name="Clinician", exact=True).click()
    expect(tab.get_by_role("status")).to_have_text("Anna Berg: Clinician.")
    tab.get_by_role("group", name="Leeds").get_by_role("button", name="Not personal").click()
    expect(tab.get_by_role("status")).to_have_text("Leeds: not personal.")
    assert ("Anna Berg", "CLINICIAN", "human") in desk.marked(tab)
    assert ("Leeds", "CITY", "rejected") in desk.marked(tab)
    tab.get_by_role("button", name="Undo").click()
    expect(tab.get_by_role("status")).to_have_text("Taken back.")
    assert ("Leeds", "CITY", "suggested") in desk.marked(tab)


def test_a_decision_is_there_after_loading_the_page_again(tab: Page, desk: Served) -> None:
    desk.come_in(tab)
    tab.goto(f"{desk.address}/record/1")
    expect(tab.locator("mark.focused")).to_have_text("Anna Berg")
    tab.keyboard.press("a")
    settle(tab)
    tab.reload()
    expect(tab.locator("mark.human")).to_have_text("Anna Berg")
    tab.keyboard.press("u")
    settle(tab)
    expect(tab.locator("mark.human")).to_have_count(0)


def test_what_another_tab_does_is_seen_here(tab: Page, desk: Served) -> None:
    desk.come_in(tab)
    with tab.expect_response("**/events"), tab.expect_response("**/lease"):  # it listens, and is known to be open
        tab.goto(f"{desk.address}/record/1")
    expect(tab.locator("mark.focused")).to_have_text("Anna Berg")
    with desk.project.database.writing() as connection:
        add_user(connection, "bo", "annotator")
    other = tab.context.new_page()
    other.goto(f"{desk.address}/record/1")
    expect(other.locator("mark.focused")).to_have_text("Anna Berg")
    expect(other.locator("#lease")).to_contain_text("open in another window")
    other.get_by_role("button", name="Go on here").click()
    expect(other.locator("#lease")).to_be_empty()
    other.keyboard.press("a")
    expect(tab.locator("mark.human")).to_have_text("Anna Berg")


def _drag_end(page: Page, string: str, n_signs: int) -> None:
    """Drags the handle at the end of the focused mark until behind the nth sign from its start."""
    handle = page.locator(".handle.end").bounding_box()
    place = page.evaluate(
        """([string, n]) => {
          const mark = [...document.querySelectorAll("mark.focused")].find((one) => one.textContent === string);
          const range = document.createRange();
          range.setStart(mark.firstChild, 0);
          const behind = mark.nextSibling;
          range.setEnd(behind, n - mark.textContent.length);
          const box = [...range.getClientRects()].at(-1);
          return [box.right, box.top + box.height / 2];
        }""",
        [string, n_signs],
    )
    assert handle is not None
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] - 4)
    page.mouse.down()
    page.mouse.move(place[0], place[1], steps=8)
    page.mouse.up()
