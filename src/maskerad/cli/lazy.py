"""Commands that are loaded when they are called: to list them, or to run one, asks for no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from maskerad.cli.command import listening
from maskerad.core.signals import undisturbed


@dataclass(frozen=True, slots=True)
class Entry:
    """A command, or a group of them, by what is known of it before it is loaded.

    Attributes:
        place: Where it is, as ``module:name``: a function, or a Typer application.
        help: What it does: the first paragraph of its own help.
        kind: Class of a command; of a group, none.
    """

    place: str
    help: str
    kind: type[TyperCommand] | None = None

    def loaded(self, name: str) -> Any:
        """The command itself, under a name."""
        module, _, attribute = self.place.partition(":")
        with undisturbed():  # who imports might swallow an interrupt
            what = getattr(import_module(module), attribute)
        if isinstance(what, typer.Typer):
            listening(what)
            command: Any = get_group(what)
        else:
            alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
            alone.command(name, cls=self.kind)(what)
            listening(alone)
            command = get_command(alone)
        command.name = name
        return command


class Commands(Mapping[str, Any]):
    """Commands by name, each loaded when it is asked for."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = entries
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = self._entries[name].loaded(name)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


class LazyGroup(TyperGroup):
    """A group of such commands; who makes one states its entries, in the order of the help."""

    entries: ClassVar[Mapping[str, Entry]] = {}

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands: Any = Commands(self.entries)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help, for which nothing is loaded."""
        listed = copy(self)
        listed.commands = {name: TyperCommand(name, help=entry.help) for name, entry in self.entries.items()}
        super(LazyGroup, listed).format_help(ctx, formatter)
