"""The command that makes a hybrid: train hybrid."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated

import typer

from maskerad.cli.arguments import options as opt
from maskerad.cli.arguments.bundles import bundled
from maskerad.cli.arguments.reading import Reading
from maskerad.cli.learning.other_languages import tell_other_languages
from maskerad.cli.learning.training import SchemeOfCorpus, Seed, Test, read_part
from maskerad.cli.output.console import error_console, output_console
from maskerad.core.extras import CRF, require
from maskerad.core.scheme_choice import infer_scheme
from maskerad.corpora import Destination, read_documents

if TYPE_CHECKING:
    from maskerad.evaluation.counts import Counts
    from maskerad.recognisers.hybrid.policy import Choice
    from maskerad.training.crf_model import CrfPlan
    from maskerad.training.hybrid.train import Trained

Member = Annotated[
    list[str],
    typer.Option(
        help="Model folder; or crf, crf:FEATURES to train one here. Again for each. Rules are always a member.",
        metavar="FOLDER",
    ),
]
TrainedOn = Annotated[
    Path | None, typer.Option(help="What members have learnt from, if their folders do not say.", exists=True)
]
TargetRecall = Annotated[
    list[str] | None,
    typer.Option(
        help="LABEL=RECALL, or one number for all: mark what is probable enough to reach it. Again for another label.",
        metavar="LABEL=RECALL",
    ),
]
FIELD = "crf"


@bundled
def hybrid(
    source: Annotated[Path, typer.Argument(help="Annotated texts that no member has learnt from.", metavar="DEV")],
    target: Annotated[Path, typer.Argument(help="Model folder to make.", metavar="MODEL")],
    language: opt.OneLanguage,
    member: Member,
    test: Test = None,
    trained_on: TrainedOn = None,
    target_recall: TargetRecall = None,
    scheme: SchemeOfCorpus = "",
    folds: Annotated[int, typer.Option(help="Folds of records to choose on, and to train members on.", min=2)] = 5,
    iterations: Annotated[int, typer.Option(help="L-BFGS iterations of a member trained here.", min=1)] = 60,
    seed: Seed = 1,
    from_format: opt.FromFormat = "",
    overwrite: opt.Overwrite = False,
    *,
    reading: Reading,
) -> None:
    """Lets rules and trained models decide together: who decides about which label is chosen on DEV.

    [bold]Examples[/bold]

    maskerad train hybrid dev.jsonl hybrid/ -l es --member crf-model/ --member bilstm-model/

    maskerad train hybrid annotated/ hybrid/ -l sv --member crf

    maskerad train hybrid dev.jsonl careful/ -l es --member crf-model/ --target-recall PATIENT=0.99
    """
    from maskerad.recognisers.models import check_models
    from maskerad.training.hybrid.recall_targets import parse_targets
    from maskerad.training.hybrid.train import HybridCorpus, HybridPlan, member_names, train_hybrid

    folders = [Path(name) for name in member if not _is_field(name)]
    check_models(folders, [language])
    if len(folders) < len(member):
        require(CRF, "a member crf")
    dev = tuple(read_documents(source, reading, format_name=from_format))
    tell_other_languages(dev, language)
    chosen_scheme = scheme or infer_scheme({span.label for item in dev for span in item.spans})
    plan = HybridPlan(
        language=language,
        scheme=chosen_scheme,
        folders=member_names(folders),
        fields=_fields(member, language, chosen_scheme, iterations),
        n_folds=folds,
        seed=seed,
        targets=parse_targets(target_recall or (), chosen_scheme),
    )
    corpus = HybridCorpus(dev, read_part(test, reading), read_part(trained_on, reading))
    console = error_console()
    made = train_hybrid(
        corpus,
        plan,
        Destination(target, source, overwrite, is_private=True),
        lambda stage: console.print(stage, highlight=False),
    )
    print_choices(made)
    if made.effects:
        print_points(made)
    console.print(f"wrote {target}", highlight=False)


def _is_field(name: str) -> bool:
    return name.partition(":")[0] == FIELD and not Path(name).is_dir()


def _fields(names: list[str], language: str, scheme: str, iterations: int) -> dict[str, CrfPlan]:
    """What is trained here; each by its name and number."""
    from maskerad.recognisers.crf.feature_sets import parse_feature_set
    from maskerad.training.crf import Fit
    from maskerad.training.crf_model import CrfPlan

    plans: dict[str, CrfPlan] = {}
    for name in filter(_is_field, names):
        features = parse_feature_set(name.partition(":")[2] or "maskerad")
        plans[f"field-{len(plans) + 1}"] = CrfPlan(language, scheme, features, fit=Fit(max_iterations=iterations))
    return plans


def print_choices(made: Trained) -> None:
    """What each choice scored on each label, what was taken, and the scores of the whole."""
    from rich.table import Table

    chosen = made.chosen
    letters = dict(zip(chosen.options, ascii_uppercase, strict=False))
    output_console().print("F1 on DEV by who decides:", highlight=False)
    for option, letter in letters.items():
        output_console().print(f"  {letter}  {option}", highlight=False)
    table = Table(box=None, pad_edge=False)
    for name in ("label", "mentions", *letters.values(), "taken"):
        table.add_column(name, justify="left" if name == "label" else "right", no_wrap=True)
    n_mentions = sum(label.n_mentions for label in chosen.labels)
    default, is_one = letters[chosen.policy.default], chosen.policy.is_one_role
    table.add_row(*_row("all together", n_mentions, chosen.pooled, letters), "" if is_one else default)
    table.add_row(*_row("one role a name", n_mentions, chosen.one_role, letters), default if is_one else "")
    for label in chosen.labels:
        if label.n_mentions:
            table.add_row(*_row(label.label, label.n_mentions, label.counts, letters), letters[label.chosen])
    output_console().print(table)
    for score in made.card.scores:
        figures = "  ".join(f"{name} {_f1(score[name])}" for name in ("precision", "recall", "f1", "span_f1"))
        output_console().print(f"{score['part']}: {figures}", highlight=False)
        output_console().print(f"signature of {score['part']}: {score['signature']}", highlight=False)


def _row(label: str, n_mentions: int, counts: Mapping[Choice, Counts], letters: Mapping[Choice, str]) -> list[str]:
    return [label, f"{n_mentions:,}", *(_short(counts[option].score.f1, 3) for option in letters)]


def print_points(made: Trained) -> None:
    """What each operating point reaches, and what it costs."""
    from rich.table import Table

    output_console().print("Operating points, on records of other folds: covered mentions, the recall that this shows,")
    output_console().print("and the share of marked letters and digits that are annotated; without -> with them")
    table = Table(box=None, pad_edge=False)
    for name in ("label", "target", "mentions", "threshold", "covered", "shown", "precision"):
        table.add_column(name, justify="left" if name == "label" else "right", no_wrap=True)
    for effect in made.effects:
        point = effect.point
        table.add_row(
            point.name,
            f"{point.target:g}",
            f"{point.n_mentions:,}",
            f"{point.threshold:g}" if point.threshold <= 1 else "not needed",
            f"{effect.covered_before:,} -> {point.n_covered:,}",
            f"{_short(effect.bound_before)} -> {_short(point.bound)}",
            f"{_short(effect.precision_before)} -> {_short(effect.precision)}",
        )
    output_console().print(table)
    for member, (raw, calibrated) in made.calibration.items():
        figures = f"calibration error {_f1(raw)}, calibrated on other folds {_f1(calibrated)}"
        output_console().print(f"{member}: {figures}", highlight=False)


def _short(value: float | None, n_digits: int = 4) -> str:
    return f"{value:.{n_digits}f}".removeprefix("0") if value is not None else "–"


def _f1(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else "–"
