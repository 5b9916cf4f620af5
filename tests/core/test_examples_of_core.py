"""The examples in the docstrings of the room do what they say."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import maskerad.core


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(maskerad.core.__path__)])
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(f"maskerad.core.{name}")).failed == 0
