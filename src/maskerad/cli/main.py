"""The ``maskerad`` command: one sub-command a task.

Exit status: 0 when all went well and nothing was quarantined, 1 when something was, 2 for a wrong call or input,
130 when interrupted, 143 when terminated.
"""

from __future__ import annotations

import signal
import sys
from typing import Any

import typer

from maskerad.cli import (
    auditing,
    blind,
    comparing,
    evaluating,
    experimenting,
    hybrid_training,
    keys,
    neural_training,
    projects,
    running,
    showing,
    training,
    vaults,
)
from maskerad.cli.console import error_console
from maskerad.core.errors import MaskeradError

# The root of the errors for wrong calls: click's, or that of the click inside typer, whichever it uses.
_USAGE_ERROR: Any = next(kind for kind in reversed(typer.BadParameter.__mro__) if hasattr(kind, "show"))

_INTERRUPTED = 130  # what typer makes of an interrupt

app = typer.Typer(
    name="maskerad",
    help="Finds the people in free text and gives them other faces. Offline, in eight languages.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
experimenting.app.add_typer(blind.app, name="blind")
app.command("init")(projects.init)
app.command("deidentify")(running.deidentify)
app.command("reidentify")(vaults.reidentify)
app.command("show")(running.show)
app.command("detect")(running.detect)
app.command("explain")(showing.explain)
app.command("convert")(running.convert)
app.command("evaluate")(evaluating.evaluate)
app.command("agreement")(comparing.agreement)
app.command("compare")(comparing.compare)
app.command("audit")(auditing.audit)
app.command("split")(training.split)
training.train_app.command("charlm")(neural_training.charlm)
training.train_app.command("bilstm")(neural_training.bilstm)
training.train_app.command("transformer")(neural_training.transformer)
training.train_app.command("hybrid")(hybrid_training.hybrid)
app.add_typer(training.train_app, name="train")
app.command("languages")(showing.languages)
app.command("labels")(showing.labels)
app.command("demo")(projects.demo)
app.add_typer(experimenting.app, name="experiment")
app.add_typer(keys.app, name="key")
app.add_typer(vaults.app, name="vault")


def run() -> None:
    """Entry point. Errors that we raise on purpose become one line; none of them holds text of a record."""
    signal.signal(signal.SIGTERM, _terminated)
    try:
        status = app(standalone_mode=False) or 0  # click returns the status of typer.Exit here
        sys.exit(_stopped() if status == _INTERRUPTED else status)
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
    except _USAGE_ERROR as error:
        error.show()
        sys.exit(2)


def _terminated(number: int, frame: object) -> None:
    """Leaves in good order, so that what was begun is removed."""
    sys.exit(128 + number)


def _stopped() -> int:
    error_console().print("stopped: no output was written", style="bold red")
    return _INTERRUPTED
