"""The commands of the blind test: experiment blind build, serve, analyse."""

from __future__ import annotations

from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.choices import key_of, settings_of
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.arguments.sheets import Renderers, Sheets
from maskerad.cli.output.console import error_console, output_console
from maskerad.cli.output.progress import progress_line
from maskerad.core.counted import counted
from maskerad.core.errors import ConfigError
from maskerad.core.scheme_choice import infer_scheme
from maskerad.corpora import Destination, read_documents
from maskerad.pipeline.choices import Choices

PORT = 8351
ALL_SURROGATES = ("NATIONAL_ID=surrogate",)  # a tag would give a record away

app = typer.Typer(help="Can people tell pseudonymised records from real ones?", no_args_is_help=True)

StudyFolder = Annotated[Path, typer.Argument(help="Folder of the study.", show_default=False, metavar="STUDY")]


@app.command("build")
@bundled
def build(
    corpus: Annotated[Path, typer.Argument(help="Records with their spans.", show_default=False, metavar="CORPUS")],
    study: Annotated[Path, typer.Argument(help="Folder to make.", show_default=False, metavar="STUDY")],
    language: opt.Language = "",
    project: opt.Project = None,
    key: opt.Key = None,
    strategy: opt.Strategy = None,
    records: Annotated[int, typer.Option(help="Most records, the densest first; 0 takes all.", min=0)] = 0,
    lines: Annotated[int, typer.Option(help="Most lines of a record that are shown.", min=1, max=1000)] = 20,
    detect: Annotated[bool, typer.Option("--detect", help="Find the spans, in place of those of CORPUS.")] = False,
    scheme: Annotated[str, typer.Option(help="Label scheme of CORPUS; told from its labels when not named.")] = "",
    from_format: opt.FromFormat = "",
    *,
    reading: Reading,
) -> None:
    """Makes a study: half of the records real, half pseudonymised, the densest lines of each, in the key's order.

    The folder holds real text: guard it as the corpus itself.

    [bold]Example[/bold]

    maskerad experiment blind build gold.jsonl study --language sv --records 100
    """
    from maskerad.experiments.audit import detected
    from maskerad.experiments.blind.build import BuildPlan, build_study
    from maskerad.experiments.blind.study import write_study
    from maskerad.experiments.gold_records import gold_records

    Destination(study, corpus).check()
    choices = Choices(language, project, strategies=[*ALL_SURROGATES, *(strategy or [])])
    settings = settings_of(choices)
    documents = list(read_documents(corpus, reading, format_name=from_format))
    if detect:
        with progress_line() as progress:
            documents = detected(documents, settings, progress)
    labels = {span.label for item in documents for span in item.spans}
    if not labels:
        raise ConfigError(f"{corpus}: no spans; annotate it, or ask for --detect")
    gold = gold_records(documents, "core" if detect else scheme or infer_scheme(labels))
    made = build_study(gold, settings, key_of(key, project), BuildPlan(records, lines))
    write_study(made, study)
    n_pseudonymised = sum(truth.is_pseudonymised for truth in made.truth.values())
    error_console().print(
        f"made {study}: {counted(len(made.items), 'record')}, {n_pseudonymised} of them pseudonymised. "
        "It holds real text.",
        highlight=False,
    )


@app.command("serve")
def serve(
    study: StudyFolder,
    port: Annotated[int, typer.Option(help="Of 127.0.0.1; 0 takes a free one.", min=0, max=65535)] = PORT,
) -> None:
    """Serves the study to evaluators on this machine until it is interrupted. Answers are saved as they are given.

    [bold]Example[/bold]

    maskerad experiment blind serve study
    """
    from maskerad.experiments.blind.serve import Desk, address, make_server

    desk = Desk.open(study)
    with make_server(desk, port) as server:
        output_console().print(f"open {address(server, desk)}", highlight=False)
        error_console().print("Ctrl+C ends it; all answers are saved as they are given", highlight=False)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            error_console().print("ended", highlight=False)


@app.command("analyse")
@bundled
def analyse(
    study: StudyFolder,
    answers: Annotated[
        list[Path] | None,
        typer.Option(help="Answers from elsewhere, in the same form; again for more.", metavar="FILE"),
    ] = None,
    *,
    outputs: Sheets,
) -> None:
    """Says who was fooled: precision and recall of each evaluator, what was judged real, agreement.

    [bold]Example[/bold]

    maskerad experiment blind analyse study --json figures.json
    """
    from maskerad.experiments.blind.analysis import analyse as analyse_study
    from maskerad.experiments.blind.analysis_page import to_html
    from maskerad.experiments.blind.answers import read_answers, stored_answers
    from maskerad.experiments.blind.study import read_truth
    from maskerad.experiments.blind.tables import to_json, to_markdown, to_plain

    study_id, truth = read_truth(study)
    given = [*stored_answers(study, study_id), *(read_answers(path, study_id) for path in answers or [])]
    made = analyse_study(study_id, truth, given)
    page = partial(to_html, made=date.today())
    outputs.write_as(made, Renderers(to_plain, page, to_json, to_markdown))
