"""What tests of pages wait for: events and answers themselves, never a time."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect
from tests.patience import until


def settle(page: Page) -> None:
    """Waits until all decisions are kept."""
    expect(page.locator("#saved")).to_have_text("Saved")


def happened(page: Page, has_come: Callable[[], bool]) -> None:
    """Waits until a page has told of something: its events reach a test only while the test asks it for something."""
    until(lambda: has_come() or bool(page.wait_for_timeout(10)))


class Held:
    """The first request of a kind, which waits for its answer until the test lets it go.

    Args:
        page: That is loaded after this, since a page that was loaded before may send its next request past the route.
        pattern: Of the address.
    """

    def __init__(self, page: Page, pattern: str) -> None:
        self._page = page
        self._routes: list[Route] = []
        page.route(pattern, lambda route: route.continue_() if self._routes else self._routes.append(route))

    def wait(self) -> Route:
        """The request, once it has been sent."""
        happened(self._page, lambda: bool(self._routes))
        return self._routes[0]

    def let_go(self) -> None:
        """Lets it go on."""
        self.wait().continue_()
