"""What can be done to the folder of a model: by accident, or by somebody who also writes fitting hashes."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

from maskerad.recognisers.model_folder import CARD_FILE, README_FILE, seal_of

Change = Callable[[Path], object]


class Trap:
    """Makes a file when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("unpickled",)


def _bytes(change: Callable[[bytes], bytes]) -> Change:
    return lambda file: file.write_bytes(change(file.read_bytes()))


def _to_directory(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _to_link(file: Path) -> None:
    kept = file.with_name(f"kept-{file.name}")
    file.rename(kept)
    file.symlink_to("nowhere")


def _to_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def _flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0x10]) + content[middle + 1 :] if content else b"\x01"


TO_A_FILE: dict[str, Change] = {
    "removed": Path.unlink,
    "emptied": _bytes(lambda content: b""),
    "cut": _bytes(lambda content: content[: len(content) * 2 // 3]),
    "one bit": _bytes(_flipped),
    "longer": _bytes(lambda content: content + b"\x00" * 9),
    "noise": _bytes(lambda content: hashlib.shake_128(content).digest(max(64, len(content)))),
    "a pickle": _bytes(lambda content: pickle.dumps(Trap())),
    "JSON of another kind": _bytes(lambda content: b'[1, {"a": null}]'),
    "deep JSON": _bytes(lambda content: b"[" * 100_000),
    "a folder": _to_directory,
    "a link to nowhere": _to_link,
    "a pipe": _to_pipe,
}

TO_THE_CARD: dict[str, dict[str, object]] = {
    "another format": {"format": 99},
    "a format that is none": {"format": [1]},
    "another kind": {"kind": "pickle.v1"},
    "kind of another model": {"kind": "transformer.v1"},
    "another tokeniser": {"tokeniser": "pieces.v9"},
    "another language": {"languages": ["ja"]},
    "no language": {"languages": []},
    "languages that are none": {"languages": [{"a": 1}, None]},
    "another scheme": {"scheme": "nowhere"},
    "a scheme that is a path": {"scheme": "../../core"},
    "no labels": {"labels": {}},
    "labels of another type": {"labels": {"PATIENT": ["PATIENT"]}},
    "unknown labels": {"labels": {"HERO": "HERO"}},
    "another code": {"code": "BILOU"},
    "features of another type": {"features": {"name": 1, "groups": {"x": "y"}, "members": {"a": 1}}},
    "no features": {"features": {}},
    "no files": {"files": {}},
    "a path out of the folder": {"files": {"../../gold.jsonl": ""}},
    "a path from the root": {"files": {"/etc/hostname": ""}},
    "hashes of another type": {"files": {"weights.safetensors": 3}},
    "recognisers that do not run": {"beside": ["pickle.v9"]},
    "recognisers of another type": {"beside": [1, {}]},
    "a key too many": {"extra": 1},
}


def files_of(folder: Path) -> Iterator[Path]:
    """Files of a model folder and of the models in it, but what is only for people."""
    yield from (file for file in sorted(folder.rglob("*")) if file.is_file() and file.name != README_FILE)


def change_card(folder: Path, values: dict[str, object]) -> None:
    """Writes other values into the card of a folder, and the seal that fits."""
    path = folder / CARD_FILE
    write_sealed(path, json.loads(path.read_bytes()) | values)


def write_sealed(path: Path, card: dict[str, object]) -> None:
    """Writes a card with a seal that fits, so that what it says is judged and not that it was changed."""
    path.write_text(json.dumps(card | {"seal": seal_of(card)}), encoding="utf-8")


def reseal(folder: Path) -> None:
    """Writes fitting hashes into the cards of a folder, the innermost first."""
    for card in sorted(folder.rglob(CARD_FILE), key=lambda card: -len(card.parts)):
        inner = card.parent
        if not card.is_file():
            continue
        try:
            table = json.loads(card.read_bytes())
            table["files"] = {name: _hash(inner / name) for name in table["files"]}
            members = table["features"].get("members")
            if isinstance(members, dict):
                table["features"]["members"] = {name: _hash(inner / "members" / name / CARD_FILE) for name in members}
        except (ValueError, TypeError, KeyError, RecursionError):
            continue  # this card is what was changed
        write_sealed(card, table)


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes() if path.is_file() else b"").hexdigest()
