"""Rooms that open late offer what they say, and load nothing before it is asked for."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize("room", ["maskerad.corpora", "maskerad.surrogates"])
def test_all_that_a_room_offers_is_there(room: str) -> None:
    module = import_module(room)
    assert module.__all__
    assert all(getattr(module, name) is not None for name in module.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = module.nothing


def test_keys_are_made_without_the_families_of_surrogates() -> None:
    code = "import sys; from maskerad.surrogates import make_key; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "maskerad.core.keyed" in loaded
    assert "maskerad.surrogates.registry" not in loaded
