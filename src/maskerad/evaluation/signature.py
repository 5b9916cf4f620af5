"""How a figure was measured, in one short line that stands beside it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from maskerad.evaluation.pairs import Pair

PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Signature:
    """What a figure depends on. Two figures compare only if their signatures say the same.

    Attributes:
        matching: What counts as right.
        averaging: How documents and labels were put together.
        scheme: The label scheme that was scored in, "any" where labels do not count.
        corpus: Fingerprint of texts and gold spans.
        n_documents: Number of documents.
        n_mentions: Number of gold mentions.
        version: Version of Maskerad with a hash of its code, lists and models (``signed_version``).

    Example:
        >>> str(Signature("exact", "micro", "core", "1f2e3d4c5b6a", 34, 628, "0.1.0-9a8b7c6d"))
        'exact+micro|core|1f2e3d4c5b6a|34d|628m|maskerad-0.1.0-9a8b7c6d'
    """

    matching: str
    averaging: str
    scheme: str
    corpus: str
    n_documents: int
    n_mentions: int
    version: str

    def __str__(self) -> str:
        how = f"{self.matching}+{self.averaging}"
        size = f"{self.n_documents}d|{self.n_mentions}m"
        return f"{how}|{self.scheme}|{self.corpus}|{size}|maskerad-{self.version}"

    def of(self, matching: str, averaging: str = "micro") -> Signature:
        """The same corpus and scheme, measured in another way."""
        return replace(self, matching=matching, averaging=averaging)

    def within(self, scheme: str) -> Signature:
        """The same measure in the labels of another scheme."""
        return replace(self, scheme=scheme)

    def label_blind(self) -> Signature:
        """The same measure where labels do not count."""
        return self.within("any")


class Fingerprint:
    """Twelve hexadecimal digits of all texts and gold spans; the order of the documents does not matter."""

    def __init__(self) -> None:
        self._digests: list[bytes] = []

    def add(self, pair: Pair) -> None:
        """Takes in one document."""
        spans = sorted((span.start, span.end, span.label) for span in pair.gold)
        content = json.dumps([pair.record, pair.document, pair.text, spans])
        self._digests.append(hashlib.sha256(content.encode()).digest())

    def __str__(self) -> str:
        return hashlib.sha256(b"".join(sorted(self._digests))).hexdigest()[:12]


@cache
def signed_version() -> str:
    """The version, and eight hexadecimal digits of everything that is installed with it: lists count too."""
    digest = hashlib.sha256()
    for file in sorted(path for path in PACKAGE.rglob("*") if path.is_file() and path.parent.name != "__pycache__"):
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\n")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return f"{installed_version()}-{digest.hexdigest()[:8]}"


def installed_version() -> str:
    """Version of the installed package, "unknown" when it runs from bare files."""
    try:
        return version("maskerad")
    except PackageNotFoundError:
        return "unknown"
