"""Limits of a record: what a project may say, and what is refused."""

from __future__ import annotations

import pytest

from maskerad.core.errors import ConfigError
from maskerad.pipeline.configuration.limits import Limits, limits_from_table


def test_what_is_not_said_is_the_default() -> None:
    assert limits_from_table({}) == Limits() == Limits(10_000_000, 600.0, 0)
    assert limits_from_table({"seconds": 1.5}) == Limits(10_000_000, 1.5, 0)
    assert limits_from_table({"characters": 0, "memory_mib": 512, "seconds": 2}) == Limits(0, 2, 512)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"characters": 1.5}, "limit characters: must be a whole number"),
        ({"memory_mib": "512"}, "limit memory_mib: must be a whole number"),
        ({"seconds": "ten"}, "limit seconds: must be a number"),
        ({"seconds": True}, "limit seconds: must be a number"),
        ({"characters": False}, "limit characters: must be a whole number"),
        ({"seconds": -1}, "limit seconds: must be 0 (none) or more"),
        ({"characters": -1}, "limit characters: must be 0 (none) or more"),
        ({"memory_mib": -5}, "limit memory_mib: must be 0 (none) or more"),
    ],
)
def test_what_is_no_limit_is_refused(table: dict[str, object], says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        limits_from_table(table)
    assert says in str(caught.value)
