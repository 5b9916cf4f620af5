"""One place where torch is set up: one thread, fixed seeds."""

from __future__ import annotations


def prepare(seed: int, n_threads: int = 1) -> None:
    """Sets threads and seed. More threads than free cores make training many times slower, so one is the default."""
    import torch

    torch.set_num_threads(n_threads)
    torch.manual_seed(seed)
