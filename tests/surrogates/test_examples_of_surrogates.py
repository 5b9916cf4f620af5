"""The examples in the docstrings of the ground floor do what they say."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import maskerad.surrogates

MODULES = [module.name for module in pkgutil.iter_modules(maskerad.surrogates.__path__) if not module.ispkg]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(f"maskerad.surrogates.{name}")).failed == 0
