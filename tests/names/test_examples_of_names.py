"""The examples in the modules of names print what they say."""

import doctest
from importlib import import_module

import pytest

MODULES = ("likeness", "name", "readings", "short_names", "sounds", "transcription")


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    tried = doctest.testmod(import_module(f"maskerad.names.{name}"))
    assert tried.attempted > 0 and tried.failed == 0
