"""The record workspace in Chromium: what keys and mouse do to the text, and what is sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed: it comes with maskerad[dev]")

from playwright.sync_api import Page, Request, expect
from tests.browser.waiting import Held, settle
from tests.browser.workspaces import Served, served

FIRST = (
    "Dr. Anna Berg saw Karl Lind on 3 May.\r\n"
    "Karl Lind, 📞 08-123 45 67, lives in 京都市 with Noe\u0308l.\r\n"
    "שלום דוד לוי.\nสวัสดีครับ"
)
SECOND = "Karl Lind came back. 👩‍⚕️ Anna Berg agreed."


SUGGESTED = (
    (("Anna Berg", "CLINICIAN"), ("Karl", "PERSON"), ("3 May", "DATE"), ("08-123 45 67", "PHONE")),
    (("Karl Lind", "PERSON"),),
)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "project", (FIRST, SECOND), SUGGESTED, "en") as found:
        yield found


@pytest.fixture
def opened(desk: Served, tab: Page) -> Page:
    desk.come_in(tab)
    tab.goto(f"{desk.address}/record/1")
    expect(tab.locator("mark.focused")).to_have_text("Anna Berg")
    return tab


def written(page: Page) -> list[str]:
    """Addresses to which decisions are posted from now on."""
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if _is_decision(request) else None)
    return posts


def _is_decision(request: Request) -> bool:
    """Every page also says now and then that it is open."""
    return request.method == "POST" and not request.url.endswith("/lease")


def test_keys_accept_label_refuse_put_off_and_go_on(opened: Page, desk: Served) -> None:
    opened.keyboard.press("a")
    expect(opened.locator("mark.focused")).to_have_text("Karl")
    opened.keyboard.press("1")
    expect(opened.locator("mark.focused")).to_have_text("3 May")
    settle(opened)
    opened.keyboard.press("x")
    expect(opened.locator("mark.focused")).to_have_text("Karl")  # the next one, suggested by the decision above
    opened.keyboard.press("a")
    expect(opened.locator("mark.focused")).to_have_text("08-123 45 67")
    opened.keyboard.press("Space")
    settle(opened)
    assert ("Anna Berg", "CLINICIAN", "human") in desk.marked(opened)
    assert ("Karl", "PATIENT", "human") in desk.marked(opened)
    assert ("3 May", "DATE", "rejected") in desk.marked(opened)
    assert ("08-123 45 67", "PHONE", "later") in desk.marked(opened)
    assert ("Anna Berg", "CLINICIAN", "suggested") in desk.marked(opened, 2)


def test_borders_move_by_word_and_by_grapheme_and_move_nothing_else(opened: Page, desk: Served) -> None:
    before = [span for span in desk.spans(opened) if span["id"] != "s1.1"]
    opened.keyboard.press("j")
    opened.keyboard.press("p")
    expect(opened.locator("mark.focused")).to_have_text("Karl Lind")
    opened.keyboard.press("Shift+O")
    opened.keyboard.press("q")
    expect(opened.locator("mark.focused")).to_have_text("saw Karl Lin")
    settle(opened)
    assert [span for span in desk.spans(opened) if span["id"] != "s1.1"] == before
    assert ("saw Karl Lin", "PERSON", "human") in desk.marked(opened)


def test_a_handle_is_dragged(opened: Page, desk: Served) -> None:
    posts = written(opened)
    opened.keyboard.press("j")
    box = opened.locator(".handle.end").bounding_box()
    words = opened.locator("#text mark", has_text="Karl").bounding_box()
    assert box is not None and words is not None
    opened.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    opened.mouse.down()
    opened.mouse.move(words["x"] + words["width"] * 2.17, words["y"] + words["height"] / 2, steps=6)
    opened.mouse.up()
    settle(opened)
    moved = desk.marked(opened)[1][0]
    assert moved.startswith("Karl L")
    assert posts == [f"{desk.address}/api/documents/1/ops"]


def test_undo_brings_every_byte_back(opened: Page, desk: Served) -> None:
    before = [desk.spans(opened, number) for number in (1, 2)]
    for _ in range(4):
        opened.keyboard.press("a")
    settle(opened)
    assert [state for _, _, state in desk.marked(opened)].count("human") == 4
    for _ in range(4):
        opened.keyboard.press("u")
    settle(opened)
    assert [desk.spans(opened, number) for number in (1, 2)] == before
    expect(opened.locator("mark.human")).to_have_count(0)


@pytest.mark.parametrize("string", ["📞 08", "京都市", "Noe\u0308l", "דוד לוי", "สวัสดี", "Lind, 📞 08-123"])
def test_what_is_selected_is_what_is_marked(opened: Page, desk: Served, string: str) -> None:
    opened.evaluate(
        """(string) => {
          for (const line of document.querySelectorAll(".line")) {
            const at = line.textContent.indexOf(string);
            if (at < 0) continue;
            const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
            const place = (left) => {
              walker.currentNode = line;
              for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                if (left <= node.length) return [node, left];
                left -= node.length;
              }
            };
            const [from, to] = [place(at), place(at + string.length)];
            getSelection().setBaseAndExtent(...from, ...to);
          }
        }""",
        string,
    )
    opened.evaluate("document.querySelector('.text').dispatchEvent(new MouseEvent('mouseup', {bubbles: true}))")
    expect(opened.locator("#card .string")).to_have_text(string)
    opened.keyboard.press("0")
    settle(opened)
    assert (string, "ID", "human") in desk.marked(opened)


def test_a_word_is_chosen_and_marked_by_keys_alone(opened: Page, desk: Served) -> None:
    opened.keyboard.press("Escape")
    opened.keyboard.press("ArrowRight")
    expect(opened.locator("#card .string")).to_have_text("saw")
    opened.keyboard.press("Shift+ArrowRight")
    opened.keyboard.press("Shift+ArrowRight")
    expect(opened.locator("#card .string")).to_have_text("saw Karl Lind")
    opened.keyboard.press("2")
    settle(opened)
    assert ("saw Karl Lind", "RELATIVE", "human") in desk.marked(opened)


def test_a_held_down_key_decides_once(opened: Page, desk: Served) -> None:
    for _ in range(6):
        opened.keyboard.down("a")
    opened.keyboard.up("a")
    settle(opened)
    assert [state for _, _, state in desk.marked(opened)].count("human") == 1
    opened.keyboard.press("n")
    opened.keyboard.down("1")
    expect(opened.locator("#document-name")).to_have_text("note-2")
    for _ in range(5):
        opened.keyboard.down("1")
    opened.keyboard.up("1")
    settle(opened)
    assert [state for _, _, state in desk.marked(opened, 2)].count("human") <= 1


def test_keys_are_off_while_one_types(opened: Page, desk: Served) -> None:
    posts = written(opened)
    opened.keyboard.press("r")
    opened.keyboard.type("ax1city")
    opened.keyboard.press("Escape")
    opened.keyboard.press("r")
    opened.keyboard.type("hosp")
    opened.keyboard.press("Enter")
    settle(opened)
    assert posts == [f"{desk.address}/api/documents/1/ops"]
    assert ("Anna Berg", "HOSPITAL", "human") in desk.marked(opened)


def test_an_answer_that_does_not_come_costs_nothing(opened: Page, desk: Served) -> None:
    opened.route("**/ops", lambda route: route.abort())
    opened.reload()  # a page that was loaded before it may send its next request past the route
    expect(opened.locator("mark.focused")).to_have_text("Anna Berg")
    opened.keyboard.press("a")
    expect(opened.locator("#saved")).to_contain_text("1 decision kept here")
    opened.keyboard.press("a")
    assert not any(state == "human" for _, _, state in desk.marked(opened))
    opened.unroute("**/ops")
    settle(opened)
    assert [state for _, _, state in desk.marked(opened)].count("human") == 2


def test_two_tabs_one_stale_lose_nothing(opened: Page, desk: Served) -> None:
    other = opened.context.new_page()
    other.route("**/events", lambda route: route.abort())  # a tab that is told of nothing
    other.goto(opened.url)
    expect(other.locator("mark.focused")).to_have_text("Anna Berg")
    opened.keyboard.press("a")
    settle(opened)
    other.keyboard.press("j")
    other.keyboard.press("1")
    expect(other.locator("#message")).to_contain_text("changed elsewhere")
    settle(other)
    expect(other.locator("mark.human")).to_have_count(2)
    assert ("Anna Berg", "CLINICIAN", "human") in desk.marked(opened)
    assert ("Karl", "PATIENT", "human") in desk.marked(opened)
    other.close()


def test_a_record_in_two_windows_says_so_and_one_that_is_loaded_again_is_the_same(tab: Page, desk: Served) -> None:
    desk.come_in(tab)
    for _ in range(2):
        with tab.expect_response("**/lease") as told:
            tab.goto(f"{desk.address}/record/1")
        assert told.value.json()["by"] == "this window"
    other = tab.context.new_page()
    other.goto(tab.url)
    expect(other.locator("#lease")).to_contain_text("open in another window")
    other.locator("#lease button", has_text="Go on here").click()
    expect(other.locator("#lease")).to_be_empty()
    other.close()


def test_an_answer_that_comes_while_a_button_is_held_down_takes_nothing_from_it(opened: Page, desk: Served) -> None:
    answer = Held(opened, "**/ops")
    opened.reload()
    expect(opened.locator("mark.focused")).to_have_text("Anna Berg")
    opened.keyboard.press("a")
    opened.locator("#card button", has_text="Accept").hover()
    opened.mouse.down()
    answer.let_go()
    settle(opened)
    opened.mouse.up()
    expect(opened.locator("mark.focused")).to_have_text("3 May")
    settle(opened)
    assert ("Karl", "PERSON", "human") in desk.marked(opened)


def test_a_document_that_is_overtaken_on_its_way_is_asked_for_again(opened: Page, desk: Served) -> None:
    ahead = Held(opened, "**/api/documents/2")
    opened.route("**/events", lambda route: route.abort())
    opened.reload()
    expect(opened.locator("mark.focused")).to_have_text("Anna Berg")
    old = ahead.wait().fetch()
    opened.keyboard.press("a")
    settle(opened)
    ahead.wait().fulfill(response=old)
    opened.keyboard.press("n")
    expect(opened.locator("#document-name")).to_have_text("note-2")
    expect(opened.locator("#text mark", has_text="Anna Berg")).to_be_visible()


def test_who_signs_out_elsewhere_meets_no_error_when_news_come(opened: Page, desk: Served) -> None:
    other = opened.context.new_page()
    other.goto(opened.url)
    expect(other.locator("mark.focused")).to_have_text("Anna Berg")
    opened.route("**/api/documents/1", lambda route: route.fulfill(status=401, json={"message": "log in first"}))
    with opened.expect_response("**/api/documents/1") as refused:
        other.keyboard.press("a")
        settle(other)
    assert refused.value.status == 401
    expect(opened.locator("mark.focused")).to_have_text("Anna Berg")


def test_nothing_jumps(opened: Page) -> None:
    def places() -> list[Any]:
        parts = "[...document.querySelectorAll('.line, #palette, #card, .tools')]"
        script = f"() => {parts}.map((e) => e.getBoundingClientRect()).map((place) => [place.top, place.left])"
        return list(opened.evaluate(script))

    before = places()
    for key in ("a", "1", "x", "Space", "u", "h", "p", "Shift+O"):
        opened.keyboard.press(key)
        assert places() == before, key


def test_the_tree_for_screen_readers_names_everything(opened: Page) -> None:
    for role, name in (
        ("button", "Accept"),
        ("button", "Undo"),
        ("document", "Text of the document"),
        ("group", "Labels"),
    ):
        expect(opened.get_by_role(role, name=name).first).to_be_visible()
    unnamed = opened.evaluate(
        "() => [...document.querySelectorAll('button, a, input')]"
        ".filter((e) => e.offsetParent && !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length))"
        ".map((e) => e.outerHTML)"
    )
    assert unnamed == []
    opened.keyboard.press("j")
    expect(opened.locator("#spoken")).to_have_text("Karl, suggested Person")


def test_keys_are_given_to_others(opened: Page, desk: Served) -> None:
    opened.keyboard.press("F1")
    row = opened.locator("#help-keys dl > div", has_text="accept as shown")
    row.hover()
    row.get_by_role("button").click()
    opened.keyboard.press("KeyY")
    opened.keyboard.press("Escape")
    opened.keyboard.press("a")
    opened.keyboard.press("y")
    settle(opened)
    assert [state for _, _, state in desk.marked(opened)].count("human") == 1
