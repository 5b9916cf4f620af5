"""Matrix products on one thread.

The products here are small; with a thread a core, threads wait for one another, and on a busy machine they wait for
processes that are not ours: fifty times slower than one thread was seen.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache
from typing import TYPE_CHECKING

from maskerad.core.errors import ExtraError

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController


def one_thread() -> AbstractContextManager[object]:
    """While it is open, numpy multiplies on one thread.

    Raises:
        ExtraError: If threadpoolctl is not installed.
    """
    limited: AbstractContextManager[object] = _controller().limit(limits=1)
    return limited


@lru_cache(maxsize=1)
def _controller() -> ThreadpoolController:
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        raise ExtraError("neural", "running a neural model") from None
    return ThreadpoolController()
