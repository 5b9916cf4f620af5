"""The commands of the annotation workspace: demo, serve, import, export, users, check, findings."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from maskerad.cli.annotating import workspace_backups, workspace_findings, workspace_users
from maskerad.cli.annotating.workspace_projects import (
    LOCAL_USER,
    NAME,
    Database,
    Folder,
    Incoming,
    is_project,
    make,
    opened,
    take_in,
)
from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.output.console import error_console, output_console
from maskerad.cli.output.tables import print_losses
from maskerad.core.counted import counted
from maskerad.core.extras import WORKSPACE, require
from maskerad.corpora import Destination

if TYPE_CHECKING:
    from maskerad.web.workspace.project import Project
    from maskerad.web.workspace.server.serve import Serving

PORT = 8350
SERVE = "serve"


class ServingGroup(TyperGroup):
    """Takes a folder in place of a command: ``maskerad workspace notes`` is ``maskerad workspace serve notes``."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is meant; only what is there is taken for a folder, a slip of the pen for a command."""
        if args and args[0] not in self.commands and (Path(args[0]).exists() or "--corpus" in args):
            args = [SERVE, *args]
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=ServingGroup,
    help="Annotates a corpus in the browser, string by string, and learns from it. A folder alone is served.",
    no_args_is_help=True,
)
app.add_typer(workspace_users.app, name="users")
app.command("backup")(workspace_backups.backup)
app.command("restore")(workspace_backups.restore)
app.command("findings")(workspace_findings.findings)

Port = Annotated[int, typer.Option(help="0 takes a free one.", min=0, max=65535)]
Corpus = Annotated[
    Path | None,
    typer.Option("--corpus", help="File or folder to take in first; FOLDER itself when it is new.", exists=True),
]


@app.command("demo")
def demo(
    folder: Annotated[Path, typer.Argument(help="Where the project goes.", metavar="FOLDER")] = Path("workspace-demo"),
    language: Annotated[str, typer.Option("--language", "-l", help="Codes of the records, with commas; all.")] = "",
    port: Port = PORT,
) -> None:
    """Opens a project of bundled fictional records, ready to annotate.

    [bold]Example[/bold]

    maskerad workspace demo --language sv,ja
    """
    require(WORKSPACE, NAME)
    from maskerad.web.bundled_records import demo_records
    from maskerad.web.workspace.demo import USER, make_demo
    from maskerad.web.workspace.project import open_project
    from maskerad.web.workspace.server.serve import Serving
    from maskerad.web.workspace.store.database import FILE

    if (folder / FILE).is_file():
        project = open_project(folder)
    else:
        wanted = [code.strip() for code in language.split(",") if code.strip()]
        project = make_demo(folder, demo_records(), wanted)
    with project:
        _serve(project, Serving(port=port, user=USER))


@app.command(SERVE)
@bundled
def serve(
    folder: Folder,
    corpus: Corpus = None,
    language: opt.Language = "auto",
    scheme: opt.Scheme = "core",
    port: Port = PORT,
    host: Annotated[str, typer.Option(help="Address to listen on; others than this machine need TLS.")] = "127.0.0.1",
    name: Annotated[
        list[str] | None, typer.Option("--name", help="Further name under which browsers ask for the server.")
    ] = None,
    certificate: Annotated[Path | None, typer.Option(help="Certificate of its own TLS.", exists=True)] = None,
    certificate_key: Annotated[Path | None, typer.Option(help="Key of the certificate.", exists=True)] = None,
    behind_tls: Annotated[bool, typer.Option("--behind-tls", help="A proxy in front of it speaks TLS.")] = False,
    pre_annotate: Annotated[
        bool, typer.Option("--pre-annotate/--no-pre-annotate", help="Show what rules and model find.")
    ] = True,
    withhold: Annotated[
        float, typer.Option(help="Share of what is found that is held back at first, to see whether texts are read.")
    ] = 0.0,
    retrain_after: Annotated[
        int | None,
        typer.Option(
            help="Finished records after which the learner learns again; 0 for never by itself, 10 when new.", min=0
        ),
    ] = None,
    database: Database = "",
    from_format: opt.FromFormat = "",
    *,
    reading: Reading,
) -> None:
    """Serves a project until it is interrupted; makes it of a corpus when it is new.

    On this machine alone it prints a link that lets you in, once. A team needs accounts (maskerad workspace users) and
    TLS.

    [bold]Examples[/bold]

    maskerad workspace serve notes/ --language sv

    maskerad workspace study/ --corpus notes.jsonl --language nl
    """
    require(WORKSPACE, NAME)
    from maskerad.web.workspace.project import change_settings
    from maskerad.web.workspace.server.app import LOOPBACK
    from maskerad.web.workspace.server.serve import Serving

    user = LOCAL_USER if host in LOOPBACK else ""
    serving = Serving(host, port, tuple(name or ()), certificate, certificate_key, behind_tls, user)
    incoming = Incoming(corpus or folder, from_format, reading)
    if not is_project(folder, database):
        shown = {"pre_annotation": "on" if pre_annotate else "off", "withheld": str(withhold)}
        make(folder, database, incoming, language=language, scheme=scheme, **shown)
    elif corpus is not None:
        with opened(folder, database) as project:
            take_in(project, incoming)
    with opened(folder, database) as project:
        if retrain_after is not None:
            with project.database.writing() as connection:
                change_settings(connection, retrain_after=str(retrain_after))
        _serve(project, serving)


