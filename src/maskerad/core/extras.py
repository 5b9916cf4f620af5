"""Optional parts: which packages each needs, so that a missing one is told before any work begins."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from maskerad.core.errors import ExtraError

JAPANESE, DOCUMENTS, HOLIDAYS, VAULT, CRF, NEURAL, TRAIN, TRANSFORMER, WORKSPACE, SERVICE, SPARK, SQL = (
    "ja",
    "documents",
    "holidays",
    "vault",
    "crf",
    "neural",
    "train",
    "transformer",
    "workspace",
    "service",
    "spark",
    "sql",
)
MODULES: Mapping[str, tuple[str, ...]] = {
    JAPANESE: ("sudachipy", "sudachidict_core"),
    DOCUMENTS: ("docx",),
    HOLIDAYS: ("holidays",),
    VAULT: ("cryptography",),
    CRF: ("pycrfsuite", "simplemma"),
    NEURAL: ("threadpoolctl",),
    TRAIN: ("torch", "safetensors", "threadpoolctl"),
    SPARK: ("pyspark", "pandas"),
    SQL: ("sqlalchemy",),
    SERVICE: ("fastapi", "uvicorn", "prometheus_client", "httpx"),
    TRANSFORMER: ("transformers", "torch", "safetensors", "threadpoolctl"),
    WORKSPACE: ("fastapi", "uvicorn", "sqlalchemy", "alembic", "jinja2", "argon2", "python_multipart"),
}


def is_installed(extra: str) -> bool:
    """Whether every package of an optional part is there."""
    return all(find_spec(module) is not None for module in MODULES[extra])


def require(extra: str, what: str) -> None:
    """Refuses work that needs a part which is not installed.

    Args:
        extra: The part.
        what: What needs it, for the message.

    Raises:
        ExtraError: If it is not installed.
    """
    if not is_installed(extra):
        raise ExtraError(extra, what)
