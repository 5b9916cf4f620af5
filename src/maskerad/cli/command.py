"""What every command understands: -q and -v, and --json where there is a summary."""

from __future__ import annotations

from typing import Any

from typer import Typer
from typer.core import TyperCommand, TyperOption

from maskerad.cli.output.console import manner

QUIET, VERBOSE, JSON = "is_quiet", "is_verbose", "is_json"


class Command(TyperCommand):
    """A command that can be told to say less or more."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its own options and those of all commands."""
        return [
            *super().get_params(ctx),
            _option(QUIET, ["-q", "--quiet"], "Say nothing but errors."),
            _option(VERBOSE, ["-v", "--verbose"], "Also say what is done and how long it takes."),
        ]


class SummaryCommand(Command):
    """A command whose summary a program may read."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its own options and those of all commands with a summary."""
        return [*super().get_params(ctx), _option(JSON, ["--json"], "The summary as JSON, on standard output.")]


def listening(app: Typer) -> None:
    """Lets all commands of an application, and of those below it, hear the options of all commands."""
    for command in app.registered_commands:
        if command.cls is TyperCommand or command.cls is None:
            command.cls = Command
    for group in app.registered_groups:
        if group.typer_instance is not None:
            listening(group.typer_instance)


def _option(field: str, names: list[str], text: str) -> TyperOption:
    def take(context: object, parameter: object, value: bool) -> None:
        setattr(manner, field, value)

    return TyperOption(
        param_decls=[*names, f"{field}_asked"],
        type=bool,
        is_flag=True,
        default=False,
        expose_value=False,
        is_eager=True,
        callback=take,
        help=text,
    )