@app.command("import")
@bundled
def import_(
    folder: Folder,
    corpus: Annotated[Path, typer.Argument(help="File or folder to take in.", exists=True, metavar="IN")],
    language: opt.Language = "auto",
    scheme: Annotated[str, typer.Option(help="Label scheme of a new project.")] = "core",
    corpus_scheme: Annotated[str, typer.Option(help="Label scheme of IN; told from its labels when not named.")] = "",
    database: Database = "",
    from_format: opt.FromFormat = "",
    *,
    reading: Reading,
) -> None:
    """Takes a corpus into a project, and makes the project if it is new; annotations become the layer imported.

    [bold]Example[/bold]

    maskerad workspace import study more.jsonl
    """
    require(WORKSPACE, NAME)
    incoming = Incoming(corpus, from_format, reading, corpus_scheme)
    if not is_project(folder, database):
        make(folder, database, incoming, language=language, scheme=scheme)
        return
    with opened(folder, database) as project:
        take_in(project, incoming)


@app.command("export")
def export(
    folder: Folder,
    target: opt.Target,
    layer: Annotated[str, typer.Option(help="Whose decisions; the adjudicated ones, or the only annotator's.")] = "",
    to_format: opt.ToFormat = "",
    database: Database = "",
    overwrite: opt.Overwrite = False,
) -> None:
    """Writes texts and decisions in any format, and says what that format could not express.

    [bold]Example[/bold]

    maskerad workspace export study annotated.jsonl --layer anna
    """
    require(WORKSPACE, NAME)
    from maskerad.web.workspace.release.exports import export as export_layer
    from maskerad.web.workspace.release.exports import unopened

    with opened(folder, database) as project:
        losses = export_layer(project, Destination(target, overwrite=overwrite, is_private=True), layer, to_format)
        n_unopened = unopened(project, layer)
    print_losses(losses)
    if n_unopened:
        error_console().print(
            f"{counted(n_unopened, 'document')} that nobody has opened: written without annotations, which does not "
            "say that nobody is in them; leave them out before you train or measure",
            highlight=False,
        )
    error_console().print(f"wrote {target}", highlight=False)


@app.command("check")
def check(folder: Folder, database: Database = "") -> None:
    """Plays the log of a project again and compares: marks, versions, texts, and the seals of the log.

    [bold]Example[/bold]

    maskerad workspace check study
    """
    require(WORKSPACE, NAME)
    from maskerad.web.workspace.store.replay import check as check_log

    with opened(folder, database) as project, project.database.reading() as connection:
        log = check_log(connection)
    lines = (
        counted(log.n_documents, "document"),
        counted(log.n_entries, "entry"),
        counted(log.n_marks, "mark"),
    )
    output_console().print(", ".join(lines), highlight=False)
    for problem in log.problems:
        error_console().print(problem, style="red", highlight=False)
    if log.problems:
        raise typer.Exit(1)
    output_console().print("the log adds up to what is there", highlight=False)


def _serve(project: Project, serving: Serving) -> None:
    from maskerad.web.workspace.server.serve import serve as serve_project

    serve_project(project, serving, partial(_ready, folder=project.folder))


def _ready(link: str, folder: Path) -> None:
    output_console().print(f"open {link}", highlight=False)
    error_console().print(f"{folder}: Ctrl+C ends it; every decision is saved as it is made", highlight=False)
