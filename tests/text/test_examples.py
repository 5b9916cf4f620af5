"""The examples in the docstrings of the room do what they say."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "characters",
    "cues",
    "language_id",
    "language_model",
    "line_shapes",
    "markup",
    "sections",
    "sentences",
    "views",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    result = doctest.testmod(import_module(f"maskerad.text.{name}"))
    assert result.failed == 0
