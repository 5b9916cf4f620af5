"""A figure of an evaluation as a card of a page."""

from __future__ import annotations

from maskerad.evaluation.figures import Figure
from maskerad.evaluation.report.charts import figure_strip
from maskerad.evaluation.report.numbers import fraction, interval
from maskerad.pages.frame import card
from maskerad.pages.numbers import decimal


def figure_card(figure: Figure) -> str:
    """Value, interval, the numbers behind them, what it means, and how it was measured."""
    small = (
        fraction(figure),
        f"95 %: {interval(figure)}" if figure.interval else "",
        "lower is better" if figure.definition.is_loss else "",
    )
    return card(
        figure.definition.title,
        decimal(figure.value),
        figure_strip(figure),
        small,
        figure.definition.meaning,
        str(figure.signature),
    )
