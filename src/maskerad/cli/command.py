"""What every command understands: -q and -v, and --json where there is a summary; before its name or behind it."""

from __future__ import annotations

from typing import Any

from typer import Typer
from typer.core import TyperCommand, TyperOption

from maskerad.cli.output.console import manner
from maskerad.core.errors import ConfigError

QUIET, VERBOSE, JSON = "is_quiet", "is_verbose", "is_json"


class Command(TyperCommand):
    """A command that can be told to say less or more."""

    has_summary = False

    def get_params(self, ctx: Any) -> list[Any]:
        """Its own options and those of all commands."""
        return [*super().get_params(ctx), *manner_options(has_summary=self.has_summary)]

    def invoke(self, ctx: Any) -> Any:
        """Runs it.

        Raises:
            ConfigError: If its summary was asked for, and it has none.
        """
        if manner.is_json and not self.has_summary:
            raise ConfigError(f"--json before the command: {ctx.command_path} has no summary")
        return super().invoke(ctx)


class SummaryCommand(Command):
    """A command whose summary a program may read."""

    has_summary = True


def manner_options(*, has_summary: bool) -> list[TyperOption]:
    """The options that say how a command speaks."""
    options = [
        _option(QUIET, ["-q", "--quiet"], "Say nothing but errors."),
        _option(VERBOSE, ["-v", "--verbose"], "Also say what is done and how long it takes."),
    ]
    return [*options, _option(JSON, ["--json"], "The summary as JSON, on standard output.")] if has_summary else options


def listening(app: Typer) -> None:
    """Lets all commands of an application, and of those below it, hear the options of all commands."""
    for command in app.registered_commands:
        if command.cls is TyperCommand or command.cls is None:
            command.cls = Command
    for group in app.registered_groups:
        if group.typer_instance is not None:
            listening(group.typer_instance)


def _option(field: str, names: list[str], text: str) -> TyperOption:
    def take(context: Any, parameter: object, value: bool) -> None:
        if value or context.parent is None:  # a command leaves what was said before its name
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
