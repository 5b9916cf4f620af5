"""A text of 200 kB with 2,000 spans: what its first drawing and one edit cost in script, style and layout."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed: it comes with maskerad[dev]")

from playwright.sync_api import CDPSession, Page, expect
from tests.browser.workspaces import Served, served

N_SPANS = 2_000
LINE = (
    "Day {at}: Ms Person{at:04d} slept well, ate little, and asked twice when she may go home; pressure was steady.\n"
)
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Served]:
    text = "".join(LINE.format(at=at) for at in range(N_SPANS))
    assert len(text) > 200_000
    places = tuple((f"Person{at:04d}", "PATIENT") for at in range(N_SPANS))
    with served(tmp_path / "project", (text,), (places,), "en") as found:
        yield found


def cost_ms(session: CDPSession) -> float:
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(sum(metrics[name] for name in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")) * 1000)


def test_a_long_text_is_drawn_and_edited_at_once(tab: Page, desk: Served, capsys: pytest.CaptureFixture[str]) -> None:
    desk.come_in(tab)
    session = tab.context.new_cdp_session(tab)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # of the processor, whatever else it does
    tab.goto(f"{desk.address}/record/1")
    expect(tab.locator("mark.focused")).to_have_text("Person0000")
    expect(tab.locator("#text mark").nth(N_SPANS - 1)).to_be_attached()  # suggestions may add one
    tab.evaluate(DRAWN)
    drawn = cost_ms(session)
    edits = []
    for key in ("p", "Shift+O", "a", "j", "a", "u"):
        before = cost_ms(session)
        tab.keyboard.press(key)
        tab.evaluate(DRAWN)
        edits.append(cost_ms(session) - before)
    tab.keyboard.press("Escape")
    tab.keyboard.press("k")
    expect(tab.locator("mark.focused")).to_be_in_viewport()
    expect(tab.locator(".handle.end")).to_be_in_viewport()
    tab.keyboard.press("h")
    tab.keyboard.press("h")
    expect(tab.locator("mark.focused")).to_be_in_viewport()
    tab.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    tab.keyboard.press("j")
    expect(tab.locator("mark.focused")).to_be_in_viewport()
    with capsys.disabled():
        told = ", ".join(f"{ms:.1f}" for ms in edits)
        sys.stdout.write(f"\n200 kB, {N_SPANS} spans: drawn in {drawn:.0f} ms, edits {told} ms\n")
    assert sorted(edits)[len(edits) // 2] < drawn / 2  # an edit draws its lines anew, not the text
