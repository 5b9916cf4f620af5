"""Every route with every role; what is planted in a text and asked for wrongly appears in no error and no log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient
from tests.web.workspace.persons import Person, come_in
from tests.web.workspace.projects import project_of

from maskerad.web.workspace.people.accounts import ROLES, May
from maskerad.web.workspace.server.app import ROUTERS
from maskerad.web.workspace.server.guards import Guard, session_of
from maskerad.web.workspace.server.pages import PUBLIC

CANARY = "Kanariefågelsson"
FREE = {*PUBLIC, "/logout"}  # the form of leaving checks its own token


def routes() -> Iterator[tuple[str, str, APIRoute]]:
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            for method in sorted(route.methods):
                yield method, re.sub(r"{\w+}", "1", route.path), route


def needs(route: APIRoute) -> May | None:
    """What the route's guard asks for, None where anybody who has come in may."""
    guards = [one.call for one in route.dependant.dependencies if isinstance(one.call, Guard)]
    is_any = any(one.call is session_of for one in route.dependant.dependencies)
    assert guards or is_any or route.path in FREE, f"{route.path} has no guard"
    return guards[0].needs if guards else None


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Person]:
    project = project_of(tmp_path_factory.mktemp("walls"), f"Anna {CANARY} söker i Trosa.")
    return {role: come_in(project, role, role) for role in ROLES}


def test_there_are_routes_to_ask_for() -> None:
    guarded = [(method, path) for method, path, route in routes() if route.path not in FREE and needs(route)]
    assert len(guarded) >= 50
    assert {method for method, _ in guarded} >= {"GET", "POST"}


@pytest.mark.parametrize("role", ROLES)
def test_every_route_asks_for_what_its_role_may(role: str, people: dict[str, Person]) -> None:
    for method, path, route in routes():
        if route.path in FREE or path in ("/events", "/"):
            continue
        asked = needs(route)
        headers = {"x-csrf-token": people[role].csrf}
        answer = people[role].client.request(method, path, headers=headers, json={}, follow_redirects=False)
        is_allowed = asked is None or asked in ROLES[role]
        assert (answer.status_code == 403) == (not is_allowed), (method, path, answer.text)
        if not is_allowed:
            assert CANARY not in answer.text


def test_nobody_gets_in_without_a_session_and_no_write_goes_without_its_token(people: dict[str, Person]) -> None:
    admin = people["admin"].client
    assert isinstance(admin, TestClient)
    stranger = TestClient(admin.app, base_url="http://127.0.0.1")
    for method, path, route in routes():
        if route.path in FREE:
            continue
        answer = stranger.request(method, path, json={}, follow_redirects=False)
        assert answer.status_code in (303, 401), (method, path)
        if method != "GET":
            assert admin.request(method, path, json={}).status_code == 403, (method, path)


def test_answers_to_wrong_requests_hold_no_text(people: dict[str, Person], capfd: pytest.CaptureFixture[str]) -> None:
    admin = people["admin"]
    for method, path, route in routes():
        if method == "GET" or route.path in FREE:
            continue
        for body in ({}, {"text": CANARY}, {"op_id": CANARY, "ops": [CANARY]}, [CANARY], CANARY):
            answer = admin.client.request(method, path, headers={"x-csrf-token": admin.csrf}, json=body)
            assert CANARY not in answer.text or answer.status_code == 200, (method, path)
    said = capfd.readouterr()
    assert CANARY not in said.out + said.err


def test_what_is_too_large_or_leads_out_is_refused(people: dict[str, Person]) -> None:
    admin = people["admin"]
    huge = admin.client.post("/api/undo", content=b"x" * 9_000_000, headers={"x-csrf-token": admin.csrf})
    assert huge.status_code == 413
    for path in ("/static/../project.py", "/static/%2e%2e/project.py", "/static/..%2f..%2fproject.py"):
        assert admin.client.get(path).status_code == 404


def test_a_fault_of_the_program_shows_no_words_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError(f"could not cope with {CANARY}")

    anna = come_in(project_of(tmp_path, f"Anna {CANARY}."))
    monkeypatch.setattr("maskerad.web.workspace.server.work.shown_document", fail)
    answer = anna.client.get("/api/documents/1")
    assert answer.status_code == 500 and "RuntimeError" in answer.text
    said = capfd.readouterr()
    assert CANARY not in answer.text + said.out + said.err
