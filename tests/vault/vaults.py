"""Documents, releases and vaults for the tests; run as a program, keeps or rotates until it is killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from maskerad.core import Document, Record, Released, Span, SpanSet
from maskerad.pipeline.rewrite import rewrite
from maskerad.surrogates import make_key, read_key
from maskerad.vault import Restored, Vault, rotate


def released(
    text: str, pieces: Sequence[tuple[int, int, str]], name: str = "d", record: str = "r"
) -> tuple[Record, Released]:
    """A record of one document, and its release with the pieces replaced."""
    document = Document(name, text, record=record)
    spans = SpanSet.of(Span(start, end, "OTHER_PHI") for start, end, _ in pieces)
    return Record(record, (document,)), rewrite(document, spans, [new for _, _, new in pieces])


def numbered(number: int) -> tuple[Record, Released]:
    """Document ``number`` of many."""
    return released(f"Quorra Zzyzx nr {number}", [(0, 6, "Eva"), (7, 12, "Berg")], f"d{number}", f"r{number}")


def restored(vault: Vault, one: Released, record: str = "r") -> object:
    """What the vault gives back for a release."""
    answer = vault.give_back(record, [Document(one.document, one.text)], "A. Steward", "a test")[0]
    return answer.text if isinstance(answer, Restored) else answer


def make_vault(folder: Path) -> tuple[Path, Path]:
    """An empty vault and its key file."""
    key = folder / "vault.key"
    make_key(key)
    Vault.make(folder / "v.vault", read_key(key)).close()
    return folder / "v.vault", key


def keep_until_killed(path: Path, key: Path, first: int) -> None:
    vault = Vault.make(path, read_key(key))
    for number in range(first, first + 100_000):
        record, one = numbered(number)
        vault.keep(record, [one])
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


def keep(path: Path, key: Path, first: int, n: int) -> None:
    vault = Vault.make(path, read_key(key))
    for number in range(first, first + n):
        record, one = numbered(number)
        vault.keep(record, [one])


def rotate_and_die(path: Path, key: Path, call: str, after: int) -> None:
    """Rotates, and is killed at the ``after``-th call of a function."""
    from maskerad.vault import rotation, sealing

    places = {"seal": (sealing.Sealer, "seal"), "exchange": (rotation, "_exchange"), "make_key": (rotation, "make_key")}
    where, name = places[call]
    real, n_calls = getattr(where, name), 0

    def counted(*arguments: object) -> object:
        nonlocal n_calls
        n_calls += 1
        if n_calls > after:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments)

    setattr(where, name, counted)
    rotate(path, key, "A. Steward", "a test")


if __name__ == "__main__":
    action, path, key, *rest = sys.argv[1:]
    if action == "until_killed":
        keep_until_killed(Path(path), Path(key), int(rest[0]))
    elif action == "keep":
        keep(Path(path), Path(key), int(rest[0]), int(rest[1]))
    else:
        rotate_and_die(Path(path), Path(key), rest[0], int(rest[1]))
