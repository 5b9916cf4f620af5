"""Somebody in front of the workspace, without a browser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from typing import Any

import httpx
from starlette.testclient import TestClient

from maskerad.web.workspace.people.accounts import add_user
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.server.app import make_app, one_time_link

_NUMBERS = count(1)
_CSRF = re.compile(r'<meta name="csrf" content="([^"]+)"')


@dataclass
class Person:
    """A user who has come in by a one-time link."""

    client: TestClient
    csrf: str

    def get(self, path: str) -> Any:
        """What an address answers."""
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> httpx.Response:
        """Sends a body with the token of the page."""
        return self.client.post(path, json=body, headers={"x-csrf-token": self.csrf})

    def ops(self, document: dict[str, Any], *ops: dict[str, Any], op_id: str = "") -> httpx.Response:
        """Sends operations on a document as it was shown."""
        return self.post(
            f"/api/documents/{document['id']}/ops",
            base_version=document["version"],
            op_id=op_id or next_id(),
            text_sha256=document["text_sha256"],
            ops=list(ops),
        )


def next_id() -> str:
    """An id of an operation."""
    return f"operation-{next(_NUMBERS)}"


def come_in(project: Project, role: str = "annotator", name: str = "anna") -> Person:
    """Makes a user and lets them in."""
    with project.database.writing() as connection:
        add_user(connection, name, role)
    app, desk = make_app(project)
    client = TestClient(app, base_url="http://127.0.0.1")
    link = one_time_link(desk, name, "")
    answer = client.get(link)
    assert answer.status_code == 200, answer.text
    found = _CSRF.search(answer.text)
    assert found is not None
    return Person(client, found[1])
