"""One self-contained HTML page: figures, plots, tables and a browser of mistakes. Loads nothing from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from maskerad.evaluation.figures import PRIMARY, Figure
from maskerad.evaluation.mistakes import MEANINGS, Kind
from maskerad.evaluation.report.charts import (
    MISSED,
    NOTHING,
    confusion_map,
    label_bars,
    leak_histogram,
)
from maskerad.evaluation.report.confidence_section import confidence_section
from maskerad.evaluation.report.figure_card import figure_card
from maskerad.evaluation.report.mistake_list import (
    KIND_SIGNS,
    Browser,
    Finding,
    browser_script,
    browser_style,
    mistake_browser,
)
from maskerad.evaluation.report.numbers import WHY_UNDEFINED, fraction, interval
from maskerad.evaluation.report.tables import LABEL_HEADER, SCORE_HEADER, label_cells, score_rows
from maskerad.evaluation.result import Confusion, Evaluation
from maskerad.pages.frame import details, facts, html_page, masthead, section, signed, table
from maskerad.pages.numbers import UNDEFINED, decimal

MAX_MISTAKES = 2000


@dataclass(frozen=True, slots=True)
class Compared:
    """What was compared, for whoever finds the page later.

    Attributes:
        gold, predicted: Names of the two files.
        on: The day.
    """

    gold: str
    predicted: str
    on: date


def to_html(
    evaluation: Evaluation,
    title: str = "Evaluation",
    max_mistakes: int = MAX_MISTAKES,
    compared: Compared | None = None,
) -> str:
    """The report as one page.

    Args:
        evaluation: What to show. The page holds text of the documents only if the evaluation does.
        title: Heading of the page.
        max_mistakes: How many mistakes are listed; the page says how many there are in all.
        compared: The files and the day; the page is silent on them where this is None.
    """
    sections = "".join(
        (
            _header(evaluation, title, compared),
            _cards(evaluation.figures[: len(PRIMARY)]),
            _figure_table(evaluation.figures[len(PRIMARY) :]),
            _score_table(evaluation),
            _label_section(evaluation),
            _leak_section(evaluation),
            _confusion_section(evaluation),
            _left_out_section(evaluation),
            confidence_section(evaluation),
            mistake_browser(Browser([Finding(mistake) for mistake in evaluation.mistakes], max_shown=max_mistakes)),
            _method(evaluation),
        )
    )
    return html_page(title, sections, browser_script(), browser_style(), compared.on if compared else None)


def _header(evaluation: Evaluation, title: str, compared: Compared | None) -> str:
    corpus = evaluation.corpus
    numbers = (
        (f"{corpus.n_documents:,}", "documents"),
        (f"{corpus.n_records:,}", "records"),
        (f"{corpus.n_chars:,}", "characters"),
        (f"{corpus.n_mentions:,}", "gold mentions"),
        (f"{corpus.n_predicted:,}", "predicted spans"),
        *([(f"{corpus.n_without_gold:,}", "documents without gold, left out")] if corpus.n_without_gold else []),
    )
    schemes = f"gold in {corpus.gold_scheme}, predicted in {corpus.predicted_scheme}, scored in {corpus.scheme}"
    files = (
        f"<p>Gold: <b>{escape(compared.gold)}</b>. Predicted: <b>{escape(compared.predicted)}</b>.</p>"
        if compared
        else ""
    )
    about = f'<p class="quiet">Label schemes: {escape(schemes)}.</p>{signed(str(evaluation.signature))}'
    return masthead(title, files + facts(numbers) + about)


def _cards(figures: Sequence[Figure]) -> str:
    return f'<section aria-label="Primary figures" class="cards">{"".join(map(figure_card, figures))}</section>'


def _figure_table(figures: Sequence[Figure]) -> str:
    rows = (
        (f.definition.title, decimal(f.value), interval(f), fraction(f), f.definition.meaning, str(f.signature))
        for f in figures
    )
    head = ("measure", "value", "95 % interval", "of", "meaning", "signature")
    return section("More figures", table(head, rows, text={0, 4, 5}))


def _score_table(evaluation: Evaluation) -> str:
    return section("Precision, recall, F1", table(SCORE_HEADER, score_rows(evaluation), text={0, 4}))


def _label_section(evaluation: Evaluation) -> str:
    if not evaluation.labels:
        return section("By label", "<p>No label occurs on either side.</p>")
    numbers = table(LABEL_HEADER, (label_cells(row) for row in evaluation.labels), text={0})
    absent = (
        f'<p class="quiet">On neither side: {escape(", ".join(evaluation.absent))}.</p>' if evaluation.absent else ""
    )
    how = signed(str(evaluation.signature.of("exact", "per-label")))
    plot = label_bars(evaluation.labels)
    return section("By label", f"{plot}{details('All numbers by label', numbers)}{absent}{how}")


def _leak_section(evaluation: Evaluation) -> str:
    if not evaluation.uncovered:
        return section("Leaks per document", "<p>No document has gold mentions.</p>")
    how = signed(str(evaluation.signature.of("mention-cover", "per-document").label_blind()))
    return section("Leaks per document", leak_histogram(evaluation.uncovered) + how)


def _confusion_section(evaluation: Evaluation) -> str:
    if not evaluation.confusion.labels:
        return ""
    plot = confusion_map(evaluation.confusion)
    numbers = table(("gold", "predicted", "mentions"), _confusions(evaluation.confusion), text={0, 1})
    words = (
        "<p>Rows are gold labels, columns what they were best met by; shades are shares of the row. The last row "
        "holds predictions that hit nothing, the last column mentions that nothing hit.</p>"
    )
    how = signed(str(evaluation.signature.of("best-overlap", "count")))
    return section("Confusion of labels", f"{words}{plot}{details('Largest confusions', numbers)}{how}")


def _confusions(confusion: Confusion) -> list[tuple[str, ...]]:
    wrong = [(n, gold, predicted) for (gold, predicted), n in confusion.cells.items() if gold != predicted]
    largest = sorted(wrong, key=lambda cell: (-cell[0], cell[1], cell[2]))[:20]
    return [(gold or NOTHING, predicted or MISSED, str(n)) for n, gold, predicted in largest]


def _left_out_section(evaluation: Evaluation) -> str:
    gold = [
        (label, "gold", str(share.whole), decimal(share.value)) for label, share in evaluation.left_out.gold.items()
    ]
    predicted = [(label, "predicted", str(n), "") for label, n in evaluation.left_out.predicted.items()]
    if not gold and not predicted:
        return ""
    words = (
        f"<p>These labels have no place in scheme {escape(evaluation.corpus.scheme)}. Their spans count in every "
        "measure that is blind to labels, and in no other.</p>"
    )
    return section("Left out", words + table(("label", "side", "spans", "covered"), gold + predicted, text={0, 1}))


def _method(evaluation: Evaluation) -> str:
    kinds = "".join(f"<dt>{KIND_SIGNS[kind]} {kind.value}</dt><dd>{escape(MEANINGS[kind])}</dd>" for kind in Kind)
    intervals = (
        "<p>Intervals are 95 % percentile bootstrap intervals over records. Identifier characters are letters and "
        "digits: a comma or a blank left between two covered words exposes nobody.</p>"
    )
    undefined = f"<p>{escape(WHY_UNDEFINED)}</p>" if _has_undefined(evaluation) else ""
    return section("How this was measured", f"{intervals}{undefined}<dl class='kinds'>{kinds}</dl>")


def _has_undefined(evaluation: Evaluation) -> bool:
    cells = (cell for row in evaluation.labels for cell in label_cells(row))
    scores = (decimal(v) for line in evaluation.lines for v in (line.score.precision, line.score.recall))
    return UNDEFINED in {*cells, *scores, *(decimal(figure.value) for figure in evaluation.figures)}
