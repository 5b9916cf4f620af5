"""Chromium through Playwright; what needs it is skipped, and says so, where it is missing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE_MS = 1000 * PATIENCE_S
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of the machine."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install the package chromium")
    playwrights = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: it comes with maskerad[dev]"
    )
    playwrights.expect.set_options(timeout=PATIENCE_MS)
    with playwrights.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE_MS)
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Page]:
    """A tab of its own.

    The test fails on an error of a script, on what the security policy stops, and on a request that leaves the origin
    of the page.
    """
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)  # of all its tabs, and of what is asked beside them
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if "Content Security Policy" in line.text else None)
    page.on("request", lambda request: wrong.append(request.url) if _is_foreign(request.url) else None)
    yield page
    context.close()
    assert wrong == []


def _is_foreign(url: str) -> bool:
    return not url.startswith(("http://127.0.0.1:", "data:", "blob:", "about:"))
