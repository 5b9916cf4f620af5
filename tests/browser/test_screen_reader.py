"""The tree that a screen reader is given: everything has a name, and the tree alone is enough for the first record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed: it comes with maskerad[dev]")

from playwright.sync_api import Locator, Page, expect
from tests.browser.waiting import settle
from tests.browser.workspaces import Served, served

from maskerad.web.workspace.people.accounts import add_user

TEXTS = ("Dr. Anna Berg met Karl Lind on 3 May 2024 in Leeds.", "Karl Lind came back.")
SUGGESTED = (
    (("Anna Berg", "CLINICIAN"), ("Karl Lind", "PERSON"), ("3 May 2024", "DATE"), ("Leeds", "CITY")),
    (("Karl Lind", "PERSON"),),
)
PAGES = (
    "/board", "/record/1", "/names/1", "/sections/1", "/findings", "/search?record=1", "/curation", "/agreement",
    "/statistics", "/learner", "/release", "/admin", "/help",
)  # fmt: skip
ACTED_ON = "button|link|checkbox|combobox|searchbox|spinbutton|textbox|radio"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "project", TEXTS, SUGGESTED, "en") as found:
        with found.project.database.writing() as connection:
            add_user(connection, "mia", "admin")
        yield found


def test_what_can_be_acted_on_has_a_name_on_every_page(tab: Page, desk: Served) -> None:
    desk.come_in(tab, "mia")
    for path in PAGES:
        tab.goto(f"{desk.address}{path}")
        expect(tab.get_by_role("main")).to_have_count(1)
        tree = tab.locator("body").aria_snapshot().splitlines()
        acted_on = [line.strip() for line in tree if re.match(rf"\s*- (?:{ACTED_ON})\b", line)]
        assert acted_on, path
        nameless = [line for line in acted_on if not re.match(rf'- (?:{ACTED_ON}) "[^"]*\w', line)]
        assert [line for line in nameless if '"?"' not in line] == [], path


def press(button: Locator) -> None:
    """Presses a button once it can be: Playwright's own press does not wait for that."""
    expect(button).to_be_enabled()
    button.press("Enter")


def test_the_first_record_is_finished_along_the_tree_alone(tab: Page, desk: Served) -> None:
    """Nothing but roles and names, each pressed by the key that a screen reader sends."""
    desk.come_in(tab)
    tab.get_by_role("link", name="Begin with r1").press("Enter")
    expect(tab.get_by_role("document", name="Text of the document")).to_contain_text("Anna Berg")
    tab.get_by_role("link", name="Name table").press("Enter")
    answers = {"Anna Berg": "Clinician", "Karl Lind": "Patient", "3 May 2024": "Date", "Leeds": "City"}
    for name, answer in answers.items():
        press(tab.get_by_role("group", name=name).get_by_role("button", name=answer, exact=True))
        expect(tab.get_by_role("status")).to_have_text(f"{name}: {answer}.")
    tab.get_by_role("link", name="To the text").press("Enter")
    for name, words in (("note-1", "Anna Berg"), ("note-2", "came back")):
        press(tab.get_by_role("button", name=name))
        expect(tab.get_by_role("document", name="Text of the document")).to_contain_text(words)
        press(tab.get_by_role("button", name="Finish Ctrl+Enter"))
        settle(tab)
        expect(tab.get_by_role("button", name=name)).to_have_accessible_name(f"{name} finished")
    assert {one[1:] for document in (1, 2) for one in desk.marked(tab, document)} == {
        ("CLINICIAN", "human"), ("PATIENT", "human"), ("DATE", "human"), ("CITY", "human")
    }  # fmt: skip
