"""What may stand in the TOML files of packs and projects: ``shape.toml``, and the one check against it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path

import regex

from maskerad.core import load_scheme
from maskerad.core.errors import did_you_mean
from maskerad.languages.toml_file import Key, Problem, TomlFile

SHAPE = Path(__file__).with_name("shape.toml")
ANY_KEY, LABEL_KEY = "*", "LABEL"
CONFIG = "config"
OF_FILE = {"pack.toml": CONFIG, "surrogates.toml": CONFIG, "linking.toml": CONFIG} | {
    f"{name}.toml": name for name in ("places", "sections", "numbers", "seams", "veto")
}


@cache
def shape_of(kind: str) -> Mapping[str, object]:
    """What may stand in a kind of file: project, rules, config, places, sections, numbers, seams, veto."""
    shape: Mapping[str, object] = tomllib.loads(SHAPE.read_text(encoding="utf-8"))[kind]
    return shape


def shape_problems(file: TomlFile, kind: str) -> list[Problem]:
    """Every key that is not known, and every value that is not of its type."""
    return [file.problem(key, what) for key, what in _table(file.table, shape_of(kind), ())]


def _table(table: Mapping[str, object], shape: Mapping[str, object], at: Key) -> Iterator[tuple[Key, str]]:
    for name, value in table.items():
        if LABEL_KEY in shape and not _is_label(name):
            yield (*at, name), f"unknown label{did_you_mean(name, load_scheme('core').labels)}"
        elif expected := shape.get(name) or shape.get(ANY_KEY) or shape.get(LABEL_KEY):
            yield from _value(value, expected, (*at, name))
        else:
            yield (*at, name), f"unknown key{did_you_mean(name, shape)}; known: {', '.join(sorted(shape))}"


def _value(value: object, expected: object, at: Key) -> Iterator[tuple[Key, str]]:
    if isinstance(expected, Mapping):
        if isinstance(value, Mapping):
            yield from _table(value, expected, at)
        else:
            yield at, "must be a table"
    elif isinstance(expected, list):
        if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
            yield at, f"must be an array of tables: [[{at[-1]}]]"
        else:
            for number, item in enumerate(value):
                yield from _table(item, expected[0], (*at, number))
    else:
        yield from ((at, what) for what in _typed(value, str(expected)))


def _typed(value: object, expected: str) -> Iterator[str]:
    """What is wrong with a value, by the name of its type."""
    if expected.startswith("= "):
        choices = expected.removeprefix("= ").split(", ")
        if value not in choices:
            yield f"must be one of {', '.join(choices)}{did_you_mean(str(value), choices)}"
    elif not any(_TYPES[name][0](value) for name in expected.split(" or ")):
        yield f"must be {' or '.join(_TYPES[name][1] for name in expected.split(' or '))}"
    elif expected == "label" and not _is_label(value):
        labels = load_scheme("core").labels
        yield f"unknown label {value!r}{did_you_mean(str(value), labels)}; known: {', '.join(sorted(labels))}"
    elif expected == "pattern":
        try:
            regex.compile(str(value), regex.VERBOSE)
        except regex.error as error:
            yield f"not a regular expression: {error}"


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and _is_number(value) and 0 < value <= 1


def _is_label(value: object) -> bool:
    return value in load_scheme("core").labels


_TYPES: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "text": (_is_text, "a text"),
    "label": (_is_text, "a text"),
    "pattern": (_is_text, "a text"),
    "texts": (_are_texts, "an array of texts"),
    "lists": (lambda value: isinstance(value, list) and all(map(_are_texts, value)), "an array of arrays of texts"),
    "tables": (
        lambda value: isinstance(value, list) and all(isinstance(item, Mapping) for item in value),
        "an array of tables",
    ),
    "table": (lambda value: isinstance(value, Mapping), "a table"),
    "number": (_is_number, "a number"),
    "share": (_is_share, "a number above 0 and at most 1"),
    "flag": (lambda value: isinstance(value, bool), "true or false"),
    "date": (lambda value: isinstance(value, date), "a date"),
}
