"""Optional parts: what each is asked for is what its installation brings."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from maskerad.core.extras import MODULES

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = re.compile(r"[A-Za-z0-9._-]+")


def brought(requirements: list[str]) -> set[str]:
    """The names of the packages that requirements ask for, those of other parts of the program among them."""
    names: set[str] = set()
    for one in requirements:
        if part := re.match(r"maskerad\[(.+)\]", one):
            for other in part[1].split(","):
                names |= brought(PROJECT["optional-dependencies"][other])
        else:
            names.add(NAME.match(one)[0].lower().replace("_", "-"))
    return names


@pytest.mark.parametrize("extra", MODULES)
def test_what_a_part_is_asked_for_comes_with_it(extra: str) -> None:
    installed = packages_distributions()
    names = brought([*PROJECT["dependencies"], *PROJECT["optional-dependencies"][extra]])
    for module in MODULES[extra]:
        distributions = {name.lower().replace("_", "-") for name in installed.get(module, [])}
        assert not distributions or distributions & names, f"{module} is asked for, and no requirement of {extra}"
