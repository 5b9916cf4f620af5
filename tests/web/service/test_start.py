"""A worker process that cannot start: the service is told so, without the words of the fault."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from maskerad.core.errors import WorkerError
from maskerad.pipeline.configuration.settings import Settings
from maskerad.web.service.workers import Plan, Workers

CANARY = "Kanariefågelsson"


class Spoilt:
    """In the place of settings: whoever asks for the languages meets a fault with text in it."""

    @property
    def languages(self) -> Any:
        raise ValueError(f"no such name: {CANARY}")


async def start() -> None:
    workers = Workers(Plan(cast(Settings, Spoilt()), bytes(32)))
    try:
        await workers.start()
    finally:
        await workers.close()


def test_a_start_that_fails_is_told_without_text(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(WorkerError, match="could not load its languages: ValueError") as told:
        asyncio.run(start())
    assert CANARY not in str(told.value) + "".join(capfd.readouterr())
