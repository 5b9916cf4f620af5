"""Who waits for a worker is served in the order of coming; who leaves takes nothing along."""

from __future__ import annotations

import asyncio

import pytest
from tests.patience import PATIENCE_S

from maskerad.web.service.line import Line, OverloadError


async def at_rest(n_steps: int = 5) -> None:
    """Lets all tasks go on for some steps: with five, until each waits."""
    for _ in range(n_steps):
        await asyncio.sleep(0)


@pytest.mark.parametrize("n_steps", [0, 1, 2])
def test_a_newcomer_does_not_pass_those_who_wait(n_steps: int) -> None:
    async def served() -> list[str]:
        line, order = Line[str](9, PATIENCE_S), list[str]()

        async def one(name: str) -> None:
            thing = await line.take()
            order.append(name)
            line.give(thing)

        waiting = [asyncio.create_task(one(name)) for name in "abc"]
        await at_rest()
        newcomer = asyncio.create_task(one("new"))
        await at_rest(n_steps)
        line.give("worker")  # whoever is woken by it runs behind the newcomer
        await asyncio.gather(newcomer, *waiting)
        return order

    assert asyncio.run(served()) == ["a", "b", "c", "new"]


def test_too_many_are_refused_at_once_and_the_impatient_later() -> None:
    async def told() -> None:
        line = Line[str](1, 0.001)
        waiting = asyncio.create_task(line.take())
        await asyncio.sleep(0)
        assert line.n_waiting == 1
        with pytest.raises(OverloadError):
            await line.take()
        with pytest.raises(OverloadError):
            await waiting
        assert line.n_waiting == 0
        line.give("worker")
        assert await line.take() == "worker"

    asyncio.run(told())


def test_what_is_handed_to_one_who_leaves_goes_to_the_next() -> None:
    async def served() -> str:
        line = Line[str](9, PATIENCE_S)
        leaving, next_one = asyncio.create_task(line.take()), asyncio.create_task(line.take())
        await at_rest()
        line.give("worker")
        leaving.cancel()  # handed over already, and not yet taken
        with pytest.raises(asyncio.CancelledError):
            await leaving
        return await asyncio.wait_for(next_one, PATIENCE_S)

    assert asyncio.run(served()) == "worker"
