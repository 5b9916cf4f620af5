"""A label scheme of the user's own: a TOML file, checked line by line, since a wrong map mislabels in silence.

    title = "Our ward's labels"            may be left out, as may source
    [labels]
    PAT  = "PATIENT"                       what the label is in the core scheme; "" for no identifier
    DOC  = { core = "CLINICIAN", text = "staff", takes = ["PERSON"], parent = "WHO" }

``takes`` names the core labels that become this label on output, beside the one that it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from maskerad.core.errors import ConfigError, FormatError, LabelError, MissingError, did_you_mean
from maskerad.core.label_scheme import CORE, LabelScheme, parse_scheme, shipped_scheme

KEYS = ("title", "source", "labels")
LABEL_KEYS = ("core", "text", "takes", "parent")


def read_scheme(path: Path) -> LabelScheme:
    """Reads a scheme; its name is the path.

    Raises:
        MissingError: If there is no such file.
        FormatError: If it is not TOML in UTF-8; names the line.
        ConfigError: If a key, a label, a parent or a core label is not allowed; names it.
    """
    where = f"label scheme {path}"
    if not path.is_file():
        raise MissingError(f"{where}: no such file")
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise FormatError(f"{where}: not UTF-8 at byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"{where}: not TOML: {error}") from None
    _check_keys(where, data, KEYS)
    table = data.get("labels")
    if not isinstance(table, dict) or not table:
        raise ConfigError(f"{where}: needs a table [labels] with at least one label")
    labels = {label: _entry(f"{where}, label {label!r}", label, value) for label, value in table.items()}
    _check_parents(where, labels)
    whole = {"title": _text(where, data, "title", path.stem), "source": _text(where, data, "source", str(path))}
    try:
        return parse_scheme(str(path), whole | {"labels": labels})
    except LabelError as error:
        raise ConfigError(f"{where}: {error.args[0]}") from None


def _entry(where: str, label: str, value: object) -> dict[str, object]:
    """What is said of one label, completed."""
    entry = {"core": value} if isinstance(value, str) else value
    if not isinstance(entry, dict):
        raise ConfigError(f'{where}: write {label} = "CORE LABEL", or a table of {", ".join(LABEL_KEYS)}')
    _check_keys(where, entry, LABEL_KEYS)
    if not label or label != label.strip():
        raise ConfigError(f"{where}: a label is not empty and has no blanks at its ends")
    if "core" not in entry:
        raise ConfigError(f'{where}: core must say what it is in the core scheme; "" for no identifier')
    core = _text(where, entry, "core", "")
    takes = entry.get("takes", [])
    if not isinstance(takes, list) or not all(isinstance(label, str) for label in takes):
        raise ConfigError(f"{where}: takes must be an array of core labels")
    for one in (*takes, *([core] if core else [])):
        _check_core(where, one)
    parent = {"parent": _text(where, entry, "parent", "")} if "parent" in entry else {}
    return {"core": core, "text": _text(where, entry, "text", ""), "takes": takes, **parent}


def _check_core(where: str, label: str) -> None:
    known = shipped_scheme(CORE).labels
    if label not in known:
        raise ConfigError(f"{where}: {label!r} is no core label{did_you_mean(label, known)}; known: {', '.join(known)}")


def _check_keys(where: str, table: Mapping[str, object], allowed: tuple[str, ...]) -> None:
    for key in table:
        if key not in allowed:
            raise ConfigError(f"{where}: unknown key {key!r}{did_you_mean(key, allowed)}; known: {', '.join(allowed)}")


def _check_parents(where: str, labels: Mapping[str, Mapping[str, object]]) -> None:
    for label, entry in labels.items():
        lineage = [label]
        while "parent" in entry:
            parent = str(entry["parent"])
            if parent not in labels:
                raise ConfigError(
                    f"{where}, label {label!r}: parent {parent!r} is no label{did_you_mean(parent, labels)}"
                )
            if parent in lineage:
                raise ConfigError(f"{where}, label {label!r}: is its own ancestor")
            lineage.append(parent)
            entry = labels[parent]


def _text(where: str, table: Mapping[str, object], key: str, default: str) -> str:
    value = table.get(key, default)
    if not isinstance(value, str):
        raise ConfigError(f"{where}: {key} must be a text")
    return value
