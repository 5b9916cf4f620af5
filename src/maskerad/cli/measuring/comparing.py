"""The ``agreement`` and ``compare`` commands: annotators with one another, two systems against one gold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.arguments.sheets import PrivateSheets
from maskerad.cli.output.console import error_console
from maskerad.core import SchemeMap, load_scheme
from maskerad.core.errors import ConfigError
from maskerad.core.scheme_choice import infer_scheme
from maskerad.corpora import AnnotatedDocument, Destination, FormatOptions, open_writer, read_documents
from maskerad.evaluation import Settings, evaluate, pair_up
from maskerad.evaluation.agreement.adjudication import Decision, Vote, adjudicate
from maskerad.evaluation.agreement.agreement import Annotator, agree
from maskerad.evaluation.agreement.consistency import check_consistency
from maskerad.evaluation.figures import DEFINITIONS
from maskerad.evaluation.inference.significance import N_SHUFFLES, PRECISION, RECALL, compare_rows, record_rows
from maskerad.evaluation.report.agreement_sheet import agreement_sheet
from maskerad.evaluation.report.comparison_sheet import System, comparison_sheet

Annotations = Annotated[
    list[Path], typer.Argument(help="Two or more annotations of the same texts.", exists=True, metavar="A B [C …]")
]
Scheme = Annotated[str, typer.Option(help="Label scheme in which labels are compared.")]


@bundled
def agreement(
    annotations: Annotations,
    scheme: Scheme = "core",
    union: Annotated[Path | None, typer.Option(help="JSONL with the union: all that anybody marked.")] = None,
    *,
    outputs: PrivateSheets,
    reading: Reading,
) -> None:
    """How far annotators agree: F1 by label and pair, Cohen's kappa; what to look at again; their union.

    [bold]Example[/bold]

    maskerad agreement anna.jsonl bo.jsonl --union gold.jsonl --html agreement.html
    """
    destination = Destination(union, overwrite=outputs.overwrite, is_private=True) if union is not None else None
    if destination is not None:
        destination.check()
    annotators = [_annotator(path, annotations, reading) for path in annotations]
    outcome = agree(annotators, scheme, outputs.is_private)
    decided = _decide(annotators, scheme)
    documents = [AnnotatedDocument(item.document, tuple(decision.span for decision in ones)) for item, ones in decided]
    decisions = [(item.document.id, decision) for item, ones in decided for decision in ones]
    outputs.write(agreement_sheet(outcome, decisions, check_consistency(documents)))
    if destination is not None:
        with open_writer(destination, FormatOptions(has_spans=True), format_name="jsonl") as writer:
            for item in documents:
                writer.write(item.document, item.spans)
        error_console().print(f"wrote {union}", highlight=False)


@bundled
def compare(
    gold: Annotated[Path, typer.Argument(help="Annotated by people.", exists=True, metavar="GOLD")],
    left: Annotated[Path, typer.Argument(help="Annotated by one system.", exists=True, metavar="A")],
    right: Annotated[Path, typer.Argument(help="Annotated by another.", exists=True, metavar="B")],
    scheme: Scheme = "core",
    shuffles: Annotated[int, typer.Option(help="Random swaps of the test.", min=1, max=1_000_000)] = N_SHUFFLES,
    seed: Annotated[int, typer.Option(help="Of the swaps.")] = 1,
    *,
    outputs: PrivateSheets,
    reading: Reading,
) -> None:
    """Whether B is better than A on the same gold, or only luckier: approximate randomisation over records.

    [bold]Example[/bold]

    maskerad compare gold.jsonl rules.jsonl model.jsonl
    """
    right_answers = list(read_documents(gold, reading))
    rows, evaluations = [], []
    for path in (left, right):
        documents = list(read_documents(path, reading))
        settings = Settings(
            _scheme(right_answers), _scheme(documents), scheme, resamples=0, with_text=outputs.is_private
        )
        pairs = pair_up(right_answers, documents)
        rows.append(record_rows(pairs, settings))
        evaluations.append(evaluate(pairs, settings))
    system, other = (System(name, made.mistakes) for name, made in zip(_names([left, right]), evaluations, strict=True))
    differences = compare_rows(rows[0], rows[1], (PRECISION, RECALL, *DEFINITIONS), shuffles, seed)
    outputs.write(comparison_sheet((system, other), differences, evaluations[0].signature, gold.name))


def _annotator(path: Path, paths: Sequence[Path], reading: FormatOptions) -> Annotator:
    documents = list(read_documents(path, reading))
    name = _names(paths)[paths.index(path)]
    if not documents:
        raise ConfigError(f"{path} holds no document")
    return Annotator(name, documents, _scheme(documents))


def _names(paths: Sequence[Path]) -> list[str]:
    """File names without suffix; whole paths where these are alike."""
    names = [path.stem for path in paths]
    return names if len(set(names)) == len(names) else [str(path) for path in paths]


def _decide(annotators: Sequence[Annotator], scheme: str) -> list[tuple[AnnotatedDocument, list[Decision]]]:
    """Decisions on every document, in the order in which documents first come."""
    documents: dict[tuple[str, str], AnnotatedDocument] = {}
    votes: dict[tuple[str, str], list[Vote]] = {}
    for annotator in annotators:
        to_scheme = SchemeMap(load_scheme(annotator.scheme), load_scheme(scheme))
        for item in annotator.documents:
            key = (item.document.record, item.document.id)
            documents.setdefault(key, AnnotatedDocument(item.document))
            votes.setdefault(key, []).extend(Vote(annotator.name, span) for span in to_scheme.spans(item.spans))
    return [(item, adjudicate(votes[key])) for key, item in documents.items()]


def _scheme(documents: Sequence[AnnotatedDocument]) -> str:
    return infer_scheme({span.label for item in documents for span in item.spans})
