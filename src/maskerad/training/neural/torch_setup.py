"""One place where torch is set up: one thread, fixed seeds, and a clear error when it is missing."""

from __future__ import annotations

from importlib.util import find_spec

from maskerad.core.errors import ExtraError


def require_torch(what: str) -> None:
    """Checks that torch is there before anything else is done.

    Raises:
        ExtraError: If it is not installed.
    """
    if find_spec("torch") is None:
        raise ExtraError("train", what)


def prepare(seed: int, n_threads: int = 1) -> None:
    """Sets threads and seed. More threads than free cores make training many times slower, so one is the default."""
    import torch

    torch.set_num_threads(n_threads)
    torch.manual_seed(seed)
