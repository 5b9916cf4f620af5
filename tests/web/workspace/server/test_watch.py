"""What listeners are told: each change of their own layer once, and what is suggested, however slowly they listen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.web.workspace.projects import TEXTS, do, operation, project_of

from maskerad.web.workspace.server import watch as watching
from maskerad.web.workspace.server.watch import Watch


@pytest.mark.parametrize("kept", [10_000, 1])
def test_each_listener_is_told_what_is_new_in_its_own_layer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr(watching, "KEPT", kept)
    monkeypatch.setattr(watching, "EVERY_S", 0.0)
    project = project_of(tmp_path, *TEXTS)
    do(project, operation("add", start=64, end=69, label="CITY"))

    async def listened() -> None:
        watch = Watch(project.database)
        first = await watch.last()
        assert await watch.after("anna", first) == (first, [])
        for layer in ("anna", "bo", "anna"):
            do(project, operation("add", start=9, end=13, label="PATIENT", propagate=False), layer=layer)
        last, news = await watch.after("anna", first)
        assert [(one.document, one.version) for one in news if one.document == 1][-2:] == [(1, 3), (1, 4)]
        assert {one.layer for one in news} == {"anna"} and last == news[-1].entry
        assert await watch.after("anna", last) == (last, [])
        assert {one.layer for one in (await watch.after("bo", first))[1]} == {"bo"}

    asyncio.run(listened())
