"""A fault of the program in a request: an answer without its words, and nothing of them anywhere else."""

from __future__ import annotations

import logging

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from maskerad.web.workspace.server.shell import Shell

CANARY = "Kanariefågelsson"


async def broken(scope: Scope, receive: Receive, send: Send) -> None:
    """Fails before it answers, or once it has begun."""
    if scope["path"] == "/late":
        await PlainTextResponse("begun")(scope, receive, send)
    raise ValueError(f"no such name: {CANARY}")


@pytest.mark.parametrize(("path", "status"), [("/", 500), ("/late", 200)])
def test_a_fault_shows_no_text(
    path: str, status: int, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    answer = TestClient(Shell(broken, ["testserver"])).get(path)
    assert answer.status_code == status
    assert ("E000" in answer.text) == (status == 500)
    assert answer.headers["Cache-Control"] == "no-store"
    printed = "".join(capfd.readouterr())
    assert CANARY not in answer.text + str(answer.headers) + printed + caplog.text
