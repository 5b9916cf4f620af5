"""The card of a neural model for people."""

from __future__ import annotations

from maskerad.recognisers.model_folder import ModelCard


def readme(card: ModelCard) -> str:
    """Markdown: what the model is, how it was made, how well it does, what it is not for."""
    training = card.training
    lines = [
        f"# A recogniser of {', '.join(card.languages)} ({card.kind})",
        "",
        f"Labels of the scheme `{card.scheme}`: {', '.join(f'`{label}`' for label in card.labels)}.",
        "",
        "| on | precision | recall | F1 | signature |",
        "|---|---|---|---|---|",
        *(_row(score) for score in card.scores),
        "",
        f"Trained on {training.get('train')}; the best epoch was chosen on {training.get('dev')}, so the score there",
        "is a little kinder than one on texts that had no say. "
        f"{training.get('epochs')} epochs, {training.get('minutes')} minutes, {training.get('peak_memory_mb')} MB.",
        "",
        "It knows texts like those it was trained on. On other texts it may miss people: measure it there first, and",
        "run it beside the rules, not in their place.",
        "",
    ]
    return "\n".join(lines)


def _row(score: object) -> str:
    table = score if isinstance(score, dict) else {}
    figures = (table.get(name) for name in ("precision", "recall", "f1"))
    shown = " | ".join("–" if figure is None else f"{figure:.4f}" for figure in figures)
    return f"| {table.get('part')} | {shown} | `{table.get('signature')}` |"
