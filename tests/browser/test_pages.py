"""All pages around the text: what they do by keys and mouse, and that they fit every width, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed: it comes with maskerad[dev]")

from playwright.sync_api import Page, expect
from tests.browser.waiting import Held, settle
from tests.browser.workspaces import Served, served

from maskerad.web.workspace.people.accounts import add_user

TEXTS = (
    "Sehr geehrte Frau Anna Berg,\n\nKarl Lind, geb. am 3.5.1961, kam am 7.6.2024. Karl Lind wohnt in Neustadt.\n\n"
    "Mit freundlichen Grüßen\nDr. Ulrike Sommer",
    "Karl Lind war wieder da, mit Frau Zoë Lind.",
)
SUGGESTED = (
    (("Anna Berg", "CLINICIAN"), ("Karl Lind", "PATIENT"), ("Neustadt", "CITY"), ("Ulrike Sommer", "CLINICIAN", 0.3)),
    (("Zoë Lind", "RELATIVE"),),
)
READ = ("/board", "/record/1", "/names/1", "/findings?record=1", "/search?record=1", "/sections/1", "/help")
OVERSEEN = ("/curation", "/curation/1?a=anna&b=bo", "/agreement", "/statistics", "/admin", "/learner", "/release")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "project", TEXTS, SUGGESTED, "de") as found:
        with found.project.database.writing() as connection:
            add_user(connection, "bo", "annotator")
            add_user(connection, "eva", "admin")
        yield found


def worked(page: Page, desk: Served, name: str, keys: str) -> None:
    """Somebody opens the record and presses some keys."""
    page.context.clear_cookies()
    desk.come_in(page, name)
    page.goto(f"{desk.address}/record/1")
    expect(page.locator("mark.focused")).to_be_visible()
    for key in keys:
        page.keyboard.press(key)
        settle(page)  # what an answer suggests may be what the next key decides


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_every_width(tab: Page, desk: Served, scheme: str) -> None:
    worked(tab, desk, "anna", "aax")
    worked(tab, desk, "bo", "a1a")
    tab.emulate_media(color_scheme=scheme)
    for name, paths in (("anna", READ), ("eva", OVERSEEN)):
        tab.context.clear_cookies()
        desk.come_in(tab, name)
        for path in paths:
            answer = tab.goto(f"{desk.address}{path}")
            assert answer is not None and answer.status == 200, path
            for width in (1440, 1024, 600):
                tab.set_viewport_size({"width": width, "height": 900})
                assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
            expect(tab.locator("h1, #document-name, .string").first).to_be_attached()
            assert tab.evaluate("[...document.images].length") == 0


def test_conflicts_are_walked_and_decided(tab: Page, desk: Served) -> None:
    worked(tab, desk, "anna", "aax")
    worked(tab, desk, "bo", "a3a")
    tab.context.clear_cookies()
    desk.come_in(tab, "eva")
    tab.goto(f"{desk.address}/curation/1?a=anna&b=bo")
    expect(tab.locator("#left")).to_contain_text("conflicts left")
    string = tab.locator("#conflict .string").text_content()
    tab.select_option("#cause", "wrong label")
    tab.keyboard.press("Escape")
    tab.locator("body").press("1")
    expect(tab.locator("#message")).to_have_text("Saved.")
    expect(tab.locator("#conflict .string")).not_to_have_text(string or "")
    tab.reload()
    expect(tab.locator("#left")).to_have_text("1 of 2 conflicts left")
    tab.locator("body").press("u")
    expect(tab.locator("#conflict .string")).to_have_text(string or "")
    expect(tab.locator("#left")).to_have_text("2 of 2 conflicts left")
    tab.get_by_role("button", name="Either one for all left").click()
    expect(tab.locator("#left")).to_have_text("no conflict left")


def test_no_button_can_be_pressed_before_somebody_listens(tab: Page, desk: Served) -> None:
    desk.come_in(tab)
    scheme = Held(tab, "**/api/scheme")
    tab.goto(f"{desk.address}/record/1")
    button = tab.get_by_role("button", name="Redo")
    scheme.wait()
    expect(button).to_be_disabled()
    scheme.let_go()
    expect(button).to_be_enabled()


def test_hits_become_one_operation_and_one_undo(tab: Page, desk: Served) -> None:
    desk.come_in(tab)
    tab.goto(f"{desk.address}/search?record=1")
    tab.get_by_role("searchbox", name="Pattern").fill(r"\d+\.\d+\.\d{4}")
    tab.keyboard.press("Enter")
    expect(tab.locator("#hits li")).to_have_count(2)
    tab.locator("#hits input").first.uncheck()
    tab.select_option("#labels", "DATE")
    tab.get_by_role("button", name="Mark", exact=True).click()
    expect(tab.get_by_role("status")).to_contain_text("1 place: Date")
    assert ("7.6.2024", "DATE", "human") in desk.marked(tab)
    assert ("3.5.1961", "DATE", "human") not in desk.marked(tab)
    tab.get_by_role("button", name="Undo").click()
    expect(tab.get_by_role("status")).to_have_text("Taken back.")
    assert not any(state == "human" for _, _, state in desk.marked(tab))
    tab.get_by_role("searchbox", name="Pattern").fill("(")
    tab.keyboard.press("Enter")
    expect(tab.locator("#message.alarm")).to_be_visible()


def test_a_finding_leads_to_its_place_and_is_settled(tab: Page, desk: Served) -> None:
    desk.come_in(tab)
    tab.goto(f"{desk.address}/findings?record=1")
    place = tab.locator("li[data-finding]", has=tab.locator("mark", has_text="Neustadt"))
    place.locator("a").click()
    expect(tab.locator("mark.focused")).to_have_text("Neustadt")
    tab.go_back()
    row = tab.locator("li[data-finding]", has=tab.locator("button[data-deed=fix]")).first
    before = tab.locator("li[data-finding]").count()
    row.locator("input").fill("a title")
    row.get_by_role("button", name="Dismiss").click()
    expect(tab.get_by_role("status")).to_contain_text("settled")
    assert tab.locator("li[data-finding]").count() < before


def test_a_finding_is_settled_also_before_the_labels_have_come(tab: Page, desk: Served) -> None:
    desk.come_in(tab)
    scheme = Held(tab, "**/api/scheme")
    tab.goto(f"{desk.address}/findings?record=1")
    row = tab.locator("li[data-finding]", has=tab.locator("button[data-deed=fix]")).first
    row.locator("input").fill("a title")
    scheme.wait()
    row.get_by_role("button", name="Dismiss").click()
    expect(tab.get_by_role("status")).to_contain_text("settled")
    scheme.let_go()


def test_a_finding_is_fixed_with_a_label(tab: Page, desk: Served) -> None:
    desk.come_in(tab)
    tab.goto(f"{desk.address}/findings?record=1")
    row = tab.locator("li[data-finding]", has=tab.locator("select")).first
    words = row.locator("mark").text_content()
    row.locator("select").select_option("OTHER_PHI")
    row.get_by_role("button", name="Fix here").click()
    expect(tab.get_by_role("status")).to_contain_text("settled")
    assert (words, "OTHER_PHI", "human") in [*desk.marked(tab), *desk.marked(tab, 2)]


def test_a_border_of_a_section_moves_by_keys(tab: Page, desk: Served) -> None:
    desk.come_in(tab)
    tab.goto(f"{desk.address}/sections/1")
    border = tab.get_by_role("separator", name="Start of closing")
    before = int(border.get_attribute("aria-valuenow") or 0)
    border.press("ArrowUp")
    expect(tab.get_by_role("status")).to_have_text("Saved.")
    after = int(border.get_attribute("aria-valuenow") or 0)
    assert after < before
    tab.reload()
    expect(border).to_have_attribute("aria-valuenow", str(after))


def test_a_leak_that_is_read_in_the_new_text_is_marked_in_the_original(tab: Page, desk: Served) -> None:
    worked(tab, desk, "anna", "a")
    tab.context.clear_cookies()
    desk.come_in(tab, "eva")
    tab.goto(f"{desk.address}/release/1")
    line = tab.locator(".line", has_text="Neustadt")
    line.evaluate(
        """(line) => {
          const node = [...line.childNodes].find((one) => one.textContent.includes("Neustadt"));
          const at = node.textContent.indexOf("Neustadt");
          getSelection().setBaseAndExtent(node, at, node, at + 8);
        }"""
    )
    expect(tab.locator("#chosen")).to_have_text("Neustadt")
    tab.get_by_role("button", name="This is a leak").click()
    expect(tab.locator("#leak")).to_be_disabled()  # the page has loaded again
    tab.context.clear_cookies()
    desk.come_in(tab)
    assert ("Neustadt", "OTHER_PHI", "suggested") in desk.marked(tab)


def test_who_is_not_logged_in_is_shown_the_door(tab: Page, desk: Served) -> None:
    tab.goto(f"{desk.address}/record/1")
    expect(tab).to_have_url(f"{desk.address}/login")
    tab.get_by_label("Name").fill("anna")
    tab.get_by_label("Password").fill("not her password")
    tab.get_by_role("button", name="Sign in").click()
    expect(tab.get_by_role("alert")).to_be_visible()
