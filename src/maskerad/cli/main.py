"""The ``maskerad`` command: one sub-command a task.

Exit status: 0 when all went well and nothing was quarantined, 1 when something was, 2 for a wrong call or input,
130 when interrupted.
"""

from __future__ import annotations

import sys

import typer

from maskerad.cli import evaluating, projects, running, showing
from maskerad.cli.console import error_console
from maskerad.core.errors import MaskeradError

app = typer.Typer(
    name="maskerad",
    help="Finds the people in free text and gives them other faces. Offline, in eight languages.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("init")(projects.init)
app.command("deidentify")(running.deidentify)
app.command("detect")(running.detect)
app.command("explain")(showing.explain)
app.command("convert")(running.convert)
app.command("evaluate")(evaluating.evaluate)
app.command("languages")(showing.languages)
app.command("labels")(showing.labels)
app.command("demo")(projects.demo)


def run() -> None:
    """Entry point. Errors that we raise on purpose become one line; none of them holds text of a record."""
    try:
        app(standalone_mode=False)
    except typer.Exit as stop:
        sys.exit(stop.exit_code)
    except typer.Abort:
        sys.exit(_stopped())
    except KeyboardInterrupt:
        sys.exit(_stopped())
    except MaskeradError as error:
        error_console().print(f"error: {error}", style="bold red", markup=False, highlight=False)
        sys.exit(2)
    except OSError as error:
        message = f"error: {error.strerror or type(error).__name__}: {error.filename or 'a file'}"
        error_console().print(message, style="bold red", markup=False, highlight=False)
        sys.exit(2)
    except typer_usage_errors() as error:
        error.show()
        sys.exit(2)


def _stopped() -> int:
    error_console().print("stopped: nothing was written", style="bold red")
    return 130


def typer_usage_errors() -> type[Exception]:
    """The exception of wrong calls, of the click that typer uses."""
    import click

    return click.ClickException
