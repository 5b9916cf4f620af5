"""The ``maskerad`` command: one sub-command a task.

Exit status: 0 when everything that was found went out, 1 when something was quarantined or not read, 2 for wrong use
(an option, a setting, a file that is not what it is said to be), 3 when the run failed (a full disk, a broken vault, a
fault of the program), 130 when interrupted, 143 when terminated. With 2 and above there is no output.
"""

from __future__ import annotations

import signal
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any

import typer

from maskerad.cli import (
    auditing,
    blind,
    checking,
    comparing,
    evaluating,
    experimenting,
    hybrid_training,
    keys,
    neural_training,
    preselecting,
    projects,
    quarantine,
    running,
    serving,
    showing,
    training,
    vaults,
    watching,
    workspace,
)
from maskerad.cli.command import SummaryCommand, listening
from maskerad.cli.console import fail
from maskerad.core.errors import MaskeradError, ReleaseError, RunError, VaultError, VaultKeyError

# The root of the errors for wrong calls: click's, or that of the click inside typer, whichever it uses.
_USAGE_ERROR: Any = next(kind for kind in reversed(typer.BadParameter.__mro__) if hasattr(kind, "show"))

_WRONG_USE, _FAILED = 2, 3
_INTERRUPTED = 130  # what typer makes of an interrupt

app = typer.Typer(
    name="maskerad",
    epilog="Exit status: 0 all went out; 1 something was quarantined or not read; 2 wrong use; 3 failed; "
    "130 interrupted; 143 terminated.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version  # slow to import, and mostly not needed

        typer.echo(f"maskerad {version('maskerad')}")
        raise typer.Exit


@app.callback()
def maskerad(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Finds the people in free text and gives them other faces. Offline, in eight languages."""


experimenting.app.add_typer(blind.app, name="blind")
app.command("init")(projects.init)
app.command("check")(checking.check)
app.command("deidentify", cls=SummaryCommand)(running.deidentify)
app.command("reidentify", cls=SummaryCommand)(vaults.reidentify)
app.command("show")(running.show)
app.command("detect", cls=SummaryCommand)(running.detect)
app.command("explain")(showing.explain)
app.command("convert")(running.convert)
app.command("evaluate")(evaluating.evaluate)
app.command("agreement")(comparing.agreement)
app.command("compare")(comparing.compare)
app.command("audit")(auditing.audit)
app.command("preselect")(preselecting.preselect)
app.command("split")(training.split)
training.train_app.command("charlm")(neural_training.charlm)
training.train_app.command("bilstm")(neural_training.bilstm)
training.train_app.command("transformer")(neural_training.transformer)
training.train_app.command("adopt")(neural_training.adopt)
training.train_app.command("hybrid")(hybrid_training.hybrid)
app.add_typer(training.train_app, name="train")
app.command("watch")(watching.watch)
app.command("serve")(serving.serve)
app.command("languages")(showing.languages)
app.command("labels")(showing.labels)
app.command("demo")(projects.demo)
app.add_typer(experimenting.app, name="experiment")
app.add_typer(keys.app, name="key")
app.add_typer(vaults.app, name="vault")
app.add_typer(quarantine.app, name="quarantine")
app.add_typer(workspace.app, name="workspace")
listening(app)


def run() -> None:
    """Entry point. Every error becomes one line; none of them holds text of a record."""
    signal.signal(signal.SIGTERM, _terminated)
    try:
        status = app(standalone_mode=False) or 0  # click returns the status of typer.Exit here
        sys.exit(_stopped() if status == _INTERRUPTED else status)
    except typer.Abort:
        sys.exit(_stopped())
    except KeyboardInterrupt:
        sys.exit(_stopped())
    except MaskeradError as error:
        sys.exit(_told(_status_of(error), str(error), *getattr(error, "__notes__", ())))
    except OSError as error:
        sys.exit(_told(_FAILED, f"{error.strerror or type(error).__name__}: {error.filename or 'a file'}"))
    except _USAGE_ERROR as error:
        sys.exit(_told(_WRONG_USE, error.format_message(), *_help_for(error)))
    except Exception as error:  # noqa: BLE001  its own words may hold text of a record, as would a traceback
        sys.exit(_told(_FAILED, f"unexpected {type(error).__name__} {_place_of(error)}; please report it"))


def _status_of(error: MaskeradError) -> int:
    """A wrong key is wrong use; a vault that cannot be read or written is not."""
    is_failure = isinstance(error, (RunError, ReleaseError, VaultError)) and not isinstance(error, VaultKeyError)
    return _FAILED if is_failure else _WRONG_USE


def _told(status: int, message: str, *details: str) -> int:
    fail(message, *details)
    return status


def _place_of(error: Exception) -> str:
    """Where in the program it happened."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


def _help_for(error: Any) -> list[str]:
    """Where a wrong call can read what is allowed."""
    return [f"see {error.ctx.command_path} --help"] if error.ctx else []


def _terminated(number: int, frame: object) -> None:
    """Leaves in good order, so that what was begun is removed."""
    sys.exit(128 + number)


def _stopped() -> int:
    fail("stopped: no output was written")
    return _INTERRUPTED
