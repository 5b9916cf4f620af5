"""The nouns of every room: they cannot be changed, and their ``repr`` shows no text of a record."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property

import pytest

ROOMS = ("core", "names", "linking", "pipeline", "surrogates", "vault", "evaluation")
GATHERED = {"Written", "Wanted"}  # what is told of somebody, mention by mention; a new persona, pool by pool
# Fields of words that no record wrote: ids, labels, what settings and packs say.
SHOWN = {
    "id",
    "label",
    "language",
    "record",
    "date",
    "role",
    "kind",
    "person",
    "document",
    "documents",
    "stage",
    "code",
    "reason",
    "refused",
    "recogniser",
    "rule",
    "evidence",
    "entity",
    "entities",
    "gender",
    "kinship",
    "kin_of",
    "scheme",
    "name",
    "title",
    "source",
    "target",
    "labels",
    "parents",
    "to_core",
    "from_core",
    "between",
    "form",
    "candidates",
    "told",
    "places",
    "column",
    "beside",
    "project",
    "foreign",
    "recognisers",
    "models",
    "scopes",
    "chosen",
    "codec",
    "project_file",
    "chain",
    "languages",
    "extent",
    "text",
    "settings",
    "public_holidays",
    "shift",
}


def nouns(*rooms: str) -> list[type]:
    return [noun for room in rooms for noun in nouns_of(room)]


def nouns_of(room: str) -> Iterator[type]:
    package = importlib.import_module(f"maskerad.{room}")
    modules = [one.name for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    for module in map(importlib.import_module, (package.__name__, *modules)):
        own = (one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == module.__name__)
        yield from filter(is_dataclass, own)


def test_there_are_enough_of_them() -> None:
    assert len(nouns(*ROOMS)) >= 100


@pytest.mark.parametrize("noun", nouns(*ROOMS), ids=lambda noun: noun.__qualname__)
def test_a_noun_is_frozen_and_holds_nothing_else(noun: type) -> None:
    assert noun.__dataclass_params__.frozen != (noun.__name__ in GATHERED)
    is_worked_out = any(isinstance(one, cached_property) for one in vars(noun).values())
    assert "__slots__" in vars(noun) or is_worked_out


@pytest.mark.parametrize("noun", nouns("core", "names", "linking", "pipeline"), ids=lambda noun: noun.__qualname__)
def test_its_repr_shows_no_text_of_a_record(noun: type) -> None:
    has_repr = noun.__dataclass_params__.repr
    written = {
        one.name for one in fields(noun) if has_repr and one.repr and ("str" in one.type or "object" in one.type)
    }
    assert written <= SHOWN
