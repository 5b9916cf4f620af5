"""The model card as a page for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from maskerad.recognisers.model_folder import FINDER, ModelCard


def render_card(card: ModelCard) -> str:
    """Markdown: what the model is, how it was made, how well it does, and what is not promised."""
    return "\n".join([*_head(card), *_training(card), *_scores(card), *_limits(card), ""])


def _head(card: ModelCard) -> Iterable[str]:
    yield f"# {card.kind} for {', '.join(card.languages)}, labels of {card.scheme}"
    yield ""
    yield f"Made by Maskerad {card.version}. Use it with `--model` and the path of this folder."
    yield ""
    yield "| label | core label |"
    yield "|---|---|"
    yield from (f"| {label} | {core or 'OTHER_PHI'} |" for label, core in card.labels.items())
    yield ""
    yield f"Code {card.code}, tokens {card.tokeniser}."


def _training(card: ModelCard) -> Iterable[str]:
    yield ""
    yield "## Training"
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield from (f"| {name} | {_cell(value)} |" for name, value in {**card.training, "features": card.features}.items())


def _scores(card: ModelCard) -> Iterable[str]:
    yield ""
    yield "## Scores"
    yield ""
    if not card.scores:
        yield "None: no part was held out."
    for score in card.scores:
        yield f"On {score['part']}: precision {_number(score['precision'])}, recall {_number(score['recall'])}, "
        yield f"F1 {_number(score['f1'])}, F1 without labels {_number(score['span_f1'])}. `{score['signature']}`"
        figures = score.get("figures")
        if isinstance(figures, Mapping):
            yield ", ".join(f"{name.replace('_', ' ')} {_number(value)}" for name, value in figures.items()) + "."
        yield ""
        yield "| label | F1 |"
        yield "|---|---|"
        labels = score["labels"]
        if isinstance(labels, Mapping):
            yield from (f"| {label} | {_number(f1)} |" for label, f1 in labels.items())
        yield ""


def _limits(card: ModelCard) -> Iterable[str]:
    yield "## Limits"
    yield ""
    yield "The scores hold for texts like those it was scored on. On texts of another hospital, specialty or genre it"
    yield "finds less: measure before use."
    if card.kind == FINDER:
        yield "A feature is kept only if several records have it, so words of one record alone are not in the weights."
    else:
        yield "The weights name words of the training texts, names among them: keep this folder where those texts"
        yield "may be kept."


def _cell(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell(item)}" for key, item in value.items())
    return str(value).replace("|", "\\|")


def _number(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else "–"
