"""Turns are taken in the order in which they were asked for, by one at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import pytest

from maskerad.web.workspace.store.turns import Turns


def test_who_came_first_is_let_in_first_and_who_comes_again_waits() -> None:
    turns, order = Turns(), list[int]()

    def take(number: int) -> None:
        with turns:
            order.append(number)

    threads = [Thread(target=take, args=(number,)) for number in range(8)]
    with turns:
        for n_before, thread in enumerate(threads):
            thread.start()
            while turns.n_waiting <= n_before:
                pass
    take(8)  # at once, while the others still wake up
    for thread in threads:
        thread.join()
    assert order == [*range(9)]
    assert turns.n_waiting == 0


def test_one_at_a_time_is_in_and_an_error_gives_the_turn_back() -> None:
    turns, inside, most = Turns(), list[int](), list[int]()

    def work(number: int) -> None:
        for _ in range(200):
            with turns:
                inside.append(number)
                most.append(len(inside))
                inside.pop()

    with pytest.raises(RuntimeError), turns:
        raise RuntimeError
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    assert set(most) == {1} and len(most) == 1200
