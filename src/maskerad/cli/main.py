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

from maskerad.cli.command import SummaryCommand, manner_options
from maskerad.cli.lazy import Entry, LazyGroup
from maskerad.cli.output.console import fail
from maskerad.core.collecting import collect_rarely
from maskerad.core.errors import MaskeradError, ReleaseError, RunError, VaultError, VaultKeyError

# The root of the errors for wrong calls: click's, or that of the click inside typer, whichever it uses.
_USAGE_ERROR: Any = next(kind for kind in reversed(typer.BadParameter.__mro__) if hasattr(kind, "show"))

_WRONG_USE, _FAILED = 2, 3
_INTERRUPTED = 130  # what typer makes of an interrupt


class _Commands(LazyGroup):
    """Every command that there is."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its own options and those of all commands, which may stand before a command too."""
        return [*super().get_params(ctx), *manner_options(has_summary=True)]

    entries = {  # noqa: RUF012  a mapping that nobody changes
        "init": Entry(
            "maskerad.cli.projects:init",
            "Makes a project: a settings file, and the secret key that decides every surrogate.",
        ),
        "check": Entry(
            "maskerad.cli.checking:check",
            "Says what a project changes, finds every mistake in it, and tries the examples of its rules.",
        ),
        "deidentify": Entry(
            "maskerad.cli.running:deidentify",
            "Writes a safe copy: finds who and what identifies people and puts something else there.",
            SummaryCommand,
        ),
        "reidentify": Entry(
            "maskerad.cli.secrets.vaults:reidentify",
            "Gives back the originals of safe texts that were made with --vault. Who, why and which record is noted "
            "there.",
            SummaryCommand,
        ),
        "show": Entry(
            "maskerad.cli.running:show",
            "Makes a page that shows your own texts before and after, and writes nothing else. It holds the originals.",
        ),
        "detect": Entry(
            "maskerad.cli.running:detect",
            "Writes the texts with the spans that were found, in any format. OUT holds the original texts.",
            SummaryCommand,
        ),
        "explain": Entry(
            "maskerad.cli.showing:explain",
            "Shows every span that is found: where, what, by which recogniser and rule, on what evidence.",
        ),
        "convert": Entry(
            "maskerad.cli.running:convert",
            "Converts annotated texts from one format to another and says what got lost.",
        ),
        "evaluate": Entry(
            "maskerad.cli.measuring.evaluating:evaluate",
            "Compares two annotations of the same texts: exact, overlap, tokens, characters, leaks; per label.",
        ),
        "agreement": Entry(
            "maskerad.cli.measuring.comparing:agreement",
            "How far annotators agree: F1 by label and pair, Cohen's kappa; what to look at again; their union.",
        ),
        "compare": Entry(
            "maskerad.cli.measuring.comparing:compare",
            "Whether B is better than A on the same gold, or only luckier: approximate randomisation over records.",
        ),
        "audit": Entry(
            "maskerad.cli.measuring.auditing:audit",
            "Measures what a detection leaks, and what each scope would cost: attackers look for real names among "
            "surrogates.",
        ),
        "preselect": Entry(
            "maskerad.cli.preselecting:preselect",
            "Chooses which records of a large corpus to annotate first, and says by which rule.",
        ),
        "split": Entry(
            "maskerad.cli.learning.training:split",
            "Cuts a corpus into parts by record; records with near-duplicates of one another stay on one side.",
        ),
        "watch": Entry(
            "maskerad.cli.watching:watch",
            "De-identifies what is new or has changed in a folder, file by file; made again, it does nothing twice.",
        ),
        "serve": Entry(
            "maskerad.cli.serving:serve",
            "Answers requests over HTTP until it is stopped: texts in, spans or safe texts out; nothing is kept.",
        ),
        "languages": Entry(
            "maskerad.cli.showing:languages",
            "Lists the language packs with the size of their word lists, and the recognisers.",
        ),
        "labels": Entry(
            "maskerad.cli.showing:labels",
            "Lists the label schemes, or the labels of one and what they are in the core scheme.",
        ),
        "demo": Entry(
            "maskerad.cli.projects:demo",
            "De-identifies bundled fictional records in several languages and writes a before/after page.",
        ),
        "train": Entry(
            "maskerad.cli.learning.train_commands:app",
            "Trains a recogniser on annotated texts.",
        ),
        "experiment": Entry(
            "maskerad.cli.studies.experimenting:app",
            "Runs a study of the source papers on any annotated corpus.",
        ),
        "key": Entry(
            "maskerad.cli.secrets.keys:app",
            "Keys: show their fingerprints, make new ones, rotate that of a vault.",
        ),
        "vault": Entry(
            "maskerad.cli.secrets.vaults:app",
            "The vault: its access log, and whether it is whole.",
        ),
        "quarantine": Entry(
            "maskerad.cli.quarantine:app",
            "What did not leave: list it, show its ids, try it again.",
        ),
        "workspace": Entry(
            "maskerad.cli.annotating.workspace:app",
            "Annotates a corpus in the browser, string by string, and learns from it. A folder alone is served.",
        ),
    }


app = typer.Typer(
    name="maskerad",
    cls=_Commands,
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


def run() -> None:
    """Entry point. Every error becomes one line; none of them holds text of a record."""
    signal.signal(signal.SIGTERM, _terminated)
    collect_rarely()
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
